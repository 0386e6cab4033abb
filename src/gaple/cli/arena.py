"""``gaple arena``: which of two computer players is the stronger, and by how much."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gaple.cli.errors import UsageError
from gaple.cli.files import unreadable
from gaple.cli.terminal import Terminal, printable
from gaple.errors import GapleError
from gaple.rules import Rules

if TYPE_CHECKING:
    from rich.table import Table

    from gaple.arena import Results, Sprt, Summary

RULES: Final = "players=4 hand=7 settle=pairwise"


def command(
    context: typer.Context,
    candidate: Annotated[str, typer.Argument(metavar="PLAYER")],
    against: Annotated[str, typer.Argument(metavar="AGAINST")],
    rules: Annotated[str, typer.Option("--rules", metavar="TEXT")] = RULES,
    deals: Annotated[int, typer.Option("--deals", metavar="N")] = 200,
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT")] = "1",
    many: Annotated[bool, typer.Option("--many")] = False,
    until: Annotated[float | None, typer.Option("--until", metavar="GAIN")] = None,
    limit: Annotated[float, typer.Option("--limit", metavar="SECONDS")] = 10.0,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="N")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Plays duplicate deals and tells the gain a hand with its interval."""
    terminal = Terminal.of(context)
    by = Rules.parse(rules)
    try:
        import gaple.arena as arena
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "gaple":
            raise  # no package that is missing, but a fault of ours
        raise UsageError("engine-not-installed", package=error.name) from None
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)  # players by module are looked for where one stands
    file = Path(out) if out else None
    try:
        contest = arena.Contest(candidate=candidate, against=against, rules=by, seed=seed, many=many, limit=limit)
        sprt = None if until is None else arena.Sprt(until)
        results = arena.Results.open(contest, file)
        _run(terminal, results, deals, jobs, sprt, as_json)
    except (OSError, GapleError) as error:
        raise _wrong_use(error, out) from None
    _tell(terminal, results, as_json)


def _run(terminal: Terminal, results: Results, deals: int, jobs: int | None, sprt: Sprt | None, as_json: bool) -> None:
    """Plays, and when Ctrl-C ends it shows what has been found by then."""
    import gaple.arena as arena

    try:
        with _progress(terminal) as progress:
            arena.run(results, deals, jobs=jobs, sprt=sprt, progress=progress)
    except KeyboardInterrupt:
        if results.deals:
            _tell(terminal, results, as_json)
        code = "kept" if results.path else "lost"
        terminal.warn(terminal.say(f"arena.stopped.{code}", done=len(results.deals), deals=deals, file=results.path))
        raise


def _tell(terminal: Terminal, results: Results, as_json: bool) -> None:
    if as_json:
        terminal.line(json.dumps(results.to_dict()))
    else:
        _show(terminal, results)


def _wrong_use(error: OSError | GapleError, file: str | None) -> UsageError:
    if isinstance(error, GapleError):
        return UsageError(error.code, **error.params)
    return unreadable(file or "", error)


@contextmanager
def _progress(terminal: Terminal) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error, where somebody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True, highlight=False, markup=False), transient=True) as bar:
        task = bar.add_task(terminal.say("arena.deals_done"), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _show(terminal: Terminal, results: Results) -> None:
    from rich.text import Text

    from gaple.cli import draw

    contest, summary = results.contest, results.summary()
    names = {"candidate": contest.candidate, "against": contest.against}
    terminal.print(Text(printable(terminal.say("arena.title", **names)), "bold"))
    terminal.print(Text(str(contest.rules), draw.DIM))
    terminal.print(_gains(terminal, results, summary))
    terminal.print(_times(terminal, summary))
    if results.verdict:
        code = "better" if results.verdict.better else "not-better"
        terminal.print(terminal.say(f"arena.{code}", candidate=printable(contest.candidate), n=results.verdict.deals))
    for name, faults in summary.faults.items():
        told = ", ".join(f"{printable(fault)} {count}" for fault, count in faults.items())
        terminal.print(terminal.say("arena.faults", name=printable(name), n=sum(faults.values()), faults=told))


def _gains(terminal: Terminal, results: Results, summary: Summary) -> Table:
    """A row for each way of sitting: so many candidates against so many others."""
    rules = results.contest.rules
    seats = {seating.way: len(seating.seats) for seating in results.contest.seatings}
    table = _table(terminal, "seats", "gain", "interval", "won", "blocked", "hands")
    digits = 2 if rules.chips else 3
    for way, measured in summary.ways.items():
        ends = [f"{end:+.{digits}f}" for end in (measured.low, measured.high) if end is not None]
        table.add_row(
            f"{seats[way]} : {rules.players - seats[way]}",
            f"{measured.gain:+.{digits}f}",
            " … ".join(ends) or "–",
            f"{measured.won:.1%} ({measured.fair:.0%})",
            f"{measured.blocked:.1%}",
            f"{measured.hands:,}",
        )
    return table


def _times(terminal: Terminal, summary: Summary) -> Table:
    """A row for each player."""
    table = _table(terminal, "player", "decisions", "median", "p95")
    for name, taken in summary.times.items():
        table.add_row(printable(name), f"{taken.decisions:,}", f"{taken.median:.3g} ms", f"{taken.p95:.3g} ms")
    return table


def _table(terminal: Terminal, first: str, *others: str) -> Table:
    from rich import box
    from rich.table import Table

    from gaple.cli import draw

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style=draw.DIM)
    table.add_column(terminal.say(f"arena.{first}"))
    for column in others:
        table.add_column(terminal.say(f"arena.{column}"), justify="right", no_wrap=True)
    return table
