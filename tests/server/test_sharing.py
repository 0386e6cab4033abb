"""Several processes share the work: whoever has the socket, whoever owns the table, and whoever dies."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed

from gaple.server import Settings, StartError, open_server
from gaple.server.cluster import inquiries, link
from gaple.server.store import lease
from gaple.server.store.storage import Storage
from gaple.server.web import unfolding
from tests.server import wire
from tests.server.client import Person, Window, play_hand, serving, settings
from tests.server.ports import free_port
from tests.server.running import process
from tests.server.services import a_database, execute, redis
from tests.waiting import PATIENCE

SECRET = "s3cr3t"
SHORT_LEASE = 6.0


class Where(NamedTuple):
    """What processes share."""

    folder: Path
    database: str
    redis: str

    def settings(self, **more: Any) -> Settings:
        return settings(self.folder, database=self.database, redis=self.redis, **more)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody in this process counts as gone because this machine is slow."""
    monkeypatch.setattr(lease, "LEASE_SECONDS", 3600.0)
    monkeypatch.setattr(link, "SILENT_SECONDS", 60.0)
    monkeypatch.setattr(link, "ANSWER_SECONDS", 60.0)
    monkeypatch.setattr(unfolding, "_SECONDS", 60.0)


@pytest.fixture
async def where(tmp_path: Path) -> AsyncIterator[Where]:
    async with a_database() as url:
        yield Where(tmp_path, url, await asyncio.to_thread(redis))


@asynccontextmanager
async def two_servers(where: Where, **more: Any) -> AsyncIterator[tuple[str, str]]:
    async with serving(where.settings(**more)) as first, serving(where.settings(**more)) as second:
        yield first, second


@asynccontextmanager
async def table_of_two(first: str, second: str) -> AsyncIterator[tuple[str, Person, Window, Person, Window]]:
    """A table of the first process, in play: Ani sits at A by the first, Budi at B by the second."""
    async with Person.named(first, "Ani") as ani, Person.named(second, "Budi") as budi:
        table = await ani.make_table("players=2 hand=7")
        async with ani.at(table) as hers, budi.at(table) as his:
            await his.do("sit", seat="B")
            await hers.until(wire.Event, lambda event: isinstance(event.event, wire.Sat))
            await hers.do("start")
            await his.until_phase("playing")
            yield table, ani, hers, budi, his


async def closed(window: Window) -> None:
    """Read on until the server ends the connection in a way that says: come back."""
    with pytest.raises(ConnectionClosed) as ended:
        await window.until(wire.Message, lambda _: False)
    assert ended.value.rcvd is None or ended.value.rcvd.code in (1011, 1012, 4408)


@asynccontextmanager
async def back(person: Person, table: str) -> AsyncIterator[Window]:
    """A window of somebody who comes again and again until they are let in, as the page does."""
    async with contextlib.AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(ConnectionClosed, AssertionError, OSError):
                window = await stack.enter_async_context(person.at(table))
                break
        yield window


async def test_two_people_at_two_processes_play_one_table(where: Where) -> None:
    async with two_servers(where) as (first, second), table_of_two(first, second) as (table, ani, hers, budi, his):
        await asyncio.gather(play_hand(hers), play_hand(his))
        for window in (hers, his):
            await window.until_phase("hand_over")
        assert hers.now.seq == his.now.seq
        assert hers.now.table == his.now.table
        assert await his.refused("start") == "not-host"
        for person in (ani, budi):
            told = (await person.get(f"/api/tables/{table}")).json()
            assert [seat["name"] for seat in told["seats"]] == ["Ani", "Budi"]
            assert (await person.get(f"/api/tables/{table}/record")).status_code == 200
            assert (await person.get(f"/api/tables/{table}/link")).status_code == 200


