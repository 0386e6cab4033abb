"""``gaple solve``: what every action is worth when all tiles are seen, and how best play goes on."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from gaple.cli import position
from gaple.cli.errors import UsageError
from gaple.cli.terminal import Terminal
from gaple.hand import Hand

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from gaple.engine.solve import Solution


def command(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE")],
    hand: Annotated[int, typer.Option("--hand", metavar="N", min=1)] = 1,
    move: Annotated[int | None, typer.Option("--move", metavar="M", min=0)] = None,
    convention: Annotated[str | None, typer.Option("--as", metavar="teams|paranoid|maxn")] = None,
    objective: Annotated[str, typer.Option("--objective", metavar="net|win")] = "net",
    positions: Annotated[int | None, typer.Option("--positions", metavar="N", min=1)] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", metavar="S")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Shows each legal action with its value, and the line of best play."""
    terminal = Terminal.of(context)
    found = position.find(file, hand, move)
    if not isinstance(found, Hand):
        raise UsageError("solve-hidden", file=file, number=hand)
    with _progress(terminal) as progress:
        solution = _solve(found, convention, objective, positions, seconds, progress)
    if as_json:
        terminal.line(json.dumps(solution.to_dict()))
    else:
        _show(terminal, found, solution)


def _solve(
    hand: Hand,
    convention: str | None,
    objective: str,
    positions: int | None,
    seconds: float | None,
    progress: Callable[[int], None],
) -> Solution:
    try:
        from gaple.engine.checks import EngineError
        from gaple.engine.solve import POSITIONS, SolveError, solve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "gaple":
            raise  # no package that is missing, but a fault of ours
        raise UsageError("engine-not-installed", package=error.name) from None
    most = POSITIONS if positions is None and seconds is None else positions
    try:
        return solve(
            hand,
            cast(Any, convention),  # the solver says what there is
            cast(Any, objective),
            positions=most,
            seconds=seconds,
            progress=progress,
        )
    except (EngineError, SolveError) as error:
        raise UsageError(error.code, **error.params) from None


@contextmanager
def _progress(terminal: Terminal) -> Iterator[Callable[[int], None]]:
    """A line on standard error while it takes time; the first time on a machine, kernels are compiled."""
    if not sys.stderr.isatty():
        yield lambda searched: None
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False, markup=False).status(terminal.say("solve.working")) as status:
        yield lambda searched: status.update(terminal.say("solve.searching", searched=f"{searched:,}"))


def _show(terminal: Terminal, hand: Hand, solution: Solution) -> None:
    from rich.text import Text

    from gaple.cli import draw
    from gaple.cli.result import show_line

    title = [
        terminal.say("result.hand", n=hand.number),
        terminal.say("infer.after", n=len(hand.actions)),
        terminal.say("infer.turn", seat=solution.turn),
    ]
    terminal.print(Text(" · ".join(title), "bold"))
    terminal.print(Text(str(hand.rules), draw.DIM))
    show_line(terminal, hand)
    terminal.print(_seats(terminal, hand))
    goal = terminal.say(f"solve.goal.{solution.convention}.{solution.objective}", seat=solution.turn)
    terminal.print()
    terminal.print(Text(goal, "bold"))
    terminal.print(_values(terminal, hand, solution))
    terminal.print(_line(terminal, hand, solution))
    code = "searched" if solution.exact else "limited"
    terminal.print(Text(terminal.say(f"solve.{code}", n=f"{solution.searched:,}"), draw.DIM))


def _seats(terminal: Terminal, hand: Hand) -> Table:
    """Everybody's tiles, the dead ones dimmed."""
    from rich.table import Table
    from rich.text import Text

    from gaple.cli import draw

    table = Table.grid(padding=(0, 2, 0, 0))
    for seat in hand.rules.seats:
        held, dead = draw.tiles_text(hand.tiles(seat)), draw.tiles_text(hand.dead(seat), draw.DIM)
        table.add_row("▶" if seat == hand.turn else " ", Text(str(seat), "bold"), held, dead)
    return table


def _values(terminal: Terminal, hand: Hand, solution: Solution) -> Table:
    """A row for each action, best first; what everybody gets, where that is known."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from gaple.cli import draw
    from gaple.cli.screen import action_text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style=draw.DIM)
    table.add_column(terminal.say("solve.action"))
    table.add_column(terminal.say("solve.value"), justify="right")
    for seat in hand.rules.seats if solution.nets else ():
        table.add_column(str(seat), justify="right")
    less = hand.rules.low_is_good and solution.objective == "net"
    signed = hand.rules.chips and solution.objective == "net"
    for action, value in sorted(solution.values.items(), key=lambda item: item[1] if less else -item[1]):
        low, high = solution.bounds[action]
        told = _number(value, signed)
        if low < high:
            told = f"{_number(low, signed)} … {_number(high, signed)}"
        style = "bold green" if action in solution.best else ""
        nets = [Text(_number(net, signed), draw.DIM) for net in solution.nets.get(action, ())]
        table.add_row(action_text(terminal, action), Text(told, style), *nets)
    return table


def _number(value: int, signed: bool) -> str:
    return f"{value:+d}" if signed and value else str(value)


def _line(terminal: Terminal, hand: Hand, solution: Solution) -> Text:
    """How best play goes on, each action as in a record with its seat before it."""
    from rich.text import Text

    told = Text(terminal.say("solve.line"))
    hand = hand.copy()
    for action in solution.line:
        told.append(f"  {hand.turn} ", "dim").append(str(action))
        hand.play(action)
    return told
