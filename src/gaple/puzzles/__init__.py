"""Puzzles from played hands, each with a proof (docs/puzzles.md). Making them needs ``gaple[engine]``, reading nothing.

>>> from gaple.puzzles import daily, puzzles
>>> len(puzzles()) >= 500
True
>>> import datetime
>>> puzzle = daily(datetime.date(2026, 12, 1))
>>> puzzle.is_answer(puzzle.answer)
True
"""

from .puzzle import KINDS, LEVELS, Kind, Puzzle, PuzzleError, same_action
from .shelf import daily, find_puzzle, puzzles
from .telling import proof, question

__all__ = [
    "KINDS",
    "LEVELS",
    "Kind",
    "Puzzle",
    "PuzzleError",
    "daily",
    "find_puzzle",
    "proof",
    "puzzles",
    "question",
    "same_action",
]
