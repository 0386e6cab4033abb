"""`python -m benchmarks.peers PLAYER [PEER …]`: duplicate deals against players from elsewhere, by their own rules."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from benchmarks.peers.match import Summary, check, make_ready, play_deal
from benchmarks.peers.opponents import PEERS
from benchmarks.peers.results import Entry, Results, Wanted
from gaple import GapleError

SAVE_EVERY: Final = 5.0  # seconds


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays what is asked for, and shows it; the exit code."""
    parser = _parser()
    told = parser.parse_args(arguments)
    try:
        check(told.player)
        results = Results(told.out)
        results.save()  # where that cannot be, better now than at the end
    except (GapleError, ValueError, OSError) as error:
        parser.error(str(error))
    stopped = False
    try:
        _run(told, results)
    except KeyboardInterrupt:
        stopped = True
    finally:
        results.save()
    _show(results.entries)
    if told.json:
        print(json.dumps(results.to_dict()))
    return 130 if stopped else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=main.__doc__)
    parser.add_argument("player", help="one of ours: greedy, flat100, … or module:Player")
    parser.add_argument("peers", nargs="*", type=_peer, metavar="peer", help=f"who against (all): {', '.join(PEERS)}")
    parser.add_argument("--deals", type=_positive, default=200, metavar="N", help="deals a match (200)")
    parser.add_argument(
        "--ratio", type=_ratio, action="append", metavar="R", help="give the peer R times our time (1 and 10)"
    )
    parser.add_argument(
        "--budget", type=_positive, action="append", metavar="N", help="or so many simulations or samples a move"
    )
    parser.add_argument("--seed", default="1", metavar="TEXT", help="fixes deals and chance (1)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep the results there, and go on with those in it")
    parser.add_argument("--json", action="store_true", help="print the results as JSON too")
    return parser


def _peer(text: str) -> str:
    if text not in PEERS:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(PEERS)}")
    return text


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1")
    return int(text)


def _ratio(text: str) -> float:
    try:
        ratio = float(text)
    except ValueError:
        ratio = math.nan
    if not 0 < ratio < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0")
    return ratio


def _wanted(told: argparse.Namespace) -> Iterator[Wanted]:
    ratios = told.ratio or ([] if told.budget else [1.0, 10.0])
    for peer in told.peers or PEERS:
        if PEERS[peer].least is None:
            yield Wanted(peer)
        else:
            yield from (Wanted(peer, ratio=ratio) for ratio in ratios)
            yield from (Wanted(peer, budget=budget) for budget in told.budget or [])


def _run(told: argparse.Namespace, results: Results) -> None:
    """Plays the deals that are missing, one match after another."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = Console(stderr=True, highlight=False)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        saved = time.monotonic()
        for wanted in _wanted(told):
            task = bar.add_task(wanted.peer, total=told.deals)
            make_ready(told.player, wanted.peer)
            entry = results.entry(told.player, wanted, told.seed)
            done = {deal.number for deal in entry.deals}
            bar.update(task, description=_name(entry), completed=len(done.intersection(range(told.deals))))
            for number in range(told.deals):
                if number not in done:
                    entry.deals.append(play_deal(entry.match, number))
                    bar.advance(task)
                if time.monotonic() - saved > SAVE_EVERY:
                    results.save()
                    saved = time.monotonic()


def _name(entry: Entry) -> str:
    unit, budget = PEERS[entry.match.peer].unit, entry.match.budget
    return f"{entry.match.peer}, {budget} {unit}{'s' if budget > 1 else ''}" if unit else entry.match.peer


def _show(entries: Sequence[Entry]) -> None:
    """A row a match."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("ours", "against", "of"):
        table.add_column(column)
    for column in ("points a hand", "95%", "won", "lost", "deals", "ms, ours", "ms, theirs", "times ours"):
        table.add_column(column, justify="right", no_wrap=True)
    for entry in entries:
        if entry.deals:
            summary = Summary.of(entry.deals)
            table.add_row(Text(entry.match.player), _name(entry), PEERS[entry.match.peer].source, *_cells(summary))
    Console(width=None if sys.stdout.isatty() else 160, highlight=False).print(table)


def _cells(summary: Summary) -> Iterator[str]:
    yield f"{summary.points:+.2f}"
    yield "–" if summary.low is None else f"{summary.low:+.2f} … {summary.high:+.2f}"
    yield f"{summary.won:.0%}"
    yield f"{summary.lost:.0%}"
    yield f"{summary.deals:,}"
    for median, mean in (summary.ours, summary.theirs):
        yield f"{_short(median)} ({_short(mean)})"
    yield _short(summary.theirs[1] / summary.ours[1])


def _short(number: float) -> str:
    return f"{number:.2g}" if number < 10 else f"{number:,.0f}"


if __name__ == "__main__":
    sys.exit(main())
