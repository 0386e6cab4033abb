"""Features, against the same told plainly from a view."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings

from gaple import Hand, Rules, View
from gaple.engine.net.features import _STATE, FEATURES, MOST, action_features, state_features
from gaple.engine.net.retelling import retell
from gaple.engine.params import Params
from gaple.engine.state import code_of
from tests.engine.calling import compiled
from tests.engine.net.plain import action_of, each_turn, state_of
from tests.engine.space import openings
from tests.strategies import hands, play_some


def find(params: Any, scene: Any, code: Any, found: Any) -> tuple[int, int]:
    shared = state_features(params, scene, found)
    return shared, action_features(params, scene, code, found, shared)


find_compiled = compiled(find)


def features(view: View) -> list[tuple[list[int], list[int]]]:
    """For each legal action the features that all share, and its own."""
    scene, told = retell(view)[2], []
    for action in view.legal:
        found = np.full(MOST, -7, np.int64)
        shared, ends = find_compiled(Params.of(view.rules), scene, code_of(action), found)
        told.append((found[:shared].tolist(), found[shared:ends].tolist()))
        assert (found[ends:] == -7).all(), "nothing is written beyond the end"
    return told


@settings(max_examples=100)
@given(hands())
def test_by_another_telling(hand: Hand) -> None:
    for view in each_turn(hand):
        for action, (shared, own) in zip(view.legal, features(view), strict=True):
            assert sorted(shared) == sorted(state_of(view))
            assert sorted(own) == sorted(action_of(view, action))


@settings(max_examples=50)
@given(hands())
def test_they_are_few_and_different_numbers_below_their_bound(hand: Hand) -> None:
    for view in each_turn(hand):
        for action, (shared, own) in zip(view.legal, features(view), strict=True):
            assert len(shared) + len(own) <= MOST
            assert len({*shared, *own}) == len(shared) + len(own) or action.is_discard, "both its suits may be alike"
            assert all(0 <= number < _STATE for number in shared)
            assert all(_STATE <= number < FEATURES for number in own)


def test_nearly_every_feature_comes_up() -> None:
    """A block that overlaps another, or is never written, would leave holes or be too small."""
    seen: set[int] = set()
    for number, (_, rules, place, opener) in enumerate(openings(1, 250)):
        hand = play_some(Hand.dealt(rules, number, place, opener), number)
        for view in each_turn(hand):
            for shared, own in features(view):
                seen.update(shared, own)
    impossible = 4 * 28  # a suit has seven tiles, so of these pairs of numbers more than seven
    assert len(seen) > 0.8 * (FEATURES - impossible)


def test_actions_differ_in_what_they_leave() -> None:
    hand = Hand.dealt(Rules(hand=6), seed=1)
    told = [tuple(own) for _, own in features(hand.view(hand.turn))]
    assert len(set(told)) == len(told) == 3
