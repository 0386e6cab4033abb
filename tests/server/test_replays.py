"""Hands that are over: kept by who played them, and told step by step."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from gaple import Action, Hand, Rules, Seat
from gaple.server.play import history
from gaple.server.play.commands import Actor, PlayAgain, Start
from gaple.server.play.ended import Ended
from gaple.server.play.table import Phase, TableState
from gaple.server.store import database, hands
from gaple.server.store.hands import Cursor
from gaple.server.store.register import Register
from gaple.server.store.storage import Storage
from gaple.server.web import replays
from tests import strategies
from tests.server.client import Person, play_hand, serving
from tests.server.client import settings as server_settings
from tests.server.states import PERSONS, TABLE, Played, full
from tests.server.test_decide import play_on

HOST = Actor("person", PERSONS[0])
ANI, BUDI = PERSONS[:2]


def play_hands(played: Played, number: int) -> list[Ended]:
    """Play so many hands, and what each append that ended one was said to end."""
    said = []
    apply = TableState.apply

    def one_by_one(state: TableState, event: Any) -> None:
        if ended := Ended.by(state, [event.fact]):
            said.append(ended)
        apply(state, event)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableState, "apply", one_by_one)
        for _ in range(number):
            play_on(played)
            if played.state.phase is Phase.MATCH_OVER:
                played.do(PlayAgain(id=played.next_id(), seq=played.state.seq), HOST)
                played.do(Start(id=played.next_id(), seq=played.state.seq), HOST)
            played.deal()
    return said


@given(strategies.rules(), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_what_ends_a_hand_is_known_before_it_is_written(rules: Rules, seed: int) -> None:
    played = full(rules, seed, persons=2)
    before = 1 if played.state.hand and played.state.hand.is_over else 0  # a turned-up tile may end it at once
    said = play_hands(played, 3)
    told = [Ended.of(one) for one in history.finished(TABLE, played.log)]
    assert told[before:] == said
    for ended in told:
        assert ended.rules == str(rules)
        assert [sat.person for sat in ended.seats[:2]] == [ANI, BUDI]


def test_moves_that_were_taken_back_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever takes a move back: a hand is told as it was played in the end, and not while it goes on again."""
    played = full(Rules(players=2, hand=7), 3, persons=2)
    play_on(played)
    hand = played.state.hand
    assert hand
    first = [one.hand.actions for one in history.finished(TABLE, played.log)]
    assert first == [hand.actions]
    apply, back = TableState.apply, played.log[-1].seq

    def once_more(state: TableState, event: Any) -> None:
        apply(state, event)
        if event.seq == back and state.hand and state.match:
            state.match.hands.pop()
            while len(state.hand.actions) > 4:
                state.hand.undo()

    monkeypatch.setattr(TableState, "apply", once_more)
    assert list(history.finished(TABLE, played.log)) == []


@pytest.fixture
async def store(tmp_path: Path, database_url: str | None) -> AsyncIterator[Storage]:
    opened = await Storage.open(tmp_path, database_url)
    for person in (ANI, BUDI):
        await opened.add_person(person, f"hash of {person}", 1)
        await opened.change_person(person, person.upper())
    yield opened
    await opened.close()


async def listed(store: Storage, person: str, before: Cursor | None = None, most: int = 100) -> list[hands.HandAt]:
    return hands.read(await store.read(hands.played_by(person, before, most)))


async def test_hands_are_found_by_who_played_them(store: Storage) -> None:
    played = full(Rules(players=3, hand=9, hands=2), 1, persons=2)
    begun = len(played.log)
    play_hands(played, 5)
    told = {one.ended_at: Ended.of(one) for one in history.finished(TABLE, played.log)}
    await store.create(TABLE, ANI, played.log[:begun])
    for event in played.log[begun:]:
        await store.append(TABLE, event.seq - 1, 1, [event], told.get(event.at))
    found = await listed(store, ANI)
    assert [one.ended for one in found] == list(told.values())[::-1]
    assert [(one.match, one.hand) for one in told.values()] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
    assert found == await listed(store, BUDI)
    paged: list[hands.HandAt] = []
    while page := await listed(store, ANI, paged[-1].cursor if paged else None, 2):
        paged += page
    assert paged == found
    assert [tuple(row) for row in await store.read(hands.places(TABLE))] == sorted(one.cursor[2:] for one in found)
    again, at = found[0].ended, found[0].at
    more = structs.replace(played.log[-1], seq=played.log[-1].seq + 1, command_id=None)
    await store.append(TABLE, more.seq - 1, 1, [more], again)  # as after a move was taken back
    assert len(await listed(store, ANI)) == 5
    assert (await listed(store, ANI))[0].at >= at
    await Register(store).erase(ANI)
    assert await listed(store, ANI) == []
    assert len(await listed(store, BUDI)) == 5


