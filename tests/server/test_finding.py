"""The lobby, and playing now with whoever else wants to."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from gaple import Rules
from gaple.server import lobby, pairing
from gaple.server.errors import Refusal
from gaple.server.play.commands import CLOCK, Actor, Fill, Sit
from gaple.server.play.decide import found
from gaple.server.play.events import Company
from gaple.server.play.table import fold, stamp
from gaple.server.store.storage import Storage
from tests.server import wire
from tests.server.client import Person, play_hand, serving, settings
from tests.server.states import PERSONS, TABLE, Played
from tests.waiting import PATIENCE

RULES = "players=2 hand=7 hands=1"


async def listed(person: Person) -> list[dict[str, Any]]:
    answer = await person.get("/api/lobby")
    assert answer.status_code == 200, answer.text
    tables = answer.json()["tables"]
    assert isinstance(tables, list)
    return tables


async def listing(person: Person, that: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """What the lobby lists, once ``that`` holds of it."""
    async with asyncio.timeout(PATIENCE):
        while not that(tables := await listed(person)):  # noqa: ASYNC110 (nobody tells of it)
            await asyncio.sleep(0.05)
        return tables


def by_id(tables: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {table["table"]: table for table in tables}


async def pair(person: Person, **body: str) -> str:
    answer = await person.client.post("/api/pair", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


async def test_the_lobby_lists_public_tables_where_somebody_is(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
        Person.stranger(base) as stranger,
    ):
        public = await ani.make_table(RULES, public=True)
        private = await ani.make_table(RULES)
        alone = await budi.make_table(RULES, public=True, onlookers=False)
        assert await listed(stranger) == []  # nobody is there yet
        async with ani.at(public) as window, ani.at(private), budi.at(alone) as other:
            tables = by_id(await listing(stranger, lambda tables: len(tables) == 2))
            assert set(tables) == {public, alone}
            assert tables[public]["people"] == ["Ani"]
            assert (tables[public]["free"], tables[public]["seats"], tables[public]["phase"]) == (1, 2, "waiting")
            for table in (window, other):
                await table.do("computer", seat="B", level="greedy")
                await table.do("start")
            # One may watch the one, and has no business at the other.
            tables = by_id(await listing(stranger, lambda tables: [table["free"] for table in tables] == [0]))
            assert set(tables) == {public}
            assert tables[public]["phase"] == "playing"
        await listing(stranger, lambda tables: not tables)


async def test_the_lobby_is_bounded_and_those_where_one_may_sit_come_first(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(lobby, "MOST", 2)
    monkeypatch.setattr(lobby, "FRESH", 0.0)
    async with serving(settings(tmp_path)) as base, AsyncExitStack() as stack:
        ani = await stack.enter_async_context(Person.named(base, "Ani"))
        budi = await stack.enter_async_context(Person.named(base, "Budi"))
        tables = [await ani.make_table("players=3 hand=7", public=True) for _ in range(3)]
        windows = [await stack.enter_async_context(ani.at(table)) for table in tables]
        window = await stack.enter_async_context(budi.at(tables[2]))
        await window.do("sit", seat="B")
        for seat in "BC":
            await windows[0].do("computer", seat=seat, level="greedy")
        await windows[0].do("start")
        assert [(told["table"], told["free"]) for told in await listed(ani)] == [(tables[2], 1), (tables[1], 2)]


async def test_those_who_want_the_same_game_come_to_the_same_table(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(pairing, "ON_THE_WAY", PATIENCE)
    async with serving(settings(tmp_path, gather_for=600)) as base, AsyncExitStack() as stack:
        names = ("Ani", "Budi", "Citra", "Dewi")
        people = [await stack.enter_async_context(Person.named(base, name)) for name in names]
        ani, budi, citra, dewi = people
        # Two at once, before either has opened the table.
        tables = await asyncio.gather(pair(ani, rules=RULES), pair(budi, rules=RULES))
        assert tables[0] == tables[1]
        assert await pair(ani, rules=RULES) == tables[0]  # in another window
        other = await pair(citra, rules="players=3 hand=7", level="greedy")
        assert other != tables[0]
        assert await pair(dewi, rules=RULES) not in (other, tables[0])  # there is no seat left
        async with citra.at(other) as window:
            assert window.now.table.company.public
            gathering = window.now.table.gathering
            assert gathering
            assert gathering.level == "greedy"
            assert gathering.left is not None
            assert gathering.left > 500
            assert await pair(dewi, rules="hand=7 players=3") == other
            sat = await window.until(wire.Event)
            assert isinstance(sat.event, wire.Sat)
            async with dewi.at(other) as second:
                # Whoever sits may begin at once, with computer players.
                await second.do("fill")
                await second.dealt()
                assert [seat.kind for seat in second.now.table.seats] == ["person", "person", "computer"]
                assert second.now.table.gathering is None
                await window.until_phase("playing")


async def test_tables_that_nobody_came_to_are_forgotten(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(pairing, "ON_THE_WAY", 0.0)
    taken: list[str] = []
    take = Storage.take

    async def counted(self: Storage, table: str) -> Any:
        taken.append(table)
        return await take(self, table)

    monkeypatch.setattr(Storage, "take", counted)
    async with serving(settings(tmp_path)) as base, AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person.named(base, name)) for name in "ABCDEFGH"]
        tables = [await pair(person, rules=RULES) for person in people]
        assert len(set(tables)) == len(tables)
        assert taken == tables[:-1]  # each is looked at once, and no more


async def test_a_table_that_gathers_begins_by_itself_without_those_who_left(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(pairing, "ON_THE_WAY", PATIENCE)
    async with serving(settings(tmp_path, gather_for=0.2)) as base, AsyncExitStack() as stack:
        ani = await stack.enter_async_context(Person.named(base, "Ani"))
        budi = await stack.enter_async_context(Person.named(base, "Budi"))
        table = await pair(ani, rules="players=3 hand=7 hands=1", level="greedy")
        assert await pair(budi, rules="players=3 hand=7 hands=1") == table  # and closes the page
        async with ani.at(table) as window:
            await window.until_phase("playing", "match_over")
            kinds = [(seat.kind, seat.level) for seat in window.now.table.seats]
            assert kinds == [("person", None), ("computer", "greedy"), ("computer", "greedy")]
            await play_hand(window)
            await window.until_phase("match_over")
            await window.do("rematch")
            assert window.now.table.gathering is None  # from here on the people at the table decide
            assert await window.refused("fill") == "not-gathering"


async def test_only_tables_that_gather_people_are_filled(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        table = await ani.make_table(RULES, public=True)
        async with ani.at(table) as window, budi.at(table) as other:
            assert await window.refused("fill") == "not-gathering"
            assert await other.refused("fill") == "not-seated"


async def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base) as nameless,
    ):
        for body, code in (
            ({"rules": "players=9"}, "rules-players"),
            ({"level": "godlike"}, "level-unknown"),
            ({"extra": 1}, "message-malformed"),
        ):
            answer = await ani.client.post("/api/pair", json=body)
            assert answer.status_code == 400
            if code != "rules-players":
                assert answer.json()["code"] == code
        answer = await nameless.client.post("/api/pair", json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "name-needed")


def test_a_table_that_gathers_is_filled_once_and_those_who_left_are_not_waited_for() -> None:
    ani, budi = Actor("person", PERSONS[0]), Actor("person", PERSONS[1])
    company = Company(gathers="greedy")
    log = stamp(found(PERSONS[0], Rules(players=3), "clockwise", None, bytes(32), company=company), 0, ani, 1)
    played = Played(fold(TABLE, log), log, random.Random(1), present={PERSONS[0]})
    played.do(Sit(id="sit", seq=2, seat="B"), budi)
    seq = played.state.seq
    entries = played.do(Fill(id="fill", seq=seq), ani)
    assert [event.fact.kind for event in entries] == ["removed", "computer", "computer", "match", "committed"]
    assert not played.do(Fill(id="again", seq=seq), ani)
    assert not played.do(Fill(seq=seq), CLOCK)
    with pytest.raises(Refusal):
        played.do(Fill(id="gone", seq=seq), budi)
