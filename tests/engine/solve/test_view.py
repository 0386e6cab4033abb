"""Values of actions from what a seat can know."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gaple import Hand, Rules, Seat
from gaple.engine import GREEDY
from gaple.engine.infer import infer, weigh
from gaple.engine.solve import (
    CONVENTIONS,
    OBJECTIVES,
    Convention,
    Objective,
    SolveError,
    ViewSolution,
    solve,
    solve_view,
)
from tests.engine import plain
from tests.engine.space import both_seeds, resolve


def late(seed: int, worlds: range, rules: Rules | None = None) -> Hand:
    """A position with so many worlds for the seat on turn, and a choice for it."""
    for _, _, hand in plain.positions(seed, 10_000, 16):
        if rules is None or hand.rules == rules:
            assert hand.turn is not None
            if len(hand.legal_actions()) > 1 and infer(hand.view(hand.turn)).count in worlds:
                return hand
    raise AssertionError(seed)


@both_seeds
def test_the_average_over_all_worlds(seed: int | None) -> None:
    """What inference calls the worlds, solved one by one with the hands that they make."""
    tried = 0
    for rng, rules, hand in plain.positions(resolve(seed), 400, 12):
        view = hand.view(hand.turn)
        worlds = infer(view)
        if worlds.count > 60:
            continue
        convention: Convention = rng.choice(CONVENTIONS if rules.teams else CONVENTIONS[1:])
        objective: Objective = rng.choice(OBJECTIVES)
        solution = solve_view(view, convention, objective, worlds=60, seed=rng.randrange(1000))
        solved = [solve(world.hand(), convention, objective) for world in worlds]
        assert (solution.worlds, solution.solved, solution.enumerated) == (worlds.count, worlds.count, True)
        assert list(solution.values) == list(hand.legal_actions())
        for action in hand.legal_actions():
            assert solution.values[action] == pytest.approx(np.mean([one.values[action] for one in solved]))
            assert solution.errors[action] == 0
        least = objective == "net" and rules.settle == "points"
        assert solution.values[solution.best[0]] == (min if least else max)(solution.values.values())
        seen = sorted(map(tuple, solution.outcomes.tolist()))
        assert seen == sorted(tuple(one.values[action] for action in hand.legal_actions()) for one in solved)
        tried += 1
    assert tried > 100


def test_a_sample_is_as_good_as_its_error_says() -> None:
    hand = late(11, range(500, 3000))
    view = hand.view(hand.turn)
    everything = solve_view(view, worlds=3000)
    assert everything.enumerated
    off = []
    for seed in range(60):
        sample = solve_view(view, worlds=50, seed=seed)
        assert (sample.worlds, sample.solved, sample.enumerated) == (everything.worlds, 50, False)
        off += [
            (sample.values[action] - value) / sample.errors[action]
            for action, value in everything.values.items()
            if sample.errors[action]
        ]
    assert len(off) >= 60
    assert 0.6 < np.sqrt(np.mean(np.square(off))) < 1.5


def test_the_same_seed_has_the_same_answer() -> None:
    view = late(5, range(300, 3000)).view(late(5, range(300, 3000)).turn)

    def values(seed: int) -> ViewSolution:
        return solve_view(view, worlds=20, seed=seed)

    assert values(1).values == values(1).values
    assert (values(1).outcomes == values(1).outcomes).all()
    assert (values(1).outcomes != values(2).outcomes).any()


def test_worlds_can_be_weighted() -> None:
    hand = late(21, range(10, 60))
    view = hand.view(hand.turn)
    weighted = weigh(infer(view), GREEDY)
    solution = solve_view(view, weighted=weighted, worlds=60)
    assert solution.enumerated
    for action in hand.legal_actions():
        values = [solve(world.hand()).values[action] for world in weighted.worlds]
        assert solution.values[action] == pytest.approx(np.dot(weighted.weights, values))
    drawn = [solve_view(view, weighted=weighted, worlds=9, seed=seed) for seed in range(300)]
    assert not any(one.enumerated for one in drawn)
    for action, value in solution.values.items():
        error = np.std([one.values[action] for one in drawn]) / math.sqrt(len(drawn))
        assert abs(np.mean([one.values[action] for one in drawn]) - value) < 4 * error + 1e-9


def test_a_limit_makes_a_sample_of_all_worlds() -> None:
    hand = late(8, range(20, 200))
    view = hand.view(hand.turn)
    everything = solve_view(view)
    assert everything.enumerated
    some = solve_view(view, positions=everything.searched // 2)
    assert 0 < some.solved < everything.solved
    assert not some.enumerated
    assert all(error > 0 or len(set(some.outcomes[:, i])) == 1 for i, error in enumerate(some.errors.values()))
    with pytest.raises(SolveError) as error:
        solve_view(Hand.dealt(Rules(settle="winner"), 1).view(Hand.dealt(Rules(), 1).turn), positions=1)
    assert error.value.code == "solve-no-world"


def test_one_world_has_no_known_error() -> None:
    hand = late(8, range(20, 200))
    errors = solve_view(hand.view(hand.turn), worlds=1).errors
    assert set(errors.values()) == {math.inf}


def test_who_may_ask() -> None:
    hand = Hand.dealt(Rules(players=2, hand=2), seed=1)
    turn = hand.turn
    assert turn is not None
    for seat in (Seat(1 - turn), None):
        with pytest.raises(SolveError) as error:
            solve_view(hand.view(seat))
        assert error.value.code == "solve-turn"
    with pytest.raises(ValueError, match="worlds cannot be 0"):
        solve_view(hand.view(turn), worlds=0)
    for action in solve(hand).line:
        hand.play(action)
    with pytest.raises(SolveError) as error:
        solve_view(hand.view(turn))
    assert error.value.code == "solve-over"


def test_nothing_hidden_is_looked_at() -> None:
    """Hands that differ only in what the seat cannot know have equal values."""
    hand = late(31, range(2, 40))
    view = hand.view(hand.turn)
    twins = [world.hand() for world in infer(view)]
    assert any(twin != hand for twin in twins)
    values = [solve_view(twin.view(twin.turn), worlds=5, seed=3).values for twin in twins]
    assert all(other == values[0] for other in values)
