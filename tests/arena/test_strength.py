from __future__ import annotations

import json
import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gaple import Rules
from gaple.arena import Ladder, LadderResults
from gaple.arena.contest import Contest
from gaple.arena.deals import play_deal
from gaple.arena.strength import Estimate, duel, fit, measure
from tests.strategies import rules

RAISER = "tests.arena.misbehaving:Raiser"
chips = st.floats(-100, 100)


@st.composite
def connected(draw: st.DrawFn) -> tuple[list[float], list[tuple[int, int]]]:
    """Strengths of players, and pairs (each either way round) that connect all of them."""
    strengths = draw(st.lists(chips, min_size=2, max_size=8))
    count = len(strengths)
    tree = [(draw(st.integers(0, other - 1)), other) for other in range(1, count)]
    more = draw(st.lists(st.sampled_from(list(combinations(range(count), 2))), max_size=10))
    pairs = [pair[::-1] if draw(st.booleans()) else pair for pair in tree + more]
    return strengths, draw(st.permutations(pairs))


@given(connected())
def test_known_strengths_are_found(given: tuple[list[float], list[tuple[int, int]]]) -> None:
    """Where the gains are the differences of strengths, whatever pairs have met."""
    strengths, pairs = given
    gains = np.array([strengths[one] - strengths[other] for one, other in pairs])
    assert fit(len(strengths), pairs, gains) == pytest.approx(np.array(strengths) - np.mean(strengths), abs=1e-6)


@given(connected(), st.randoms(use_true_random=False))
def test_who_is_called_the_first_of_a_pair_does_not_matter(
    given: tuple[list[float], list[tuple[int, int]]], rng: random.Random
) -> None:
    """Nor does who is whose number; and with every gain the other way round so is every strength."""
    count, pairs = len(given[0]), given[1]
    gains = np.array([rng.uniform(-20, 20) for _ in pairs])
    found = fit(count, pairs, gains)
    assert found.sum() == pytest.approx(0, abs=1e-6)
    assert fit(count, [pair[::-1] for pair in pairs], -gains) == pytest.approx(found, abs=1e-6)
    assert fit(count, pairs, -gains) == pytest.approx(-found, abs=1e-6)
    other = rng.sample(range(count), count)
    renamed = fit(count, [(other[one], other[two]) for one, two in pairs], gains)
    assert renamed[other] == pytest.approx(found, abs=1e-6)


@given(st.integers(2, 8), st.integers(0, 2**32 - 1))
def test_where_all_have_met_a_strength_is_the_mean_of_what_was_gained(count: int, seed: int) -> None:
    table = np.random.default_rng(seed).normal(0, 10, (count, count))
    table -= table.T
    pairs = list(combinations(range(count), 2))
    gains = np.array([table[pair] for pair in pairs])
    assert fit(count, pairs, gains) == pytest.approx(table.mean(axis=1), abs=1e-9)


def test_no_other_strengths_miss_by_less() -> None:
    rng = np.random.default_rng(1)
    pairs = [(0, 1), (1, 2), (2, 3), (0, 2), (3, 4)]
    gains = rng.normal(0, 10, len(pairs))

    def missed(strengths: NDArray[np.float64]) -> float:
        return float(sum((gain - strengths[a] + strengths[b]) ** 2 for gain, (a, b) in zip(gains, pairs, strict=True)))

    found = fit(5, pairs, gains)
    assert all(missed(found + rng.normal(0, 0.1, 5)) >= missed(found) for _ in range(200))


@settings(max_examples=30)
@given(rules(), st.integers(0, 100))
def test_a_duel_is_the_same_from_both_sides(by: Rules, number: int) -> None:
    many = by.players > 2 and not by.teams
    one, other = [
        Contest(candidate=names[0], against=names[1], rules=by, many=many)
        for names in (("greedy", "random"), ("random", "greedy"))
    ]
    assert duel(one, play_deal(one, number)) == pytest.approx(-duel(other, play_deal(other, number)), abs=1e-9)


CHIPS = Rules(settle="pairwise")


def played(deals: int, *players: str, by: Rules = CHIPS) -> LadderResults:
    results = LadderResults(Ladder(players=players, rules=by, limit=600))  # kernels are compiled on the way
    for number in range(deals):
        for part in results.parts:
            part.add(play_deal(part.contest, number))
    return results


