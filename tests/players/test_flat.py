from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaple import Action, GapleError, Hand, Rules
from gaple.engine.infer import infer
from gaple.players import Flat, Greedy
from tests.strategies import hands, play_some

FEW = settings(max_examples=40)


@FEW
@given(hands())
def test_values_by_another_reckoning(hand: Hand) -> None:
    """Where all worlds are looked at: each as a :class:`Hand`, played out by the greedy player."""
    if hand.turn is None:
        return
    view = hand.view(hand.turn)
    worlds = infer(view)
    if worlds.count > 30:
        return
    considered = Flat(seed=1, worlds=30).consider(view)
    assert considered.worlds == worlds.count
    expected = {action: np.mean([played_out(world.hand(), action) for world in worlds]) for action in view.legal}
    assert considered.values == pytest.approx(expected)
    best = min if hand.rules.low_is_good else max
    assert considered.values[considered.action] == best(considered.values.values())


def played_out(hand: Hand, action: Action) -> int:
    seat = hand.turn
    assert seat is not None
    hand.play(action)
    while hand.turn is not None:
        hand.play(Greedy().choose(hand.view(hand.turn)))
    assert hand.outcome
    side = next((side for side in hand.rules.sides if seat in side), (seat,))
    return sum(hand.outcome.net[each] for each in side)


def test_a_side_is_valued_together() -> None:
    """In teams, with chips, a seat's own net is half of what its side gets or less; here it is the sum."""
    hand = play_some(Hand.dealt(Rules(teams=True, settle="pairwise"), seed=3), 1, 18)
    assert hand.turn is not None
    view = hand.view(hand.turn)
    worlds = infer(view)
    considered = Flat(1, worlds.count).consider(view)
    expected = [np.mean([played_out(world.hand(), action) for world in worlds]) for action in view.legal]
    assert list(considered.values.values()) == pytest.approx(expected)


@given(st.integers(0, 2**70), st.integers(1, 30))
def test_the_same_seed_has_the_same_reason(seed: int, moves: int) -> None:
    hand = play_some(Hand.dealt(Rules(hand=6), seed), seed, moves)
    if hand.turn is not None:
        view = hand.view(hand.turn)
        assert Flat(seed, 5).consider(view) == Flat(seed, 5).consider(view)


def test_another_seed_looks_at_other_worlds() -> None:
    hand = Hand.dealt(Rules(hand=6), seed=2)
    view = hand.view(hand.turn)
    found = {tuple(Flat(seed, 10).consider(view).values.values()) for seed in range(5)}
    assert len(found) > 1


def test_of_equals_it_takes_what_greedy_would() -> None:
    """With ``settle=hands`` and few worlds there are many."""
    found = 0
    for seed in range(40):
        hand = play_some(Hand.dealt(Rules(), seed), seed, 8)
        if hand.turn is not None:
            view = hand.view(hand.turn)
            considered = Flat(1, worlds=3).consider(view)
            best = max(considered.values.values())
            equals = tuple(action for action, value in considered.values.items() if value == best)
            assert considered.action is Greedy().choose(replace(view, legal=equals))
            found += len(equals) > 1
    assert found >= 10


def test_the_players_need_no_engine_to_be_imported() -> None:
    program = "import sys, gaple.players; sys.exit(any(name.startswith(('numba', 'numpy')) for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def test_without_worlds_there_is_nothing_to_think_about() -> None:
    with pytest.raises(GapleError, match="0 worlds"):
        Flat(1, worlds=0)
