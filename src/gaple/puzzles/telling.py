"""A puzzle in words: what is asked, and how the answer is proved."""

from __future__ import annotations

from gaple.texts import text

from .puzzle import Puzzle


def question(puzzle: Puzzle, lang: str = "en") -> str:
    """What the seat is asked."""
    return text(f"puzzle.ask.{puzzle.kind}", lang, seat=puzzle.seat)


def proof(puzzle: Puzzle, lang: str = "en") -> str:
    """The answer, and what has been proved of it."""
    answer = ", ".join(puzzle.answer)
    return text(f"puzzle.why.{puzzle.kind}", lang, answer=answer, n=puzzle.worlds, margin=puzzle.margin)
