from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings

from gaple import Hand, Rules
from gaple.engine.net import judge, trained
from gaple.engine.net.network import Net, scale
from gaple.engine.params import Params
from tests.engine.calling import callable_from_python
from tests.engine.net.plain import each_turn, opinions
from tests.strategies import hands, other_world, play_some, seeds

unit = callable_from_python(scale)


@settings(max_examples=50)
@given(hands())
def test_what_the_network_thinks_in_chips(hand: Hand) -> None:
    for view in each_turn(hand):
        leans, values = judge(view)
        lean, _, worth = opinions(view, trained()).T
        sign = -1 if view.rules.low_is_good else 1
        assert leans == pytest.approx(lean.tolist(), rel=1e-3, abs=1e-4)
        assert values == pytest.approx((sign * worth * unit(Params.of(view.rules))).tolist(), rel=1e-3, abs=1e-2)


@given(hands(), seeds)
def test_nothing_hidden_changes_it(hand: Hand, seed: int) -> None:
    world = other_world(hand, hand.turn, random.Random(seed))
    if world and hand.turn is not None and hand.legal_actions()[0].tile:
        assert judge(hand.view(hand.turn)) == judge(world.view(hand.turn))


def test_other_worlds_are_found() -> None:
    """The test above would pass if none ever were."""
    found = 0
    for seed in range(60):
        hand = play_some(Hand.dealt(Rules(), seed), seed, 6)
        world = other_world(hand, hand.turn, random.Random(seed))
        if world and world.deal != hand.deal:
            found += 1
            assert judge(hand.view(hand.turn)) == judge(world.view(world.turn))
    assert found >= 10


def test_another_network_has_another_opinion() -> None:
    view = Hand.dealt(Rules(hand=6), seed=1).view(Hand.dealt(Rules(hand=6), seed=1).turn)
    assert judge(view) == judge(view, trained())
    assert judge(view) != judge(view, Net.fresh(1))


def test_it_foresees_how_a_hand_comes_out() -> None:
    """What it says of random positions goes with what the seat on turn gets, if all play on as it likes best."""
    told: list[float] = []
    came: list[int] = []
    for seed in range(200):
        hand = play_some(Hand.dealt(Rules(settle="pairwise"), seed), seed, 8)
        if (turn := hand.turn) is None or not hand.legal_actions()[0].tile:
            continue
        while hand.turn is not None:
            view, action = hand.view(hand.turn), hand.legal_actions()[0]
            if action.tile:
                leans, values = judge(view)
                action = view.legal[int(np.argmax(leans))]
                if len(told) == len(came):
                    told.append(values[int(np.argmax(leans))])
            hand.play(action)
        assert hand.outcome
        came.append(hand.outcome.net[turn])
    assert len(told) > 100
    assert np.corrcoef(told, came)[0, 1] > 0.3
