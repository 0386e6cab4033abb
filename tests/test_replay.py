from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import (
    Dealing,
    Hand,
    Match,
    Record,
    RecordIllegalError,
    Rules,
    Seat,
    read_records,
    replay_record,
    replay_text,
    write_records,
)
from tests.strategies import play_some, rules
from tests.test_record import EXAMPLE

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "hands.json").read_text())


def test_vectors_replay_to_what_is_expected() -> None:
    replayed = list(replay_text("\n".join(vector["record"] for vector in VECTORS)))
    assert len(replayed) == len(VECTORS) == 182
    for vector, played in zip(VECTORS, replayed, strict=True):
        expected, told = vector["expect"], played.to_dict()
        assert told["over"]
        assert {
            "hand": told["hand"],
            "starter": told["starter"],
            "end": told["end"],
            "scores": list(told["points"].values()),
            "winner": told["winner"],
            "side": told["side"],
            "net": list(told["net"].values()),
            "total": list(told["total"].values()),
            "line": told["line"],
            "decided": told["decided_by"],
            "hands": list(told["hands"].values()),
            "dead": list(told["dead"].values()),
            "turns": told["turns"],
        } == expected


def error(text: str) -> RecordIllegalError:
    with pytest.raises(RecordIllegalError) as caught:
        list(replay_text(text, "arisan.gaple"))
    assert str(caught.value).startswith("arisan.gaple:")
    assert caught.value.told("id") != str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "move", "seat", "ends", "said"),
    [
        ("00 04<", "00 04", 13, 4, 2, "A", "0-0", "say which end"),
        ("00 04<", "00 06< ", 13, 8, 3, "B", "6-0", ""),
        ("00 04<", "00 45<", 13, 4, 2, "A", "0-0", "does not fit the left end"),
        ("00 04<", "00 01<", 13, 4, 2, "A", "0-0", "A does not hold 01"),
        ("00 04<", "00 x45", 13, 4, 2, "A", "0-0", "must play"),
        ("00 04<", "00 --", 13, 4, 2, "A", "0-0", "must play"),
        ("00 04<", "22 04<", 13, 1, 1, "D", "–", "D must lead 00"),
        ("00 04<", "x22 04<", 13, 1, 1, "D", "–", "must lead"),
        ("x22", "x??", 13, 96, 25, "B", "4-1", ""),
        ("=C", "=A", 14, 1, 25, "–", "4-1", "C has won"),
        ("=C", "*", 14, 1, 25, "–", "4-1", "the hand is over"),
        (" x22\n=C", "\n=C", 14, 1, 24, "D", "4-1", "it goes on"),
        ("x22", "x22 x55", 13, 100, 26, "–", "4-1", "the hand is over"),
    ],
)
def test_illegal_records_are_told_with_the_place(
    old: str, new: str, line: int, column: int, move: int, seat: str, ends: str, said: str
) -> None:
    assert old in EXAMPLE
    text = EXAMPLE.replace(old, new, 1)
    if not said:
        return
    caught = error(text)
    where = {key: caught.params[key] for key in ("line", "column", "hand", "move", "ends")}
    assert where == {"line": line, "column": column, "hand": 1, "move": move, "ends": ends}
    assert str(caught.params["seat"]) == seat
    assert said in str(caught)


def test_the_wrong_starter_is_told_at_its_header() -> None:
    caught = error(EXAMPLE.replace('[Starter "D"]', '[Starter "A"]'))
    assert (caught.params["line"], caught.params["column"]) == (11, 11)
    assert "that is D" in str(caught)


def a_match(by: Rules, seed: int, hands: int) -> list[Record]:
    match = Match(by)
    records: list[Record] = []
    while not match.is_over and len(records) < hands:
        hand = play_some(match.deal(Dealing.from_seed(seed, by, match.number)), seed)
        match.add(hand)
        records.append(Record.of(hand, names={Seat.A: "Ani"}))
    return records


@given(rules(), st.integers(0, 2**32))
def test_a_match_replays_with_its_totals(by: Rules, seed: int) -> None:
    records = a_match(by, seed, 4)
    total = (0,) * by.players
    for played in replay_text(write_records(records)):
        assert isinstance(played.hand, Hand)
        assert played.hand.outcome
        total = tuple(a + b for a, b in zip(total, played.hand.outcome.net, strict=True))
        assert played.total == total


def test_the_next_hand_begins_as_the_rules_say() -> None:
    records = a_match(Rules(hand=6), 3, 2)
    text = write_records(records)
    assert len(list(replay_text(text))) == 2
    second = str(records[1])
    wrong = next(seat for seat in "ABCD" if seat != str(records[1].starter))
    cut = re.sub(r"\n\n(\^\S+) .*", r"\n\n\1 *\n", second, flags=re.DOTALL)
    moved = re.sub('Starter "."', f'Starter "{wrong}"', cut)
    assert "won the hand before" in str(error(f"{records[0]}\n{moved}"))
    # Alone, after another rule set, after a gap, with other names or after an unfinished hand nobody can say.
    assert replay_record(next(read_records(moved))).turn == Seat[wrong]
    for before in (
        str(records[0]).replace("players=4 hand=6", "players=4 hand=6 next=any"),
        str(records[0]).replace('[A "Ani"]', '[A "Adi"]'),
        re.sub(r"\n\n(\^\S+) .*", r"\n\n\1 *\n", str(records[0]), flags=re.DOTALL),
    ):
        assert len(list(replay_text(f"{before}\n{moved}"))) == 2


def test_a_hand_after_the_matchs_end_is_an_error() -> None:
    by_hands = a_match(Rules(hand=6, hands=2), 3, 2)
    third = str(by_hands[1]).replace('[Hand "2"]', '[Hand "3"]')
    assert "there is no hand 3" in str(error(write_records(by_hands) + "\n" + third))
    assert "there is no hand 3" in str(error(third))
    target = a_match(Rules(hand=6, target=1), 3, 9)
    assert len(target) == 1
    more = a_match(Rules(hand=6), 3, 2)
    followed = write_records(more).replace("players=4 hand=6", "players=4 hand=6 target=1")
    assert "there is no hand 2" in str(error(followed))


def test_totals_start_anew() -> None:
    records = a_match(Rules(hand=6), 5, 3)
    totals = [played.total for played in replay_text(write_records([*records, *records]))]
    assert totals[:3] == totals[3:]
    other = a_match(Rules(hand=5), 5, 2)[1:]
    assert sum(list(replay_text(write_records([*records, *other])))[-1].total) == 1


def test_the_hands_before_an_error_are_replayed() -> None:
    replayed = replay_text(EXAMPLE + "\n" + EXAMPLE.replace("=C", "=A"), "f")
    assert next(replayed).total == (0, 0, 1, 0)
    with pytest.raises(RecordIllegalError):
        next(replayed)


def test_a_record_made_in_memory_is_checked_too() -> None:
    record = Record.of(play_some(Hand.dealt(Rules(), 1), 1))
    wrong = Record(rules=record.rules, deal=record.deal, starter=record.starter, actions=record.actions, winner=None)
    with pytest.raises(RecordIllegalError, match="the hand is over"):
        replay_record(wrong)
