"""What a seat may know of a hand as numbers: a projection of a :class:`gaple.View`, and of nothing else.

>>> from gaple import Action, Hand, Rules, Seat
>>> hand = Hand.dealt(Rules(), seed=1)
>>> hand.play(Action.parse("00"))
>>> seen, layout = observe(hand.view(Seat.A)), Layout.of(hand.rules)
>>> seen.shape, seen[layout["counts"]].tolist(), seen[layout["left"]].tolist()
((138,), [7, 7, 7, 6], [1, 0, 0, 0, 0, 0, 0])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gaple.actions import HIDDEN_DISCARD, LEADS, Action, Kind
from gaple.engine import ACTIONS
from gaple.engine.seen import HIDDEN
from gaple.engine.state import RIGHT
from gaple.rules import Rules
from gaple.tiles import Seat, Tile
from gaple.view import View

Observation = NDArray[np.int8]
"""``int8[size]``."""

NUMBERS: Final[Mapping[Action, int]] = (
    {action: number for number, action in enumerate(ACTIONS)}
    | {lead: RIGHT + tile for tile, lead in enumerate(LEADS)}
    | {HIDDEN_DISCARD: HIDDEN}
)
"""Every action's number; a lead has that of the same tile on the right, and a discard that is hidden has 85."""

HISTORY: Final = "history"
"""The part that has every action so far; it comes last, and only where it is asked for."""


@dataclass(frozen=True)
class Layout(Mapping[str, slice]):
    """Where each part of an observation lies, by name and in this order; *n* is the number of players.

    ============ ======== ===========================================================================
    ``hand``     28       the seat's own tiles, 1 for each, by ``Tile.index``
    ``dead``     28       the tiles that it has discarded itself
    ``line``     28       the tiles on the table
    ``left``     7        the number at the left end, one-hot; all 0 while the table is empty
    ``right``    7        the number at the right end
    ``counts``   *n*      everybody's number of tiles in hand
    ``discards`` *n*      everybody's number of discarded tiles
    ``voids``    *n* × 7  numbers of pips that somebody is known to hold no tile of, having been stuck at such an end
    ``turn``     *n*      whose turn it is, one-hot; all 0 when the hand is over
    ``history``  *T* × 2  every action so far: who, and what; see :func:`observe`
    ============ ======== ===========================================================================

    Seats are counted from the one that looks, which is 0; then comes the next in turn. ``turns`` (*T*) is the most
    actions that a hand can have, 0 where there is no history.

    >>> layout = Layout.of(Rules(players=4, hand=7), history=True)
    >>> layout["voids"], layout.size, layout.turns
    (slice(106, 134, None), 194, 28)
    """

    players: int
    tiles: int
    turns: int

    @classmethod
    def of(cls, rules: Rules, history: bool = False) -> Layout:
        """The layout for these rules."""
        return _layout(rules.players, rules.hand, most_turns(rules) if history else 0)

    @cached_property
    def parts(self) -> dict[str, slice]:
        """Every part's place."""
        n = self.players
        sizes = {"hand": 28, "dead": 28, "line": 28, "left": 7, "right": 7}
        sizes |= {"counts": n, "discards": n, "voids": 7 * n, "turn": n, HISTORY: 2 * self.turns}
        parts, first = {}, 0
        for name, size in sizes.items():
            if size:
                parts[name] = slice(first, first + size)
            first += size
        return parts

    @cached_property
    def starts(self) -> dict[str, int]:
        """Where every part begins."""
        return {name: part.start for name, part in self.parts.items()}

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        last: int = max(part.stop for part in self.parts.values())
        return last

    @cached_property
    def highest(self) -> Observation:
        """The greatest value that each number can have; the least is 0."""
        high = np.ones(self.size, np.int8)
        high[self["counts"]] = high[self["discards"]] = self.tiles
        if self.turns:
            high[self[HISTORY]] = np.tile((self.players, HIDDEN + 1), self.turns)
        return high

    def __getitem__(self, name: str) -> slice:
        return self.parts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)


@cache
def _layout(players: int, tiles: int, turns: int) -> Layout:
    return Layout(players, tiles, turns)


def most_turns(rules: Rules) -> int:
    """The most actions that a hand can have by these rules.

    With discards each takes a tile from a hand. With passes at most ``players`` − 1 follow one another: were all to
    pass in turn, nobody could play, and the hand would have been over before.

    >>> most_turns(Rules()), most_turns(Rules(stuck="pass")), most_turns(Rules(players=5, hand=5, stuck="pass"))
    (28, 100, 105)
    """
    if rules.stuck == "discard":
        return rules.players * rules.hand
    return rules.players * (rules.players * (rules.hand - 1) + 1)


def observe(view: View, history: bool = False, seat: Seat | None = None) -> Observation:
    """What the view's seat may know, as ``int8[size]`` in the order of :class:`Layout`.

    With ``history`` every action so far is there too, two numbers each: the seat that acted, from 1 for the one that
    looks, and the number of the action plus 1, that is 86 for a discard whose tile is hidden. Zeros follow.

    An onlooker's view is told as from the place of ``seat``, whose own tiles are then zeros.
    Raises ``ValueError`` where it is not clear whose observation that is.
    """
    looking = view.seat if seat is None else seat
    if looking is None or looking != (looking if view.seat is None else view.seat):
        raise ValueError(f"expected the view of a seat, or an onlooker's and a seat; got {view.seat} and {seat}")
    layout, players = Layout.of(view.rules, history), view.rules.players
    start, seen = layout.starts, [0] * layout.size
    line = (Tile(a, b) for a, b in view.line.halves)
    for name, tiles in (("hand", view.tiles), ("dead", view.dead[looking]), ("line", line)):
        for tile in tiles:
            if tile:
                seen[start[name] + tile.index] = 1
    for name, shown in zip(("left", "right"), view.ends or (), strict=False):
        seen[start[name] + shown] = 1
    for other, lacking in enumerate(voids_of(view)):
        step = (other - looking) % players
        seen[start["counts"] + step] = view.counts[other]
        seen[start["discards"] + step] = len(view.dead[other])
        for number in lacking:
            seen[start["voids"] + 7 * step + number] = 1
    if view.turn is not None:
        seen[start["turn"] + (view.turn - looking) % players] = 1
    if history:
        numbers = [n + 1 for by, action in view.actions for n in ((by - looking) % players, NUMBERS[action])]
        seen[start[HISTORY] : start[HISTORY] + len(numbers)] = numbers
    return np.array(seen, np.int8)


def voids_of(view: View) -> tuple[frozenset[int], ...]:
    """For every seat the numbers of pips that it holds no tile of: those at the ends whenever it was stuck.

    What a hand lacks it lacks for good, since nobody draws.
    """
    voids: list[set[int]] = [set() for _ in view.rules.seats]
    up = view.turned_up
    ends = (up.low, up.high) if up else None
    for seat, action in view.actions:
        if action.is_play:
            ends = ends_after(ends, action)
        elif ends is not None:
            voids[seat].update(ends)
    return tuple(map(frozenset, voids))


def ends_after(ends: tuple[int, int] | None, action: Action) -> tuple[int, int]:
    """The ends of the line after a play, ``None`` before the lead."""
    tile = action.tile
    assert tile is not None
    if ends is None:
        return tile.low, tile.high
    left, right = ends
    return (tile.other_end(left), right) if action.kind is Kind.LEFT else (left, tile.other_end(right))
