"""The puzzles that come with the package: each can be asked, has one answer, and is nobody else's mirror image."""

from __future__ import annotations

import datetime
import json
from collections import Counter

import pytest

from gaple import Seat
from gaple.puzzles import KINDS, LEVELS, Puzzle, PuzzleError, daily, find_puzzle, puzzles, same_action
from gaple.puzzles.finding import key_of
from gaple.puzzles.judging import BURIED, MARGIN, MOST_WORLDS

EVERY = [pytest.param(puzzle, id=puzzle.name) for puzzle in puzzles()]


def test_there_are_many_of_every_kind() -> None:
    of_kind = Counter(puzzle.kind for puzzle in puzzles())
    assert of_kind.total() >= 500
    assert set(of_kind) == set(KINDS)
    assert min(of_kind.values()) >= 50
    assert {puzzle.level for puzzle in puzzles()} == set(LEVELS)


def test_no_two_are_the_same() -> None:
    assert len({puzzle.name for puzzle in puzzles()}) == len(puzzles())
    assert len({key_of(puzzle.hand, puzzle.kind) for puzzle in puzzles()}) == len(puzzles())
    deals = Counter(str(puzzle.hand.deal) for puzzle in puzzles())
    assert set(deals.values()) == {1}


@pytest.mark.parametrize("puzzle", EVERY)
def test_a_puzzle_can_be_asked_and_answered(puzzle: Puzzle) -> None:
    view = puzzle.view()
    assert view.seat == view.turn == puzzle.seat
    assert puzzle.is_answer(puzzle.answer)
    assert puzzle.is_answer(reversed(puzzle.answer))
    assert Puzzle.from_dict(json.loads(json.dumps(puzzle.to_dict()))) == puzzle
    assert 1 <= puzzle.worlds <= MOST_WORLDS
    if puzzle.kind in ("deal", "close"):
        assert not puzzle.is_answer(puzzle.answer[:-1])
        assert (puzzle.margin, puzzle.missed) == (None, ())
        return
    assert puzzle.margin is not None
    assert puzzle.margin >= (BURIED if puzzle.kind == "bury" else MARGIN)
    (answer,) = puzzle.answer
    others = {str(action) for action in view.legal if same_action(str(action), view) != same_action(answer, view)}
    assert others
    assert not any(puzzle.is_answer([other]) for other in others)
    assert (puzzle.kind == "bury") == answer.startswith("x")


def test_what_is_told_before_the_answer_is_what_the_seat_can_know() -> None:
    for puzzle in puzzles():
        told = puzzle.view().to_dict()
        assert told["hands"] is None
        hidden = [seat for seat in puzzle.hand.rules.seats if seat != puzzle.seat]
        discards = [entry for entry in told["actions"] if entry["action"].startswith("x")]
        assert all(entry["action"] == "x??" for entry in discards if Seat.parse(entry["seat"]) in hidden)


def test_every_day_has_its_puzzle() -> None:
    first = datetime.date(2026, 12, 1)
    days = [daily(first + datetime.timedelta(days=day)) for day in range(len(puzzles()))]
    assert len({puzzle.name for puzzle in days}) == len(puzzles())
    assert daily(first + datetime.timedelta(days=len(puzzles()))) == days[0]
    assert daily(first - datetime.timedelta(days=1)) == days[-1]
    assert len({puzzle.kind for puzzle in days[:14]}) >= 4


def test_what_is_asked_for_wrongly() -> None:
    with pytest.raises(PuzzleError, match="there is no puzzle"):
        find_puzzle("block-0")
    action = next(puzzle for puzzle in puzzles() if puzzle.kind == "block")
    with pytest.raises(PuzzleError, match="not possible here"):
        action.is_answer(["nonsense"])
    assert not action.is_answer([])
    assert find_puzzle(action.name) is action
