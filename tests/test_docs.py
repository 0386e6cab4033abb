"""What the documents say is what the library does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gaple import Rules, read_tile, score, tile_set

DOCS = Path(__file__).parent.parent / "docs"
ROW = re.compile(r"^\| (\d) \|(.*)\| ([A-E])\b[^|]*\| `(\w+)` \|$", re.MULTILINE)


def test_the_worked_examples_in_both_languages() -> None:
    rows = ROW.findall((DOCS / "rules.md").read_text(encoding="utf-8"))
    assert sorted(number for number, *_ in rows) == sorted("1234567" * 2)
    for _, cells, winner, decided_by in rows:
        *seats, points = [cell.strip() for cell in cells.split("|")]
        held = [tile_set(read_tile(tile) for tile in re.findall(r"\b\d\d\b", cell)) for cell in seats if cell]
        outcome = score(Rules(players=len(held), hand=28 // len(held)), held)
        told = [int(number) for number in re.findall(r"\d+", points)[: len(held)]]
        assert (list(outcome.points), str(outcome.winner), outcome.decided_by) == (told, winner, decided_by)


@pytest.mark.parametrize("key", [pair.split("=")[0] for pair in Rules(hands=1, target=1).full.split()])
def test_every_setting_is_documented(key: str) -> None:
    assert f"`{key}" in (DOCS / "rules.md").read_text(encoding="utf-8")
