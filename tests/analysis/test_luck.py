from __future__ import annotations

import numpy as np
import pytest

from gaple import Hand, Rules, Seat
from gaple.analysis import Interval, deal_luck
from gaple.analysis.luck import student, usual_nets
from tests.analysis.hands import CHIPS, KINDS, TEAMS, played


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_luck_averages_to_nothing_over_deals(rules: Rules) -> None:
    luck = np.array([deal_luck(Hand.dealt(rules, seed=f"luck {number}")) for number in range(150)])
    errors = luck.std(axis=0) / 150**0.5
    assert (np.abs(luck.mean(axis=0)) < 4 * errors).all()


@pytest.mark.parametrize("rules", [CHIPS, TEAMS], ids=str)
def test_luck_averages_to_nothing_over_deals_of_later_hands(rules: Rules) -> None:
    luck = np.array([deal_luck(Hand.dealt(rules, seed=f"{n}", number=2, opener=Seat.C)) for n in range(150)])
    assert (np.abs(luck.mean(axis=0)) < 4 * luck.std(axis=0) / 150**0.5).all()


def test_of_chips_nobody_has_luck_but_at_the_cost_of_others() -> None:
    for seed in range(5):
        assert sum(deal_luck(played(CHIPS, seed))) == pytest.approx(0, abs=1e-6)
        luck = deal_luck(played(TEAMS, seed))
        assert luck[0] == luck[2] == pytest.approx(-luck[1])


def test_luck_does_not_depend_on_what_was_played() -> None:
    assert deal_luck(played(CHIPS, 1)) == deal_luck(Hand.dealt(CHIPS, seed=1))


def test_who_may_begin_is_no_luck() -> None:
    first = usual_nets(Hand.dealt(CHIPS, seed=1))
    later = usual_nets(Hand.dealt(CHIPS, seed=1, number=2, opener=Seat.B))
    assert first.tolist() == [0, 0, 0, 0]
    assert later.argmax() == Seat.B


def test_a_result_without_luck_spreads_less() -> None:
    hands = [played(CHIPS, seed, ("greedy",)) for seed in range(100)]
    nets = np.array([hand.outcome.net for hand in hands if hand.outcome], np.float64)
    luck = np.array([deal_luck(hand) for hand in hands])
    assert (nets - luck).var() < 0.8 * nets.var()


def test_an_interval_covers_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(2000):
        interval = Interval.of(rng.normal(2, 10, 6).tolist())
        assert interval.low is not None
        assert interval.high is not None
        covered += interval.low <= 12 <= interval.high
    assert 0.935 < covered / 2000 < 0.965
    assert Interval.of([3.0]) == Interval(3.0, None, None)


def test_quantiles_are_those_of_tables() -> None:
    tables = {1: 12.706, 2: 4.303, 4: 2.776, 7: 2.365, 20: 2.086, 60: 2.0}
    assert all(student(n) == pytest.approx(t, rel=0.01) for n, t in tables.items())
