"""The facts that one seat has of a hand, from a view or from a record with ``??``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gaple.actions import HIDDEN_DISCARD, Action, Kind
from gaple.errors import GapleError
from gaple.opening import Duty
from gaple.partial import PartialHand
from gaple.rules import Rules
from gaple.scoring import Ending
from gaple.tiles import ALL, Seat, Tile, TileSet
from gaple.view import View


class ViewError(GapleError):
    """A view that no hand can have; the code and the sentence name the contradiction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The facts that evidence is drawn from, as one seat or an onlooker has them.

    ``hands`` has the tiles that each seat holds now, ``None`` where that is hidden; ``moves`` are all actions with
    their seats, ``x??`` for a discard that is hidden; ``end`` is how the hand has ended, ``None`` while it goes on.
    ``tiles`` is the whole set, which may be a smaller one than the double-six (``rules`` then tells players, hand size,
    ``stuck`` and ``end`` only).
    """

    rules: Rules
    starter: Seat
    duty: Duty
    turned_up: Tile | None
    hands: tuple[TileSet | None, ...]
    moves: Sequence[tuple[Seat, Action]]
    number: int = 1
    end: Ending | None = None
    tiles: TileSet = ALL

    @classmethod
    def of_view(cls, view: View) -> Known:
        """The facts in a view. Raises :class:`ViewError` for a tile that it has twice."""
        hands: list[TileSet | None] = [None] * view.rules.players
        if view.seat is not None and view.seat >= view.rules.players:
            raise ViewError("seat-not-at-table", seat=view.seat, players=view.rules.players)
        for seat, tiles in zip(view.rules.seats, view.hands or (), strict=False):
            hands[seat] = _held(tiles)
        if view.seat is not None:
            hands[view.seat] = _held(view.tiles)
        return cls(
            rules=view.rules,
            starter=view.starter,
            duty=view.duty,
            turned_up=view.turned_up,
            hands=tuple(hands),
            moves=view.actions,
            number=view.number,
            end=view.outcome.end if view.outcome else None,
        )

    @classmethod
    def of_record(cls, hand: PartialHand, seat: Seat | None) -> Known:
        """The facts that ``seat`` has of a hand recorded with ``??``; what the record shows of others is left out.

        Raises :class:`ViewError` where the record does not have all of the seat's own tiles, or the hand is over.
        """
        hands: list[TileSet | None] = [None] * hand.rules.players
        if hand.is_over:
            raise ViewError("view-record-over")
        if seat is not None:
            if seat >= hand.rules.players:
                raise ViewError("seat-not-at-table", seat=seat, players=hand.rules.players)
            tiles = [tile for tile in hand.tiles(seat) if tile]
            if len(tiles) != hand.count(seat) or None in hand.dead(seat):
                raise ViewError("view-record-own", seat=seat)
            hands[seat] = _held(tiles)
        return cls(
            rules=hand.rules,
            starter=hand.starter,
            duty=hand.duty,
            turned_up=hand.turned_up,
            hands=tuple(hands),
            moves=[
                (by, HIDDEN_DISCARD if action.kind is Kind.DISCARD and by != seat else action)
                for by, action in hand.moves
            ],
            number=hand.number,
        )


def _held(tiles: Iterable[Tile]) -> TileSet:
    mask = 0
    for tile in tiles:
        if mask & tile.bit:
            raise ViewError("view-tile-twice", tile=tile)
        mask |= tile.bit
    return mask
