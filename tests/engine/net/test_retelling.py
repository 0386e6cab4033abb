from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaple import Hand, Rules, Seat
from gaple.engine.infer import infer
from gaple.engine.net.belief import CODE, COLUMN, FACTS
from gaple.engine.net.belief import SEAT as BY
from gaple.engine.net.retelling import retell
from gaple.engine.net.scene import WIDTH
from gaple.engine.state import DEAD, DISCARD, HELD, NOBODY, TURN, code_of
from gaple.tiles import tile_set
from tests.strategies import hands, other_world, play_some, rules, seeds


def who(hand: Hand, number: int) -> Seat | None:
    """Anybody, or an onlooker."""
    return (None, *hand.rules.seats)[number % (hand.rules.players + 1)]


@given(hands(), st.integers(0, 5))
def test_the_present_scene(hand: Hand, number: int) -> None:
    seat = who(hand, number)
    view = hand.view(seat)
    _, _, scene = retell(view)
    assert scene.shape == (WIDTH,)
    assert scene.dtype == np.int64
    assert scene[TURN] == (NOBODY if hand.turn is None else hand.turn)
    for other in range(5):
        held, dead = int(scene[HELD + other]), int(scene[DEAD + other])
        if other == seat:
            assert (held, dead) == (tile_set(hand.tiles(seat)), tile_set(hand.dead(seat)))
        elif other < hand.rules.players:
            counts = view.counts[other], len(view.dead[other])
            assert (held, dead) == tuple((1 << count) - 1 for count in counts), "hidden tiles have numbers only"
        else:
            assert (held, dead) == (0, 0)


@given(hands(), st.integers(0, 5))
def test_every_scene_before_was_once_the_present_one(hand: Hand, number: int) -> None:
    """But for the own tiles, which the scenes before a move do not know either."""
    before, moves, _ = retell(hand.view(who(hand, number)))
    assert before.shape == (len(hand.actions), WIDTH)
    assert moves.shape == (len(hand.actions), FACTS)
    for place in reversed(range(len(before))):
        hand.undo()
        assert before[place].tolist() == retell(hand.view(None))[2].tolist()


@given(hands(finished=True), st.integers(0, 5))
def test_the_moves(hand: Hand, number: int) -> None:
    while hand.actions and random.Random(number).random() < 0.3:
        hand.undo()
    _, moves, _ = retell(hand.view(who(hand, number)))
    assert moves[:, BY].tolist() == [seat for seat, _ in hand.moves]
    codes = [DISCARD if action.is_discard else code_of(action) for action in hand.actions]
    assert moves[:, CODE].tolist() == codes, "which tile was discarded is not told"


@settings(max_examples=50)
@given(hands(finished=True), st.integers(0, 5), st.integers(1, 8))
def test_a_discard_is_found_in_its_column_of_a_world(hand: Hand, number: int, back: int) -> None:
    for _ in range(min(back, len(hand.actions))):
        hand.undo()
    view = hand.view(who(hand, number))
    worlds = infer(view)
    _, moves, _ = retell(view)
    batch = worlds.sample(3, seed=1)
    for row, world in zip(batch.rows, batch, strict=True):
        for (_, action), column in zip(world.hand().moves, moves[:, COLUMN], strict=True):
            assert column < 0 or action.is_discard
            if action.is_discard and action.tile:
                assert row[column] == action.tile.bit


@given(hands(), st.integers(0, 5), seeds)
def test_nothing_hidden_gets_in(hand: Hand, number: int, seed: int) -> None:
    seat = who(hand, number)
    world = other_world(hand, seat, random.Random(seed))
    if world and not hand.is_over:
        for here, there in zip(retell(hand.view(seat)), retell(world.view(seat)), strict=True):
            assert here.tolist() == there.tolist()


@pytest.mark.parametrize("by", [Rules(), Rules(hand=6, stuck="pass")])
def test_a_hand_that_has_just_been_dealt(by: Rules) -> None:
    hand = Hand.dealt(by, seed=1)
    before, moves, scene = retell(hand.view(Seat.B))
    assert (len(before), len(moves)) == (0, 0)
    assert scene[TURN] == hand.turn


@settings(max_examples=20)
@given(rules(), seeds)
def test_a_finished_hand_can_be_retold(by: Rules, seed: int) -> None:
    hand = play_some(Hand.dealt(by, seed), seed)
    before, _, scene = retell(hand.view(Seat.A))
    assert scene[TURN] == NOBODY
    assert len(before) == len(hand.actions)
