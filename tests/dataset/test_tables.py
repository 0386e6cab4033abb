"""The tables say what was played: a hand can be played again from them."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from gaple import Action, Deal, Hand, Rules, Seat, Tile
from gaple.dataset import TABLES, PlayedHand, Sitting, action_rows, hand_row, seat_rows
from gaple.tiles import tile_set
from tests.strategies import hands

DOCS = Path(__file__).parents[2] / "docs"
PYTHON = {"integer": int, "text": str, "yes or no": bool}


def tiles(text: object) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, str(text).split()))


@given(hands(finished=True))
def test_a_hand_can_be_played_again_from_its_rows(hand: Hand) -> None:
    played = PlayedHand(hand)
    told, seats, actions = hand_row(7, played), list(seat_rows(7, played)), list(action_rows(7, played))
    rules = Rules.parse(str(told["rules"]))
    deal = Deal(tuple(tile_set(tiles(row["tiles"])) for row in seats), tiles(told["stock"]))
    again = Hand(rules, deal, Seat.parse(str(told["starter"])), hand.number)
    for number, row in enumerate(actions, 1):
        assert (row["turn"], row["seat"]) == (number, str(again.turn))
        assert (row["left"], row["right"]) == (again.ends or (None, None))
        assert row["held"] == len(again.tiles(Seat.parse(str(row["seat"]))))
        assert row["legal"] == len(again.legal_actions())
        action = Action.parse(str(row["action"]))
        assert (row["low"], row["high"]) == ((action.tile.low, action.tile.high) if action.tile else (None, None))
        assert (row["kind"] == "discard", row["kind"] == "pass") == (row["action"][:1] == "x", row["action"] == "--")  # type: ignore[index]
        again.play(action)
    assert again.is_over
    assert again.outcome == hand.outcome
    assert told["turns"] == len(actions)
    outcome = again.outcome
    assert outcome is not None
    assert (told["end"], told["winner"]) == (outcome.end, str(outcome.winner))
    assert tuple(row["net"] for row in seats) == outcome.net
    assert tuple(row["points"] for row in seats) == outcome.points
    won = {str(seat) for seat in rules.seats if outcome.side is None and seat == outcome.winner} or set(
        outcome.side or ""
    )
    assert {row["seat"] for row in seats if row["won"]} == won
    for seat, row in zip(rules.seats, seats, strict=True):
        assert set(tiles(row["left"])) == set(again.tiles(seat))
        assert set(tiles(row["discarded"])) == set(again.dead(seat))


@given(hands(finished=True), st.sampled_from([(), (Sitting("computer", "greedy"),) * 5]))
def test_rows_are_as_their_columns_say(hand: Hand, sitting: tuple[Sitting, ...]) -> None:
    played = PlayedHand(hand, 3, 2, "2026-11", sitting, frozenset({0}), 1)
    rows = {"hands": [hand_row(1, played)], "seats": seat_rows(1, played), "actions": action_rows(1, played)}
    for name, columns in TABLES.items():
        for row in rows[name]:
            assert list(row) == [column.name for column in columns]
            for column in columns:
                value = row[column.name]
                assert column.may_be_empty if value is None else type(value) is PYTHON[column.type]


def test_every_column_is_in_the_documentation() -> None:
    text = (DOCS / "data.md").read_text("utf-8")
    parts = re.split(r"^### `(\w+)`$", text, flags=re.MULTILINE)
    documented = {
        name: re.findall(r"^\| `(\w+)` \| ([a-z ]+?)(, may be empty)? \| (.+) \|$", part, re.MULTILINE)
        for name, part in zip(parts[1::2], parts[2::2], strict=True)
    }
    assert documented == {
        name: [(it.name, it.type, ", may be empty" if it.may_be_empty else "", it.meaning) for it in columns]
        for name, columns in TABLES.items()
    }
