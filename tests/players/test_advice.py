from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaple import Dealing, GapleError, Hand, Match, Rules
from gaple.players import Advice, Casual, Greedy, advise, make
from gaple.players.player import Considered
from gaple.view import View
from tests import strategies
from tests.strategies import play_some


@given(strategies.rules(), st.integers(0, 2**32), st.integers(0, 20))
@settings(max_examples=100, deadline=None)
def test_what_casual_advises_is_what_casual_does(rules: Rules, seed: int, moves: int) -> None:
    hand = play_some(Match(rules).deal(Dealing.from_seed(seed, rules)), seed, moves)
    if hand.turn is None:
        return
    view = hand.view(hand.turn)
    advice = advise(Casual(), view)
    assert advice.action == Casual().choose(view)
    assert (advice.why == "only") == (len(view.legal) == 1) == (advice.instead is None)
    assert advice.instead != advice.action
    assert advice.instead is None or advice.instead in view.legal
    assert (advice.gap, advice.worlds) == (None, None)


class Weighing(Greedy):
    """Values the actions of a view as it is told."""

    def __init__(self, *values: float) -> None:
        self.values = values

    def consider(self, view: View) -> Considered:
        values = dict(zip(view.legal, self.values, strict=True))
        best = (min if view.rules.low_is_good else max)(values, key=values.__getitem__)
        return Considered(best, values, 77)


def a_choice(rules: Rules) -> View:
    """A turn with three choices."""
    for seed in range(1000):
        hand = play_some(Hand.dealt(rules, seed), seed, 5)
        if len(hand.legal_actions()) == 3:
            return hand.view(hand.turn)
    raise AssertionError


@pytest.mark.parametrize(
    ("rules", "values", "expected"),
    [
        ("", (0.2, 0.5, 0.4), ("better", 0.1)),
        ("", (0.2, 0.5, 0.49), ("level", 0.01)),
        ("teams=yes", (0.4, 1.0, 0.8), ("better", 0.1)),
        ("settle=pairwise", (-4.0, 3.0, 2.0), ("better", 1.0)),
        ("settle=winner", (-4.0, 3.0, 2.8), ("level", 0.2)),
        ("settle=points", (9.0, 3.0, 5.0), ("better", 2.0)),
    ],
)
def test_what_is_clearly_better_is_told_from_what_is_level(
    rules: str, values: tuple[float, ...], expected: tuple[str, float]
) -> None:
    view = a_choice(Rules.parse(f"players=4 hand=6 {rules}"))
    advice = advise(Weighing(*values), view)
    assert (advice.why, round(advice.gap or 0, 6)) == expected
    assert (advice.action, advice.instead, advice.worlds) == (view.legal[1], view.legal[2], 77)


def test_who_cannot_say_why_is_not_asked() -> None:
    view = a_choice(Rules(hand=6))
    with pytest.raises(GapleError) as silent:
        advise(Greedy(), view)
    assert silent.value.code == "player-silent"
    onlooker = Hand.dealt(Rules(), 1).view(None)
    with pytest.raises(GapleError) as not_on_turn:
        advise(Casual(), onlooker)
    assert not_on_turn.value.code == "player-not-on-turn"


def test_the_strongest_says_by_how_much() -> None:
    view = a_choice(Rules(hand=6))
    advice = advise(make("flat", 1), view)
    assert isinstance(advice, Advice)
    assert advice.action == make("flat", 1).choose(view)
    assert advice.why in ("better", "level")
    assert advice.worlds == 100
