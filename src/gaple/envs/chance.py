"""A deal as a sequence of small draws, for games that want every chance to be told.

The tiles are gone through in order, and for each it is drawn who gets it: a seat as likely as it has room left, and so
the stock. Then the tile to be turned up is drawn from the stock (rule 4), and for a first hand the seat that begins.
Every deal comes from exactly one sequence, and all deals are equally likely; a draw has few outcomes, and what is no
choice any more is not drawn.
"""

from __future__ import annotations

from gaple.deal import Deal
from gaple.hand import Hand
from gaple.opening import Duty, DutyKind
from gaple.rules import Rules
from gaple.tiles import TILES, Seat, Tile


class Drawing:
    """A deal that is being drawn; ``draws`` are the outcomes so far.

    ``number`` and ``opener`` are the hand's as in :class:`gaple.Hand`.

    >>> drawing = Drawing(Rules(players=4, hand=6))
    >>> drawing.outcomes()[0], drawing.told(4)
    ((0, 0.21428571428571427), '00 to the stock')
    >>> while not drawing.is_done:
    ...     drawing.draw(drawing.outcomes()[-1][0])
    >>> [str(tile) for tile in drawing.hand().deal.stock], len(drawing.draws)
    (['03', '00', '01', '02'], 24)
    """

    __slots__ = ("draws", "duty", "number", "opener", "places", "rooms", "rules", "starter", "up")

    def __init__(self, rules: Rules, number: int = 1, opener: Seat | None = None) -> None:
        self.rules = rules
        self.number = number
        self.opener = opener
        self.duty = Duty.of(rules, number, opener)
        self.rooms = [rules.hand] * rules.players + [rules.stock]
        self.places: list[int] = []
        self.up: Tile | None = None
        self.starter: Seat | None = None
        self.draws: list[int] = []

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to draw."""
        return not self._tiles_left and not self._wants_up and not self._wants_starter

    @property
    def _tiles_left(self) -> int:
        return len(TILES) - len(self.places)

    @property
    def _wants_up(self) -> bool:
        return self.rules.stock > 0 and self.up is None

    @property
    def _wants_starter(self) -> bool:
        return self.duty.kind is DutyKind.DRAWN and self.starter is None

    def outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn next, with its probability.

        A place (seats from 0, the stock after them), then the index of the tile to be turned up, then a seat.
        """
        if left := self._tiles_left:
            return [(place, room / left) for place, room in enumerate(self.rooms) if room]
        if self._wants_up:
            stock = self._stock()
            return [(tile.index, 1 / len(stock)) for tile in stock]
        return [(int(seat), 1 / self.rules.players) for seat in self.rules.seats]

    def draw(self, outcome: int) -> None:
        """One of :meth:`outcomes` is drawn."""
        self.draws.append(outcome)
        if self._tiles_left:
            self._place(outcome)
            if sum(map(bool, self.rooms)) == 1:
                last = next(place for place, room in enumerate(self.rooms) if room)
                while self.rooms[last]:
                    self._place(last)
            if not self._tiles_left and self.rules.stock == 1:
                self.up = self._stock()[0]
        elif self._wants_up:
            self.up = TILES[outcome]
        else:
            self.starter = Seat(outcome)

    def _place(self, place: int) -> None:
        self.places.append(place)
        self.rooms[place] -= 1

    def _stock(self) -> list[Tile]:
        return [tile for tile, place in zip(TILES, self.places, strict=True) if place == self.rules.players]

    def told(self, outcome: int) -> str:
        """An outcome in words."""
        if self._tiles_left:
            owner = "the stock" if outcome == self.rules.players else str(Seat(outcome))
            return f"{TILES[len(self.places)]} to {owner}"
        return f"{TILES[outcome]} is turned up" if self._wants_up else f"{Seat(outcome)} begins"

    def hand(self) -> Hand:
        """The hand that has been drawn; the hidden stock, whose order does not matter, in the order of tiles."""
        hands = [0] * self.rules.players
        stock = [self.up] if self.up else []
        for tile, place in zip(TILES, self.places, strict=True):
            if place < self.rules.players:
                hands[place] |= tile.bit
            elif tile is not self.up:
                stock.append(tile)
        deal = Deal(tuple(hands), tuple(stock))
        starter = self.duty.starter(deal, self.starter)
        assert starter is not None
        return Hand(self.rules, deal, starter, self.number, self.opener)

    def copy(self) -> Drawing:
        """An independent drawing in the same state."""
        twin = object.__new__(Drawing)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.rooms, twin.places, twin.draws = self.rooms.copy(), self.places.copy(), self.draws.copy()
        return twin


def draws_of(hand: Hand) -> list[int]:
    """The outcomes that draw this hand, but for the order of its hidden stock.

    >>> hand = Hand.dealt(Rules(), seed=1)
    >>> drawing = Drawing(hand.rules)
    >>> for outcome in draws_of(hand):
    ...     drawing.draw(outcome)
    >>> drawing.hand() == hand
    True
    """
    drawing = Drawing(hand.rules, hand.number, hand.duty.seat)
    while not drawing.is_done:
        if drawing._tiles_left:
            owner = hand.deal.holder(TILES[len(drawing.places)])
            drawing.draw(hand.rules.players if owner is None else owner)
        elif drawing._wants_up:
            assert hand.turned_up is not None
            drawing.draw(hand.turned_up.index)
        else:
            drawing.draw(hand.starter)
    return drawing.draws
