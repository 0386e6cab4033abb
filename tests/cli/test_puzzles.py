"""Puzzles, as somebody at a terminal or a script solves them."""

from __future__ import annotations

import io
import json
import sys

import pytest

from gaple.puzzles import KINDS, Puzzle, puzzles
from tests.cli.running import Run


def one(kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles() if puzzle.kind == kind)


@pytest.mark.parametrize("lang", ["id", "en"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_is_shown_and_nothing_of_its_answer(run: Run, kind: str, lang: str) -> None:
    puzzle = one(kind)
    code, out, err = run("puzzles", puzzle.name, lang=lang)
    assert (code, err) == (0, "")
    assert puzzle.name in out
    assert "--solution" in out
    assert {"en": "Missed by", "id": "Yang salah"}[lang] not in out


@pytest.mark.parametrize("kind", KINDS)
def test_the_right_answer_is_right(run: Run, kind: str) -> None:
    puzzle = one(kind)
    code, out, err = run("puzzles", puzzle.name, "--answer", ", ".join(puzzle.answer))
    assert (code, err) == (0, "")
    assert "Right!" in out


def test_a_wrong_answer_is_told_why(run: Run) -> None:
    puzzle = one("close")
    code, out, _ = run("puzzles", puzzle.name, "--answer", "7", lang="id")
    assert code == 1
    assert "Bukan itu." in out
    assert all(number in out for number in puzzle.answer)


def test_what_is_not_possible_is_wrong_use(run: Run) -> None:
    for args in (
        ("nothing-like-it",),
        (one("bury").name, "--answer", "99"),
        ("--list", "--kind", "easy"),
        ("--day", "someday"),
        ("--list", "--level", "9"),
    ):
        code, out, err = run("puzzles", *args)
        assert (code, out) == (2, "")
        assert err


def test_every_day_has_another(run: Run) -> None:
    told = [json.loads(run("puzzles", "--json", "--day", day).out)["name"] for day in ("2026-12-24", "2026-12-25")]
    assert len(set(told)) == 2


def test_json_tells_no_more_than_may_be_known(run: Run) -> None:
    puzzle = one("deal")
    before = json.loads(run("puzzles", puzzle.name, "--json").out)
    assert before.keys() == {"name", "kind", "level", "view"}
    assert before["view"]["hands"] is None
    after = json.loads(run("puzzles", puzzle.name, "--json", "--solution").out)
    assert after["answer"] == list(puzzle.answer)


def test_the_list(run: Run) -> None:
    listed = json.loads(run("puzzles", "--list", "--json", "--kind", "bury").out)
    assert [it["name"] for it in listed] == [puzzle.name for puzzle in puzzles() if puzzle.kind == "bury"]
    assert f"{len(listed)} bury" in run("puzzles", "--list", "--kind", "bury").out


class Typed(io.TextIOWrapper):
    """Somebody's keyboard."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("typed", "told"), [("99\n{right}\n", "Right!"), ("\n", ""), ("", "")])
def test_at_a_terminal_the_answer_is_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch, typed: str, told: str
) -> None:
    from gaple.cli import main

    puzzle = one("block")
    monkeypatch.setattr(sys, "stdin", Typed(io.BytesIO(typed.format(right=puzzle.answer[0]).encode())))
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["puzzles", puzzle.name, "--lang", "en"]) == 0
    assert told in out.getvalue()
    assert "The answer is" in out.getvalue()