async def test_hands_are_found_in_older_logs(tmp_path: Path) -> None:
    store = await Storage.open(tmp_path)
    for person in (ANI, BUDI):
        await store.add_person(person, f"hash of {person}", 1)
        await store.change_person(person, person.upper())
    played = full(Rules(), 1, persons=2)
    play_hands(played, 3)
    await store.create(TABLE, ANI, played.log)
    await store.create("unreadable", BUDI, played.log[:3])
    await store.close()
    with sqlite3.connect(tmp_path / database.FILE) as connection:
        connection.executescript(
            "DROP TABLE companions; DROP TABLE hands_played; DROP TABLE hands; DROP TABLE reviews;"
            "UPDATE alembic_version SET version_num = '0005';"
            "UPDATE events SET v = 99 WHERE [table] = 'unreadable'"
        )
    connection.close()
    store = await Storage.open(tmp_path)
    found = await listed(store, BUDI)
    assert [one.ended for one in found] == [Ended.of(one) for one in history.finished(TABLE, played.log)][::-1]
    await store.close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1.2.3",
        "a.b.c.d",
        "1.k.1.x",
        f"{'9' * 30}.k.1.1",
        "1.k.1.1.1",
        "²",
        "-9.k.1.1",
        f"-{'9' * 30}.k.1.1",
        f"1.k.-{'9' * 30}.1",
        "1.\0.1.1",
        "1.k.1.2147483648",
    ],
)
def test_what_is_no_cursor(text: str) -> None:
    assert Cursor.read(text) is None


def test_a_cursor_prints_as_it_is_read() -> None:
    cursor = Cursor(1_800_000_000_000, TABLE, 2, 13)
    assert Cursor.read(str(cursor)) == cursor


async def test_a_hand_is_told_step_by_step(base: str) -> None:
    async with Person.named(base, "محمد 🁣") as ani, Person.named(base, "Budi") as budi:
        table = await ani.make_table("players=3 hand=7 settle=pairwise", direction="counterclockwise")
        path = f"/api/tables/{table}/hands/1/1"
        async with ani.at(table) as window, budi.at(table) as other:
            await other.do("sit", seat="B")
            await window.do("computer", seat="C", level="greedy", seq=other.now.seq)
            assert (await ani.get(path)).json()["code"] == "no-finished-hand"
            await window.do("start")
            await other.until_phase("playing")
            await other.do("hand_over")
            for early in (path, f"/api/tables/{table}/hands/1/2"):
                assert (await ani.get(early)).json()["code"] == "no-finished-hand"
            assert (await ani.get("/api/me/hands")).json() == {"hands": [], "next": None}
            await play_hand(window)
            view = window.view
        told = (await ani.get(path)).json()
        assert (told["seat"], told["direction"], told["previous"], told["next"]) == (
            "A",
            "counterclockwise",
            None,
            None,
        )
        assert [player["name"] for player in told["players"]] == ["محمد 🁣", "Budi", None]
        assert [player["level"] for player in told["players"]] == [None, None, "greedy"]
        [note] = told["notes"]
        assert (note["kind"], note["seat"], note["why"]) == ("taken_over", "B", "asked")
        steps, positions = told["steps"], told["positions"]
        assert [(step["seat"], step["action"]) for step in steps] == [(did.seat, did.action) for did in view.actions]
        assert len(positions) == len(steps) + 1
        last = positions[-1]
        assert (last["line"], last["root"], last["turn"], last["legal"]) == (view.line, view.root, None, [])
        assert (last["hands"], last["dead"]) == (view.hands, view.dead)
        assert told["stock"] == view.hidden_stock
        assert view.outcome
        assert told["outcome"]["winner"] == view.outcome.winner
        for before, step, after in zip(positions, steps, positions[1:], strict=False):
            assert before["turn"] == step["seat"]
            assert step["action"] in before["legal"]
            assert step["forced"] == (len(before["legal"]) == 1)
            tiles = Action.parse(step["action"]).tile
            left = [tile for tile in before["hands"][step["seat"]] if tile != str(tiles)]
            assert after["hands"][step["seat"]] == left
        [mine] = (await budi.get("/api/me/hands")).json()["hands"]
        assert (mine["table"], mine["match"], mine["hand"], mine["seat"]) == (table, 1, 1, "B")
        assert mine["points"] == told["outcome"]["points"]
        assert mine["net"] == told["total"] == mine["total"]
        await budi.client.delete("/api/me")
        assert [player["name"] for player in (await ani.get(path)).json()["players"]] == ["محمد 🁣", None, None]
        [mine] = (await ani.get("/api/me/hands")).json()["hands"]
        assert [player["name"] for player in mine["players"]] == ["محمد 🁣", None, None]
        assert (await budi.get("/api/me/hands")).status_code == 404
        assert "p_" not in json.dumps([told, mine])


