from __future__ import annotations

import pytest
from hypothesis import given

from gaple import Hand, Rules
from gaple.arena import Contest
from gaple.arena.deals import gain, play_deal
from gaple.engine.net import judge
from gaple.players import Learned
from tests.strategies import hands, play_some
from tests.waiting import PATIENCE


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
