"""Why an action is better: a small set of patterns, each told only where its own test holds, with its numbers.

A pattern is a function from a :class:`Situation` to reasons: codes with parameters, whose sentences are in
the catalogue (``review.why``). Chances are over the likely worlds, as the seat believes them; what is said without a
chance is so in every world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gaple.actions import Action, Kind
from gaple.engine import play_on
from gaple.engine.moves import take_step
from gaple.engine.params import Params
from gaple.engine.state import HELD, SIZE, code_of
from gaple.tiles import FITS, SEATS, SUITS, Seat, Tile, TileSet, tile_set

from .knowledge import Void, reasons
from .values import Valued, representatives

MOST: Final = 3
"""So many reasons are told of a decision."""
CLEAR: Final = 0.15
"""Chances that differ by less are no reason."""
LIKELY: Final = 0.3
"""An action blocks the line: told from this chance on."""
HEAVIER: Final = 4
"""Pips by which a tile must outweigh another for that to be a reason."""

_CERTAIN: Final = 0.9995

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Reason:
    """A pattern that holds: its code, the action that it is about, and its numbers (chances from 0 to 1)."""

    code: str
    action: Action | None
    params: Mapping[str, int | float | str]

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "code": self.code,
            "action": None if self.action is None else str(self.action),
            "params": dict(self.params),
        }


@dataclass(frozen=True, eq=False)
class Situation:
    """A decision as a pattern sees it: what the actions are worth, and what was played."""

    valued: Valued
    played: Action

    @property
    def seat(self) -> Seat:
        """The seat on turn."""
        seat = self.valued.view.seat
        assert seat is not None
        return seat

    @property
    def best(self) -> Action:
        """What was played, where nothing has a higher value; else the best action."""
        return self.played if self.valued.gaps[self.valued.actions.index(self.played)] == 0 else self.valued.best

    @property
    def other(self) -> Action | None:
        """What the best action is compared with: what was played; where that is the best, what comes next."""
        same = representatives(self.valued.view)
        order = sorted(range(len(self.valued.actions)), key=lambda place: float(self.valued.gaps[place]))
        candidates = [self.played, *(self.valued.actions[place] for place in order)]
        return next((action for action in candidates if same[action] != same[self.best]), None)

    @property
    def told(self) -> tuple[Action, ...]:
        """The best action and, where it is another, what was played."""
        return (self.best,) if self.best == self.played else (self.best, self.played)

    @property
    def laid(self) -> TileSet:
        """The tiles on the line."""
        return tile_set(Tile(a, b) for a, b in self.valued.view.line.halves)

    @property
    def own_dead(self) -> TileSet:
        """What the seat has discarded."""
        return tile_set(tile for tile in self.valued.view.dead[self.seat] if tile)

    def ends(self, action: Action) -> tuple[int, int] | None:
        """The ends after an action."""
        ends, tile = self.valued.view.ends, action.tile
        if tile is None or not action.is_play:
            return ends
        if ends is None:
            return tile.low, tile.high
        if action.kind is Kind.LEFT:
            return tile.other_end(ends[0]), ends[1]
        return ends[0], tile.other_end(ends[1])

    def held(self, seat: Seat) -> NDArray[np.int64]:
        """What a seat holds in each world."""
        return self.valued.belief.scenes[:, HELD + seat]

    def chance(self, worlds: Bools) -> float:
        """How likely it is one of these worlds."""
        return float(self.valued.belief.weights[worlds].sum())

    def stuck(self, seat: Seat, action: Action) -> float:
        """How likely a seat has nothing that fits after an action."""
        ends = self.ends(action)
        return 0.0 if ends is None else self.chance((self.held(seat) & FITS[ends[0]][ends[1]]) == 0)

    def blocked(self, action: Action) -> Bools:
        """The worlds in which a play leaves nobody a tile that fits."""
        ends, tile = self.ends(action), action.tile
        assert ends is not None and tile is not None  # noqa: PT018 (both or none)
        in_hands = np.bitwise_or.reduce([self.held(seat) for seat in self.valued.view.rules.seats], axis=0)
        return np.asarray((in_hands & ~tile.bit & FITS[ends[0]][ends[1]]) == 0)

    def openers(self, tile: Tile) -> int:
        """How many other tiles with a number of this one are neither laid nor known to be dead."""
        suits = SUITS[tile.low] | SUITS[tile.high]
        return (suits & ~tile.bit & ~(self.laid | self.own_dead)).bit_count()

    def keeps(self, action: Action) -> TileSet:
        """The seat's own tiles after an action."""
        return tile_set(tile for tile in self.valued.view.tiles if tile is not action.tile)

    @property
    def next_seat(self) -> Seat:
        """Who is on turn next, if the hand goes on."""
        counts, players = self.valued.view.counts, self.valued.view.rules.players
        order = [SEATS[(self.seat + step) % players] for step in range(1, players)]
        return next((seat for seat in order if counts[seat]), order[0])


