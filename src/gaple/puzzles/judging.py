"""What a moment of a hand can be a puzzle of, and the proof."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Final

from gaple.actions import Action
from gaple.engine.infer import Worlds, infer
from gaple.engine.solve import solve
from gaple.hand import Hand
from gaple.tiles import Seat, tiles_of
from gaple.view import View

from .closing import TooMany, closing_numbers
from .puzzle import KINDS, Kind, same_action

MOST_WORLDS: Final = 300
"""In more ways the hidden tiles must not lie."""
MARGIN: Final = 2
"""By so many chips the answer is better than every other action, in every world."""
BURIED: Final = 1
"""The same where all actions are discards, of which two seldom differ by more."""
LEAST_HIDDEN: Final = 4
"""So many tiles at least are hidden where the question is where they are."""
_POSITIONS: Final = 300_000  # for solving one world


@dataclass(frozen=True, slots=True)
class Found:
    """What is asked at a moment, and its answer with its proof (:class:`gaple.puzzles.Puzzle`)."""

    kind: Kind
    answer: tuple[str, ...]
    worlds: int
    margin: int | None


def judge(hand: Hand, kinds: Set[Kind] = frozenset(KINDS)) -> Iterator[Found]:
    """Every question of these kinds to the seat on turn that has one answer."""
    view = hand.view(hand.turn)
    if len(view.actions) < 2 * view.rules.players or view.ends is None:
        return
    best = kinds & _actions(view)
    if not best and kinds.isdisjoint(("deal", "close")):
        return
    worlds = infer(view)
    if worlds.count > MOST_WORLDS:
        return
    if "deal" in kinds and worlds.count == 1 and (placed := _places(view, worlds)):
        yield Found("deal", placed, 1, None)
    if "close" in kinds and (numbers := _closes(view, worlds)) is not None:
        yield Found("close", numbers, worlds.count, None)
    if best:
        yield from (found for found in _best(view, worlds) if found.kind in best)


def _actions(view: View) -> Set[Kind]:
    """Which kinds can ask for an action here."""
    if len({same_action(str(action), view) for action in view.legal}) < 2:
        return frozenset()
    return frozenset(("bury",) if view.legal[0].is_discard else ("block", "strand", "partner"))


def _places(view: View, worlds: Worlds) -> tuple[str, ...]:
    """Where each hidden tile is, in the only world; nothing where that is too easy."""
    [world] = worlds
    told = dict.fromkeys(tiles_of(world.stock), "stock")
    told |= {tile: str(seat) for seat in view.rules.seats for tile in tiles_of(world.hands[seat])}
    told |= {tile: f"{seat} dead" for seat, tile in world.discards}
    hidden = tiles_of(view.unseen)
    if len(hidden) < LEAST_HIDDEN or len({told[tile] for tile in hidden}) < 2:
        return ()
    return tuple(f"{tile} {told[tile]}" for tile in hidden)


def _closes(view: View, worlds: Worlds) -> tuple[str, ...] | None:
    """The numbers on which the line can still be closed, where that is worth asking."""
    if not 5 <= sum(view.counts) <= 11:
        return None
    try:
        numbers = closing_numbers(world.hand() for world in worlds)
    except TooMany:
        return None
    return tuple(map(str, numbers)) if 1 <= len(numbers) <= 3 else None


def _best(view: View, worlds: Worlds) -> Iterator[Found]:
    """The action that is best by far in every world, where what is good about it has a name."""
    if view.rules.low_is_good:
        return
    least = BURIED if view.legal[0].is_discard else MARGIN
    answer, margins = None, []
    for world in worlds:
        solution = solve(world.hand(), positions=_POSITIONS)
        if not solution.exact:
            return
        values = {same_action(str(action), view): value for action, value in solution.values.items()}
        best, second = sorted(values, key=values.__getitem__, reverse=True)[:2]
        margins.append(values[best] - values[second])
        if answer not in (None, best) or margins[-1] < least:
            return
        answer = best
    chosen = next(action for action in view.legal if same_action(str(action), view) == answer)
    if kind := _kind(view, worlds, chosen):
        yield Found(kind, (str(chosen),), worlds.count, min(margins))


def _kind(view: View, worlds: Worlds, chosen: Action) -> Kind | None:
    if chosen.is_discard:
        return "bury"
    if all(_blocks(world.hand(), chosen) for world in worlds):
        return "block"
    others = [action for action in view.legal if action is not chosen]
    if all(_strands(world.hand(), chosen) > max(_strands(world.hand(), it) for it in others) for world in worlds):
        return "strand"
    return "partner" if view.rules.teams else None


def _blocks(hand: Hand, action: Action) -> bool:
    hand.play(action)
    return hand.end == "blocked"


def _strands(hand: Hand, action: Action) -> int:
    """Pips of the doubles in hands against the seat on turn that can never be played after this."""
    seat = hand.turn
    assert seat is not None
    hand.play(action)
    if hand.is_over or hand.ends is None:
        return 0
    against = [it for it in hand.rules.seats if not _together(hand, it, seat)]
    held = [tile for it in hand.rules.seats for tile in hand.tiles(it)]
    lost = 0
    for it in against:
        for tile in hand.tiles(it):
            if tile.is_double and tile.low not in hand.ends:
                lost += 2 * tile.low if not any(tile.low in (o.low, o.high) for o in held if o is not tile) else 0
    return lost


def _together(hand: Hand, seat: Seat, other: Seat) -> bool:
    side = hand.rules.side_of(seat)
    return seat == other or (side is not None and side == hand.rules.side_of(other))
