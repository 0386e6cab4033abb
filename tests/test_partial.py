from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import Deal, Hand, Record, RecordIllegalError, RecordSyntaxError, Rules, Seat, read_records, replay_text
from gaple.partial import PartialHand
from tests.strategies import hands, play_some

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "hands.json").read_text())

# Every hand but A's is hidden, as A would write the record of DEAL (C holds [0-0]).
HIDDEN = "A:01,02,03,04,05,06,12 B:??,??,??,??,??,??,?? C:00,??,??,??,??,??,?? D:??,??,??,??,??,??,??"


def text(moves: str, *, rules: str = "players=4 hand=7", deal: str = HIDDEN, starter: str = "C", more: str = "") -> str:
    return f'[Gaple "1"]\n[Hand "1"]\n[Rules "{rules}"]\n[Deal "{deal}"]\n{more}[Starter "{starter}"]\n\n{moves}\n'


def only(record: str) -> PartialHand:
    (replayed,) = replay_text(record)
    assert isinstance(replayed.hand, PartialHand)
    return replayed.hand


def error(record: str) -> str:
    with pytest.raises((RecordIllegalError, RecordSyntaxError)) as caught:
        list(replay_text(record))
    return str(caught.value)


@given(hands(), st.data())
def test_a_view_steps_through_like_the_hand(hand: Hand, data: st.DataObject) -> None:
    """At every step the partial hand agrees with the hand in everything that a seat may know."""
    seat = data.draw(st.sampled_from([None, *hand.rules.seats]))
    count = data.draw(st.integers(0, len(hand.actions)))
    part = Hand.replay(hand.rules, hand.deal, hand.starter, hand.actions[:count], hand.number, hand.duty.seat)
    record = Record.of_view(part.view(seat))
    (played,) = replay_text(str(record))
    assert (played.hand.turn, played.hand.ends, played.hand.line) == (part.turn, part.ends, part.line)
    assert played.hand.end == part.end
    for other in hand.rules.seats:
        shown = [tile for tile in played.hand.tiles(other) if tile]
        assert len(played.hand.tiles(other)) == len(part.tiles(other))
        assert set(shown) <= set(part.tiles(other))
        assert len(played.hand.dead(other)) == len(part.dead(other))
    if seat is not None:
        assert played.hand.tiles(seat) == part.tiles(seat)
        assert played.hand.dead(seat) == part.dead(seat)
    told = played.to_dict()
    assert told["over"] == part.is_over
    if record.is_view:
        assert told["points"] is told["net"] is told["decided_by"] is None
        assert set(told["total"].values()) == {0}


def test_hidden_tiles_stay_hidden() -> None:
    hand = only(text("00 x?? 01< x?? *"))
    assert hand.tiles(Seat.D) == (None,) * 6
    assert hand.dead(Seat.D) == (None,)
    assert [str(tile) for tile in hand.tiles(Seat.A)] == ["02", "03", "04", "05", "06", "12"]
    assert hand.turn is Seat.C
    (replayed,) = replay_text(text("00 x?? 01< x?? *"))
    assert replayed.to_dict()["hands"]["D"] == ["??"] * 6
    assert replayed.to_dict()["dead"] == {"A": [], "B": ["??"], "C": [], "D": ["??"]}


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("01 *", "C does not hold 01"),
        ("11 *", "C must lead 00"),
        ("00> *", "must lead"),
        ("00 01< *", "D does not hold 01"),
        ("00 00< *", "D does not hold 00"),
        ("00 34> *", "does not fit the right end"),
        ("00 34< *", "does not fit the left end"),
        ("00 x01 *", "D does not hold 01"),
        ("00 -- *", "must discard"),
        ("00 x?? x12 *", "must play"),
        ("00 x?? x?? *", "must play"),
        ("00 x?? 01< x?? x?? x?? 01> *", "A does not hold 01"),
        ("00 x?? 34 *", "A does not hold 34"),
        ("00 x?? 01 *", "say which end"),
        ("00 x?? =A", "it goes on"),
        ("00 x05 *", "D does not hold 05"),
    ],
)
def test_what_is_known_is_checked(moves: str, said: str) -> None:
    assert said in error(text(moves))


def test_a_suit_counted_out_is_an_end_for_certain() -> None:
    # The line shows 0 at both ends, and all seven blanks are on it.
    deal = "A:00,01,02,03,04,05,06 B:11,??,??,??,??,??,?? C:??,??,??,??,??,??,?? D:??,??,??,??,??,??,??"
    moves = "00 x?? x?? x?? 01> 11> x?? x??"
    assert only(text(f"{moves} *", deal=deal, starter="A")).turn is Seat.A
    assert "discard" in error(text("00 --  *", deal=deal, starter="A"))


@pytest.mark.parametrize("vector", VECTORS, ids=range(len(VECTORS)))
def test_a_result_is_taken_as_told(vector: dict[str, Any]) -> None:
    """Real hands as somebody writes them down who never saw what was not played."""
    record = next(read_records(vector["record"]))
    played = {str(action.tile) for action in record.actions if action.is_play}
    hidden = re.sub(r"x\d\d", "x??", vector["record"])
    head, moves = hidden.split("\n\n")
    lines = [
        re.sub(r"\d\d", lambda tile: tile[0] if tile[0] in played else "??", line) if "[Deal" in line else line
        for line in head.split("\n")
    ]
    lines = [re.sub(r",\d\d", ",??", line) if "[Stock" in line else line for line in lines]
    (replayed,) = replay_text("\n".join(lines) + "\n\n" + moves)
    told, expected = replayed.to_dict(), vector["expect"]
    assert told["over"]
    assert [told[key] for key in ("winner", "end", "line", "side")] == [
        expected[key] for key in ("winner", "end", "line", "side")
    ]
    if replayed.record.is_view:
        assert told["points"] is told["net"] is told["decided_by"] is None
        assert [len(tiles) for tiles in told["hands"].values()] == [len(tiles) for tiles in expected["hands"]]


