from __future__ import annotations

import math

import numpy as np
import pytest

from gaple import Action, Hand, Rules
from gaple.engine import ACTIONS, GREEDY, UNIFORM, EngineError, Policy, choice, play, rng
from gaple.engine.choice import RANKED, WEIGHTED
from gaple.engine.state import code_of
from tests.engine.calling import callables_from_python

ranked, weighted, mix = callables_from_python(choice.ranked, choice.weighted, rng.mix)


def test_actions_are_in_the_order_of_their_numbers() -> None:
    assert len(ACTIONS) == 85
    assert [code_of(action) for action in ACTIONS] == list(range(85))


def test_the_order_is_that_of_legal_actions() -> None:
    hand = Hand.dealt(Rules(), seed=3)
    while not hand.is_over:
        codes = [code_of(action) for action in hand.legal_actions()]
        assert codes == sorted(codes)
        hand.play(hand.legal_actions()[-1])


def test_a_policy_from_a_function_and_from_its_numbers_is_the_same() -> None:
    by_pips = Policy.weighted(lambda action: float(action.tile.pips) if action.tile else 0.0)
    assert by_pips == Policy.weighted([action.tile.pips if action.tile else 0.0 for action in ACTIONS])
    assert by_pips.mode == WEIGHTED


def test_ranking_by_anything_that_can_be_compared() -> None:
    policy = Policy.ranked(lambda action: str(action.tile))
    assert policy.mode == RANKED
    assert policy.values[code_of(Action.parse("66>"))] > policy.values[code_of(Action.parse("56<"))]
    assert policy.values[code_of(Action.parse("56>"))] == policy.values[code_of(Action.parse("56<"))]


@pytest.mark.parametrize("weight", [-1.0, math.nan, math.inf, 1.7e308])
def test_weights_that_cannot_be(weight: float) -> None:
    with pytest.raises(EngineError, match="the weight of 35> cannot be"):
        Policy.weighted(lambda action: weight if action is Action.parse("35>") else 1.0)


def test_the_wrong_number_of_numbers() -> None:
    with pytest.raises(EngineError, match="84 numbers; expected 85"):
        Policy.weighted([1.0] * 84)
    with pytest.raises(EngineError, match="86 numbers"):
        Policy.ranked(range(86))


def test_a_weighted_choice_is_as_frequent_as_its_weight() -> None:
    values = np.zeros((5, 85))
    values[2, 28:32] = [1.0, 0.0, 3.0, 4.0]
    draws = [weighted(values, 2, 0b1111, 28, np.uint64(mix(np.uint64(i)))) for i in range(8000)]
    counts = np.bincount(draws, minlength=4)
    assert counts[1] == 0
    assert np.abs(counts - np.array([1000, 0, 3000, 4000])).max() < 250  # five standard errors


def test_weights_of_nought_leave_a_uniform_choice() -> None:
    draws = [weighted(np.zeros((5, 85)), 0, 0b1011, 0, np.uint64(mix(np.uint64(i)))) for i in range(6000)]
    counts = np.bincount(draws, minlength=4)
    assert counts[2] == 0
    assert np.abs(counts[[0, 1, 3]] - 2000).max() < 200


def test_of_equal_ranks_the_first_is_chosen() -> None:
    values = np.zeros((5, 85))
    values[0, 58] = values[0, 60] = 2.0
    assert ranked(values, 0, 0b11111, 56) == 2
    assert ranked(values, 0, 0b11011, 56) == 4


def test_equal_weights_are_as_good_as_uniform() -> None:
    a = play(Rules(), 100_000, seed=1, policy=UNIFORM)
    b = play(Rules(), 100_000, seed=2, policy=Policy.weighted([2.0] * 85))
    error = a.turns.std() * (2 / 100_000) ** 0.5
    assert abs(a.turns.mean() - b.turns.mean()) < 5 * error
    assert abs(a.points.mean() - b.points.mean()) < 5 * a.points.std() * (2 / 400_000) ** 0.5


def test_greedy_beats_chance() -> None:
    net = play(Rules(settle="pairwise"), 50_000, seed=1, policy=(GREEDY, UNIFORM, UNIFORM, UNIFORM)).net
    assert net[:, 0].mean() > 5 * net[:, 0].std() / 50_000**0.5