async def test_where_nobody_may_watch_a_hand_is_told_to_who_sat_there(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi:
        table = await ani.make_table("players=2 hand=14", onlookers=False)
        path = f"/api/tables/{table}/hands/1/1"
        async with ani.at(table) as window:
            await window.do("computer", seat="B", level="greedy")
            await window.do("start")
            await play_hand(window)
        told = (await ani.get(path)).json()
        assert (told["seat"], told["open"]) == ("A", False)
        refused = await budi.get(path)
        assert (refused.status_code, refused.json()["code"]) == (403, "no-onlookers")
        assert (await budi.get("/api/me/hands")).json()["hands"] == []
        for nothing, code in (("0/1", "no-finished-hand"), ("1/99999", "no-finished-hand"), ("1/x", "address-unknown")):
            answer = await ani.get(f"/api/tables/{table}/hands/{nothing}")
            assert (answer.status_code, answer.json()["code"]) == (404, code)
        assert (await ani.get("/api/tables/nosuchtable/hands/1/1")).json()["code"] == "no-such-table"
        assert (await ani.get("/api/me/hands?before=nonsense")).json() == {"hands": [], "next": None}


async def test_the_list_goes_on_page_by_page(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "MOST", 2)
    async with Person.named(base, "Ani") as ani:
        table = await ani.play_now(rules="players=2 hand=7 hands=3")
        async with ani.at(table) as window:
            for number in range(3):
                await play_hand(window)
                if number < 2:
                    await window.do("ready")
                    await window.until_phase("dealing", "playing")
        first = (await ani.get("/api/me/hands")).json()
        rest = (await ani.get(f"/api/me/hands?before={first['next']}")).json()
        assert [[one["hand"] for one in page["hands"]] for page in (first, rest)] == [[3, 2], [1]]
        assert rest["next"] is None
        middle = (await ani.get(f"/api/tables/{table}/hands/1/2")).json()
        assert (middle["previous"], middle["next"]) == ({"match": 1, "hand": 1}, {"match": 1, "hand": 3})


async def test_there_is_an_end_to_asking(tmp_path: Path) -> None:
    async with serving(server_settings(tmp_path, records_per_minute=2)) as base, Person.named(base, "Ani") as ani:
        for _ in range(2):
            assert (await ani.get("/api/me/hands")).status_code == 200
        assert (await ani.get("/api/me/hands")).json()["code"] == "too-many-records"


def test_all_that_is_told_of_a_hand_comes_from_views() -> None:
    """As a whole, what the seats knew; and the hand itself is left as it was."""
    hand = Hand.dealt(Rules(players=4, hand=6), seed=5)
    while not hand.is_over:
        hand.play(hand.legal_actions()[0])
    actions = hand.actions
    positions = list(replays._positions(hand))
    assert hand.actions == actions
    assert hand.is_over
    again = hand.copy()
    for position in reversed(positions):
        assert position.hands == {str(seat): [str(tile) for tile in again.tiles(seat)] for seat in Seat if seat < 4}
        assert position.dead == {str(seat): [str(tile) for tile in again.dead(seat)] for seat in Seat if seat < 4}
        assert position.line == list(again.line.texts)
        if again.actions:
            again.undo()
