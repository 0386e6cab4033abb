"""How a seat of a playout chooses, against the same in plain Python."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaple import Hand, Rules
from gaple.engine.net import choosing, trained
from gaple.engine.net.choosing import GREEDY, NAIVE, UNIFORM, expect
from gaple.engine.net.network import Net, desk, think
from gaple.engine.net.retelling import retell
from gaple.engine.net.scene import choices
from gaple.engine.params import Params
from gaple.engine.state import code_of
from gaple.players import Greedy
from tests.engine.calling import compiled
from tests.engine.net.plain import each_turn, opinions, soft
from tests.strategies import hands

KINDS = (UNIFORM, GREEDY, 0.02, 0.3, 2.0, NAIVE + 0.02, NAIVE + 0.5)


def choose_once(params: Any, net: Any, scene: Any, kind: Any, bits: Any) -> int:
    options, first = choices(params, scene)
    return first + choosing.choose(params, net, scene, kind, options, first, bits, desk())


def chances_of(params: Any, net: Any, scene: Any, kind: Any) -> Any:
    room = desk()
    options, first = choices(params, scene)
    n = think(params, net, scene, options, first, room)
    expect(room.lean, room.naive, n, kind, options, first, room.chance)
    return room.chance[:n]


choose, chances = compiled(choose_once), compiled(chances_of)


@settings(max_examples=60)
@given(hands(), st.sampled_from(KINDS))
def test_how_likely_each_action_is(hand: Hand, kind: float) -> None:
    for view in each_turn(hand):
        found = chances(Params.of(view.rules), trained(), retell(view)[2], kind)
        assert found.sum() == pytest.approx(1)
        assert found == pytest.approx(soft(view, opinions(view, trained()), kind), rel=5e-2, abs=1e-3)


@settings(max_examples=40)
@given(hands(), st.integers(0, 2**32))
def test_the_action_that_chance_falls_upon(hand: Hand, seed: int) -> None:
    """The chances lie side by side in the order of actions, and the bits say where in them."""
    rng = random.Random(seed)
    for view in each_turn(hand):
        params, scene = Params.of(view.rules), retell(view)[2]
        codes = [code_of(action) for action in view.legal]
        for kind in (UNIFORM, 0.1, 0.3, 2.0, NAIVE + 0.2, NAIVE + 2.0):
            found, bits = chances(params, trained(), scene, kind), rng.getrandbits(64)
            place = codes.index(choose(params, trained(), scene, kind, np.uint64(bits)))
            assert found[:place].sum() - 1e-9 <= bits / 2**64 <= found[: place + 1].sum() + 1e-9
        assert choose(params, trained(), scene, GREEDY, np.uint64(1)) == code_of(Greedy().choose(view))


@given(hands())
def test_the_greedy_one_is_the_greedy_player(hand: Hand) -> None:
    """Choice for choice, and it is all that it does."""
    for view in each_turn(hand):
        found = chances(Params.of(view.rules), trained(), retell(view)[2], GREEDY)
        assert view.legal[int(found.argmax())] is Greedy().choose(view)
        assert sorted(found) == [0.0] * (len(found) - 1) + [1.0]


def test_the_hotter_the_more_by_chance() -> None:
    hand = Hand.dealt(Rules(hand=6), seed=1)
    params, scene = Params.of(hand.rules), retell(hand.view(hand.turn))[2]
    spreads = []
    for heat in (1e-6, 0.02, 0.1, 1.0, 15.0):
        found = chances(params, trained(), scene, heat)
        spreads.append(-sum(chance * math.log(chance) for chance in found if chance))
    assert spreads == sorted(spreads)
    assert spreads[0] == pytest.approx(0, abs=1e-6)
    assert spreads[-1] == pytest.approx(math.log(len(found)), rel=1e-2)


def test_leans_may_be_large() -> None:
    """Only their differences count, so no exponential overflows."""
    hand = Hand.dealt(Rules(hand=6), seed=1)
    net = Net(*(array * 1000 for array in Net.fresh(1)))
    found = chances(Params.of(hand.rules), net, retell(hand.view(hand.turn))[2], 0.01)
    assert np.isfinite(found).all()
    assert found.sum() == pytest.approx(1)