def test_the_stronger_stand_above_the_weaker() -> None:
    strengths = played(20, "random", "flat20", "greedy").strengths()
    assert [player.name for player in strengths.players] == ["flat20", "greedy", "random"]
    assert sum(player.strength.mean for player in strengths.players) == pytest.approx(0)
    means = {player.name: player.strength.mean for player in strengths.players}
    for player, following in zip(strengths.players, strengths.players[1:], strict=False):
        assert player.ahead
        assert player.ahead.mean == pytest.approx(means[player.name] - means[following.name])
    assert strengths.players[-1].ahead is None
    for player in strengths.players:
        assert player.strength.low is not None
        assert player.strength.high is not None
        assert player.strength.low < player.strength.mean < player.strength.high
        assert player.taken
        assert player.taken.decisions > 100
    for pair in strengths.duels:
        assert pair.fitted == pytest.approx(means[pair.candidate] - means[pair.against])
        assert pair.miss == pytest.approx(abs(pair.gain.mean - pair.fitted))
    assert strengths.faults == {}


def test_of_two_the_strengths_are_half_of_what_the_one_gains() -> None:
    results = played(10, "random", "greedy")
    (part,) = results.parts
    ways = part.summary().ways
    alone = (ways["one"].gain + 3 * ways["many"].gain) / 2
    first, last = results.strengths().players
    assert (first.strength.mean, last.strength.mean) == pytest.approx((alone / 2, -alone / 2))
    gain = results.strengths().duels[0].gain
    assert first.ahead
    assert (first.ahead.mean, first.ahead.low) == pytest.approx((gain.mean, gain.low))


def test_an_interval_covers_the_strength_as_often_as_it_says() -> None:
    rng = np.random.default_rng(2)
    truth, pairs = np.array([3.0, 1.0, -4.0]), [(0, 1), (0, 2), (1, 2)]
    covered = 0
    for _ in range(200):
        noise = rng.normal(0, 10, (80, 1)) + rng.normal(0, 10, (80, 3))  # contests over one deal are alike
        gains = noise + [truth[one] - truth[other] for one, other in pairs]
        found = Estimate.of(fit(3, pairs, gains)[:, 0])
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= truth[0] <= found.high
    assert 180 <= covered <= 199


def test_only_deals_that_all_have_played_count() -> None:
    whole, cut = played(5, "random", "greedy", "flat5"), played(5, "random", "greedy", "flat5")
    cut.parts[0].deals.pop(1)
    cut.parts[2].deals.pop(4)
    for part in whole.parts:
        for number in (1, 4):
            part.deals.pop(number)
    assert cut.strengths().deals == 3
    assert [player.strength for player in cut.strengths().players] == [
        player.strength for player in whole.strengths().players
    ]


def test_the_order_of_players_and_deals_does_not_matter() -> None:
    one, other = played(4, "random", "greedy", "flat5"), played(4, "flat5", "random", "greedy")
    shuffled = {part.contest: dict(reversed(part.deals.items())) for part in reversed(other.parts)}
    found = measure(shuffled)
    assert [player.name for player in found.players] == [player.name for player in one.strengths().players]
    for mine, others in zip(found.players, one.strengths().players, strict=True):
        assert mine.strength.mean == pytest.approx(others.strength.mean)
        assert mine.strength.low == pytest.approx(others.strength.low)


def test_nothing_played_says_nothing() -> None:
    told = played(0, "random", "greedy", "flat5").strengths().to_dict()
    assert told == {"deals": 0, "players": (), "duels": (), "faults": {}}
    alone = played(1, "random", "greedy", "flat5").strengths().players[0]
    assert (alone.strength.low, alone.strength.high) == (None, None)


def test_who_never_had_a_choice_has_no_times() -> None:
    strengths = played(1, "random", "greedy", by=Rules(players=2, hand=1)).strengths()
    assert [player.taken for player in strengths.players] == [None, None]
    json.dumps(strengths.to_dict(), allow_nan=False)


def test_who_fails_is_named() -> None:
    strengths = played(2, RAISER, "random", "greedy").strengths()
    assert list(strengths.faults) == [RAISER]
    (player,) = (player for player in strengths.players if player.name == RAISER)
    assert player.taken
    assert strengths.faults[RAISER] == {"raised RuntimeError": player.taken.decisions}
