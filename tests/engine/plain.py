"""Solving told plainly: the whole tree of a :class:`gaple.Hand`, with nothing left out."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from typing import TypeVar

from gaple import Action, Hand, Kind, Outcome, Rules, Seat
from tests.engine.space import openings

T = TypeVar("T")
Values = tuple[int, ...]


def value(hand: Hand, worth: Callable[[Outcome], int], ours: Collection[Seat]) -> int:
    """What a position is worth where ``ours`` play for the most and all others for the least."""
    seen: dict[object, int] = {}

    def look() -> int:
        if hand.outcome:
            return worth(hand.outcome)
        key = state(hand)
        if key not in seen:
            assert hand.turn is not None
            best = max if hand.turn in ours else min
            seen[key] = best(after(hand, action, look) for action in hand.legal_actions())
        return seen[key]

    return look()


def values(hand: Hand, worth: Callable[[Outcome, Seat], int]) -> Values:
    """What everybody gets where each plays for itself, and does the first of its equally good actions."""
    seen: dict[object, Values] = {}

    def look() -> Values:
        if hand.outcome:
            return tuple(worth(hand.outcome, seat) for seat in hand.rules.seats)
        key = state(hand)
        if key not in seen:
            turn = hand.turn
            assert turn is not None
            found = [after(hand, action, look) for action in by_tie_rule(hand)]
            seen[key] = max(found, key=lambda values: values[turn])  # the first of equals
        return seen[key]

    return look()


def by_tie_rule(hand: Hand) -> list[Action]:
    """All legal actions: by tile, then by the number at the end where it is laid."""

    def place(action: Action) -> tuple[int, int]:
        end = hand.ends[action.kind is Kind.RIGHT] if hand.ends and action.is_play else 0
        return action.tile.index if action.tile else 0, end

    return sorted(hand.legal_actions(), key=place)


def after(hand: Hand, action: Action, look: Callable[[], T]) -> T:
    """What ``look`` sees after an action."""
    hand.play(action)
    try:
        return look()
    finally:
        hand.undo()


def state(hand: Hand) -> object:
    """All that the rest of a hand depends on."""
    return hand.turn, hand.ends, hand.unplayed, tuple(map(hand.tiles, hand.rules.seats))


def positions(seed: int, count: int, tiles: int, teams: bool = False) -> Iterator[tuple[random.Random, Rules, Hand]]:
    """So many positions by any rules with at most ``tiles`` tiles in hands, some from the very beginning of a hand."""
    found = 0
    for number, (rng, rules, place, opener) in enumerate(openings(seed, 100 * count)):
        if teams and not rules.teams:
            continue
        hand = Hand.dealt(rules, seed + number, place, opener)
        while not hand.is_over:
            hand.play(rng.choice(hand.legal_actions()))
        goes_back_to = rng.randint(1, tiles)
        while hand.actions and (hand.end or held(hand) < goes_back_to):
            hand.undo()
        if not hand.end and held(hand) <= tiles:
            yield rng, rules, hand
            found += 1
            if found == count:
                return


def held(hand: Hand) -> int:
    """How many tiles there are in hands."""
    return sum(len(hand.tiles(seat)) for seat in hand.rules.seats)


def midway(rules: Rules, seed: int) -> Hand:
    """A hand eight turns in or later, in which the seat on turn has a choice."""
    rng, hand = random.Random(seed), Hand.dealt(rules, seed)
    while len(hand.actions) < 8 or len(hand.legal_actions()) < 2:
        hand.play(rng.choice(hand.legal_actions()))
    return hand
