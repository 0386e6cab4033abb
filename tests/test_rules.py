from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import Rules, RulesError, Seat, Tile
from tests.strategies import rules


@given(rules())
def test_rules_print_and_parse(by: Rules) -> None:
    assert Rules.parse(str(by)) == by
    assert Rules.parse(by.full) == by
    assert str(Rules.parse(by.full)) == str(by)


@given(rules(), st.randoms(use_true_random=False))
def test_any_order_is_read(by: Rules, rng: object) -> None:
    pairs = by.full.split()
    rng.shuffle(pairs)  # type: ignore[attr-defined]
    assert Rules.parse("  ".join(pairs)) == by


def test_defaults_are_the_records() -> None:
    assert str(Rules.parse("hand=7 players=4")) == "players=4 hand=7"
    assert Rules.parse("players=4 hand=7").full == (
        "players=4 hand=7 teams=no stuck=discard end=empty lone=0 lead=0-0 next=double side=individual settle=hands"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players=4", '"hand" is missing'),
        ("", '"players" is missing'),
        ("players=4 hand=7 teams", '"teams" is no setting'),
        ("players=4 hand=7 hand=7", '"hand" is set twice'),
        ("players=4 hand=7 colour=red", 'no setting "colour"'),
        ("players=4 hand=7 stuck=draw", "discard|pass"),
        ("players=4 hand=7 teams=true", "no|yes"),
        ("players=1 hand=7", "from 2 to 5"),
        ("players=6 hand=4", "from 2 to 5"),
        ("players=4 hand=8", "need 32 tiles"),
        ("players=3 hand=10", "need 30 tiles"),
        ("players=4 hand=0", "from 1 to 14"),
        ("players=4 hand=-1", "hand=-1"),
        ("players=4 hand=7.0", "hand=7.0"),
        ("players=4 hand=07", "hand=07"),
        ("players=٤ hand=7", "players=٤"),
        ("players=4 hand=7 lone=-5", "lone=-5"),
        ("players=4 hand=7 hands=0", "hands=0"),
        ("players=4 hand=7 target=0", "target=0"),
        ("players=4 hand=7 target=", "target="),
        ("players=4 hand=7 lone=" + "9" * 5000, "to 999999999"),
        ("players=2 hand=7 teams=yes", "teams need four players"),
        ("players=4 hand=7 side=total", "teams=yes"),
        ("players=4 hand=7 lead=rising", "next=lead"),
        ("players=4 hand=7 lead=rising next=any", "next=lead"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert said in str(caught.value)
    assert caught.value.told("id") != str(caught.value)


def test_the_constructor_refuses_the_same() -> None:
    for wrong in ({"players": 4.0}, {"hand": True}, {"stuck": "draw"}, {"teams": 1}, {"lone": None}):
        with pytest.raises(RulesError):
            Rules(**wrong)


def test_settings_without_effect_are_allowed() -> None:
    assert Rules.parse("players=4 hand=7 stuck=pass end=clean").end == "clean"
    assert Rules.parse("players=5 hand=5 lead=6-6 next=any").lead == "6-6"


def test_rules_are_immutable_values() -> None:
    by = Rules()
    with pytest.raises(FrozenInstanceError):
        by.players = 3  # type: ignore[misc]
    assert hash(replace(by)) == hash(by)
    assert replace(by, hand=6) != by


def test_what_follows_from_the_rules() -> None:
    by = Rules(teams=True, settle="winner")
    assert by.all_dealt
    assert by.chips
    assert [by.side_of(seat) for seat in by.seats] == ["AC", "BD", "AC", "BD"]
    assert by.sides == ((Seat.A, Seat.C), (Seat.B, Seat.D))
    five = Rules(players=5, hand=5)
    assert (five.stock, five.all_dealt, five.sides, five.side_of(Seat.E)) == (3, False, (), None)


def test_lead_names_the_double() -> None:
    assert [Rules().lead_double(n) for n in (1, 2, 9)] == [Tile(0, 0)] * 3
    assert Rules(lead="6-6").lead_double(3) is Tile(6, 6)
    rising = Rules(lead="rising", next="lead")
    assert [rising.lead_double(n).low for n in range(1, 10)] == [0, 1, 2, 3, 4, 5, 6, 0, 1]
