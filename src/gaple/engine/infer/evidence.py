"""What a seat knows of a hand, as places for the tiles it cannot see.

A *world* is a hand that would look the same: deal and actions whose view is the given one. In terms of tiles it says
which set each other hand holds, which tile each discard was (a player's discards differ by when they were made), and
which set the hidden stock is. :class:`Evidence` says exactly which assignments are worlds:

1. **Voids.** Who discards or passes at ends *a*, *b* holds no tile that fits. A tile that is in the hand now, or was
   played or discarded since, was in the hand then, so it does not fit; a tile discarded before is free of this void.
   The places of a player are therefore nested: what may be in the hand may be any discard, what may be the second
   discard may be the first. Stock tiles are free of all voids.
2. **Passed over.** Where every tile was dealt and the winner of the hand before is known, the seats from there to the
   starter held no double at the deal: no place of theirs has one.
3. **The right to begin.** Before the named double is led, the starter holds it. Before a double of choice is led, the
   starter holds at least one (a :class:`Some` condition).
4. **The hand goes on.** After the turned-up tile and after every action, some tile then in a hand fitted an end. Let
   *t* be such a moment and H(t) the tiles in hands then. If a tile was played after *t*, the first such tile is in H(t)
   and fits the ends of *t*, for nothing else changes the ends: a witness that everybody sees. If none was, the ends are
   still those of *t* and H(t) contains H(now), so whatever is a witness now is one for *t*. All moments together thus
   say no more than the present one: some tile in some hand fits now (again a :class:`Some` condition). Before the lead
   there are no ends, so at most one such condition is ever in force.
5. **Nobody was out** (rule 7): this depends on numbers of tiles alone, and so does whose turn it is. Both are checked,
   and say nothing about worlds.

Conversely, every assignment that obeys 1 to 4 replays to the same view: each check that :class:`gaple.hand.Hand` makes
of a deal and its actions is one of these or concerns only what is seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from gaple.actions import Action, Kind
from gaple.line import Line
from gaple.opening import DutyKind
from gaple.scoring import Ending
from gaple.tiles import DOUBLES, FITS, SEATS, Seat, Tile, TileSet, tile_set, tiles_of
from gaple.view import View

from .known import Known, ViewError

STOCK: Final = -1
"""The owner of the hidden stock."""


class Place(NamedTuple):
    """Where unseen tiles can be.

    ``owner`` is the seat, or :data:`STOCK`; ``discard`` is the number of the discard among all of the hand's, in order
    of time from 0, or -1 for a hand and for the stock; ``size`` is the number of tiles, ``allowed`` which ones may be
    there.
    """

    owner: int
    discard: int
    size: int
    allowed: TileSet


class Some(NamedTuple):
    """At least one of ``tiles`` is in the hand of one of ``seats``; ``code`` is the error's where none can be."""

    tiles: TileSet
    seats: tuple[Seat, ...]
    code: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """Which assignments of the ``unseen`` tiles to ``places`` are worlds.

    Those that fill every place with as many tiles as it takes, all allowed there, and meet ``some`` (if there is such
    a condition). ``discards`` are the tiles of all discards in order of time, ``None`` where hidden, with their seats.
    ``ends_before`` are the ends before each move.
    """

    known: Known
    unseen: TileSet
    places: tuple[Place, ...]
    some: Some | None
    discards: tuple[tuple[Seat, Tile | None], ...]
    counts: tuple[int, ...]
    turn: Seat | None
    ends: tuple[int, int] | None
    ends_before: tuple[tuple[int, int] | None, ...]

    @classmethod
    def of(cls, known: Known) -> Evidence:
        """All that follows from the facts. Raises :class:`ViewError` where they contradict each other."""
        return _Walk(known).evidence()

    @classmethod
    def of_view(cls, view: View) -> Evidence:
        """All that follows from a view. Raises :class:`ViewError` where its parts contradict each other."""
        evidence = cls.of(Known.of_view(view))
        told = [[tile for seat, tile in evidence.discards if seat == by] for by in view.rules.seats]
        for part, agrees in (
            ("counts", view.counts == evidence.counts),
            ("dead", [list(tiles) for tiles in view.dead] == told),
            ("line", view.line == Line.lay(view.turned_up, [action for _, action in view.actions])),
            ("turn", view.turn == evidence.turn),
            ("hidden_stock", view.hidden_stock is None or tile_set(view.hidden_stock) == evidence.unseen),
        ):
            if not agrees:
                raise ViewError("view-part", part=part)
        return evidence


