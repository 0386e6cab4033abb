from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import Action, Deal, DealError, Dealing, Duty, DutyKind, Hand, Rules, Seat, Tile
from gaple.tiles import DOUBLES
from tests.strategies import rules, seeds

# A has no double, B has [1-1], C holds [0-0] and four more, D has [6-6].
DEAL = Deal.parse("A:01,02,03,04,05,06,12 B:11,13,14,15,16,23,24 C:00,22,33,44,55,25,26 D:34,35,36,45,46,56,66")


def test_first_hand_belongs_to_the_holder_of_the_named_double() -> None:
    assert Duty.of(Rules(), 1).starter(DEAL) is Seat.C
    assert Duty.of(Rules(lead="6-6"), 1).starter(DEAL) is Seat.D
    hand = Hand(Rules(), DEAL, Seat.C)
    assert list(map(str, hand.legal_actions())) == ["00"]
    with pytest.raises(DealError, match="whoever holds 00 does, and that is C"):
        Hand(Rules(), DEAL, Seat.A)


def test_a_winner_without_a_double_passes_the_right_on() -> None:
    duty = Duty.of(Rules(), 2, Seat.A)
    assert (duty.kind, duty.seat, duty.starter(DEAL)) == (DutyKind.WINNER_DOUBLE, Seat.A, Seat.B)
    hand = Hand(Rules(), DEAL, Seat.B, 2, Seat.A)
    assert list(map(str, hand.legal_actions())) == ["11"]
    assert hand.actions == ()  # passing the right on is no turn
    with pytest.raises(DealError, match="B is the first with a double"):
        Hand(Rules(), DEAL, Seat.C, 2, Seat.A)
    assert Duty.of(Rules(), 2, Seat.D).starter(DEAL) is Seat.D


def test_a_later_hand_alone_must_still_be_led_with_a_double() -> None:
    assert len(Hand(Rules(), DEAL, Seat.C, 5).legal_actions()) == 5
    with pytest.raises(DealError, match="A holds none"):
        Hand(Rules(), DEAL, Seat.A, 5)


def test_house_rules() -> None:
    anything = Hand(Rules(next="any"), DEAL, Seat.A, 2, Seat.A)
    assert len(anything.legal_actions()) == 7
    with pytest.raises(DealError, match="A won the hand before"):
        Hand(Rules(next="any"), DEAL, Seat.B, 2, Seat.A)
    named = Rules(next="lead", lead="6-6")
    assert Duty.of(named, 4, Seat.A).starter(DEAL) is Seat.D
    rising = Rules(next="lead", lead="rising")
    assert [str(Duty.of(rising, n).tile) for n in (1, 2, 7, 8)] == ["00", "11", "66", "00"]
    assert list(map(str, Hand(rising, DEAL, Seat.B, 2).legal_actions())) == ["11"]


@given(rules(), seeds, st.integers(2, 9), st.sampled_from(Seat))
def test_a_later_hand_opens_as_the_rules_say(by: Rules, seed: int, number: int, opener: Seat) -> None:
    if opener >= by.players:
        opener = Seat.A
    hand = Hand.dealt(by, seed, number, opener)
    if not by.all_dealt:
        assert hand.starter == opener
        assert hand.turned_up == hand.deal.stock[0]
    elif by.next == "any":
        assert hand.starter == opener
        assert len(hand.legal_actions()) == by.hand
    elif by.next == "lead":
        assert [action.tile for action in hand.legal_actions()] == [by.lead_double(number)]
    else:
        passed_over = [(opener + step) % by.players for step in range((hand.starter - opener) % by.players)]
        assert not any(hand.deal.hands[seat] & DOUBLES for seat in passed_over)
        assert {action.tile for action in hand.legal_actions()} == {
            tile for tile in hand.deal.tiles(hand.starter) if tile.is_double
        }


@given(rules(), seeds)
def test_first_hand_with_tiles_left_over_is_drawn(by: Rules, seed: int) -> None:
    dealing = Dealing.from_seed(seed, by)
    hand = Hand.dealt(by, seed)
    if by.all_dealt:
        assert hand.legal_actions() == (Action.parse(str(by.lead_double(1))),)
    else:
        assert hand.starter == dealing.starter
        assert Duty.of(by, 1).starter(dealing.deal) is None


def test_who_begins_must_be_known() -> None:
    with pytest.raises(DealError, match="not known"):
        Hand.dealt(Rules(), 1, number=2)
    two = Rules(players=2, hand=5)
    deal = Dealing.from_seed(1, two).deal
    with pytest.raises(DealError, match="table has 2 players"):
        Hand(two, deal, Seat.C)
    with pytest.raises(DealError, match="table has 2 players"):
        Hand(two, deal, Seat.A, 2, Seat.E)
    with pytest.raises(DealError, match="counted from 1"):
        Hand(two, deal, Seat.A, 0)
    with pytest.raises(DealError, match="no seat C"):
        Hand(two, deal, Seat.A).view(Seat.C)


def test_duties_are_told() -> None:
    assert str(Duty.of(Rules(), 1)) == "holder of 00"
    assert str(Duty.of(Rules(hand=6), 1)) == "drawn"
    assert str(Duty.of(Rules(hand=6), 2, Seat.D)) == "winner-turn D"
    assert Duty.of(Rules(), 1).leads(DOUBLES) == Tile(0, 0).bit
    assert Duty.of(Rules(hand=6), 1).leads(DOUBLES) == 0
