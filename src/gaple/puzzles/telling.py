"""A puzzle in words: what is asked, and how the answer is proved."""

from __future__ import annotations

from gaple.actions import Action
from gaple.texts import text

from .puzzle import Puzzle


def question(puzzle: Puzzle, lang: str = "en") -> str:
    """What the seat is asked."""
    return text(f"puzzle.ask.{puzzle.kind}", lang, seat=puzzle.seat)


def proof(puzzle: Puzzle, lang: str = "en") -> str:
    """The answer, and what has been proved of it."""
    answer = ", ".join(_part(puzzle, part, lang) for part in puzzle.answer)
    return text(f"puzzle.why.{puzzle.kind}", lang, answer=answer, n=puzzle.worlds, margin=puzzle.margin)


def _part(puzzle: Puzzle, told: str, lang: str) -> str:
    match puzzle.kind:
        case "close":
            return told
        case "deal":
            return _place(told, lang)
        case _:
            return _action(told, lang)


def _action(told: str, lang: str) -> str:
    action = Action.parse(told)
    assert action.tile is not None
    return text(f"puzzle.action.{action.kind}", lang, a=action.tile.low, b=action.tile.high)


def _place(told: str, lang: str) -> str:
    tile, first, *more = told.split()
    kind = "stock" if first == "stock" else "dead" if more else "hand"
    return text(f"puzzle.place.{kind}", lang, a=tile[0], b=tile[1], seat=first)
