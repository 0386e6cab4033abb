"""Which hands of record files are taken, and that nothing of their people is."""

from __future__ import annotations

import pytest

from gaple import Hand, Rules, Seat
from gaple.dataset import of_records
from gaple.record import Record, write_records
from gaple.replay import Replayed, replay_text
from tests.strategies import play_some

RULES = Rules(players=4, hand=7, settle="pairwise")


def record(
    seed: int, number: int = 1, opener: Seat | None = None, table: str | None = None, most: int | None = None
) -> Record:
    hand = play_some(Hand.dealt(RULES, seed, number, opener), seed, most)
    headers = (("Table", table), ("Match", "1"), ("Secret", "aa")) if table else ()
    return Record.of(hand, date="2026-11-29", names={Seat.A: "Ani Rahasia"}, headers=headers)


def test_hands_belong_to_the_match_that_they_follow_in() -> None:
    first, other = record(1, table="meja1"), record(3, table="meja2")
    second = record(2, 2, first.winner, table="meja1")
    skipped: list[Replayed] = []
    told = replay_text(write_records([first, second, other, record(4)]), "a.gaple")
    found = list(of_records((("a.gaple", one) for one in told), skipped))
    assert [(it.table, it.match, it.hand.number) for it in found] == [(1, 1, 1), (1, 1, 2), (2, 1, 1), (3, 1, 1)]
    assert {it.month for it in found} == {"2026-11"}
    assert skipped == []


def test_two_matches_of_a_file_are_two() -> None:
    told = replay_text(write_records([record(1), record(2)]), "a.gaple")
    assert [it.match for it in of_records((("a.gaple", one) for one in told), [])] == [1, 2]


def test_what_is_unfinished_or_unknown_is_left_out() -> None:
    whole = record(1)
    [replayed] = replay_text(str(whole))
    hand = replayed.hand
    assert isinstance(hand, Hand)
    early = hand.copy()
    while len(early.actions) > 8:
        early.undo()
    view = Record.of_view(early.view(Seat.B))
    skipped: list[Replayed] = []
    told = replay_text(write_records([record(5, most=3), view, whole]), "a.gaple")
    found = list(of_records((("a.gaple", one) for one in told), skipped))
    assert [it.hand for it in found] == [hand]
    assert [one.record.is_view for one in skipped] == [False, True]


@pytest.mark.parametrize("date", ["Budi Santoso", "kemarin", "20261-1", "2026-111"])
def test_a_date_that_is_none_is_no_month(date: str) -> None:
    text = str(record(1)).replace("2026-11-29", date)
    [found] = of_records((("a", one) for one in replay_text(text)), [])
    assert found.month is None