def closes(it: Situation) -> Iterator[Reason]:
    """An action ends the hand blocked, for sure or probably: how likely, and how likely the seat is then the lowest."""
    for action in dict.fromkeys(representatives(it.valued.view).values()):
        ends = it.ends(action)
        if not action.is_play or ends is None or not it.keeps(action):
            continue
        blocked = it.blocked(action)
        chance = it.chance(blocked)
        if chance < LIKELY:
            continue
        code = "block" if chance > _CERTAIN else "block-likely"
        if action not in it.told:
            code = f"{code}-not"
        yield Reason(
            code, action, {"seat": str(it.seat), "chance": _round(chance), "win": _round(_wins(it, action, blocked))}
        )


def _wins(it: Situation, action: Action, blocked: Bools) -> float:
    """How likely the seat (its side) wins, in the worlds where the action blocks the line."""
    rules, belief = it.valued.view.rules, it.valued.belief
    positions = np.ascontiguousarray(belief.scenes[blocked, :SIZE])
    params, code = Params.of(rules), code_of(action)
    for position in positions:
        take_step(params, position, code)
    winners = play_on(rules, positions, 1, 0).winner
    side = [other for other in rules.seats if other == it.seat or (rules.teams and (other - it.seat) % 2 == 0)]
    weights = belief.weights[blocked]
    return float(weights[np.isin(winners, side)].sum() / weights.sum())


def strands(it: Situation) -> Iterator[Reason]:
    """After an action a double can never be laid any more: its six others are gone, and it is at no end."""
    for action in it.told:
        ends, tile = it.ends(action), action.tile
        if not action.is_play or ends is None or tile is None:
            continue
        gone = it.laid | tile.bit | it.own_dead
        for suit in range(7):
            double = Tile(suit, suit)
            if suit in ends or gone & double.bit or SUITS[suit] & ~double.bit & ~gone:
                continue
            if suit not in (it.valued.view.ends or (suit,)):
                continue  # it was so before
            if double in it.valued.view.tiles:
                yield Reason("strand-own", action, {"seat": str(it.seat), "tile": str(double), "pips": double.pips})
                continue
            holders = [seat for seat in it.valued.view.rules.seats if seat != it.seat]
            chances = {seat: it.chance((it.held(seat) & double.bit) != 0) for seat in holders}
            seat = max(chances, key=lambda other: chances[other])
            if chances[seat] > 0:
                yield Reason(
                    "strand", action,
                    {"seat": str(seat), "tile": str(double), "pips": double.pips, "chance": _round(chances[seat])},
                )  # fmt: skip


def starves(it: Situation) -> Iterator[Reason]:
    """The best action more likely leaves the next player, who is no partner, without a tile that fits."""
    best, other, seat = it.best, it.other, it.next_seat
    rules = it.valued.view.rules
    if other is None or not best.is_play or not other.is_play or (rules.teams and (seat - it.seat) % 2 == 0):
        return
    if not it.keeps(best) or it.chance(it.blocked(best)) > _CERTAIN:
        return
    now, then = it.stuck(seat, best), it.stuck(seat, other)
    if now - then >= CLEAR:
        yield Reason(
            "starve", best, {"seat": str(seat), "chance": _round(now), "other": str(other), "then": _round(then)}
        )


def feeds(it: Situation) -> Iterator[Reason]:
    """In teams: the best action more likely leaves the partner a tile that fits the ends as they are then."""
    best, other, rules = it.best, it.other, it.valued.view.rules
    if other is None or not rules.teams or not best.is_play or not other.is_play or not it.keeps(best):
        return
    partner = SEATS[(it.seat + 2) % 4]
    now, then = 1 - it.stuck(partner, best), 1 - it.stuck(partner, other)
    if now - then >= CLEAR:
        yield Reason(
            "feed", best, {"seat": str(partner), "chance": _round(now), "other": str(other), "then": _round(then)}
        )


def last_of_suit(it: Situation) -> Iterator[Reason]:
    """The last of a suit's seven tiles goes on the line: by parity it then shows at both ends or at none."""
    for action in it.told:
        ends, tile = it.ends(action), action.tile
        if not action.is_play or ends is None or tile is None:
            continue
        for suit in dict.fromkeys((tile.low, tile.high)):
            if not SUITS[suit] & ~(it.laid | tile.bit) and suit not in ends:
                yield Reason("parity", action, {"suit": suit})


