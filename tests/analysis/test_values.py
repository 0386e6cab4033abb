"""What actions are worth, against a walk through every world, and what is said of noisy values."""

from __future__ import annotations

import numpy as np
import pytest

from gaple import Action, Hand, Rules, Seat, View
from gaple.analysis import Budget, ReviewError, is_choice, value
from gaple.analysis.values import _loss, representatives
from gaple.engine.infer import infer
from gaple.players import Greedy
from tests.analysis.hands import CHIPS, KINDS, QUICK, before, played

FLOOR = 0.03
FEW = 250


def late(rules: Rules, seed: int) -> Hand | None:
    """The last moment of a hand at which there is a choice and there are a few worlds."""
    hand = played(rules, seed, ("greedy", "random"))
    while hand.actions:
        hand.undo()
        assert hand.turn is not None
        view = hand.view(hand.turn)
        count = infer(view).count
        if count > FEW:
            return None
        if is_choice(view) and count > 1:
            return hand
    return None


def likelihood(world: Hand, seat: Seat) -> float:
    """How likely the others did in this world what they did, if they are greedy and in 3% do anything."""
    hand, likely = before(world, 0), 1.0
    for by, action in world.moves:
        view = hand.view(by)
        if by != seat and len(view.legal) > 1:
            likely *= (1 - FLOOR) * (Greedy().choose(view) == action) + FLOOR / len(view.legal)
        hand.play(action)
    return likely


def best_plan(worlds: list[tuple[Hand, float]], seat: Seat) -> float:
    """The most on average if the seat does the same in worlds that look the same to it, and the others are greedy."""
    total, groups = 0.0, list[tuple[View, list[tuple[Hand, float]]]]()
    for hand, weight in worlds:
        while hand.turn is not None and hand.turn != seat:
            hand.play(Greedy().choose(hand.view(hand.turn)))
        if hand.outcome:
            side = next((side for side in hand.rules.sides if seat in side), (seat,))
            sign = -1 if hand.rules.low_is_good else 1
            total += sign * weight * sum(hand.outcome.net[each] for each in side)
            continue
        view = hand.view(seat)
        alike = next((group for other, group in groups if other == view), None)
        if alike is None:
            groups.append((view, [(hand, weight)]))
        else:
            alike.append((hand, weight))
    return total + sum(max(after(group, action, seat) for action in view.legal) for view, group in groups)


def after(worlds: list[tuple[Hand, float]], action: Action, seat: Seat) -> float:
    moved = []
    for hand, weight in worlds:
        hand = hand.copy()
        hand.play(action)
        moved.append((hand, weight))
    return best_plan(moved, seat)


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_where_worlds_are_few_values_equal_exhaustive_computation(rules: Rules) -> None:
    checked = 0
    for seed in range(60):
        if checked == 2:
            break
        hand = late(rules, seed)
        if hand is None or hand.turn is None:
            continue
        view = hand.view(hand.turn)
        valued = value(view, Budget(worlds=1000, model="greedy"))
        assert valued.method == "plan"
        assert valued.is_complete
        worlds = [world.hand() for world in infer(view)]
        likely = [likelihood(world, hand.turn) for world in worlds]
        sign = -1 if rules.low_is_good else 1
        for action in view.legal:
            weighed = [(world.copy(), each / sum(likely)) for world, each in zip(worlds, likely, strict=True)]
            assert valued.value(action) == pytest.approx(sign * after(weighed, action, hand.turn))
        assert max(valued.errors) == max(valued.gap_errors) == 0
        checked += 1
    assert checked


def test_what_looks_the_same_to_a_seat_is_worth_the_same() -> None:
    hand = before(played(CHIPS, 3), 8)
    assert hand.turn is not None
    view = hand.view(hand.turn)
    other = infer(view)[5].hand()
    assert other != hand
    assert value(view, QUICK).values.tolist() == value(other.view(hand.turn), QUICK).values.tolist()


def test_the_same_seed_gives_the_same_numbers_and_another_one_others() -> None:
    hand = before(played(CHIPS, 3), 4)
    assert hand.turn is not None
    view = hand.view(hand.turn)
    once, again, other = (value(view, Budget(400, seed)) for seed in (1, 1, 2))
    assert once.method == "playouts"
    assert once.values.tolist() == again.values.tolist() != other.values.tolist()
    assert (once.errors > 0).all()
    assert once.gaps[once.actions.index(once.best)] == 0


def test_both_ends_of_the_same_number_are_one_choice() -> None:
    for seed in range(60):
        hand = played(CHIPS, seed)
        while hand.actions:
            hand.undo()
            assert hand.turn is not None
            view = hand.view(hand.turn)
            same = representatives(view)
            if view.ends and view.ends[0] == view.ends[1] and len(view.legal) > 2 and not view.legal[0].is_discard:
                valued = value(view, QUICK)
                for action in view.legal:
                    assert valued.value(action) == valued.value(same[action])
                    assert same[action].tile is action.tile
                return
    pytest.fail("no such moment")


def test_a_loss_is_only_told_where_it_is_more_than_chance() -> None:
    rng, told, covered = np.random.default_rng(1), 0, 0
    for _ in range(400):
        common = rng.normal(0, 30, (400, 1))
        samples = common + rng.normal(0, 10, (400, 5))  # five actions that are worth the same
        loss = _loss(samples, 0, 0.0)
        told += loss.low > 0
        covered += loss.low <= 0 <= loss.high
        assert loss.low <= loss.chips <= loss.high
    assert told <= 8
    assert covered >= 392


def test_a_loss_is_not_larger_on_average_than_it_is() -> None:
    rng, lost = np.random.default_rng(2), []
    for _ in range(300):
        samples = rng.normal(0, 10, (400, 6))
        samples[:, 0] -= 2.0
        lost.append(_loss(samples, 0, 0.0).chips)
    naive = 2.0 + 10 / 400**0.5 * 1.16  # the highest of five means
    assert 1.9 < np.mean(lost) < 2.15 < naive


def test_a_small_sample_of_worlds_makes_bounds_wide() -> None:
    samples = np.random.default_rng(3).normal(0, 10, (400, 2))
    assert _loss(samples, 0, 1 / 50).high > 2 * _loss(samples, 0, 0.0).high


def test_who_is_not_on_turn_is_refused() -> None:
    hand = Hand.dealt(CHIPS, seed=1)
    for view in (hand.view(None), played(CHIPS, 1).view(Seat.A)):
        with pytest.raises(ReviewError, match="not on turn"):
            value(view)


@pytest.mark.parametrize(
    ("given", "code"),
    [({"worlds": 99}, "review-worlds"), ({"seed": -1}, "review-seed"), ({"model": "x"}, "review-model")],
)
def test_a_budget_that_makes_no_sense_is_refused(given: dict[str, object], code: str) -> None:
    with pytest.raises(ReviewError) as caught:
        Budget(**given)  # type: ignore[arg-type]
    assert caught.value.code == code
