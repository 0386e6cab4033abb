from __future__ import annotations

import random

import numpy as np
import pytest

from gaple import GapleError, Rules
from gaple.arena import Contest, Sprt, summarise
from gaple.arena.deals import play_deal
from gaple.arena.summary import interval
from gaple.arena.times import Times

CONTEST = Contest(candidate="greedy", against="random", rules=Rules(settle="pairwise"), many=True)


def test_every_number_by_hand() -> None:
    deals = [play_deal(CONTEST, number) for number in range(12)]
    summary = summarise(CONTEST, deals)
    assert summary.deals == 12
    for way, fair in (("one", 0.25), ("many", 0.75)):
        hands = [hand for deal in deals for hand in deal.hands if hand.seating.way == way]
        measured = summary.ways[way]
        assert measured.hands == len(hands) == 48
        nets = [np.mean([hand.net[seat] for seat in hand.seating.seats]) for hand in hands]
        assert measured.gain == pytest.approx(np.mean(nets))
        assert measured.won == sum(hand.winner in hand.seating.seats for hand in hands) / 48
        assert measured.blocked == sum(hand.end == "blocked" for hand in hands) / 48
        assert measured.fair == fair
        assert measured.low is not None
        assert measured.high is not None
        assert measured.low < measured.gain < measured.high
    decisions = {name: taken.decisions for name, taken in summary.times.items()}
    assert decisions == {
        name: sum(deal.times[name].total() for deal in deals if name in deal.times) for name in ("greedy", "random")
    }
    assert summary.faults == {}


def test_the_order_of_deals_does_not_matter() -> None:
    deals = [play_deal(CONTEST, number) for number in range(8)]
    shuffled = random.Random(1).sample(deals, 8)
    one, other = summarise(CONTEST, deals), summarise(CONTEST, shuffled)
    assert one.ways == other.ways


def test_nothing_played_says_nothing() -> None:
    assert summarise(CONTEST, []).to_dict() == {"deals": 0, "ways": {}, "times": {}, "faults": {}}
    one = summarise(CONTEST, [play_deal(CONTEST, 0)]).ways["one"]
    assert (one.low, one.high) == (None, None)


def test_faults_are_added_up() -> None:
    contest = Contest(candidate="tests.arena.misbehaving:Raiser", against="greedy", rules=Rules())
    deals = [play_deal(contest, number) for number in range(3)]
    summary = summarise(contest, deals)
    (decisions,) = (taken.decisions for name, taken in summary.times.items() if name == contest.candidate)
    assert summary.faults == {contest.candidate: {"raised RuntimeError": decisions}}
    assert summary.ways["one"].gain == 0  # all that is left of it is the greedy player


def test_an_interval_covers_the_mean_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(200):
        found = interval(rng.normal(3, 10, 80))
        assert found is not None
        covered += found[0] <= 3 <= found[1]
    assert 180 <= covered <= 199


def test_quantiles_are_right_within_three_percent() -> None:
    rng = random.Random(1)
    lengths = sorted(10 ** rng.uniform(-6, 1) for _ in range(1001))
    times = Times.of(lengths)
    assert times.quantile(0.5) == pytest.approx(1000 * lengths[500], rel=0.03)
    assert times.quantile(0.95) == pytest.approx(1000 * lengths[950], rel=0.03)
    assert np.isnan(Times().quantile(0.5))


def test_a_sequential_test_errs_as_seldom_as_it_says() -> None:
    rng = np.random.default_rng(3)
    for truth in (0.0, 1.0):
        verdicts = [Sprt(1.0).verdict(rng.normal(truth, 4, 3000).tolist()) for _ in range(150)]
        assert all(verdicts)
        wrong = sum(verdict.better is not (truth > 0) for verdict in verdicts if verdict)
        assert wrong <= 17  # 7.5 are expected at most
        assert np.median([verdict.deals for verdict in verdicts if verdict]) < 150


def test_no_verdict_before_there_is_one() -> None:
    assert Sprt(1.0).verdict([]) is None
    assert Sprt(1.0).verdict([5.0] * 1000) is None  # no spread is known
    assert Sprt(1.0).verdict([5.0, 6.0] * 15) is None  # too few
    assert Sprt(1.0).verdict([0.0, 1.0] * 300) is None  # just in the middle
    verdict = Sprt(1.0).verdict([-1.0, 0.5] * 100)
    assert verdict
    assert not verdict.better


@pytest.mark.parametrize("gain", [0.0, -1.0, float("nan"), float("inf")])
def test_what_cannot_be_tested_for(gain: float) -> None:
    with pytest.raises(GapleError, match="gain"):
        Sprt(gain)
    with pytest.raises(GapleError, match="error"):
        Sprt(1.0, error=0.5)
