"""Worlds weighed by a policy, against the same told with the ground floor's Hand."""

from __future__ import annotations

import math
import random
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaple import TILES, Action, Hand, Rules, Seat
from gaple.engine import ACTIONS, GREEDY, UNIFORM, EngineError, Policy
from gaple.engine.infer import ViewError, infer, weigh
from gaple.engine.state import code_of
from gaple.players import Greedy
from tests import strategies

# Every tile, end and discard has a weight of its own; some have none.
ODD = Policy.weighted([(7 * code * code + 3 * code) % 11 for code in range(len(ACTIONS))])
RARE = Policy.weighted([float(code == 13) for code in range(len(ACTIONS))])  # mostly nothing to go by: then uniform
DEAR = Policy.ranked([(5 * code) % 17 for code in range(len(ACTIONS))])


def chance(hand: Hand, action: Action, policy: Policy, floor: float) -> float:
    legal = hand.legal_actions()
    told = [policy.values[code_of(each)] for each in legal]
    if policy.mode == GREEDY.mode:
        by_policy = float(legal[told.index(max(told))] is action)
    elif policy.mode == UNIFORM.mode or not sum(told):
        by_policy = 1 / len(legal)
    else:
        by_policy = told[legal.index(action)] / sum(told)
    return (1 - floor) * by_policy + floor / len(legal)


def likelihood(world: Hand, hidden: list[Seat], policies: tuple[Policy, ...], floor: float) -> float:
    hand = Hand(world.rules, world.deal, world.starter, world.number, world.duty.seat)
    product = 1.0
    for seat, action in world.moves:
        if seat in hidden and len(hand.legal_actions()) > 1:
            product *= chance(hand, action, policies[seat], floor)
        hand.play(action)
    return product


@st.composite
def late_hands(draw: st.DrawFn) -> tuple[Hand, Seat | None]:
    """A hand so far on that few worlds are left, and who looks at it."""
    hand = draw(strategies.hands(finished=True))
    seat = draw(st.sampled_from([None, *hand.rules.seats]))
    for _ in range(draw(st.integers(1, 12))):
        if not hand.actions:
            break
        action = hand.undo()
        if infer(hand.view(seat)).count > 400:
            hand.play(action)
            break
    return hand, seat


@given(late_hands(), st.lists(st.sampled_from([UNIFORM, GREEDY, ODD, RARE, DEAR]), min_size=5, max_size=5), st.data())
@settings(max_examples=60, deadline=None)
def test_agrees_with_hands_replayed(
    late: tuple[Hand, Seat | None], policies: list[Policy], data: st.DataObject
) -> None:
    hand, seat = late
    worlds = infer(hand.view(seat))
    floor = data.draw(st.sampled_from([0.1, 0.5, 1.0]))
    chosen = tuple(policies[: hand.rules.players])
    weighted = weigh(worlds, chosen, floor=floor)
    assert weighted.exact
    hidden = [other for other in hand.rules.seats if other != seat]
    hands = [world.hand() for world in worlds]
    expected = np.array([likelihood(world, hidden, chosen, floor) for world in hands])
    expected /= expected.sum()
    np.testing.assert_allclose(weighted.weights, expected, rtol=1e-9)
    assert weighted.effective == pytest.approx(1 / (expected**2).sum())
    where = weighted.where
    for tile in TILES:
        for by in hand.rules.seats:
            held = [tile in world.tiles(by) for world in hands]
            dead = [tile in world.dead(by) for world in hands]
            assert where.hands[tile.index, by] == pytest.approx(expected @ held, abs=1e-12)
            assert where.dead[tile.index, by] == pytest.approx(expected @ dead, abs=1e-12)
        stock = [tile in world.deal.stock[1:] for world in hands]
        assert where.stock[tile.index] == pytest.approx(expected @ stock, abs=1e-12)


def greedy_hand(seed: int, moves: int) -> Hand:
    hand, player = Hand.dealt(Rules(hand=6), seed), Greedy()
    for _ in range(moves):
        if hand.is_over:
            break
        hand.play(player.choose(hand.view(hand.turn)))
    return hand


def test_a_sample_comes_close_to_the_exact_answer() -> None:
    worlds = infer(greedy_hand(2026, 18).view(Seat.B))
    exact = weigh(worlds, GREEDY)
    sampled = weigh(worlds, GREEDY, limit=100, samples=40_000, seed=3)
    assert (exact.exact, sampled.exact) == (True, False)
    assert 100 < sampled.effective < 40_000
    error = np.abs(sampled.where.hands - exact.where.hands).max()
    assert error < 5 * 0.5 / math.sqrt(sampled.effective)
    again = weigh(worlds, GREEDY, limit=100, samples=40_000, seed=3)
    assert (again.weights == sampled.weights).all()


def test_with_a_floor_of_one_only_choices_by_chance_count() -> None:
    worlds = infer(greedy_hand(2026, 18).view(Seat.B))
    everything = weigh(worlds, GREEDY, floor=1)
    np.testing.assert_allclose(everything.weights, weigh(worlds, UNIFORM).weights)


def test_who_knows_how_the_others_play_knows_more() -> None:
    """The surprise at where tiles really are, in bits, is less with the true policy than with constraints alone."""
    rng = random.Random(4)
    plain = weighed = 0.0
    for _ in range(30):
        hand = greedy_hand(rng.getrandbits(32), 14)
        if hand.is_over:
            continue
        worlds = infer(hand.view(Seat.A))
        weighted = weigh(worlds, GREEDY, samples=5_000)
        for where in (worlds.where, weighted.where):
            bits = sum(
                -math.log2(max(float(where.hands[tile.index, seat]), 1e-3))
                for seat in hand.rules.seats
                for tile in hand.tiles(seat)
            )
            if where is worlds.where:
                plain += bits
            else:
                weighed += bits
    assert weighed < 0.97 * plain


def test_no_world_may_be_left() -> None:
    hand = strategies.play_some(Hand.dealt(Rules(hand=6), seed=1), 1, 14)
    worlds = infer(hand.view(Seat.A))
    assert weigh(worlds, GREEDY, floor=0.01).effective >= 1
    never = Policy.ranked(range(len(ACTIONS)))
    with pytest.raises(ViewError, match="in none of the"):
        weigh(worlds, never, floor=0)


def test_numbers_out_of_range() -> None:
    worlds = infer(Hand.dealt(Rules(), seed=1).view(Seat.A))
    weighing = partial(weigh, worlds, UNIFORM)
    for bad in ({"floor": -0.1}, {"floor": 1.1}, {"floor": math.nan}, {"limit": -1}, {"samples": 0}, {"seed": -1}):
        with pytest.raises(EngineError):
            weighing(**bad)
    with pytest.raises(EngineError):
        weigh(worlds, (UNIFORM,))
    with pytest.raises(EngineError):
        worlds.sample(-1)
    with pytest.raises(EngineError):
        worlds.sample(1, seed=2**64)
