"""What people write to each other: where it may be, who reads it, and how long it is kept."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
import zipfile
from pathlib import Path

import pytest
import sqlalchemy as sa

from gaple import Rules
from gaple.server.context import open_server
from gaple.server.errors import InputError, StartError
from gaple.server.live.chat import clean_text
from gaple.server.play.commands import CLOCK, Actor, Close
from gaple.server.play.commands import Chat as Write
from gaple.server.play.events import Company
from gaple.server.store import reports
from gaple.server.store.schema import CHAT
from gaple.server.store.storage import Storage
from tests.server import wire
from tests.server.client import Person, Window, serving, settings
from tests.waiting import PATIENCE

RULES = "players=2 hand=7"


def log_of(window: Window) -> list[str]:
    """What a window was told of the chat, all in all."""
    texts: list[str] = []
    for message in window.told:
        if isinstance(message, wire.ChatLog):
            texts = [line.text for line in message.lines]
        elif isinstance(message, wire.Chatted):
            texts.append(message.line.text)
    return texts


async def caught_up(window: Window) -> list[str]:
    """What a window was told of the chat until now."""
    await window.send(type="ping")
    await window.until(wire.Pong)
    return log_of(window)


async def test_what_somebody_writes_is_told_kept_and_in_no_log(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        table = await ani.make_table(RULES, chat=True)
        async with ani.at(table) as window, budi.at(table) as onlooker:
            assert window.now.table.company.chat
            seq = window.now.seq
            done = await window.do("chat", text="  Mainnya \n  cepat, ya ", id="once")
            assert done.seq == seq
            await window.do("chat", text="Mainnya cepat, ya", id="once")  # the answer was lost
            heard = await onlooker.until(wire.Chatted)
            assert (heard.line.text, heard.line.name) == ("Mainnya cepat, ya", "Ani")
            assert heard.line.who == window.now.table.seats[0].who
            assert log_of(window) == [heard.line.text]
            assert await onlooker.refused("chat", text="Halo") == "not-seated"
    async with (  # it outlives the server
        serving(settings(tmp_path)) as base,
        Person.stranger(base) as stranger,
        stranger.at(table) as window,
    ):
        assert [line.text for line in (await window.until(wire.ChatLog)).lines] == ["Mainnya cepat, ya"]
        assert window.now.seq == seq
    with sqlite3.connect(tmp_path / "gaple.db") as database:
        assert not database.execute("SELECT * FROM events WHERE data LIKE '%cepat%'").fetchall()
    database.close()


async def test_a_command_that_the_next_owner_gets_again_is_written_once(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        table = await ani.make_table(RULES, chat=True)
        async with ani.at(table) as window:
            await window.do("chat", text="Halo", id="once")
        token = ani.client.cookies["gaple_device"]
    async with serving(settings(tmp_path)) as base, Person.stranger(base, token) as ani, ani.at(table) as window:
        await window.do("chat", text="Halo", id="once")
        assert await caught_up(window) == ["Halo"]


async def test_there_is_no_chat_but_where_the_host_wants_one(base: str) -> None:
    async with Person.named(base, "Ani") as ani:
        table = await ani.make_table(RULES)
        async with ani.at(table) as window:
            assert not window.now.table.company.chat
            assert await window.refused("chat", text="Halo") == "no-chat"
            assert await window.refused("report", at=1) == "no-chat"
            assert not any(isinstance(told, wire.ChatLog) for told in window.told)


async def test_who_runs_the_server_can_switch_it_off(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        assert (await ani.get("/api/chat")).json() == {"allowed": True}
        table = await ani.make_table(RULES, chat=True)
        async with ani.at(table) as window:
            await window.do("chat", text="Halo")
        token = ani.client.cookies["gaple_device"]
    async with serving(settings(tmp_path, chat=False)) as base, Person.stranger(base, token) as ani:
        assert (await ani.get("/api/chat")).json() == {"allowed": False}
        answer = await ani.client.post("/api/tables", json={"rules": RULES, "chat": True})
        assert (answer.status_code, answer.json()["code"]) == (403, "chat-off")
        async with ani.at(table) as window:
            assert not window.now.table.company.chat
            assert await window.refused("chat", text="Halo") == "no-chat"
            assert await caught_up(window) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "chat-empty"),
        (" \n\t ", "chat-empty"),
        ("\u3164", "name-character"),
        ("x" * 201, "chat-long"),
        ("x\u200d" * 300, "chat-long"),
        ("x" * 100_000, "chat-long"),
        ("a\u202eb", "name-character"),
        ("a\x00b", "name-character"),
        ("a\x1b[31mb", "name-character"),
        ("a\u2066b", "name-character"),
        ("Z" + "\u0301\u0302\u0303\u0304\u0305\u0306", "name-marks"),
    ],
)
def test_what_cannot_be_written(text: str, code: str) -> None:
    with pytest.raises(InputError) as refused:
        clean_text(text)
    assert refused.value.code == code
    for lang in ("id", "en"):
        assert "{" not in refused.value.told(lang)


def test_what_can_be_written() -> None:
    assert clean_text("x" * 200) == "x" * 200
    assert clean_text("  👨‍👩‍👧 ça\u00a0va? नमस्ते ") == "👨‍👩‍👧 ça va? नमस्ते"


async def test_limits_are_of_a_person(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path, chats_in_ten_seconds=2)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        table = await ani.make_table(RULES, chat=True)
        async with ani.at(table) as first, budi.at(table) as second:
            assert await first.refused("chat", text="a\u202eb") == "name-character"
            await first.do("chat", text="1")
            await first.do("chat", text="2")
            assert await first.refused("chat", text="3") == "said-too-much"
            await second.do("sit", seat="B")
            await second.do("chat", text="4")
            await first.send(type="chat", id="long", seq=1, text="x" * 1001)
            assert (await first.until(wire.Failed)).error.code == "message-malformed"


async def test_who_sees_the_hand_late_reads_nothing_until_they_sit(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi:
        table = await ani.make_table(RULES, chat=True, delay=4)
        async with ani.at(table) as window, budi.at(table) as onlooker:
            await window.do("chat", text="Aku pegang balak enam")
            line = next(told.line for told in window.told if isinstance(told, wire.Chatted))
            assert await onlooker.refused("report", at=line.at) == "no-such-line"
            assert not any(isinstance(told, wire.Chatted | wire.ChatLog) for told in onlooker.told)
            await onlooker.do("sit", seat="B")
            assert await caught_up(onlooker) == ["Aku pegang balak enam"]


async def test_the_last_lines_are_told(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path, chats_in_ten_seconds=100, frames_in_ten_seconds=1000)) as base,
        Person.named(base, "Ani") as ani,
    ):
        table = await ani.make_table(RULES, chat=True)
        async with ani.at(table) as window:
            for number in range(55):
                await window.do("chat", text=f"{number}")
        async with ani.at(table) as window:
            assert await caught_up(window) == [f"{number}" for number in range(5, 55)]


async def test_what_the_erased_wrote_is_gone_everywhere(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        table = await ani.make_table(RULES, chat=True)
        async with ani.at(table) as first, budi.at(table) as second:
            await second.do("sit", seat="B")
            await first.do("chat", text="Aku Ani")
            await second.do("chat", text="Aku Budi")
            line = next(
                told.line for told in second.told if isinstance(told, wire.Chatted) and "Budi" in told.line.text
            )
            await second.do("report", at=line.at)
            packed = await ani.get("/api/me/data")
            with zipfile.ZipFile(io.BytesIO(packed.content)) as file:
                me = json.loads(file.read("me.json"))
            assert [(wrote["table"], wrote["text"]) for wrote in me["chat"]] == [(table, "Aku Ani")]
            assert (await ani.client.delete("/api/me")).status_code == 200
            told = await second.until(wire.ChatLog, lambda told: len(told.lines) == 1)
            assert told.lines[0].text == "Aku Budi"
    with sqlite3.connect(tmp_path / "gaple.db") as database:
        for kind in ("chat", "reports"):
            assert [text for (text,) in database.execute(f"SELECT text FROM {kind}")] == ["Aku Budi"]
    database.close()


async def test_a_report_keeps_a_line_and_those_before_it_for_who_runs_the_server(tmp_path: Path) -> None:
    more = {"chats_in_ten_seconds": 100, "frames_in_ten_seconds": 1000}
    async with (
        serving(settings(tmp_path, **more)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
        Person.stranger(base) as stranger,
    ):
        assert await asyncio.to_thread(reports.read, tmp_path) == []
        table = await ani.make_table(RULES, chat=True)
        async with ani.at(table) as window, budi.at(table) as onlooker, stranger.at(table) as unknown:
            for number in range(12):
                await window.do("chat", text=f"{number}")
            lines = [told.line for told in window.told if isinstance(told, wire.Chatted)]
            await onlooker.do("report", at=lines[10].at)
            await onlooker.do("report", at=lines[10].at)  # once more
            assert await onlooker.refused("report", at=1) == "no-such-line"
            assert await unknown.refused("report", at=lines[0].at) == "not-seated"
        [report] = await asyncio.to_thread(reports.read, tmp_path)
    assert (report.table, report.reporter, report.reporter_name) == (table, budi.id, "Budi")
    assert [line.text for line in report.lines] == [f"{number}" for number in range(1, 11)]
    assert [line.about for line in report.lines] == [False] * 9 + [True]
    assert {(line.person, line.name) for line in report.lines} == {(ani.id, "Ani")}


async def test_reports_are_not_kept_for_good(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        table = await ani.make_table(RULES, chat=True)
        async with ani.at(table) as window:
            await window.do("chat", text="Halo")
            [line] = [told.line for told in window.told if isinstance(told, wire.Chatted)]
            await window.do("report", at=line.at)
    assert await asyncio.to_thread(reports.read, tmp_path)
    async with serving(settings(tmp_path)):
        assert await asyncio.to_thread(reports.read, tmp_path)
    async with serving(settings(tmp_path, reports_for=0)), asyncio.timeout(PATIENCE):
        while await asyncio.to_thread(reports.read, tmp_path):  # noqa: ASYNC110 (nobody tells of it)
            await asyncio.sleep(0.05)


def test_reports_where_there_are_none(tmp_path: Path) -> None:
    with pytest.raises(StartError) as refused:
        reports.read(tmp_path)
    assert refused.value.code == "backup-nothing"
    (tmp_path / "gaple.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(StartError) as refused:
        reports.read(tmp_path)
    assert refused.value.code == "database-unreadable"


async def test_a_closed_table_has_no_chat_any_more(tmp_path: Path) -> None:
    async with open_server(settings(tmp_path)) as server:
        guest, _ = await server.people.welcome()
        guest = await server.people.change(guest, "Ani", "id")
        table = await server.tables.make(guest, Rules(players=2), "clockwise", company=Company(chat=True))
        live = await server.tables.find(table)
        live.meet(guest.person, guest.name)
        await live.ask(Write(id="c1", seq=2, text="Halo"), Actor("person", guest.person))
        assert await stored(server.storage) == 1
        await live.ask(Close(seq=live.state.seq), CLOCK)
        assert await stored(server.storage) == 0


async def stored(storage: Storage) -> int:
    return int((await storage.read(sa.select(sa.func.count()).select_from(CHAT)))[0][0])
