from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from gaple.server import Settings, StartError, serve
from gaple.server.run import bound, run
from tests.server import wire
from tests.server.client import Person, play_hand, serving, settings
from tests.server.ports import free_port
from tests.server.running import process
from tests.waiting import PATIENCE


async def test_a_server_that_is_killed_goes_on_where_it_stood(tmp_path: Path, database_url: str | None) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    async with process(tmp_path, port, database=database_url) as first, Person.named(base, "Bayu") as person:
        table = await person.play_now(rules="players=4 hand=7 hands=1")
        other = await person.make_table("players=2 hand=7")
        async with person.at(table) as window:
            while not (window.now.you.seat == window.view.turn and len(window.view.actions) >= 5):
                view = window.view
                if view.legal and view.legal != ["--"]:
                    await window.do("play", action=view.legal[0])
                else:
                    await window.next()
            done = await window.do("play", action=window.view.legal[0], id="last")
            action = window.view.actions[-1]
            first.send_signal(signal.SIGKILL)
            with pytest.raises(ConnectionClosed):
                await window.until(wire.Message, lambda _: False)
            before = window.now
        assert await first.wait() == -signal.SIGKILL

        async with process(tmp_path, port, database=database_url), person.at(table) as window:
            assert window.now.seq >= before.seq
            assert action in window.view.actions
            assert before.view
            assert window.view.actions[: len(before.view.actions)] == before.view.actions
            again = await window.do("play", action=action.action, id="last", seq=1)
            assert again.seq == done.seq
            await play_hand(window)
            assert window.now.table.phase == "match_over"
            assert window.now.table.seats[0].name == "Bayu"
            told = (await person.get(f"/api/tables/{other}")).json()
            assert told["phase"] == "waiting"


async def test_a_pending_move_is_made_after_a_kill(tmp_path: Path) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    async with process(tmp_path, port, pace=600) as first, Person.named(base, "Bayu") as person:
        while True:
            table = await person.play_now(rules="players=4 hand=7 hands=1")
            async with person.at(table) as window:
                if window.view.turn != "A":
                    break
        first.kill()
        await first.wait()
        async with process(tmp_path, port), person.at(table) as window:
            moved = await window.until(wire.Event)
            assert moved.event.by == "computer"
            assert moved.seq == window.now.seq


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_a_server_in_order(tmp_path: Path, number: signal.Signals) -> None:
    port = free_port()
    async with (
        process(tmp_path, port) as running,
        Person.named(f"http://127.0.0.1:{port}", "Bayu") as person,
    ):
        async with person.at(await person.make_table("players=2 hand=7")) as window:
            running.send_signal(number)
            with pytest.raises(ConnectionClosed) as ended:
                await window.until(wire.Message, lambda _: False)
            assert ended.value.rcvd
            assert ended.value.rcvd.code == 1012
        out, errors = await asyncio.wait_for(running.communicate(), PATIENCE)
        assert (running.returncode, out, errors) == (0, b"ended well\n", b"")


async def test_what_hinders_a_start_is_one_sentence(tmp_path: Path) -> None:
    def refusal(**changes: object) -> StartError:
        with pytest.raises(StartError) as refused:
            serve(replace(settings(tmp_path / "other"), **changes))  # type: ignore[arg-type]
        for lang in ("id", "en"):
            assert "\n" not in refused.value.told(lang)
            assert "{" not in refused.value.told(lang)
        return refused.value

    async with serving(settings(tmp_path)) as base:
        port = int(base.rpartition(":")[2])
        taken = await asyncio.to_thread(refusal, port=port)
        assert (taken.code, taken.params) == ("port-taken", {"port": port})
        assert "--port" in taken.told("en")
        locked = await asyncio.to_thread(refusal, data=tmp_path)
        assert locked.code == "database-locked"
        for host in ("192.0.2.77", "no such host", "999.1.1.1"):
            assert (await asyncio.to_thread(refusal, host=host)).code == "address-unusable"
        assert (await asyncio.to_thread(refusal, port=70_000)).code == "address-unusable"
    if os.name == "posix" and os.getuid() != 0:
        assert (await asyncio.to_thread(refusal, port=80)).code == "port-not-allowed"


def test_the_defaults_are_those_of_a_home() -> None:
    chosen = Settings()
    assert (chosen.host, chosen.port, chosen.pace) == ("0.0.0.0", 8000, 0.9)
    assert chosen.data.name == "gaple"


async def test_a_port_that_another_takes_in_the_meantime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rival = socket.socket()
    rival.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    rival.bind(("127.0.0.1", 0))
    port = rival.getsockname()[1]
    monkeypatch.setattr("gaple.server.run._warm_up", rival.listen)
    with rival, pytest.raises(StartError) as refused:
        await run(settings(tmp_path, port=port))
    assert refused.value.code == "port-taken"


async def test_what_is_written_goes_out_at_once(tmp_path: Path) -> None:
    """No answer waits until what went before it is acknowledged, whichever event loop there is."""
    accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def meet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there: socket.socket = writer.get_extra_info("socket")
        accepted.set_result(there.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async with await asyncio.start_server(meet, sock=bound(settings(tmp_path))) as server:
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
        assert await accepted
        writer.close()
        await writer.wait_closed()