class _Walk:
    """Goes through what was done, and collects what follows."""

    def __init__(self, known: Known) -> None:
        self.known = known
        rules = known.rules
        self.counts = [rules.hand] * rules.players
        self.voids: list[TileSet] = [0] * rules.players  # what a seat has not held since it was last stuck
        self.reasons: list[list[tuple[TileSet, ViewError]]] = [[] for _ in rules.seats]
        self.slots: list[tuple[Seat, Tile | None, TileSet]] = []  # each discard, and the tiles it cannot be
        self.seen: TileSet = 0
        self.ends: tuple[int, int] | None = None
        self.turn: Seat | None = known.starter
        self.out = False
        self.before: list[tuple[int, int] | None] = []
        self.stock = known.tiles.bit_count() - rules.players * rules.hand
        if (known.turned_up is not None) != (self.stock > 0):
            raise ViewError("view-turned-up", n=self.stock)
        if known.turned_up:
            self.see(known.turned_up)
            self.ends = known.turned_up.low, known.turned_up.high
        self.open()
        for number, (seat, action) in enumerate(known.moves, 1):
            self.move(number, seat, action)

    def see(self, tile: Tile) -> None:
        if self.seen & tile.bit or not self.known.tiles & tile.bit:
            raise ViewError("view-tile-twice", tile=tile)
        self.seen |= tile.bit

    def open(self) -> None:
        """Whoever was passed over held no double (rule 3)."""
        duty, starter, seats = self.known.duty, self.known.starter, self.known.rules.seats
        if starter not in seats:
            raise ViewError("seat-not-at-table", seat=starter, players=len(seats))
        if duty.seat is None:
            return
        if duty.kind is DutyKind.WINNER_DOUBLE:
            seat = duty.seat
            while seat != starter:
                self.void(seat, DOUBLES, ViewError("view-passed-over", seat=seat))
                seat = SEATS[(seat + 1) % len(seats)]
        elif duty.seat != starter:
            raise ViewError(f"starter-{duty.kind}", starter=starter, expected=duty.seat)

    def void(self, seat: Seat, tiles: TileSet, reason: ViewError) -> None:
        if tiles & ~self.voids[seat]:
            self.reasons[seat].append((tiles, reason))
            self.voids[seat] |= tiles

    def holds(self, seat: Seat, tiles: TileSet) -> None:
        """The seat holds these now, so it has held them all along."""
        for void, reason in self.reasons[seat]:
            if wrong := tiles & void:
                raise ViewError("view-void", seat=seat, tile=tiles_of(wrong)[0], reason=reason)

    def move(self, number: int, seat: Seat, action: Action) -> None:
        if seat != self.turn:
            expected = "–" if self.turn is None else self.turn
            raise ViewError("view-turn", move=number, action=action, seat=seat, expected=expected)
        rules, tile, ends = self.known.rules, action.tile, self.ends
        self.before.append(ends)
        if tile:
            self.see(tile)
            if tile.bit & self.voids[seat]:
                self.holds(seat, tile.bit)
        if action.is_play and tile:
            self.ends = self.laid(number, seat, action, tile)
        elif ends is None or (action.kind is Kind.PASS) != (rules.stuck == "pass"):
            raise ViewError("view-action", move=number, action=action, seat=seat)
        else:
            fits = FITS[ends[0]][ends[1]]
            told = ViewError("view-stuck", move=number, action=action, seat=seat, ends=f"{ends[0]}-{ends[1]}")
            if tile and tile.bit & fits:
                raise ViewError("view-void", seat=seat, tile=tile, reason=told)
            self.void(seat, fits, told)
            if action.is_discard:
                self.slots.append((seat, tile, self.voids[seat]))
        if action.is_pass:
            self.next(seat)
            return
        self.counts[seat] -= 1
        dead = any(by == seat for by, *_ in self.slots)
        if not self.counts[seat] and (rules.end == "empty" or not dead):
            self.turn, self.out = None, True
        else:
            self.next(seat)

    def laid(self, number: int, seat: Seat, action: Action, tile: Tile) -> tuple[int, int]:
        """The ends after a play."""
        ends = self.ends
        if (ends is None) != (action.kind is Kind.LEAD) or (ends is None and not self.known.duty.leads(tile.bit)):
            raise ViewError("view-action", move=number, action=action, seat=seat)
        if ends is None:
            return tile.low, tile.high
        end = ends[0] if action.kind is Kind.LEFT else ends[1]
        if end not in (tile.low, tile.high):
            raise ViewError("view-action", move=number, action=action, seat=seat)
        other = tile.other_end(end)
        return (other, ends[1]) if action.kind is Kind.LEFT else (ends[0], other)

    def next(self, seat: Seat) -> None:
        players = self.known.rules.players
        order = [SEATS[(seat + step) % players] for step in range(1, players + 1)]
        self.turn = next((other for other in order if self.counts[other]), None)

    def evidence(self) -> Evidence:
        """What follows for the present moment."""
        known = self.known
        for seat, held in zip(known.rules.seats, known.hands, strict=True):
            if held is not None:
                self.shown(seat, held)
        unseen = known.tiles & ~self.seen
        some: Some | None = None
        if known.end is None:
            if self.turn is None:
                raise ViewError("view-out")
            some = self.some(unseen)
        elif (known.end is Ending.OUT) != self.out or (not self.out and self.goes_on()):
            raise ViewError("view-end", end=known.end)
        places = [
            Place(seat, -1, count, unseen & ~self.voids[seat])
            for seat, count in enumerate(self.counts)
            if count and known.hands[seat] is None
        ]
        places += [
            Place(seat, number, 1, unseen & ~void) for number, (seat, tile, void) in enumerate(self.slots) if not tile
        ]
        if self.stock > 1:
            places.append(Place(STOCK, -1, self.stock - 1, unseen))
        if self.ends is None and known.duty.kind is DutyKind.HOLDER and known.duty.tile:
            places = self.with_lead(places, known.duty.tile)
        return Evidence(
            known=known,
            unseen=unseen,
            places=tuple(places),
            some=some,
            discards=tuple([(seat, tile) for seat, tile, _ in self.slots]),
            counts=tuple(self.counts),
            turn=None if known.end else self.turn,
            ends=self.ends,
            ends_before=tuple(self.before),
        )

    def goes_on(self) -> bool:
        """Whether a tile that fits is in a hand that is known."""
        held = reduce(or_, [hand for hand in self.known.hands if hand is not None], 0)
        return self.ends is None or bool(held & FITS[self.ends[0]][self.ends[1]])

    def shown(self, seat: Seat, held: TileSet) -> None:
        """A hand that is known."""
        if held.bit_count() != self.counts[seat]:
            raise ViewError("view-count", seat=seat, tiles=held.bit_count(), expected=self.counts[seat])
        for tile in tiles_of(held):
            self.see(tile)
        if held & self.voids[seat]:
            self.holds(seat, held)

    def some(self, unseen: TileSet) -> Some | None:
        """The one condition that concerns hands at once, where the known ones do not meet it."""
        known = self.known
        hidden = tuple([seat for seat in known.rules.seats if known.hands[seat] is None])
        if self.ends is not None:
            return None if self.goes_on() else Some(FITS[self.ends[0]][self.ends[1]] & unseen, hidden, "view-blocked")
        if known.duty.kind is DutyKind.WINNER_DOUBLE and not (known.hands[known.starter] or 0) & DOUBLES:
            seats = (known.starter,) if known.starter in hidden else ()
            return Some(DOUBLES & unseen, seats, "starter-without-double")
        return None

    def with_lead(self, places: list[Place], lead: Tile) -> list[Place]:
        """The named double, not led yet, is with the starter (rule 3)."""
        starter = self.known.starter
        held = self.known.hands[starter]
        if not (held or 0) & lead.bit and (held is not None or self.seen & lead.bit):
            raise ViewError("view-lead", starter=starter, tile=lead)
        return [
            place if place.owner == starter else place._replace(allowed=place.allowed & ~lead.bit) for place in places
        ]