def test_out_is_known_by_counting() -> None:
    deal = "A:05,15 B:??,??"
    stock = '[Stock "55,' + ",".join(["??"] * 23) + '"]\n'
    rules = "players=2 hand=2"
    moves = "^55 x?? 05> x??"
    assert "the hand is over" in error(text(f"{moves} 15< =A", deal=deal, rules=rules, starter="B", more=stock))
    assert "the hand is over" in error(text(f"{moves} *", deal=deal, rules=rules, starter="B", more=stock))
    assert only(text(f"{moves} =A", deal=deal, rules=rules, starter="B", more=stock)).end == "out"
    clean = only(text(f"{moves} *", deal=deal, rules=f"{rules} end=clean", starter="B", more=stock))
    assert clean.turn is Seat.A


def test_starters_known_to_be_wrong() -> None:
    assert "that is C" in error(text("*", starter="A"))
    assert "A does not hold it" in error(text("*", deal=HIDDEN.replace("C:00", "C:??"), starter="A"))
    assert only(text("*", deal=HIDDEN.replace("C:00", "C:??"), starter="B")).turn is Seat.B
    second = text("*", starter="A").replace('[Hand "1"]', '[Hand "2"]')
    assert "A holds none" in error(second)
    assert only(second.replace('Starter "A"', 'Starter "B"')).turn is Seat.B


def test_the_right_passes_on_as_far_as_is_known() -> None:
    first = play_some(Hand.dealt(Rules(), 11), 11)
    assert first.outcome
    winner = first.outcome.winner
    before = str(Record.of(first))
    unknown = " ".join(f"{seat}:{','.join(['??'] * 7)}" for seat in "ABCD")
    for step in range(4):
        starter = Seat((winner + step) % 4)
        second = text("*", deal=unknown, starter=str(starter)).replace('[Hand "1"]', '[Hand "2"]')
        assert len(list(replay_text(f"{before}\n{second}"))) == 2
        if step:
            known = second.replace(f"{winner}:??", f"{winner}:22")
            assert "is the first with a double" in error(f"{before}\n{known}")


def test_a_tile_in_two_places_is_refused() -> None:
    assert "twice" in error(text("*", deal=HIDDEN.replace("B:??", "B:01")))


def test_a_turned_up_tile_is_known() -> None:
    stock = '[Stock "??' + ",??" * 23 + '"]\n'
    assert "turned up" in error(
        text("^?? *", deal="A:01,02 B:??,??", rules="players=2 hand=2", starter="A", more=stock)
    )


def test_a_known_hand_may_hide_its_discards() -> None:
    """An onlooker who is told the hands, but not what was buried, can write it down too."""
    deal = Deal.parse("A:01,02,03,04,05,06,12 B:11,13,14,15,16,23,24 C:00,22,33,44,55,25,26 D:34,35,36,45,46,56,66")
    hand = Hand.replay(Rules(), deal, Seat.C, ())
    full = re.search(r'\[Deal "(.*)"\]', str(Record.of(hand)))
    assert full
    partial = only(text("00 x?? 01< *", deal=full[1]))
    assert partial.tiles(Seat.D) == (None,) * 6
    assert "must play" in error(text("00 x?? x?? *", deal=full[1]))


def test_a_known_tile_may_be_the_one_that_was_buried() -> None:
    stock = '[Stock "66' + ",??" * 23 + '"]\n'
    small = {"deal": "A:45,?? B:??,??", "rules": "players=2 hand=2", "starter": "A", "more": stock}
    hand = only(text("^66 x?? x?? *", **small))
    assert hand.tiles(Seat.A) == (None,)
    assert only(text("^66 *", **small)).tiles(Seat.A)[1:] == (None,)


def test_blocked_is_seen_where_only_the_stock_is_hidden() -> None:
    stock = '[Stock "66' + ",??" * 23 + '"]\n'
    small = {"deal": "A:00,01 B:02,05", "rules": "players=2 hand=2", "starter": "A", "more": stock}
    assert only(text("^66 =A", **small)).end == "blocked"
    assert "the hand is over" in error(text("^66 *", **small))
    assert "the hand is over" in error(text("^66 x00 *", **small))


def test_a_result_is_refused_where_counting_proves_that_the_hand_goes_on() -> None:
    unknown = " ".join(f"{seat}:{','.join(['??'] * 7)}" for seat in "ABCD")
    assert "it goes on" in error(text("00 01> 02< =A", deal=unknown, starter="A"))
    assert "it goes on" in error(text("00 x?? =A", deal=unknown, starter="A"))


def test_who_passed_on_an_end_cannot_hold_it() -> None:
    unknown = " ".join(f"{seat}:{','.join(['??'] * 7)}" for seat in "ABCD")
    passing = {"deal": unknown, "rules": "players=4 hand=7 stuck=pass", "starter": "A"}
    assert "did not play 04 when it fitted" in error(text("00 -- 02> 05< 25> 35> 03> 55< 15< 04> *", **passing))
    assert "did not play 01 when it fitted" in error(text("00 -- -- -- 03> 01< *", **passing))
