"""Who begins a hand, and with what duty (rules 3, 4 and 13)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .deal import Deal
from .errors import DealError
from .rules import Rules
from .tiles import DOUBLES, Seat, Tile, TileSet


class DutyKind(StrEnum):
    """The ways in which a hand can open."""

    HOLDER = "holder"
    """Whoever holds the named double begins with it."""
    WINNER_DOUBLE = "winner-double"
    """The winner of the hand before begins with any double; without one the right passes on."""
    WINNER_ANY = "winner-any"
    """The winner of the hand before begins with any tile."""
    WINNER_TURN = "winner-turn"
    """A tile is turned up, and the winner of the hand before takes the first turn."""
    DRAWN = "drawn"
    """A tile is turned up, and the first player is drawn by lot."""


@dataclass(frozen=True, slots=True)
class Duty:
    """How a hand opens.

    ``seat`` is the one that has the right to begin (``None`` where it is not known), ``tile`` the named double.

    >>> print(Duty.of(Rules(), 1))
    holder of 00
    >>> print(Duty.of(Rules(), 2, Seat.C))
    winner-double C
    """

    kind: DutyKind
    seat: Seat | None = None
    tile: Tile | None = None

    @classmethod
    def of(cls, rules: Rules, number: int, winner: Seat | None = None) -> Duty:
        """The duty of hand ``number`` (from 1) of a match.

        ``winner`` is who won the hand before, ``None`` where that is not known.
        """
        if not rules.all_dealt:
            return cls(DutyKind.DRAWN) if number == 1 else cls(DutyKind.WINNER_TURN, winner)
        if number == 1 or rules.next == "lead":
            return cls(DutyKind.HOLDER, None, rules.lead_double(number))
        return cls(DutyKind.WINNER_ANY if rules.next == "any" else DutyKind.WINNER_DOUBLE, winner)

    def starter(self, deal: Deal, drawn: Seat | None = None) -> Seat | None:
        """Who begins with this deal; ``None`` where it is not known who has the right, or nobody was ``drawn``."""
        match self.kind:
            case DutyKind.HOLDER if self.tile:
                return deal.holder(self.tile)
            case DutyKind.WINNER_DOUBLE if self.seat is not None:
                order = [Seat((self.seat + step) % len(deal.hands)) for step in range(len(deal.hands))]
                return next(seat for seat in order if deal.hands[seat] & DOUBLES)
            case DutyKind.DRAWN:
                return drawn
            case _:
                return self.seat

    def leads(self, held: TileSet) -> TileSet:
        """The tiles that may be led from this hand; none where the line starts with a turned-up tile."""
        match self.kind:
            case DutyKind.HOLDER if self.tile:
                return held & self.tile.bit
            case DutyKind.WINNER_DOUBLE:
                return held & DOUBLES
            case DutyKind.WINNER_ANY:
                return held
            case _:
                return 0

    def check(self, deal: Deal, starter: Seat) -> None:
        """Raises :class:`DealError` where ``starter`` is not the seat that begins."""
        expected = self.starter(deal)
        if expected is not None and starter != expected:
            raise DealError(f"starter-{self.kind}", starter=starter, expected=expected, seat=self.seat, tile=self.tile)
        if self.kind is DutyKind.WINNER_DOUBLE and not deal.hands[starter] & DOUBLES:
            raise DealError("starter-without-double", starter=starter)

    def __str__(self) -> str:
        return f"{self.kind}{f' of {self.tile}' if self.tile else ''}{f' {self.seat}' if self.seat is not None else ''}"
