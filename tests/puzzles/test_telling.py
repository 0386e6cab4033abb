"""Every puzzle in words, in both languages."""

from __future__ import annotations

import pytest

from gaple.puzzles import KINDS, proof, puzzles, question


@pytest.mark.parametrize("lang", ["id", "en"])
def test_every_puzzle_can_be_told(lang: str) -> None:
    asked = {kind: set[str]() for kind in KINDS}
    for puzzle in puzzles():
        told = proof(puzzle, lang)
        asked[puzzle.kind].add(question(puzzle, lang))
        assert "{" not in told + question(puzzle, lang)
        assert all(f"{part[0]}-{part[1]}" in told for part in puzzle.answer if puzzle.kind == "deal")
    assert all(2 <= len(told) <= 5 for told in asked.values())  # as many as there are seats


def test_an_action_is_told_as_it_is_played() -> None:
    ends = {"<": "on the left", ">": "on the right"}
    for puzzle in puzzles():
        if puzzle.kind in ("block", "bury"):
            (answer,) = puzzle.answer
            words = "discarding" if answer.startswith("x") else ends[answer[-1]]
            assert words in proof(puzzle, "en")