async def test_a_hand_is_shown_wherever_its_phone_is_connected(where: Where) -> None:
    async with two_servers(where) as (first, second), Person.named(first, "Ani") as ani:
        table = await ani.make_table("players=2 hand=7", companions=["Sari", "Citra"])
        token = ani.client.cookies["gaple_device"]
        async with ani.at(table), Person.stranger(second, token) as phone, phone.at(table) as window:
            await window.do("start")
            await window.until_phase("playing")
            look = {"type": "look", "seat": window.view.turn, "seq": window.now.seq}
            await window.send(**look)
            view = (await window.until(wire.Looked)).view
            assert view
            assert (view.seat, len(view.tiles)) == (look["seat"], 7)
            async with Person.stranger(second) as other, other.at(table) as onlooker:
                await onlooker.send(**look)
                refused = await onlooker.until(wire.Looked)
                assert refused.view is None
                assert refused.error
                assert refused.error.code == "look-not-here"


async def test_names_and_presence_are_known_everywhere(where: Where) -> None:
    async with two_servers(where) as (first, second), table_of_two(first, second) as (_, ani, hers, budi, his):
        await budi.client.put("/api/me", json={"name": "Pak Budi"})
        for window in (hers, his):
            await window.until(wire.Presence, lambda told: told.seats[1].name == "Pak Budi")
        await ani.client.put("/api/me", json={"name": "Bu Ani"})
        await his.until(wire.Presence, lambda told: told.seats[0].name == "Bu Ani")
        await his.socket.close()
        await hers.until(wire.Presence, lambda told: not told.seats[1].connected)


async def test_a_full_table_turns_away_wherever_one_comes_from(where: Where) -> None:
    async with (
        two_servers(where, onlookers_per_table=1) as (first, second),
        table_of_two(first, second) as (table, *_),
        Person.named(second, "Citra") as citra,
        citra.at(table),
        Person.named(second, "Dewi") as dewi,
        dewi.socket(table) as window,
    ):
        await window.send(type="hello", version=1, seq=None, lang="en")
        told = await window.next()
        assert isinstance(told, wire.Failed)
        assert told.error.code == "table-full"
        with pytest.raises(ConnectionClosed) as ended:
            await window.next()
        assert ended.value.rcvd
        assert ended.value.rcvd.code == 4429


async def test_a_link_unfolds_anywhere_and_the_table_stays_where_it_is(where: Where) -> None:
    async with two_servers(where) as (first, second), table_of_two(first, second) as (table, ani, _, budi, _):
        owned = f"SELECT owner, epoch FROM tables WHERE id = '{table}'"
        before = await execute(where.database, owned)
        pages = [await person.client.get(f"/meja/{table}", headers={"host": "meja.test"}) for person in (ani, budi)]
        assert all("di meja Ani" in page.text for page in pages)
        assert pages[0].headers["etag"] == pages[1].headers["etag"]
        assert await execute(where.database, owned) == before


async def test_a_table_that_there_is_nowhere(where: Where) -> None:
    async with two_servers(where) as (_, second), Person.named(second, "Budi") as budi:
        assert (await budi.get("/api/tables/nosuchtable1")).status_code == 404


async def lobby_of(person: Person) -> dict[str, list[str]]:
    """Who sits at the tables that the lobby lists."""
    return {told["table"]: told["people"] for told in (await person.get("/api/lobby")).json()["tables"]}


async def pair(person: Person, rules: str) -> str:
    answer = await person.client.post("/api/pair", json={"rules": rules})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


async def test_the_lobby_is_the_same_everywhere(where: Where) -> None:
    async with (
        two_servers(where) as (first, second),
        Person.named(first, "Ani") as ani,
        Person.named(second, "Budi") as budi,
    ):
        hers = await ani.make_table("players=2 hand=7", public=True)
        his = await budi.make_table("players=2 hand=7", public=True)
        async with ani.at(hers), budi.at(his), asyncio.timeout(PATIENCE):
            for person in (ani, budi):
                while await lobby_of(person) != {hers: ["Ani"], his: ["Budi"]}:  # noqa: ASYNC110 (nobody tells of it)
                    await asyncio.sleep(0.05)


