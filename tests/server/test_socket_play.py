from __future__ import annotations

import asyncio
import json
import socket as sockets
import struct
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from gaple.server.errors import Unsure
from gaple.server.store.storage import Storage
from tests.server import client, wire
from tests.server.client import Person, Window, play_hand, serving


@asynccontextmanager
async def friends(base: str, rules: str, *names: str) -> AsyncIterator[tuple[str, list[Window]]]:
    """A table at which these people sit (the first is the host), with a window each."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person.named(base, name)) for name in names]
        table = await people[0].make_table(rules)
        windows = [await stack.enter_async_context(person.at(table)) for person in people]
        for window, seat in zip(windows[1:], "BCDE", strict=False):
            await window.do("sit", seat=seat)
        for window in windows:
            while window.now.seq < windows[-1].now.seq:
                await window.next()
        yield table, windows


async def all_up_to(windows: list[Window], seq: int) -> None:
    for window in windows:
        while window.now.seq < seq:
            await window.next()


async def on_turn(windows: list[Window]) -> tuple[Window, Window]:
    """Of two people the one on turn, and the other."""
    return (windows[0], windows[1]) if windows[0].view.turn == "A" else (windows[1], windows[0])


async def test_a_match_between_friends(base: str) -> None:
    rules = "players=2 hand=14 hands=2"
    async with friends(base, rules, "Ani", "Budi") as (_, (ani, budi)):
        assert [seat.name for seat in ani.now.table.seats] == ["Ani", "Budi"]
        assert await budi.refused("start") == "not-host"
        await ani.do("start")
        await budi.until_phase("playing")
        for hand in (1, 2):
            while ani.now.table.phase == "playing":
                first, second = await on_turn([ani, budi])
                done = await first.do("play", action=first.view.legal[-1])
                await all_up_to([second], done.seq)
            assert ani.view.outcome
            assert ani.view.outcome == budi.view.outcome
            assert ani.view.hands == budi.view.hands
            if hand == 1:
                await budi.do("ready")
                await ani.do("ready")
                for window in (ani, budi):
                    await window.until(wire.Event, lambda e: isinstance(e.event, wire.Dealt))
                assert ani.now.table.match
                assert ani.now.table.match.next
                assert ani.now.table.match.next.hand == 2
        assert ani.now.table.phase == "match_over"
        await budi.do("rematch")
        assert budi.now.table.phase == "waiting"
        assert [seat.name for seat in budi.now.table.seats] == ["Ani", "Budi"]


async def test_nobodys_absence_ends_a_table(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi:
        table = await ani.make_table("players=2 hand=14 hands=1")
        async with budi.at(table) as window:
            async with ani.at(table) as host:
                await window.do("sit", seat="B")
                await all_up_to([host], window.now.seq)
                await host.do("start")
                await all_up_to([window], host.now.seq)
                await asyncio.gather(play_hand(host), play_hand(window))
            await window.do("rematch")
            assert await window.refused("start") == "seats-away"
            await window.do("computer", seat="A", level="greedy")
            await window.do("start")
            await play_hand(window)
            assert window.now.table.phase == "match_over"


async def test_out_of_turn_twice_and_with_a_tile_not_held(base: str) -> None:
    async with friends(base, "players=2 hand=14", "Ani", "Budi") as (_, windows):
        await windows[0].do("start")
        await windows[1].until_phase("playing")
        first, second = await on_turn(windows)
        seq = first.now.seq
        assert await second.refused("play", action=second.view.tiles[0]) == "not-your-turn"
        assert await first.refused("play", action="00>") == "lead-needed"
        assert first.now.seq == seq
        done = await first.do("play", action="00", id="mine")
        again = await first.do("play", action="00", id="mine", seq=seq)
        assert again == done
        assert await first.refused("play", action="00", seq=seq) == "stale"
        assert await first.refused("play", action="00") == "not-your-turn"
        await all_up_to([second], done.seq)
        assert second.now.seq == done.seq
        assert await second.refused("play", action="11>", id="mine") == "command-id-taken"
        held = set(second.view.tiles)
        missing = next(f"0{pips}" for pips in range(1, 7) if f"0{pips}" not in held)
        assert await second.refused("play", action=f"{missing}>") == "not-held"
        assert second.view.actions == [wire.SeatAction(seat=first.view.seat or "A", action="00")]


async def test_coming_back_resumes_the_seat(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.play_now(rules="players=2 hand=7")
        async with person.at(table) as window:
            before = window.view.tiles
        async with person.at(table) as window, person.at(table) as twin:
            assert window.now.you.seat == twin.now.you.seat == "A"
            assert set(window.view.tiles) <= set(before)
            await play_hand(window)
            await twin.until_phase("hand_over", "match_over")
            assert twin.view.outcome == window.view.outcome


async def test_presence_is_told(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi:
        table = await ani.make_table("players=2 hand=7")
        async with ani.at(table) as window:
            async with budi.at(table) as other:
                assert (await window.until(wire.Presence)).onlookers == 1
                await other.do("sit", seat="B")
                await window.until(wire.Event)
                assert window.now.table.onlookers == 0
                await budi.client.put("/api/me", json={"name": "Pak Budi"})
                renamed = await window.until(wire.Presence)
                assert renamed.seats[1].name == "Pak Budi"
            gone = await window.until(wire.Presence)
            assert (gone.seats[1].connected, gone.onlookers) == (False, 0)


async def test_a_name_given_between_handshake_and_hello_counts(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi:
        table = await ani.make_table("players=2 hand=7")
        async with ani.socket(table) as early, budi.socket(table) as other:
            await ani.client.put("/api/me", json={"name": "Bu Ani"})
            await other.send(type="hello", version=1)
            assert isinstance(await other.next(), wire.State)
            await budi.client.put("/api/me", json={"name": "Pak Budi"})
            await early.send(type="hello", version=1)
            await other.until(wire.Presence, lambda m: m.seats[0].connected)
            await early.next()
            assert early.now.table.seats[0].name == "Bu Ani"
            await other.do("sit", seat="B")
            assert [seat.name for seat in other.now.table.seats] == ["Bu Ani", "Pak Budi"]


async def test_a_seat_wants_a_name(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.named(base) as nameless:
        table = await ani.make_table("players=2 hand=7")
        async with nameless.at(table) as window:
            assert await window.refused("sit", seat="B") == "name-needed"
            await nameless.client.put("/api/me", json={"name": "Citra"})
            await window.do("sit", seat="B")
            assert window.now.table.seats[1].name == "Citra"


async def test_errors_are_told_in_the_language_of_hello(base: str) -> None:
    async with Person.named(base, "Ani", "en") as person:
        table = await person.make_table("players=2 hand=7")
        told = {}
        for lang in ("id", "en"):
            async with person.socket(table) as window:
                await window.send(type="hello", version=1, lang=lang)
                await window.next()
                answer = await window.ask("start")
                assert isinstance(answer, wire.Refused)
                told[lang] = answer.error.text
        assert told["id"].startswith("kursi B masih kosong")
        assert told["en"].startswith("seat B is still empty")


async def test_a_pass_plays_itself(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        for _ in range(20):
            table = await person.play_now(rules="players=2 hand=7 stuck=pass hands=1")
            async with person.at(table) as window:
                await play_hand(window)
                for message in window.told:
                    if (
                        isinstance(message, wire.Event)
                        and isinstance(message.event, wire.Played)
                        and message.event.by == "clock"
                    ):
                        assert message.event.action == "--"
                        assert message.event.seat == "A"
                        return
    raise AssertionError("nobody ever had to pass")


async def test_computer_players_wait_for_somebody_to_watch(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        for _ in range(20):
            table = await person.play_now(rules="players=4 hand=7")
            view = (await person.get(f"/api/tables/{table}")).json()
            await asyncio.sleep(0.05)
            assert (await person.get(f"/api/tables/{table}")).json() == view
            async with person.at(table) as window:
                if window.view.turn != "A":
                    moved = await window.until(wire.Event)
                    assert moved.event.by == "computer"
                    return
    raise AssertionError("a person always began")


async def test_who_does_not_read_is_dropped_and_harms_nobody(tmp_path: Path) -> None:
    async with (
        serving(client.settings(tmp_path, queued_messages=8)) as base,
        Person.named(base, "Ani") as ani,
    ):
        table = await ani.make_table("players=2 hand=14")
        host, _, port = base.removeprefix("http://").partition(":")
        async with ani.at(table) as window, deaf(host, int(port), table):
            while window.now.table.onlookers < 1:
                await window.send(type="hello", version=1)
                await window.until(wire.State)
            await window.do("stand")
            for seat in "AB":
                await window.do("computer", seat=seat, level="random")
            await window.do("start")  # two computer players go on for ever
            await window.until(wire.Presence, lambda m: m.onlookers == 1)
            await window.until(wire.Event, lambda e: e.event.by == "computer")


@asynccontextmanager
async def deaf(host: str, port: int, table: str) -> AsyncIterator[None]:
    """Somebody who says hello and never reads a word."""
    with sockets.socket() as socket:
        socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 1024)
        socket.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(socket, (host, port))
        lines = [
            f"GET /api/tables/{table}/socket HTTP/1.1",
            f"Host: {host}:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        await loop.sock_sendall(socket, "\r\n".join([*lines, "", ""]).encode())
        assert b" 101 " in await loop.sock_recv(socket, 500)
        await loop.sock_sendall(socket, masked(b'{"type":"hello","version":1}'))
        yield


def masked(payload: bytes) -> bytes:
    """A text frame as a client sends it, with a mask of nothing."""
    assert len(payload) < 126
    return struct.pack("!BB4x", 0x81, 0x80 | len(payload)) + payload


async def test_two_windows_of_a_fast_hand_tell_the_same(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.play_now(rules="players=5 hand=5 hands=1")
        async with person.at(table) as window, person.at(table) as twin:
            await play_hand(window)
            await twin.until_phase("match_over")
            events = [
                {json.dumps(json.loads(raw)) for raw in w.raw if b'"type":"event"' in raw[:20]} for w in (window, twin)
            ]
        assert events[1] <= events[0]
        assert events[1]


async def test_what_the_server_does_not_know_it_does_not_answer(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut off while it commits: the command is sent again under its id, and is not done twice."""
    append, lost = Storage.append, False

    async def losing(*args: Any) -> None:
        nonlocal lost
        await append(*args)
        if args[1] == table and not lost:
            lost = True
            raise Unsure("storage-failed")

    async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi:
        table = await ani.make_table("players=3 hand=7")
        monkeypatch.setattr(Storage, "append", losing)
        async with budi.at(table) as window:
            seq = window.now.seq
            await window.send(type="sit", id="mine", seq=seq, seat="B")
            told = await window.until(wire.Failed)
            assert (told.error.code, told.id) == ("storage-failed", None)
            with pytest.raises(ConnectionClosed) as ended:
                await window.until(wire.Message, lambda _: False)
            assert ended.value.rcvd
            assert ended.value.rcvd.code == 1011
        async with budi.at(table) as window:
            done = await window.do("sit", seat="B", id="mine", seq=seq)
            assert done.seq == seq + 1
            assert window.now.seq == seq + 1
            assert window.now.table.seats[1].name == "Budi"


async def test_who_comes_while_the_database_is_away_is_told_so(
    base: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whether the table was taken over then nobody knows; that it cannot be had now is plain."""

    async def away(*_: Any) -> None:
        raise Unsure("storage-failed")

    async with Person.named(base, "Ani") as ani:
        table = await ani.make_table("players=2 hand=7")
        monkeypatch.setattr(Storage, "take", away)
        async with ani.socket(table) as window:
            await window.send(type="hello", version=1, seq=None, lang="en")
            told = await window.until(wire.Failed)
            assert told.error.code == "storage-failed"
            with pytest.raises(ConnectionClosed) as ended:
                await window.until(wire.Message, lambda _: False)
            assert ended.value.rcvd
            assert ended.value.rcvd.code == 1011
    assert "KeyError" not in caplog.text
