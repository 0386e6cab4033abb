"""The example bot, as a program of its own against a real server."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from tests.server import client, wire
from tests.server.client import Person, play_hand, serving
from tests.waiting import PATIENCE

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@asynccontextmanager
async def running(*arguments: str) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(sys.executable, str(BOT), *arguments, stdout=PIPE, stderr=PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def said(process: Process) -> str:
    """What a bot has said when it has ended."""
    async with asyncio.timeout(PATIENCE):
        told, faults = await process.communicate()
    return (told + faults).decode()


async def test_two_bots_play_a_whole_match_with_a_person(tmp_path: Path) -> None:
    chosen = client.settings(tmp_path, frames_in_ten_seconds=100_000, shuffle_within=1e9)
    async with serving(chosen) as base, Person.named(base, "Ani") as ani, AsyncExitStack() as stack:
        table = await ani.make_table("players=3 hand=9 hands=3")
        made = await ani.client.post("/api/bots", json={"name": "Kawan"})
        address = f"{base}/meja/{table}"
        async with ani.socket(table) as window:
            await window.send(type="hello", version=1, nonces=False)  # nobody adds one: no deal waits
            await window.next()
            first = await stack.enter_async_context(running(address))
            await window.until(wire.Event, lambda m: isinstance(m.event, wire.Sat))
            second = await stack.enter_async_context(running(address, made.json()["token"]))
            await window.until(wire.Event, lambda m: isinstance(m.event, wire.Sat))
            told = [(seat.name, seat.bot, seat.connected) for seat in window.now.table.seats]
            assert told == [("Ani", False, True), ("Robo", True, True), ("Kawan", True, True)]
            await window.do("start")
            for hand in (1, 2, 3):
                await play_hand(window)
                if hand < 3:
                    await window.do("ready")
                    await window.until(wire.Event, lambda m: isinstance(m.event, wire.Dealt))
            assert window.now.table.phase == "match_over"
            assert window.now.table.match
            total = window.now.table.match.total
        for bot in (first, second):
            assert await said(bot) == f"the match is over: {total}\n"
            assert bot.returncode == 0


async def test_it_says_why_it_cannot_play(tmp_path: Path) -> None:
    async with serving(client.settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        table = await ani.make_table("players=2 hand=7")
        async with ani.at(table) as window:
            await window.do("computer", seat="B", level="greedy")
        for arguments, why in (
            ((f"{base}/meja/zzzzzzzz",), "tidak ada meja zzzzzzzz"),
            ((f"{base}/meja/{table}", "gaple_forged"), "token ini tidak dikenal"),
            ((f"{base}/meja/{table}",), "no seat is free"),
        ):
            async with running(*arguments) as bot:
                assert why in await said(bot)
                assert bot.returncode == 1