async def test_those_who_want_the_same_game_find_each_other_from_anywhere(where: Where) -> None:
    # With several rules each process has some that it brings people together for.
    every = [f"players={players} hand={hand} hands=1" for players in (2, 3) for hand in (4, 5, 6, 7)]
    async with (
        two_servers(where, gather_for=600) as (first, second),
        Person.named(first, "Ani") as ani,
        Person.named(second, "Budi") as budi,
        Person.named(second, "Citra") as citra,
    ):
        for rules in every:  # at the same moment
            one, other = await asyncio.gather(pair(ani, rules), pair(budi, rules))
            assert one == other
        async with ani.at(one) as hers, budi.at(one) as his:
            assert await pair(citra, every[-1]) == one
            for window in (hers, his):
                while window.now.table.seats[2].name != "Citra":
                    await window.until(wire.Message)
            await hers.do("fill")
            for window in (hers, his):
                await window.until_phase("playing")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
async def test_who_brings_people_together_may_die(where: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    ask = inquiries.Inquiries.ask

    async def counted(self: inquiries.Inquiries, process: str, topic: str, content: bytes = b"") -> bytes:
        asked.append(topic)
        return await ask(self, process, topic, content)

    monkeypatch.setattr(link, "ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(inquiries.Inquiries, "ask", counted)
    async with (
        process(where.folder, free_port(), 0, where.database, where.redis) as first,
        serving(where.settings()) as second,
        Person.named(second, "Budi") as budi,
    ):
        first.send_signal(signal.SIGKILL)
        for players in (2, 3, 4):  # by chance one of these falls to the one that died
            for hand in range(2, 8):
                table = await pair(budi, f"players={players} hand={hand}")
                async with budi.at(table) as window:
                    assert window.now.table.seats[0].name == "Budi"
        assert "pair" in asked


async def test_a_process_that_ends_in_order_hands_its_tables_over(where: Where) -> None:
    async with contextlib.AsyncExitStack() as ending, serving(where.settings()) as second:
        first = await ending.enter_async_context(serving(where.settings()))
        async with table_of_two(first, second) as (table, ani, hers, budi, his):
            seq = his.now.seq
            leaving = asyncio.create_task(ending.aclose())
            await closed(hers)
            await closed(his)
            await leaving
            ani.base = second
            async with back(budi, table) as his, back(ani, table) as hers:
                assert his.now.seq >= seq
                await asyncio.gather(play_hand(hers), play_hand(his))
                await hers.until_phase("hand_over")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
async def test_when_the_owner_is_killed_another_goes_on(where: Where) -> None:
    ports = free_port(), free_port()
    async with (
        process(where.folder, ports[0], 0, where.database, where.redis) as first,
        process(where.folder, ports[1], 0, where.database, where.redis),
        table_of_two(*(f"http://127.0.0.1:{port}" for port in ports)) as (table, ani, hers, budi, his),
    ):
        mover, other = (hers, his) if hers.now.you.seat == hers.view.turn else (his, hers)
        done = await mover.do("play", action=mover.view.legal[0], id="last")
        await other.until(wire.Event, lambda event: event.seq == done.seq)
        first.send_signal(signal.SIGKILL)
        await closed(his)
        await closed(hers)
        ani.base = budi.base
        async with back(budi, table) as his, back(ani, table) as hers:
            assert his.now.seq >= done.seq
            assert his.view.actions[: len(other.view.actions)] == other.view.actions
            again = await (hers if mover.now.you.seat == "A" else his).do("play", action="00", id="last", seq=1)
            assert again.seq == done.seq
            await asyncio.gather(play_hand(hers), play_hand(his))
            await hers.until_phase("hand_over")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSTOP")
async def test_an_owner_that_slept_writes_nothing(where: Where) -> None:
    ports = free_port(), free_port()
    async with (
        process(where.folder, ports[0], 0, where.database, where.redis, SHORT_LEASE) as first,
        process(where.folder, ports[1], 0, where.database, where.redis, SHORT_LEASE),
        table_of_two(*(f"http://127.0.0.1:{port}" for port in ports)) as (table, ani, hers, budi, his),
    ):
        first.send_signal(signal.SIGSTOP)
        try:
            await hers.send(type="hand_over", id="late", seq=hers.now.seq)
            await closed(his)
            async with back(budi, table) as his:
                taken = await his.do("hand_over")
                first.send_signal(signal.SIGCONT)
                await closed(hers)
                assert not any(isinstance(told, wire.Done) and told.id == "late" for told in hers.told)
                async with back(ani, table) as hers:  # by the first process, of a table that is the second's now
                    assert hers.now.seq >= taken.seq
                    assert hers.now.table.seats[1].stand_in
                    assert hers.now.table.seats[0].stand_in is None
                    await hers.do("hand_over", id="late")
                    await his.until(wire.Event, lambda event: isinstance(event.event, wire.TakenOver))
        finally:
            first.send_signal(signal.SIGCONT)
    storage = await Storage.open(where.folder, where.database)
    log = await storage.events(table)
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    assert [event.command_id for event in log].count("late") == 1
    await storage.close()


@asynccontextmanager
async def wire_to(address: str) -> AsyncIterator[tuple[str, asyncio.Event]]:
    """A way to Redis that is cut as long as an event is set; its address."""
    host, _, port = address.removeprefix("redis://").partition(":")
    cut = asyncio.Event()
    writers = set[asyncio.StreamWriter]()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while content := await reader.read(65536):
                writer.write(content)
                await writer.drain()
        writer.close()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if cut.is_set():
            writer.close()
            return
        there = await asyncio.open_connection(host, int(port))
        writers.update((writer, there[1]))
        await asyncio.gather(pump(reader, there[1]), pump(there[0], writer))

    server = await asyncio.start_server(pass_on, "127.0.0.1", 0)

    async def watch() -> None:
        await cut.wait()
        for writer in writers:
            writer.close()

    watching = asyncio.create_task(watch())
    try:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}", cut
    finally:
        watching.cancel()
        server.close()


async def test_redis_is_cut_and_comes_back(where: Where, caplog: pytest.LogCaptureFixture) -> None:
    async with (
        wire_to(where.redis) as (redis_of_second, cut),
        serving(where.settings()) as first,
        serving(where._replace(redis=redis_of_second).settings()) as second,
        table_of_two(first, second) as (table, _, hers, budi, his),
    ):
        cut.set()
        await closed(his)
        await hers.until(wire.Presence, lambda told: not told.seats[1].connected)
        assert (await hers.ask("vote")).error.code in ("vote-own-turn", "vote-early")  # type: ignore[union-attr]
        cut.clear()
        async with back(budi, table) as his:
            await hers.until(wire.Presence, lambda told: told.seats[1].connected)
            await asyncio.gather(play_hand(hers), play_hand(his))
            await hers.until_phase("hand_over")
    assert "Redis cannot be" in caplog.text


@pytest.mark.parametrize(
    ("url", "code"),
    [
        (f"http://user:{SECRET}@127.0.0.1", "redis-url-malformed"),
        (f"redis://user:{SECRET}@127.0.0.1:1", "redis-unreachable"),
        (f"redis://user:{SECRET}@127.0.0.1:port", "redis-url-malformed"),
    ],
)
async def test_a_redis_that_cannot_be_used(where: Where, url: str, code: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(StartError) as refused:
        async with open_server(where._replace(redis=url).settings()):
            pass
    assert refused.value.code == code
    for lang in ("id", "en"):
        assert SECRET not in refused.value.told(lang) + caplog.text


def test_redis_needs_a_database_to_share(tmp_path: Path) -> None:
    with pytest.raises(StartError) as refused:
        settings(tmp_path, redis="redis://127.0.0.1")
    assert refused.value.code == "redis-needs-database"
