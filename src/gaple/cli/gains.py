"""What the arena has found, as tables and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

import gaple
from gaple.cli import draw
from gaple.cli.terminal import Terminal, printable
from gaple.rules import Rules

if TYPE_CHECKING:
    from gaple.arena import LadderResults, Results, Strengths, Summary
    from gaple.arena.strength import Estimate


def show(terminal: Terminal, results: Results) -> None:
    """Which of two players is the stronger: a row for each way of sitting, and one for each player's times."""
    contest, summary = results.contest, results.summary()
    _head(terminal, terminal.say("arena.title", candidate=contest.candidate, against=contest.against), contest.rules)
    terminal.print(_gains(terminal, results, summary))
    terminal.print(_times(terminal, summary))
    if results.verdict:
        code = "better" if results.verdict.better else "not-better"
        terminal.print(terminal.say(f"arena.{code}", candidate=printable(contest.candidate), n=results.verdict.deals))
    _faults(terminal, summary.faults)


def show_ladder(terminal: Terminal, results: LadderResults) -> None:
    """How strong each of many players is: a row for each, strongest first."""
    strengths, rules = results.strengths(), results.ladder.rules
    _head(terminal, _ladder_title(terminal, results), rules)
    if strengths.deals:
        terminal.print(_ranks(terminal, strengths, _digits(rules)))
        worst = max(strengths.duels, key=lambda duel: duel.miss)
        names = {"candidate": printable(worst.candidate), "against": printable(worst.against)}
        gains = {"gain": f"{worst.gain.mean:+.{_digits(rules)}f}", "fitted": f"{worst.fitted:+.{_digits(rules)}f}"}
        terminal.print(terminal.say("arena.ladder.deals", n=strengths.deals, seed=results.ladder.seed))
        terminal.print(terminal.say("arena.ladder.worst", **names, **gains))
    _faults(terminal, strengths.faults)


def plot(terminal: Terminal, results: LadderResults, file: Path) -> None:
    """Draws the strengths into a file, where there are any. Raises ``OSError`` where it cannot be written."""
    from gaple.arena.plot import draw as picture

    strengths, rules = results.strengths(), results.ladder.rules
    if not strengths.deals:
        return
    deals = terminal.say("arena.ladder.deals", n=strengths.deals, seed=results.ladder.seed)
    told = picture(
        strengths,
        title=_ladder_title(terminal, results),
        subtitle=f"{rules} · {deals} · gaple {gaple.__version__}",
        axis=terminal.say(f"arena.ladder.axis.{'chips' if rules.chips else 'net'}"),
        digits=_digits(rules),
    )
    file.write_text(told, encoding="utf-8")


def _digits(rules: Rules) -> int:
    return 2 if rules.chips else 3


def _head(terminal: Terminal, title: str, rules: Rules) -> None:
    terminal.print(Text(printable(title), "bold"))
    terminal.print(Text(str(rules), draw.DIM))


def _ladder_title(terminal: Terminal, results: LadderResults) -> str:
    return terminal.say("arena.ladder.title", n=len(results.ladder.players))


def _faults(terminal: Terminal, faults: Mapping[str, Mapping[str, int]]) -> None:
    """A line for each player that failed."""
    for name, kinds in faults.items():
        told = ", ".join(f"{printable(kind)} {count}" for kind, count in kinds.items())
        terminal.print(terminal.say("arena.faults", name=printable(name), n=sum(kinds.values()), faults=told))


def _gains(terminal: Terminal, results: Results, summary: Summary) -> Table:
    """A row for each way of sitting: so many candidates against so many others."""
    rules = results.contest.rules
    seats = {seating.way: len(seating.seats) for seating in results.contest.seatings}
    table = _table(terminal, "seats", "gain", "interval", "won", "blocked", "hands")
    digits = _digits(rules)
    for way, measured in summary.ways.items():
        table.add_row(
            f"{seats[way]} : {rules.players - seats[way]}",
            f"{measured.gain:+.{digits}f}",
            _interval(measured.low, measured.high, digits),
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


def _ranks(terminal: Terminal, strengths: Strengths, digits: int) -> Table:
    """A row for each player, strongest first."""
    table = _table(terminal, "player", "strength", "interval", "ahead", "median")
    for player in strengths.players:
        table.add_row(
            printable(player.name),
            f"{player.strength.mean:+.{digits}f}",
            _of(player.strength, digits),
            _of(player.ahead, digits) if player.ahead else "",
            f"{player.taken.median:.3g} ms" if player.taken else "–",
        )
    return table


def _of(estimate: Estimate, digits: int) -> str:
    return _interval(estimate.low, estimate.high, digits)


def _interval(low: float | None, high: float | None, digits: int) -> str:
    return "–" if low is None or high is None else f"{low:+.{digits}f} … {high:+.{digits}f}"


def _table(terminal: Terminal, first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style=draw.DIM)
    table.add_column(terminal.say(f"arena.{first}"), overflow="fold")  # a module's player may have a long name
    for column in others:
        table.add_column(terminal.say(f"arena.{column}"), justify="right", no_wrap=True)
    return table
