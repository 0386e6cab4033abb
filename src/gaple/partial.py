"""A hand of which not every tile is known: replayed from a record with ``??``, checked as far as what is known reaches.

Numbers of tiles are always known, and so are turns and the end *out*; a hand that ended otherwise was blocked, which
is taken as told. Such a hand is stepped through but never scored (docs/record.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .actions import Action, Kind
from .errors import DealError, IllegalAction
from .line import Line
from .opening import Duty, DutyKind
from .rules import Rules
from .scoring import Ending
from .tiles import ALL, DOUBLES, FITS, SEATS, Seat, Tile, TileSet, tile_set, tiles_of


@dataclass(frozen=True, slots=True)
class PartialDeal:
    """What is known of a deal.

    ``hands`` has for each seat the known tiles in order, then ``None`` for each other; ``stock`` is as it lies.

    Raises :class:`DealError` for a tile that is in two places, hands of different sizes, or a turned-up tile that is
    not known.
    """

    hands: tuple[tuple[Tile | None, ...], ...]
    stock: tuple[Tile | None, ...] = ()

    def __post_init__(self) -> None:
        seen = 0
        for tile in (tile for part in (*self.hands, self.stock) for tile in part if tile):
            if seen & tile.bit:
                raise DealError("deal-tile-twice", tile=tile)
            seen |= tile.bit
        if self.stock and self.stock[0] is None:
            raise DealError("deal-turned-up-hidden")

    def known(self, seat: Seat) -> TileSet:
        """The tiles that this seat is known to have been dealt."""
        return tile_set(tile for tile in self.hands[seat] if tile)


class PartialHand:
    """A hand in play as far as it is known; the counterpart of :class:`gaple.hand.Hand` for records with ``??``.

    Raises :class:`DealError` for a starter who is known not to be the one that begins.
    """

    def __init__(
        self, rules: Rules, deal: PartialDeal, starter: Seat, number: int = 1, opener: Seat | None = None
    ) -> None:
        self.rules = rules
        self.deal = deal
        self.starter = starter
        self.number = number
        self.duty = Duty.of(rules, number, opener)
        self.moves: list[tuple[Seat, Action]] = []
        self.turn: Seat | None = starter
        self.end: Ending | None = None
        # A hand holds its known tiles and some unknown ones, less those that were discarded face down.
        self._known = [deal.known(seat) for seat in rules.seats]
        self._unknown = [rules.hand - known.bit_count() for known in self._known]
        self._hidden = [0] * rules.players
        self._dead: list[list[Tile | None]] = [[] for _ in rules.seats]
        self._gone = tile_set(tile for tile in deal.stock if tile)  # known to be in nobody's hand
        self._void = [0] * rules.players  # what a seat cannot hold, for it did not play it when it fitted
        self._owner = {tile: seat for seat in rules.seats for tile in tiles_of(self._known[seat])}
        self._check_starter()
        if self._cannot_go_on():
            self._finish(Ending.BLOCKED)

    def _check_starter(self) -> None:
        expected: Seat | None = None
        match self.duty.kind:
            case DutyKind.HOLDER if self.duty.tile:
                if self.duty.tile.bit & self._gone:
                    raise DealError("starter-without-lead", starter=self.starter, tile=self.duty.tile)
                expected = self._owner.get(self.duty.tile)
                if expected is None and not self._unknown[self.starter]:
                    raise DealError("starter-without-lead", starter=self.starter, tile=self.duty.tile)
            case DutyKind.WINNER_DOUBLE:
                if self.duty.seat is not None:
                    order = [SEATS[(self.duty.seat + step) % self.rules.players] for step in range(self.rules.players)]
                    passed_over = order[: order.index(self.starter)]
                    expected = next((seat for seat in passed_over if self._known[seat] & DOUBLES), None)
                if not self._unknown[self.starter] and not self._known[self.starter] & DOUBLES:
                    raise DealError("starter-without-double", starter=self.starter)
            case _:
                expected = self.duty.seat
        if expected is not None and expected != self.starter:
            raise DealError(
                f"starter-{self.duty.kind}",
                starter=self.starter,
                expected=expected,
                seat=self.duty.seat,
                tile=self.duty.tile,
            )

    @property
    def turned_up(self) -> Tile | None:
        """The tile turned up to start the line (rule 4); ``None`` where every tile was dealt."""
        return self.deal.stock[0] if self.deal.stock else None

    @property
    def line(self) -> Line:
        """The tiles on the table, as they lie."""
        return Line.lay(self.turned_up, (action for _, action in self.moves))

    @property
    def ends(self) -> tuple[int, int] | None:
        """The numbers at both ends of the line; ``None`` while the table is empty."""
        return self.line.ends

    @property
    def is_over(self) -> bool:
        """Whether the hand is known to have ended."""
        return self.end is not None

    def count(self, seat: Seat) -> int:
        """How many tiles this seat holds."""
        return self._known[seat].bit_count() + self._unknown[seat] - self._hidden[seat]

    def tiles(self, seat: Seat) -> tuple[Tile | None, ...]:
        """What this seat holds: known tiles in order, then ``None`` for each that is not known.

        Once it has discarded a hidden tile, that may have been any of them, and none is known.
        """
        known = () if self._hidden[seat] else tiles_of(self._known[seat])
        return (*known, *(None,) * (self.count(seat) - len(known)))

    def dead(self, seat: Seat) -> tuple[Tile | None, ...]:
        """What this seat has discarded, in order; ``None`` for a hidden tile."""
        return tuple(self._dead[seat])

    def play(self, action: Action) -> None:
        """The seat on turn does this. Raises :class:`IllegalAction` where what is known forbids it."""
        seat, ends = self.turn, self.ends
        if seat is None:
            raise self._illegal("hand-over", action)
        tile = action.tile
        if tile and not self._may_hold(seat, tile):
            raise self._illegal("not-held", action, tile=tile)
        if tile and tile.bit & self._void[seat]:
            raise self._illegal("stuck-before", action, tile=tile)
        self._check(seat, action, ends)
        if tile:
            self._take(seat, tile)
            if action.is_discard:
                self._dead[seat].append(tile)
        elif action.is_discard:
            self._dead[seat].append(None)
            self._hidden[seat] += 1
        self.moves.append((seat, action))
        if not self.count(seat) and not action.is_pass and (self.rules.end == "empty" or not self._dead[seat]):
            self._finish(Ending.OUT)
        elif self._cannot_go_on():
            self._finish(Ending.BLOCKED)
        else:
            order = [SEATS[(seat + step) % self.rules.players] for step in range(1, self.rules.players + 1)]
            self.turn = next(other for other in order if self.count(other))

    def _check(self, seat: Seat, action: Action, ends: tuple[int, int] | None) -> None:
        tile, kind = action.tile, action.kind
        if ends is None:
            if kind is not Kind.LEAD:
                raise self._illegal("lead-needed", action)
            if tile and not self.duty.leads(tile.bit):
                raise self._illegal(f"lead-{self.duty.kind}", action, tile=self.duty.tile)
        elif kind is Kind.LEAD:
            raise self._illegal("lead-late", action)
        elif tile and kind is Kind.LEFT and ends[0] not in (tile.low, tile.high):
            raise self._illegal("no-fit-left", action, tile=tile, end=ends[0])
        elif tile and kind is Kind.RIGHT and ends[1] not in (tile.low, tile.high):
            raise self._illegal("no-fit-right", action, tile=tile, end=ends[1])
        elif kind in (Kind.DISCARD, Kind.PASS):
            fits = FITS[ends[0]][ends[1]]
            if (not self._hidden[seat] and self._known[seat] & fits) or (tile and tile.bit & fits):
                raise self._illegal("must-play", action)
            if (kind is Kind.PASS) != (self.rules.stuck == "pass"):
                raise self._illegal(f"must-{self.rules.stuck}", action)
            self._void[seat] |= fits

    def _illegal(self, code: str, action: Action, **told: object) -> IllegalAction:
        ends = self.ends
        return IllegalAction(
            code, action=action, seat=self.turn, ends="-".join(map(str, ends)) if ends else "–", **told
        )

    def _may_hold(self, seat: Seat, tile: Tile) -> bool:
        if tile.bit & self._gone or self._owner.get(tile, seat) != seat:
            return False
        return bool(tile.bit & self._known[seat] or self._unknown[seat]) and self.count(seat) > 0

    def _take(self, seat: Seat, tile: Tile) -> None:
        if tile.bit & self._known[seat]:
            self._known[seat] ^= tile.bit
        else:
            self._unknown[seat] -= 1
        self._gone |= tile.bit

    def _cannot_go_on(self) -> bool:
        """Whether the hand is blocked for certain: every tile that fits an end is known to be in nobody's hand."""
        ends = self.ends
        if ends is None:
            return False
        in_hands = 0
        for seat in self.rules.seats:
            if self.count(seat):
                in_hands |= self._known[seat] | (self._unlocated if self._unknown[seat] else 0)
        return not in_hands & FITS[ends[0]][ends[1]]

    @property
    def goes_on(self) -> bool:
        """Whether the hand cannot be over: it is not out, and somebody must hold a tile that fits.

        Either a known tile fits, or more tiles fit than can lie in the stock or face down.
        """
        ends = self.ends
        if self.end is not None:
            return False
        if ends is None:
            return True
        fits = FITS[ends[0]][ends[1]]
        elsewhere = self.deal.stock.count(None) + sum(self._hidden)
        return (fits & ~self._gone).bit_count() > elsewhere or any(
            not self._hidden[seat] and self._known[seat] & fits for seat in self.rules.seats
        )

    @property
    def _unlocated(self) -> TileSet:
        """The tiles that could be in any hand with unknown tiles, or in the stock."""
        return ALL & ~self._gone & ~tile_set(self._owner)

    def told_over(self) -> None:
        """The record says that the hand has ended; where it is not known to be out, it was blocked."""
        if self.end is None:
            self._finish(Ending.BLOCKED)

    def _finish(self, ending: Ending) -> None:
        self.end = ending
        self.turn = None


def is_complete(hands: Sequence[Sequence[Tile | None]], stock: Sequence[Tile | None]) -> bool:
    """Whether every tile of a deal is known."""
    return all(tile is not None for part in (*hands, stock) for tile in part)
