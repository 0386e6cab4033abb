from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaple import Hand, Rules, Seat
from gaple.arena import Contest, Seating
from gaple.arena.cheater import Cheater
from gaple.arena.deals import Played, PlayedDeal, gain, play_deal
from gaple.players import Greedy
from gaple.scoring import Ending
from tests.strategies import hands, play_some, rules
from tests.waiting import PATIENCE

FEW = settings(max_examples=30)


def contest(by: Rules, candidate: str = "greedy", against: str = "random") -> Contest:
    many = by.players > 2 and not by.teams
    return Contest(candidate=candidate, against=against, rules=by, limit=PATIENCE, many=many)


@given(rules(), st.integers(0, 1000))
def test_nobody_gains_against_itself(by: Rules, number: int) -> None:
    """The same deal in every rotation, with the same chance at every seat, adds up to nothing."""
    deal = play_deal(contest(by, "random", "random"), number)
    for way in {hand.seating.way for hand in deal.hands}:
        assert gain(by, [hand for hand in deal.hands if hand.seating.way == way]) == 0


@FEW
@given(rules(), st.integers(0, 1000))
def test_a_deal_is_always_the_same(by: Rules, number: int) -> None:
    one, other = [play_deal(contest(by), number) for _ in range(2)]
    assert one.hands == other.hands
    assert [hand.seating for hand in one.hands] == list(contest(by).seatings)


def test_deals_and_seeds_differ() -> None:
    by = Rules(settle="pairwise")
    found = {
        play_deal(Contest(candidate="greedy", against="random", rules=by, seed=seed), number).hands
        for seed in ("1", "2")
        for number in range(3)
    }
    assert len(found) == 6


@FEW
@given(rules())
def test_a_hand_is_played_by_who_sits_there(by: Rules) -> None:
    """Replayed here with the greedy player at the candidate's seats, by its own hand."""
    both = Contest(candidate="greedy", against="tests.arena.test_deals:First", rules=by)
    for played in play_deal(both, 3).hands:
        hand = Hand.dealt(by, "1/3")
        while hand.turn is not None:
            mine = hand.turn in played.seating.seats
            hand.play(Greedy().choose(hand.view(hand.turn)) if mine else hand.legal_actions()[0])
        assert hand.outcome
        assert (played.net, played.winner, played.end) == (hand.outcome.net, hand.outcome.winner, hand.end)


class First:
    def __init__(self, seed: int) -> None: ...

    def choose(self, view: object) -> object:
        return view.legal[0]  # type: ignore[attr-defined]


@FEW
@given(rules(), st.integers(0, 1000))
def test_it_is_told_as_json_and_read(by: Rules, number: int) -> None:
    deal = play_deal(contest(by, "tests.arena.misbehaving:Illegal"), number)
    read = PlayedDeal.of_dict(json.loads(json.dumps(deal.to_dict())))
    assert read == deal
    assert read.fits(contest(by))


def test_gains() -> None:
    def told(by: Rules, seats: str, *nets: int) -> float:
        seating = Seating("way", tuple(map(Seat.parse, seats)))
        return gain(by, [Played(seating, nets, Seat.A, Ending.OUT)])

    assert told(Rules(settle="pairwise"), "A", 9, -4, -3, -2) == 9
    assert told(Rules(settle="pairwise"), "BCD", 9, -4, -3, -2) == -3
    assert told(Rules(settle="pairwise", teams=True), "BD", 6, -6, 6, -6) == -12
    assert told(Rules(settle="hands"), "A", 1, 0, 0, 0) == 0.75
    assert told(Rules(settle="hands"), "B", 1, 0, 0, 0) == -0.25
    assert told(Rules(settle="points"), "A", 2, 10, 4, 0) == 2  # two points less than the table: few is good


@FEW
@given(hands())
def test_the_cheater_takes_what_is_best_in_the_true_world(hand: Hand) -> None:
    if hand.turn is None:
        return
    side = next((side for side in hand.rules.sides if hand.turn in side), (hand.turn,))
    values = {}
    for action in hand.legal_actions():
        after = hand.copy()
        after.play(action)
        while after.turn is not None:
            after.play(Greedy().choose(after.view(after.turn)))
        assert after.outcome
        values[action] = sum(after.outcome.net[seat] for seat in side)
    best = min if hand.rules.low_is_good else max
    assert values[Cheater().choose_seeing(hand)] == best(values.values())


def test_the_cheater_has_nothing_to_do_when_the_hand_is_over() -> None:
    hand = play_some(Hand.dealt(Rules(), 1), random.Random(1).getrandbits(8))
    with pytest.raises(ValueError, match="over"):
        Cheater().choose_seeing(hand)
