from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import Dealing, Duty, Hand, Match, MatchError, Rules, Seat
from tests.strategies import play_match, play_some, rules


@given(rules(), st.integers(0, 2**32))
def test_a_match_adds_up(by: Rules, seed: int) -> None:
    match = play_match(by, seed, 6)
    total = [0] * by.players
    for number, played in enumerate(match.hands, 1):
        total = [a + b for a, b in zip(total, played.outcome.net, strict=True)]
        assert (played.number, list(played.total)) == (number, total)
    assert list(match.total) == total
    if by.chips:
        assert sum(total) == 0


@given(rules(), st.integers(0, 2**32))
def test_a_match_ends_when_the_rules_say(by: Rules, seed: int) -> None:
    match = play_match(by, seed, 8)
    for count, played in enumerate(match.hands, 1):
        totals = played.total
        reached = max(totals)
        if by.teams and by.settle == "points":
            reached = max(totals[0] + totals[2], totals[1] + totals[3])
        over = count == by.hands or (by.target is not None and reached >= by.target)
        assert over == (match.is_over and count == len(match.hands))
    assert (match.duty is None) == match.is_over
    if match.is_over:
        with pytest.raises(MatchError, match="over"):
            match.deal(Dealing.from_seed(seed, by, match.number))


@given(rules(), st.integers(0, 2**32))
def test_a_hand_is_taken_out_of_the_count(by: Rules, seed: int) -> None:
    match, before = play_match(by, seed, 4), play_match(by, seed, 4)
    last = match.undo()
    assert (last.number, match.hands) == (match.number, before.hands[:-1])
    assert not match.is_over
    while match.hands:
        match.undo()
    assert set(match.total) == {0}
    with pytest.raises(MatchError, match="no hand"):
        match.undo()


@given(rules(), st.integers(0, 2**32))
def test_standings(by: Rules, seed: int) -> None:
    match = play_match(by, seed, 4)
    standings = match.standings
    assert sorted(place.seat for place in standings) == list(by.seats)
    sign = 1 if by.settle == "points" else -1
    for place in standings:
        better = [total for total in match.total if sign * total < sign * place.total]
        assert place.place == len(better) + 1
        assert place.total == match.total[place.seat]
    assert [place.place for place in standings] == sorted(place.place for place in standings)


@given(rules(hands=None, target=None), st.integers(0, 2**32))
def test_the_winner_has_the_right_to_begin(by: Rules, seed: int) -> None:
    match = play_match(by, seed, 2)
    hand = match.deal(Dealing.from_seed(seed, by, match.number))
    assert match.duty == hand.duty == Duty.of(by, match.number, match.hands[-1].outcome.winner)
    if not by.all_dealt or by.next == "any":
        assert hand.starter == match.winner


def test_what_does_not_follow_is_refused() -> None:
    by = Rules(hand=6)
    match = Match(by)
    first = match.deal(Dealing.from_seed(1, by))
    with pytest.raises(MatchError, match="not finished"):
        match.add(first)
    play_some(first, 1)
    with pytest.raises(MatchError, match="other rules"):
        Match(Rules(hand=6, stuck="pass")).add(first)
    match.add(first)
    with pytest.raises(MatchError, match="hand 1; hand 2 comes next"):
        match.add(first)
    with pytest.raises(MatchError, match="hand 1; hand 2 comes next"):
        match.deal(Dealing.from_seed(1, by))
    wrong = next(seat for seat in by.seats if seat != match.winner)
    other = play_some(Hand(by, Dealing.from_seed(2, by, 2).deal, wrong, 2), 2)
    with pytest.raises(ValueError, match="won the hand before"):
        match.add(other)
    with pytest.raises(MatchError, match="drawn by lot"):
        Match(by).hand(Dealing.from_seed(1, by).deal)
    assert match.hand(Dealing.from_seed(3, by, 2).deal).starter == match.winner


def test_a_side_reaches_the_target_together() -> None:
    by = Rules(teams=True, settle="points", target=60)
    rng = random.Random(5)
    match = Match(by)
    while not match.is_over:
        match.add(play_some(match.deal(Dealing.from_seed(5, by, match.number)), rng.getrandbits(64)))
    sides = (match.total[0] + match.total[2], match.total[1] + match.total[3])
    assert max(sides) >= 60
    before = match.hands[-2].total if len(match.hands) > 1 else (0, 0, 0, 0)
    assert max(before[0] + before[2], before[1] + before[3]) < 60
    assert match.standings[0].total == min(match.total)


def test_an_open_match_goes_on() -> None:
    match = play_match(Rules(players=2, hand=3), 1, 30)
    assert (len(match.hands), match.is_over) == (30, False)
    assert "hands=30" in repr(match)
    assert Match(Rules()).standings[3].place == 1
    assert Match(Rules()).winner is None
    assert Match(Rules(hand=6)).duty == Duty.of(Rules(hand=6), 1)
    assert Seat.A in {place.seat for place in match.standings}


@given(rules(), st.integers(0, 2**32))
def test_a_hand_of_a_match_tells_the_totals_before_it(by: Rules, seed: int) -> None:
    """So does every view of it, as long as it lasts; a hand by itself tells none."""
    match = play_match(by, seed, 3)
    if match.is_over:
        return
    before = match.total
    hand = match.deal(Dealing.from_seed(seed, by, match.number))
    assert hand.totals == before == (match.hands[-1].total if match.hands else (0,) * by.players)
    play_some(hand, seed)
    match.add(hand)
    assert hand.totals == hand.copy().totals == before
    assert all(hand.view(seat).totals == before for seat in (None, *by.seats))
    alone = Hand(by, hand.deal, hand.starter, hand.number, hand.duty.seat)
    assert alone.totals is None
    assert alone.view(by.seats[0]).totals is None


def test_totals_are_no_part_of_the_hand() -> None:
    """Two hands and their views are the same whatever the score: a record of one hand cannot carry it."""
    by = Rules(hand=6, settle="pairwise", target=50)
    hand = Match(by).deal(Dealing.from_seed("arisan", by, 1))
    other = hand.copy()
    other.totals = (9, -3, -3, -3)
    assert hand == other
    for seat in (None, *by.seats):
        assert hand.view(seat) == other.view(seat)
        assert hand.view(seat).totals != other.view(seat).totals
        assert hand.view(seat).to_dict() == other.view(seat).to_dict()
