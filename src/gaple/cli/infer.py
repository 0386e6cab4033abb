"""``gaple infer``: where the hidden tiles can be, as one seat knows it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from gaple.cli import position
from gaple.cli.errors import UsageError
from gaple.cli.terminal import Terminal
from gaple.hand import Hand
from gaple.partial import PartialHand
from gaple.tiles import Seat, Tile, tiles_of

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from gaple.engine.infer import Worlds

STOCK: Final = "stock"
_SHADES: Final = "░▒▓█"
_PLAIN_SHADES: Final = ".:%#"
_CELL: Final = 5
_GAPS: Final = ((3, 6), (1, 9))  # between so many places at most, to leave room for tiles in 80 columns


def command(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE")],
    hand: Annotated[int, typer.Option("--hand", metavar="N", min=1)] = 1,
    move: Annotated[int | None, typer.Option("--move", metavar="M", min=0)] = None,
    seat: Annotated[str | None, typer.Option("--seat", metavar="SEAT")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Shows every tile that the seat cannot see, with the probability of each place."""
    terminal = Terminal.of(context)
    found = position.find(file, hand, move)
    who = None if seat is None else position.seat_of(found, seat)
    with _patience(terminal):
        worlds = _infer(found, who)
        unseen = 0 if found.is_over else worlds.evidence.unseen
        where = {tile: worlds.where.of(tile) for tile in tiles_of(unseen)}
    if as_json:
        terminal.line(json.dumps(told(who, worlds.count, where)))
    else:
        _show(terminal, found, who, worlds, where)


def told(seat: Seat | None, worlds: int, where: dict[Tile, dict[str, float]]) -> dict[str, Any]:
    """What is known, as plain values for JSON."""
    return {
        "seat": None if seat is None else str(seat),
        "worlds": worlds,
        "where": {str(tile): chances for tile, chances in where.items()},
    }


@contextmanager
def _patience(terminal: Terminal) -> Iterator[None]:
    """A line on standard error while kernels may be compiled for the first time on this machine: some seconds."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False, markup=False).status(terminal.say("infer.working")):
        yield


def _infer(hand: Hand | PartialHand, seat: Seat | None) -> Worlds:
    try:
        from gaple.engine.infer import infer, infer_record
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "gaple":
            raise  # no package that is missing, but a fault of ours
        raise UsageError("engine-not-installed", package=error.name) from None
    return infer(hand.view(seat)) if isinstance(hand, Hand) else infer_record(hand, seat)


def _show(
    terminal: Terminal,
    hand: Hand | PartialHand,
    seat: Seat | None,
    worlds: Worlds,
    where: dict[Tile, dict[str, float]],
) -> None:
    from rich.text import Text

    from gaple.cli import draw
    from gaple.cli.result import show_line

    title = [
        terminal.say("result.hand", n=hand.number),
        terminal.say("infer.after", n=len(worlds.evidence.known.moves)),
        terminal.say("infer.onlooker") if seat is None else terminal.say("infer.sees", seat=seat),
    ]
    if hand.turn is not None:
        title.append(terminal.say("infer.turn", seat=hand.turn))
    terminal.print(Text(" · ".join(title), "bold"))
    terminal.print(Text(str(hand.rules), draw.DIM))
    show_line(terminal, hand)
    if where:
        terminal.print(_table(terminal, where))
    terminal.print(terminal.say("infer.worlds", n=worlds.count, worlds=f"{worlds.count:,}", bits=f"{worlds.bits:.1f}"))


def _table(terminal: Terminal, where: dict[Tile, dict[str, float]]) -> Table:
    """A row for each set of tiles that can be in the same places with the same chances."""
    from rich import box
    from rich.table import Table

    from gaple.cli import draw

    alike: dict[tuple[tuple[str, float], ...], list[Tile]] = {}
    for tile, chances in where.items():
        alike.setdefault(tuple(chances.items()), []).append(tile)
    places = sorted({place for chances in where.values() for place in chances}, key=lambda at: (at == STOCK, at))
    gap = next((gap for gap, most in _GAPS if len(places) <= most), 0)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, gap, 0, 0), header_style=draw.DIM)
    table.add_column(terminal.say("infer.tiles"))
    for place in places:
        table.add_column(_place(terminal, place), justify="right", width=_CELL)
    shades = _PLAIN_SHADES if terminal.is_plain else _SHADES
    for pairs, tiles in alike.items():
        chances = dict(pairs)
        table.add_row(draw.tiles_text(tiles), *(_cell(chances.get(place, 0.0), shades) for place in places))
    return table


def _place(terminal: Terminal, place: str) -> str:
    if place == STOCK:
        return terminal.say("infer.stock")
    return terminal.say("infer.dead", seat=place[0]) if place.endswith("x") else place


def _cell(chance: float, shades: str) -> Text:
    """A chance in percent, shaded by quarters."""
    from rich.text import Text

    if not chance:
        return Text("–", "dim")
    if chance < 1:
        percent = f"{min(max(round(100 * chance), 1), 99)}%"
        return Text(f"{shades[int(4 * chance)]} {percent:>3}")
    return Text(f"{shades[-1]}100%", "bold")
