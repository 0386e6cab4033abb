from __future__ import annotations

import asyncio
import contextlib
import json
import socket as sockets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from gaple.server import patience, stream
from gaple.server.patience import Impatient
from gaple.server.stream import MEDIA_TYPE
from tests.server import client, wire
from tests.server.client import Person, play_hand, serving
from tests.server.test_bots import bot
from tests.waiting import PATIENCE, until


class Lines:
    """Somebody's stream of a table."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self.told: list[wire.Message] = []
        self.beats = 0
        self._lines = answer.aiter_lines()

    @property
    def now(self) -> wire.State | wire.Event:
        return next(m for m in reversed(self.told) if isinstance(m, wire.State | wire.Event))

    async def next(self) -> wire.Message:
        """The next message; raises ``StopAsyncIteration`` at the end."""
        while True:
            async with asyncio.timeout(PATIENCE):
                line = await anext(self._lines)
            if line:
                break
            self.beats += 1
        message: wire.Message = wire.read(line.encode())
        self.told.append(message)
        if isinstance(message, wire.State | wire.Event):
            wire.check(message)
        return message

    async def until(self, that: Callable[[wire.State | wire.Event], bool]) -> wire.State | wire.Event:
        """Read on until the table is so; it may be already."""
        while not (self.told and that(self.now)):
            await self.next()
        return self.now


@asynccontextmanager
async def following(person: Person, table: str, **query: Any) -> AsyncIterator[Lines]:
    async with person.client.stream("GET", f"/api/tables/{table}/events", params=query) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == MEDIA_TYPE
        lines = Lines(answer)
        assert isinstance(await lines.next(), wire.State)
        yield lines


async def command(person: Person, table: str, kind: str, seq: int, **fields: Any) -> httpx.Response:
    return await person.client.post(f"/api/tables/{table}/commands", json={"type": kind, "seq": seq, **fields})


async def test_a_bot_makes_a_table_and_plays_a_match_by_http_alone(base: str) -> None:
    async with Person.named(base, "Ani") as ani, bot(ani) as robo:
        table = await robo.make_table("players=2 hand=14 hands=2")
        async with following(robo, table) as lines:
            seq = lines.now.seq
            assert (await command(robo, table, "computer", seq, seat="B", level="greedy")).status_code == 200
            assert (await command(robo, table, "start", seq)).json()["type"] == "done"
            for hand in (1, 2):
                await lines.until(lambda m: m.table.phase == "playing")
                while lines.now.table.phase == "playing":
                    now = lines.now
                    assert now.view
                    if now.view.legal and now.view.legal != ["--"]:
                        done = await command(robo, table, "play", now.seq, action=now.view.legal[0], id=f"c{now.seq}")
                        assert done.json() == {"type": "done", "id": f"c{now.seq}", "seq": now.seq + 1}
                    await lines.until(lambda m, seq=now.seq: m.seq > seq)  # type: ignore[misc]
                if hand == 1:
                    assert (await command(robo, table, "ready", lines.now.seq)).status_code == 200
            assert lines.now.table.phase == "match_over"
            seat = lines.now.table.seats[0]
            assert (seat.name, seat.bot, seat.stand_in) == ("Robo", True, None)


async def test_a_command_is_done_once_and_a_stale_one_comes_back_with_the_state(base: str) -> None:
    async with Person.named(base, "Ani") as ani:
        table = await ani.play_now(rules="players=2 hand=14")
        async with following(ani, table) as lines:
            await lines.until(lambda m: bool(m.view and m.view.legal))
            before = lines.now
            assert before.view
            play = {"action": before.view.legal[0], "id": "mine"}
            first = await command(ani, table, "play", before.seq, **play)
            again = await command(ani, table, "play", before.seq, **play)
            assert first.status_code == again.status_code == 200
            assert first.json() == again.json()
            stale = await command(ani, table, "play", before.seq, action=before.view.legal[0])
            assert stale.status_code == 409
            told = stale.json()
            assert told["code"] == "stale"
            state = wire.read(json.dumps(told["state"]).encode())
            assert isinstance(state, wire.State)
            wire.check(state)
            assert state.seq >= first.json()["seq"]
            assert state.you == before.you


async def test_what_comes_back_names_nothing_that_is_hidden(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi:
        table = await ani.play_now(rules="players=2 hand=14")
        async with ani.at(table) as window:
            refused = await command(budi, table, "play", window.now.seq, action="00")
            assert (refused.status_code, refused.json()["code"]) == (409, "not-seated")
            view = refused.json()["state"]["view"]
            assert (view["seat"], view["tiles"], view["legal"]) == (None, [], [])


async def test_it_goes_on_from_a_number(base: str) -> None:
    async with Person.named(base, "Ani") as ani:
        table = await ani.play_now(rules="players=2 hand=7 hands=1")
        async with ani.at(table) as window:
            seen = window.now.seq
            await play_hand(window)
            told = [m for m in window.told if isinstance(m, wire.Event) and m.seq > seen]
        async with following(ani, table, since=seen) as lines:
            assert isinstance(lines.now, wire.State)
            assert lines.now.missed == [wire.Missed(seq=m.seq, event=m.event) for m in told]
        async with following(ani, table) as lines:
            assert isinstance(lines.now, wire.State)
            assert lines.now.missed is None


async def test_a_silent_table_sends_empty_lines(tmp_path: Path) -> None:
    async with serving(client.settings(tmp_path, heartbeat=0.05)) as base, Person.named(base, "Ani") as ani:
        table = await ani.make_table("players=2 hand=7")
        async with ani.client.stream("GET", f"/api/tables/{table}/events") as answer:
            lines = answer.aiter_lines()
            assert isinstance(wire.read((await anext(lines)).encode()), wire.State)
            for _ in range(3):
                assert await anext(lines) == ""


async def test_who_follows_is_present_and_who_stops_is_not(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi:
        table = await ani.make_table("players=2 hand=7")
        async with ani.at(table) as window:
            async with following(budi, table):
                assert (await command(budi, table, "sit", 0, seat="B")).status_code == 200
                await window.until(wire.Event)
                assert window.now.table.seats[1].connected
            gone = await window.until(wire.Presence, lambda m: not m.seats[1].connected)
            assert gone.seats[1].name == "Budi"
            assert await window.refused("start") == "seats-away"


@pytest.mark.parametrize("nonces", [True, False])
async def test_no_hand_waits_for_a_program(tmp_path: Path, nonces: bool) -> None:
    """Where nobody adds a nonce the deal comes at once: here, a wait would be one without an end."""
    chosen = client.settings(tmp_path, shuffle_within=1e9)
    async with serving(chosen) as base, Person.named(base, "Ani") as ani, bot(ani) as robo:
        table = await robo.make_table("players=2 hand=7")
        async with following(robo, table, nonces=nonces) as lines, ani.socket(table) as window:
            await window.send(type="hello", version=1, nonces=False)
            await window.next()
            await window.do("sit", seat="B")
            await lines.until(lambda m: m.table.seats[1].kind == "person")
            assert (await command(robo, table, "start", lines.now.seq)).status_code == 200
            if nonces:
                await lines.until(lambda m: m.table.phase == "dealing")
                refused = await command(robo, table, "commit_nonce", lines.now.seq, commit="ab" * 32)
                assert refused.status_code == 200
                await lines.until(lambda m: bool(m.table.shuffle and m.table.shuffle.stage == "reveal"))
            else:
                await lines.until(lambda m: m.table.phase == "playing")


async def test_who_is_nobody_can_follow_and_do_nothing(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.stranger(base) as stranger:
        table = await ani.make_table("players=2 hand=7")
        async with following(stranger, table) as lines:
            assert lines.now.you == wire.You(person=None, who=None, seat=None, host=False)
            refused = await command(stranger, table, "sit", 2, seat="B")
            assert (refused.status_code, refused.json()["code"]) == (403, "name-needed")


async def test_there_is_no_such_table(base: str) -> None:
    async with Person.named(base, "Ani") as ani:
        for answer in (await ani.get("/api/tables/zzzzzzzz/events"), await command(ani, "zzzzzzzz", "start", 0)):
            assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")
        table = await ani.make_table("players=2 hand=7")
        for query in ("since=x", "nonces=7"):
            assert (await ani.get(f"/api/tables/{table}/events?{query}")).json()["code"] == "request-malformed"
        for body in (b"", b"{}", b'{"type": "hello", "version": 1}', b'{"type": "play", "seq": -1, "action": "00"}'):
            answer = await ani.client.post(f"/api/tables/{table}/commands", content=body)
            assert (answer.status_code, answer.json()["code"]) == (400, "message-malformed")


async def test_commands_have_their_rate_wherever_they_come_from(tmp_path: Path) -> None:
    async with (
        serving(client.settings(tmp_path, frames_in_ten_seconds=4)) as base,
        Person.named(base, "Ani") as ani,
    ):
        table = await ani.make_table("players=2 hand=7")
        codes = [(await command(ani, table, "computer", 2, seat="B", level=None)).status_code for _ in range(20)]
        assert set(codes) == {200, 429}


async def test_somebodys_oldest_stream_makes_way(tmp_path: Path) -> None:
    async with serving(client.settings(tmp_path, sockets_per_person=1)) as base, Person.named(base, "Ani") as ani:
        table = await ani.make_table("players=2 hand=7")
        async with following(ani, table) as first, ani.at(table):
            last = await first.next()
            assert isinstance(last, wire.Failed)
            assert last.error.code == "opened-elsewhere"
            with pytest.raises(StopAsyncIteration):
                await first.next()


async def test_so_many_streams_may_one_address_have(tmp_path: Path) -> None:
    async with serving(client.settings(tmp_path, sockets_per_address=1)) as base, Person.named(base, "Ani") as ani:
        table = await ani.make_table("players=2 hand=7")
        async with following(ani, table):
            second = await ani.get(f"/api/tables/{table}/events")
            assert (second.status_code, second.json()["code"]) == (429, "too-many-sockets")

        async def welcome() -> bool:
            async with ani.client.stream("GET", f"/api/tables/{table}/events") as answer:
                return answer.status_code == 200

        async with asyncio.timeout(PATIENCE):
            while not await welcome():  # the server hears a moment later that the first has gone
                pass


async def test_so_many_onlookers_may_follow(tmp_path: Path) -> None:
    async with (
        serving(client.settings(tmp_path, onlookers_per_table=1)) as base,
        Person.named(base, "Ani") as ani,
        Person.stranger(base) as stranger,
    ):
        table = await ani.make_table("players=2 hand=7")
        async with following(stranger, table):
            second = await stranger.get(f"/api/tables/{table}/events")
            assert (second.status_code, second.json()["code"]) == (429, "table-full")


async def test_who_does_not_read_lines_is_dropped_and_harms_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[tuple[str, int] | None] = []

    def lost(self: Impatient, error: Exception | None) -> None:
        gone.append(self.client)
        uvicorn_lost(self, error)

    uvicorn_lost = Impatient.connection_lost
    monkeypatch.setattr(Impatient, "connection_lost", lost)
    monkeypatch.setattr(stream, "_GOODBYE_SECONDS", 0.1)
    async with (
        serving(client.settings(tmp_path, queued_messages=8)) as base,
        Person.named(base, "Ani") as ani,
    ):
        table = await ani.make_table("players=2 hand=14")
        async with contextlib.AsyncExitStack() as stack:
            window = await stack.enter_async_context(ani.at(table))
            monkeypatch.setattr(patience, "REQUEST_SECONDS", 1.0)  # for who comes from here on
            place = await stack.enter_async_context(deaf(base, table))
            await window.until(wire.Presence, lambda m: m.onlookers == 1)
            await window.do("stand")
            for seat in "AB":
                await window.do("computer", seat=seat, level="random")
            await window.do("start")  # two computer players go on for ever
            await window.until(wire.Presence, lambda m: m.onlookers == 1)
            await window.until(wire.Event, lambda e: e.event.by == "computer")
            await until(lambda: place in gone)  # the connection is not held for them either


@asynccontextmanager
async def deaf(base: str, table: str) -> AsyncIterator[tuple[str, int]]:
    """Somebody who asks for a stream and never reads a line; where they are."""
    host, _, port = base.removeprefix("http://").partition(":")
    with sockets.socket() as socket:
        socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 1024)
        socket.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(socket, (host, int(port)))
        await loop.sock_sendall(
            socket, f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
        )
        yield socket.getsockname()


async def test_a_server_that_ends_ends_the_streams(tmp_path: Path) -> None:
    async with contextlib.AsyncExitStack() as stack:
        async with serving(client.settings(tmp_path)) as base:
            ani = await stack.enter_async_context(Person.named(base, "Ani"))
            table = await ani.make_table("players=2 hand=7")
            lines = await stack.enter_async_context(following(ani, table))
        with pytest.raises(StopAsyncIteration):
            await lines.next()
