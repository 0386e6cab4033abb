"""Puzzles over HTTP: nothing that the seat cannot know before it is answered, and all of it afterwards."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from gaple.puzzles import daily, puzzles
from tests.server.client import browser


@pytest.fixture
def asked() -> dict[str, str]:
    """A puzzle of each kind, by kind."""
    return {puzzle.kind: puzzle.name for puzzle in reversed(puzzles())}


async def test_the_list_and_one_of_it(base: str) -> None:
    async with browser(base) as client:
        listed = (await client.get("/api/puzzles")).json()["puzzles"]
        assert [it["name"] for it in listed] == [puzzle.name for puzzle in puzzles()]
        for puzzle in puzzles()[::90]:
            told = (await client.get(f"/api/puzzles/{puzzle.name}")).json()
            assert told["view"] == puzzle.view().to_dict()
            assert told.keys() == {"name", "kind", "level", "question", "view", "sides"}


async def test_an_answer_is_told(base: str, asked: dict[str, str]) -> None:
    async with browser(base) as client:
        for puzzle in puzzles()[::50]:
            right = (await client.post(f"/api/puzzles/{puzzle.name}", json={"answer": list(puzzle.answer)})).json()
            assert (right["right"], right["answer"]) == (True, list(puzzle.answer))
            assert right["hands"][str(puzzle.seat)] == [str(tile) for tile in puzzle.view().tiles]
        wrong = (await client.post(f"/api/puzzles/{asked['close']}", json={"answer": ["7"]})).json()
        assert not wrong["right"]


async def test_the_day_is_where_the_asker_is(base: str) -> None:
    today = datetime.now(UTC).date()
    async with browser(base) as client:
        for shift in (-1, 0, 1):
            day = today + timedelta(days=shift)
            told = (await client.get("/api/puzzles/today", params={"day": str(day)})).json()
            assert told["name"] == daily(day).name
        assert (await client.get("/api/puzzles/today")).status_code == 200
        far = str(today + timedelta(days=3))
        for wrong, code in ((far, "puzzle-not-today"), ("tomorrow", "puzzle-day"), ("2026-13-01", "puzzle-day")):
            answer = await client.get("/api/puzzles/today", params={"day": wrong})
            assert (answer.status_code, answer.json()["code"]) == (400, code)


async def test_what_is_asked_wrongly(base: str, asked: dict[str, str]) -> None:
    async with browser(base) as client:
        for name in ("nothing", "x" * 500, "%00"):
            assert (await client.get(f"/api/puzzles/{name}")).status_code == 404
        bury = f"/api/puzzles/{asked['bury']}"
        for body in ({}, {"answer": "x35"}, {"answer": ["x" * 13]}, {"answer": ["99"]}, {"answer": ["1"] * 29}):
            answer = await client.post(bury, json=body)
            assert answer.status_code == 400
            assert answer.json()["text"]
