"""``gaple score``: points, winner and chips from the unplayed tiles of a real table."""

from __future__ import annotations

import json
import re
from typing import Annotated, Final

import typer

from gaple.cli.errors import UsageError
from gaple.cli.terminal import Terminal
from gaple.errors import GapleError, TileError
from gaple.rules import Rules
from gaple.scoring import Outcome, score
from gaple.tiles import SEATS, Seat, TileSet, read_tile, tile_set

LARGEST_HAND: Final = {2: 14, 3: 9, 4: 7, 5: 5}
"""For each number of players the largest hand of rule (1), so that no table is refused for its size."""

_TILE: Final = re.compile(r"\[[^\]]*\]?|[^\s,;\[]+")  # in brackets there may be spaces
_NOTHING: Final = ("", "-", "–", "—")


def command(
    context: typer.Context,
    seats: Annotated[list[str], typer.Argument(metavar="TILES")],
    rules: Annotated[str | None, typer.Option("--rules", metavar="TEXT")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Scores the tiles given, one argument a seat."""
    terminal = Terminal.of(context)
    by = rules_for(len(seats)) if rules is None else Rules.parse(rules)
    if len(seats) != by.players:
        raise UsageError("score-seats", seats=len(seats), players=by.players)
    unplayed = [read_seat(seat, text) for seat, text in zip(SEATS, seats, strict=False)]
    outcome = score(by, unplayed)
    if as_json:
        terminal.line(json.dumps(to_dict(by, outcome)))
        return
    from gaple.cli.result import show_score

    show_score(terminal, by, outcome, unplayed)


def rules_for(players: int) -> Rules:
    """The rules where none are given. Raises :class:`UsageError` where so many cannot play."""
    if players not in LARGEST_HAND:
        raise UsageError("score-players", seats=players)
    return Rules(players=players, hand=LARGEST_HAND[players])


def read_seat(seat: Seat, text: str) -> TileSet:
    """The tiles of one seat, separated by spaces or commas; ``-`` or nothing where there are none.

    Raises :class:`TileError` that names the seat and the tile.

    >>> from gaple.tiles import tiles_of
    >>> [str(tile) for tile in tiles_of(read_seat(Seat.A, "[1-1], 3:1 65"))]
    ['11', '13', '56']
    """
    if text.strip() in _NOTHING:
        return 0
    try:
        return tile_set(map(read_tile, _TILE.findall(text) or [text]))
    except GapleError as error:
        raise TileError("score-seat", seat=seat, reason=error) from None


def to_dict(rules: Rules, outcome: Outcome) -> dict[str, object]:
    """The outcome as plain values for JSON."""
    return {
        "points": {str(seat): outcome.points[seat] for seat in rules.seats},
        "winner": str(outcome.winner),
        "decided_by": outcome.decided_by,
        "side": outcome.side,
        "net": {str(seat): outcome.net[seat] for seat in rules.seats},
    }
