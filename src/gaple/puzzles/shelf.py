"""The puzzles that come with the package, and which one is whose day's."""

from __future__ import annotations

import datetime
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from .puzzle import Puzzle, PuzzleError

FILE: Final = Path(__file__).with_name("puzzles.jsonl")
"""One puzzle a line; ``scripts/make_puzzles.py`` makes it."""

_FIRST_DAY: Final = datetime.date(2026, 12, 1)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles, by kind and level."""
    return tuple(Puzzle.from_dict(json.loads(line)) for line in FILE.read_text("utf-8").splitlines())


def find_puzzle(name: str) -> Puzzle:
    """The puzzle of this name. Raises :class:`PuzzleError` where there is none."""
    found = _by_name().get(name)
    if found is None:
        raise PuzzleError("puzzle-unknown", name=name)
    return found


def daily(day: datetime.date) -> Puzzle:
    """The puzzle of a day: another one every day, until all have been."""
    order = _in_turn()
    return order[(day - _FIRST_DAY).days % len(order)]


@cache
def _by_name() -> dict[str, Puzzle]:
    return {puzzle.name: puzzle for puzzle in puzzles()}


@cache
def _in_turn() -> tuple[Puzzle, ...]:
    """An order in which kinds and levels are mixed; new puzzles change it."""
    return tuple(sorted(puzzles(), key=lambda it: hashlib.sha256(it.name.encode()).digest()))
