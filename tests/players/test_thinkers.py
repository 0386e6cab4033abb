"""What holds of every player that thinks: it knows no more than it sees, and thinks only where there is a choice."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings

from gaple import GapleError, Hand, Rules, Seat
from gaple.players import Considered, Flat, Learned, Master, Thinker
from tests.strategies import hands, other_world, play_some, rules, seeds

Make = Callable[[int], Thinker]
THINKERS: dict[str, Make] = {
    "flat": lambda seed: Flat(seed, worlds=10),
    "learned": lambda _: Learned(),
    "master": lambda seed: Master(seed, effort=0.0125),
}
every = pytest.mark.parametrize("make", THINKERS.values(), ids=THINKERS)


@every
@settings(max_examples=40)
@given(hand=hands(), seed=seeds)
def test_nothing_hidden_changes_a_choice(make: Make, hand: Hand, seed: int) -> None:
    """Tiles that the seat does not see are dealt anew; neither the choice nor a single value may tell."""
    world = other_world(hand, hand.turn, random.Random(seed))
    if hand.turn is not None and world and hand.legal_actions()[0].tile:
        here, there = [make(seed).consider(each.view(hand.turn)) for each in (hand, world)]
        assert here == there


@every
def test_worlds_are_really_dealt_anew(make: Make) -> None:
    """The test above would pass if no other world were ever found."""
    found = 0
    for seed in range(60):
        hand = play_some(Hand.dealt(Rules(), seed), seed, 6)
        world = other_world(hand, hand.turn, random.Random(seed))
        if world and world.deal != hand.deal:
            found += 1
            here, there = [make(1).consider(each.view(each.turn)) for each in (hand, world)]
            assert here == there
    assert found >= 10


@every
@settings(max_examples=40)
@given(by=rules(), seed=seeds)
def test_it_plays_a_hand_to_its_end(make: Make, by: Rules, seed: int) -> None:
    hand, player = Hand.dealt(by, seed), make(seed)
    while hand.turn is not None:
        hand.play(player.choose(hand.view(hand.turn)))
    assert hand.outcome


@every
def test_who_is_not_on_turn_has_nothing_to_consider(make: Make) -> None:
    hand = Hand.dealt(Rules(), seed=1)
    thinker = make(1)
    assert hand.turn is Seat.D
    with pytest.raises(GapleError, match="A is not on turn"):
        thinker.consider(hand.view(Seat.A))
    with pytest.raises(GapleError):
        thinker.consider(hand.view(None))
    assert isinstance(thinker.consider(hand.view(Seat.D)), Considered)


@every
def test_a_forced_action_needs_no_thought(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand.dealt(Rules(), seed=1)  # [0-0] must be led
    thinker = make(1)
    monkeypatch.setattr(type(thinker), "consider", None)
    assert str(thinker.choose(hand.view(hand.turn))) == "00"
