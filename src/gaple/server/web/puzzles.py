"""Puzzles over HTTP: which there are, one as its seat sees it, and whether an answer is right."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery

from gaple.puzzles import Puzzle, PuzzleError, daily, find_puzzle, proof, puzzles, question
from gaple.server.errors import InputError, Missing
from gaple.server.wire.messages import AnswerPuzzle, read_body
from gaple.server.wire.views import View

from .answers import PuzzleAnswered, PuzzleAsked, PuzzleList, PuzzleListed
from .described import described
from .http import Ask, language


@get("/api/puzzles", opt=described(PuzzleList))
async def get_puzzles() -> PuzzleList:
    """All puzzles, by kind and level."""
    return PuzzleList([PuzzleListed(it.name, it.kind, it.level) for it in puzzles()])


@get("/api/puzzles/today", opt=described(PuzzleAsked))
async def get_today(request: Ask, day: FromQuery[str | None] = None) -> PuzzleAsked:
    """The puzzle of a day such as ``2026-12-24``, today where the asker is; without it, where the server is."""
    return _asked(daily(_day(day)), language(request))


@get("/api/puzzles/{name:str}", opt=described(PuzzleAsked, errors=(404,)))
async def get_puzzle(request: Ask, name: FromPath[str]) -> PuzzleAsked:
    """A puzzle, as the seat sees it that is asked."""
    return _asked(_found(name), language(request))


@post("/api/puzzles/{name:str}", status_code=200, opt=described(PuzzleAnswered, body=AnswerPuzzle, errors=(404, 413)))
async def post_puzzle(request: Ask, name: FromPath[str]) -> PuzzleAnswered:
    """Whether an answer is right; and the answer, how it is proved, and everybody's tiles."""
    puzzle = _found(name)
    right = puzzle.is_answer(read_body(await request.body(), AnswerPuzzle).answer)
    hand = puzzle.hand
    return PuzzleAnswered(
        right=right,
        answer=list(puzzle.answer),
        why=proof(puzzle, language(request)),
        worlds=puzzle.worlds,
        margin=puzzle.margin,
        missed=dict(puzzle.missed),
        hands={str(seat): [str(tile) for tile in hand.tiles(seat)] for seat in hand.rules.seats},
        dead={str(seat): [str(tile) for tile in hand.dead(seat)] for seat in hand.rules.seats},
        stock=[str(tile) for tile in hand.deal.stock[1:]],
    )


ROUTES: Final = (get_puzzles, get_today, get_puzzle, post_puzzle)


def _asked(puzzle: Puzzle, lang: str) -> PuzzleAsked:
    view = puzzle.view()
    told = msgspec.convert(view.to_dict(), View)
    sides = {str(seat): side for seat in view.rules.seats if (side := view.rules.side_of(seat))}
    return PuzzleAsked(puzzle.name, puzzle.kind, puzzle.level, question(puzzle, lang), told, sides)


def _found(name: str) -> Puzzle:
    try:
        return find_puzzle(name)
    except PuzzleError as error:
        raise Missing(error.code, name=name[:32]) from None


def _day(text: str | None) -> date:
    """Raises :class:`InputError` for what is no day, or is not today anywhere."""
    if text is None:
        return datetime.now().astimezone().date()
    today = datetime.now(UTC).date()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise InputError("puzzle-day", text=ascii(text[:32])[1:-1]) from None
    if abs(day - today) > timedelta(days=1):
        raise InputError("puzzle-not-today", text=str(day))
    return day
