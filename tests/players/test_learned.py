from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from gaple import GapleError, Hand, Rules, Seat
from gaple.arena import Contest
from gaple.arena.deals import gain, play_deal
from gaple.engine.net import judge
from gaple.players import Considered, Learned, Thinker
from tests.strategies import hands, other_world, play_some, rules, seeds
from tests.waiting import PATIENCE


@settings(max_examples=40)
@given(rules(), seeds)
def test_it_plays_a_hand_to_its_end(by: Rules, seed: int) -> None:
    hand = Hand.dealt(by, seed)
    while hand.turn is not None:
        hand.play(Learned().choose(hand.view(hand.turn)))
    assert hand.outcome


@given(hands())
def test_it_does_what_the_network_likes_best(hand: Hand) -> None:
    if hand.turn is None or not hand.legal_actions()[0].tile:
        return
    view = hand.view(hand.turn)
    leans, values = judge(view)
    considered = Learned().consider(view)
    assert leans[view.legal.index(considered.action)] == max(leans)
    assert dict(considered.values) == dict(zip(view.legal, values, strict=True))
    assert Learned().choose(view) is considered.action


@given(hands(), seeds)
def test_nothing_hidden_changes_a_choice(hand: Hand, seed: int) -> None:
    """Tiles that the seat does not see are dealt anew; neither the choice nor a single value may tell."""
    world = other_world(hand, hand.turn, random.Random(seed))
    if hand.turn is not None and world and hand.legal_actions()[0].tile:
        here, there = [Learned().consider(each.view(hand.turn)) for each in (hand, world)]
        assert here == there


def test_who_is_not_on_turn_has_nothing_to_consider() -> None:
    hand = Hand.dealt(Rules(), seed=1)
    thinker: Thinker = Learned()
    assert hand.turn is Seat.D
    with pytest.raises(GapleError, match="A is not on turn"):
        thinker.consider(hand.view(Seat.A))
    with pytest.raises(GapleError):
        thinker.consider(hand.view(None))
    assert isinstance(thinker.consider(hand.view(Seat.D)), Considered)


def test_a_forced_action_needs_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand.dealt(Rules(), seed=1)  # [0-0] must be led
    monkeypatch.setattr(Learned, "consider", None)
    assert str(Learned().choose(hand.view(hand.turn))) == "00"


def test_a_pass_needs_no_thought() -> None:
    passes = 0
    for seed in range(40):
        hand = play_some(Hand.dealt(Rules(stuck="pass"), seed), seed, 12)
        if hand.turn is not None and hand.legal_actions()[0].is_pass:
            assert Learned().choose(hand.view(hand.turn)).is_pass
            passes += 1
    assert passes


@pytest.mark.parametrize("teams", ["no", "yes"])
def test_it_beats_greedy(teams: str) -> None:
    """The same deals every time, each in all seatings."""
    by = Rules.parse(f"players=4 hand=7 teams={teams} settle=pairwise")
    contest = Contest(candidate="learned", against="greedy", rules=by, limit=PATIENCE)
    gains = [gain(contest.rules, play_deal(contest, number).hands) for number in range(60)]
    assert sum(gains) / len(gains) > 2
