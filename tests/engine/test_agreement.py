"""The two tellings of the rules, hand for hand and move for move."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gaple import Hand, Outcome, Rules
from gaple.engine import GREEDY, UNIFORM, Policy, play, replay
from gaple.engine.moves import find_outcome, legal_codes, take_step
from gaple.engine.params import Params
from gaple.engine.state import END, ENDINGS, action_of, code_of, position_of
from gaple.players import Greedy
from tests.engine.space import both_seeds, openings, resolve

CODES = np.zeros(56, np.int64)
POINTS = np.zeros(5, np.int64)
NET = np.zeros(5, np.int64)


def kernel_outcome(rules: Rules, position: np.ndarray) -> tuple[object, ...]:
    winner = find_outcome(Params.of(rules), position, POINTS, NET)
    return tuple(POINTS[: rules.players]), winner, tuple(NET[: rules.players]), ENDINGS[int(position[END])]


def told(outcome: Outcome | None) -> tuple[object, ...]:
    assert outcome is not None
    return outcome.points, outcome.winner, outcome.net, outcome.end


@both_seeds
def test_every_action_of_random_hands(seed: int | None) -> None:
    seed = resolve(seed)
    seen: Counter[object] = Counter()
    for count, (rng, rules, number, opener) in enumerate(openings(seed, 3000)):
        hand = Hand.dealt(rules, seed + count, number, opener)
        params, position = Params.of(rules), position_of(hand)
        where = f"seed {seed}, hand {count}, {rules}, number {number}, opener {opener}"
        while not hand.is_over:
            found = legal_codes(params, position, CODES)
            legal = tuple(action_of(int(code), hand.ends is None) for code in CODES[:found])
            assert legal == hand.legal_actions(), where
            action = rng.choice(legal)
            hand.play(action)
            take_step(params, position, code_of(action))
            assert position.tolist() == position_of(hand).tolist(), f"{where}, after {action}"
        assert legal_codes(params, position, CODES) == 0, where
        outcome = hand.outcome
        assert kernel_outcome(rules, position) == told(outcome), where
        assert outcome is not None
        dead = any(hand.dead(other) for other in rules.seats)
        seen.update({"end": outcome.end, "decided": outcome.decided_by, "settle": rules.settle}.items())
        seen.update({"players": rules.players, "teams": rules.teams, rules.end: dead}.items())
        seen["lone", rules.lone > 0 and any(mask & 127 == 1 for mask in hand.unplayed)] += 1
    assert min(seen.values()) > 3, f"some rule hardly came up: {seen}"
    assert len(seen) == 2 + 5 + 4 + 4 + 2 + 4 + 2, seen


@both_seeds
@pytest.mark.parametrize("policy", [UNIFORM, GREEDY, Policy.weighted(range(85))], ids=["uniform", "greedy", "weighted"])
def test_every_hand_of_a_playout(seed: int | None, policy: Policy) -> None:
    """What a kernel deals and plays is legal for the ground floor, and comes out alike."""
    seed = resolve(seed)
    for count, (_, rules, number, opener) in enumerate(openings(seed, 200)):
        result = play(rules, 3, seed + count, policy=policy, number=number, opener=opener)
        for i in range(3):
            hand = replay(rules, i, seed + count, policy=policy, number=number, opener=opener)
            where = f"seed {seed}, hand {count}, {rules}, number {number}, opener {opener}: {hand.actions}"
            end = ENDINGS[int(result.end[i])]
            played = tuple(result.points[i]), result.winner[i], tuple(result.net[i]), end
            assert played == told(hand.outcome), where
            assert result.turns[i] == len(hand.actions), where


@both_seeds
def test_greedy_is_the_greedy_player(seed: int | None) -> None:
    seed = resolve(seed)
    player = Greedy()
    for count, (_, rules, number, opener) in enumerate(openings(seed, 150)):
        played = replay(rules, count, seed, policy=GREEDY, number=number, opener=opener)
        hand = Hand(rules, played.deal, played.starter, number, opener)
        for action in played.actions:
            assert hand.turn is not None
            assert action == player.choose(hand.view(hand.turn)), f"seed {seed}, hand {count}, {rules}"
            hand.play(action)
        assert hand.is_over
