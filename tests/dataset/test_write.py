"""Folders that are there whole, or not at all."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from gaple import GapleError, Hand, Rules
from gaple.dataset import TABLES, VERSION, Format, PlayedHand, Sitting, action_rows, hand_row, seat_rows, write
from gaple.dataset import write as writing
from gaple.replay import replay_text
from tests.strategies import play_some

SITTING = (Sitting("person"), Sitting("computer", "greedy"), Sitting("bot"), Sitting("computer", "gone"))


def played() -> list[PlayedHand]:
    texts = ("players=4 hand=7", "players=4 hand=6 stuck=pass", "players=5 hand=5", "players=4 hand=7 teams=yes")
    hands = [play_some(Hand.dealt(Rules.parse(text), seed), seed) for seed, text in enumerate(texts)]
    return [
        PlayedHand(hand, number, 1, "2026-11", SITTING + SITTING[:1], frozenset({1}))
        for number, hand in enumerate(hands, 1)
    ]


def rows() -> dict[str, list[dict[str, object]]]:
    told = list(enumerate(played(), 1))
    return {
        "hands": [dict(hand_row(*it)) for it in told],
        "seats": [dict(row) for it in told for row in seat_rows(*it)],
        "actions": [dict(row) for it in told for row in action_rows(*it)],
    }


@pytest.mark.parametrize("at_a_time", [1, 20_000])
def test_parquet_has_the_rows_and_says_what_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_a_time: int
) -> None:
    monkeypatch.setattr(sys.modules[writing.__module__], "AT_A_TIME", at_a_time)
    counted = write(played(), tmp_path / "out", "parquet")
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [
        "actions.parquet",
        "hands.parquet",
        "seats.parquet",
    ]
    for name, columns in TABLES.items():
        table = parquet.read_table(tmp_path / "out" / f"{name}.parquet")
        assert table.to_pylist() == rows()[name]
        assert json.loads(table.schema.metadata[b"gaple"]) == {"table": name, "version": VERSION}
        assert [field.nullable for field in table.schema] == [column.may_be_empty for column in columns]
        assert table.schema.field(0).type == pa.int32()
    assert (counted.hands, counted.actions) == (4, len(rows()["actions"]))


def test_csv_has_the_rows(tmp_path: Path) -> None:
    write(played(), tmp_path / "out", "csv")
    for name, columns in TABLES.items():
        with (tmp_path / "out" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            told = list(csv.DictReader(file))

        def text(value: object) -> str:
            return "" if value is None else str(int(value) if isinstance(value, bool) else value)

        assert told == [{it.name: text(row[it.name]) for it in columns} for row in rows()[name]]


def test_records_are_read_again(tmp_path: Path) -> None:
    write(played(), tmp_path / "out", "records", "id")
    text = (tmp_path / "out" / "hands.gaple").read_text("utf-8")
    told = list(replay_text(text))
    assert [it.hand.to_dict() if hasattr(it.hand, "to_dict") else it.hand for it in told] == [
        it.hand for it in played()
    ]
    assert '[A "Pemain A"]' in text
    assert '[B "Komputer B (' in text
    assert '[D "Komputer D (gone)"]' in text
    assert "greedy" not in text


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(GapleError, match="there already"):
        write(played(), tmp_path / "out", "csv")
    assert list((tmp_path / "out").iterdir()) == []
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(GapleError, match="there already"):
        write(played(), tmp_path / "link", "csv")


@pytest.mark.parametrize("form", ["parquet", "csv", "records"])
def test_what_is_stopped_leaves_nothing(tmp_path: Path, form: Format) -> None:
    def stopped() -> Iterator[PlayedHand]:
        yield played()[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(stopped(), tmp_path / "out", form)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(GapleError, match="cannot be written"):
        write(played(), tmp_path / "none" / "out", "csv")


def test_parquet_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(GapleError, match=r"gaple\[data\]"):
        write(played(), tmp_path / "out", "parquet")
    assert list(tmp_path.iterdir()) == []


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[int] = []
    write(played(), tmp_path / "out", "csv", progress=told.append)
    assert told == [1, 2, 3, 4]