def can_close(it: Situation) -> Iterator[Reason]:
    """After an action one tile fits both ends and is the last of a suit: on the other end it closes the line."""
    for action in it.told:
        ends, tile = it.ends(action), action.tile
        if not action.is_play or ends is None or tile is None or ends[0] == ends[1] or not it.keeps(action):
            continue
        key, gone = Tile(*ends), it.laid | tile.bit | it.own_dead
        if gone & key.bit:
            continue
        for suit in ends:
            if SUITS[suit] & ~gone & ~key.bit:
                continue
            if key in it.valued.view.tiles:
                yield Reason("close-own", action, {"tile": str(key), "suit": suit})
            else:
                others = [seat for seat in it.valued.view.rules.seats if seat != it.seat]
                held = np.bitwise_or.reduce([it.held(seat) for seat in others], axis=0)
                chance = it.chance((held & key.bit) != 0)
                if chance >= CLEAR / 3:
                    yield Reason("close-others", action, {"tile": str(key), "suit": suit, "chance": _round(chance)})


def counted_out(it: Situation) -> Iterator[Reason]:
    """All seven of a suit are laid or the seat's own, and it shows at an end: nobody else can play there."""
    unseen = it.valued.view.unseen
    for action in it.told:
        ends, tile = it.ends(action), action.tile
        if not action.is_play or ends is None or tile is None:
            continue
        for suit in dict.fromkeys(ends):
            if SUITS[suit] & unseen:
                continue
            own = (SUITS[suit] & it.keeps(action)).bit_count()
            laid = (SUITS[suit] & (it.laid | tile.bit)).bit_count()
            yield Reason("counted-out" if own else "counted-dead", action, {"suit": suit, "laid": laid, "own": own})


def void_learned(it: Situation) -> Iterator[Reason]:
    """Since the seat's last turn somebody was stuck, and what that says is used: an end it lacks stays or comes."""
    view = it.valued.view
    last = max((number for number, (seat, _) in enumerate(view.actions, 1) if seat == it.seat), default=0)
    ends = it.ends(it.best) or ()
    if not it.best.is_play:
        return
    for reason in reasons(view, view.unseen):
        if isinstance(reason, Void) and reason.move > last and set(ends) & set(reason.ends):
            first, second = reason.ends
            code = "void" if first != second else "void-one"
            count = reason.tiles.bit_count()
            yield Reason(
                code, None,
                {"seat": str(reason.seat), "first": first, "second": second, "n": count, "move": reason.move},
            )  # fmt: skip


def buries(it: Situation) -> Iterator[Reason]:
    """Stuck: which tile to bury, by its pips, by what could still open a way for it, or because nothing could."""
    best, other = it.best, it.other
    if other is None or best.tile is None or other.tile is None or not (best.is_discard and other.is_discard):
        return
    pips, then = best.tile.pips, other.tile.pips
    numbers: dict[str, int | float | str] = {
        "tile": str(best.tile),
        "pips": pips,
        "other": str(other.tile),
        "then": then,
    }
    left, more = it.openers(best.tile), it.openers(other.tile)
    if not left:
        yield Reason("bury-useless", best, numbers)
    elif then - pips >= HEAVIER:
        yield Reason("bury-light", best, {**numbers, "n": more})
    elif more > left and pips >= then:
        yield Reason("bury-rare", best, {**numbers, "n": left, "more": more})


def lightens(it: Situation) -> Iterator[Reason]:
    """The best action lays a tile with clearly more pips."""
    best, other = it.best, it.other
    if other is None or best.tile is None or other.tile is None or not (best.is_play and other.is_play):
        return
    if best.tile.pips - other.tile.pips >= HEAVIER:
        yield Reason(
            "weight", best,
            {"tile": str(best.tile), "pips": best.tile.pips, "other": str(other.tile), "then": other.tile.pips},
        )  # fmt: skip


PATTERNS: Final[tuple[Callable[[Situation], Iterator[Reason]], ...]] = (
    closes,
    strands,
    can_close,
    starves,
    feeds,
    counted_out,
    last_of_suit,
    buries,
    void_learned,
    lightens,
)
"""All of them, the most telling first."""


def explain(valued: Valued, played: Action) -> tuple[Reason, ...]:
    """The most telling patterns that hold of a decision, :data:`MOST` at most."""
    it = Situation(valued, played)
    found = [reason for pattern in PATTERNS for reason in pattern(it)]
    return tuple(found[:MOST])


def _round(chance: float) -> float:
    return round(min(max(chance, 0.0), 1.0), 3)
