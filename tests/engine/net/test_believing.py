from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaple import Hand, Rules, Seat
from gaple.engine.infer import infer
from gaple.engine.net import BROAD, Belief, Model, believe
from gaple.engine.net.choosing import GREEDY, NAIVE, UNIFORM
from gaple.engine.net.retelling import retell
from gaple.engine.net.scene import WIDTH
from gaple.engine.state import SIZE, position_of
from gaple.players import Greedy, Random
from tests.engine.net.worlds import late_hands
from tests.strategies import hands, other_world, play_some, seeds


def test_the_broad_mixture_has_all_kinds() -> None:
    assert len(BROAD.kinds) == len(BROAD.priors) == len(set(BROAD.kinds))
    assert sum(BROAD.priors) == pytest.approx(1)
    assert min(BROAD.priors) > 0
    assert 0 < BROAD.floor < 0.1
    assert GREEDY in BROAD.kinds
    assert max(kind for kind in BROAD.kinds if kind < NAIVE) >= 0.2  # one that is in doubt about nearly everything
    assert any(kind > NAIVE for kind in BROAD.kinds)
    assert any(0 < kind < NAIVE for kind in BROAD.kinds)


@settings(max_examples=40)
@given(hands(), st.integers(1, 60))
def test_worlds_with_what_everybody_has_seen(hand: Hand, most: int) -> None:
    view = hand.view(hand.turn)
    count = infer(view).count
    belief = believe(view, most, seed=1)
    assert belief.exact == (count <= most)
    n = count if belief.exact else most
    assert (belief.weights.shape, belief.scenes.shape) == ((n,), (n, WIDTH))
    assert belief.beliefs.shape == (n, 5, len(BROAD.kinds))
    assert belief.kinds.tolist() == list(BROAD.kinds)
    assert belief.weights.sum() == pytest.approx(1)
    assert belief.weights.min() > 0
    np.testing.assert_allclose(belief.beliefs[:, : hand.rules.players].sum(axis=2), 1)
    assert (belief.scenes[:, SIZE:] == retell(view)[2][SIZE:]).all()
    worlds = infer(view).all(most) if belief.exact else infer(view).sample(most, 1)
    assert belief.scenes[:, :SIZE].tolist() == [position_of(world.hand()).tolist() for world in worlds]
    assert belief.cases.tolist() == belief.scenes[:, :10].tolist()
    assert belief.cases.flags.c_contiguous


@settings(max_examples=40)
@given(hands(), seeds)
def test_nothing_hidden_changes_a_belief(hand: Hand, seed: int) -> None:
    world = other_world(hand, hand.turn, random.Random(seed))
    if world and hand.turn is not None:
        here, there = [believe(each.view(hand.turn), 30, seed=5) for each in (hand, world)]
        assert np.array_equal(here.weights, there.weights)
        assert np.array_equal(here.scenes, there.scenes)
        assert np.array_equal(here.beliefs, there.beliefs)


@settings(max_examples=30)
@given(late_hands(), st.integers(1, 500), st.integers(0, 2**64 - 1))
def test_worlds_are_drawn_as_often_as_they_weigh(hand: Hand, count: int, seed: int) -> None:
    """Each as many times as is its due, give or take less than one; some differ in the order of discards alone."""
    belief = believe(hand.view(hand.turn), 50, seed=1)
    drawn = belief.drawn(count, seed)
    assert len(drawn.scenes) == len(drawn.beliefs) == count
    np.testing.assert_allclose(drawn.weights, 1 / count)
    assert not drawn.exact
    for scene in belief.scenes:
        alike = (belief.scenes == scene).all(axis=1)
        times = (drawn.scenes == scene).all(axis=1)
        assert abs(times.sum() - belief.weights[alike].sum() * count) < alike.sum() + 1e-6
        known = {each.tobytes() for each in belief.beliefs[alike]}
        assert {each.tobytes() for each in drawn.beliefs[times]} <= known
    again = belief.drawn(count, seed)
    assert np.array_equal(drawn.scenes, again.scenes)


def test_another_seed_draws_others() -> None:
    view = play_some(Hand.dealt(Rules(hand=6), 1), 1, 8).view(Seat.A)
    assert not np.array_equal(believe(view, 20, seed=1).scenes, believe(view, 20, seed=2).scenes)
    belief = believe(view, 100, seed=1)
    assert not np.array_equal(belief.drawn(10, 1).scenes, belief.drawn(10, 5).scenes)


def test_a_rounded_sum_draws_no_world_beyond_the_last() -> None:
    belief = believe(play_some(Hand.dealt(Rules(hand=6), 1), 1, 8).view(Seat.A), 7, seed=1)
    short = Belief(belief.weights * (1 - 1e-3), belief.scenes, belief.beliefs, belief.kinds, exact=False)
    assert len(short.drawn(5000, 1).scenes) == 5000


@pytest.mark.parametrize(("player", "kind"), [(Greedy(), GREEDY), (Random(1), UNIFORM)], ids=["greedy", "random"])
def test_a_hand_tells_of_what_kind_somebody_is(player: Greedy | Random, kind: float) -> None:
    """By the end of a hand the true kind has become likelier, on average over hands and seats by far."""
    model = Model((GREEDY, 0.05, UNIFORM), (1 / 3, 1 / 3, 1 / 3))
    found = []
    for seed in range(20):
        hand = Hand.dealt(Rules(stuck="pass"), seed)
        for _ in range(18):
            if hand.turn is not None:
                hand.play(player.choose(hand.view(hand.turn)))
        if not hand.is_over:
            belief = believe(hand.view(None), 300, seed=1, model=model)
            found.append(belief.weights @ belief.beliefs[:, :4, model.kinds.index(kind)])
    assert len(found) > 10
    assert np.mean(found) > 0.55


def test_who_knows_how_the_others_play_knows_more() -> None:
    """Weighed worlds tell better where tiles really are than all worlds alike, against greedy players."""
    alike = weighed = 0.0
    for seed in range(25):
        hand = Hand.dealt(Rules(hand=6), seed)
        while hand.turn is not None and len(hand.actions) < 13:
            hand.play(Greedy().choose(hand.view(hand.turn)))
        if hand.turn is None:
            continue
        belief = believe(hand.view(hand.turn), 2000, seed=1)
        for seat in hand.rules.seats:
            for tile in hand.tiles(seat):
                there = (belief.scenes[:, seat] & tile.bit) != 0
                alike -= np.log2(max(there.mean(), 1e-3))
                weighed -= np.log2(max(belief.weights @ there, 1e-3))
    assert weighed < 0.97 * alike
