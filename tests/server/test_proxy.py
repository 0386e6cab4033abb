"""The nginx of `deploy/` in front of a server: all that a page and a program need goes through it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server import wire
from tests.server.client import Person, browser, play_hand, serving, settings
from tests.server.ports import free_port
from tests.server.proxy import nginx
from tests.server.running import process
from tests.server.test_stream import following
from tests.waiting import PATIENCE, wait_until

RULES = "players=2 hand=7"


def served(folder: Path, **more: Any) -> Any:
    return serving(settings(folder / "data", **more))


def port_of(base: str) -> int:
    port = urlsplit(base).port
    assert port
    return port


def is_ready(base: str) -> bool:
    return httpx.get(f"{base}/api/ready", trust_env=False, timeout=PATIENCE).status_code == 200


def logged(folder: Path) -> str:
    return "".join(log.read_text() for log in folder.glob("*.log"))


async def test_a_hand_is_played_and_followed_through_the_proxy(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        with nginx(tmp_path, port_of(server), free_port()) as base:
            async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi:
                origin = {"Origin": base, "Sec-Fetch-Site": "same-origin"}  # as the page has them
                assert (await ani.client.put("/api/me", json={"name": "Ani"}, headers=origin)).status_code == 200
                table = await ani.make_table(RULES)
                async with following(budi, table) as lines, ani.socket(table, headers=origin) as window:
                    await window.send(type="hello", version=1, seq=None, lang="en")
                    await window.until(wire.State)
                    await window.do("computer", seat="B", level="random")
                    await lines.until(lambda now: now.table.seats[1].level == "random")
                    await window.do("start")
                    await play_hand(window)
                    await lines.until(lambda now: now.table.phase == "hand_over")


async def test_who_asks_is_who_came_to_the_proxy_whatever_they_say(tmp_path: Path) -> None:
    async with served(tmp_path, guests_per_hour=3) as server:
        with nginx(tmp_path, port_of(server), free_port()) as base:

            async def newcomer(address: str, number: int) -> int:
                transport = httpx.AsyncHTTPTransport(local_address=address)
                async with browser(base, transport=transport) as client:
                    said = {"X-Forwarded-For": f"192.0.2.{number}", "Forwarded": f"for=192.0.2.{number}"}
                    return (await client.get("/api/me", headers=said)).status_code

            assert [await newcomer("127.0.0.2", number) for number in range(4)] == [200, 200, 200, 429]
            assert await newcomer("127.0.0.3", 0) == 200


async def test_what_is_too_long_is_told_by_the_server_and_far_too_long_by_the_proxy(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        with nginx(tmp_path, port_of(server), free_port()) as base:
            async with Person.named(base, "Ani") as ani:
                too_long = await ani.client.put("/api/me", json={"name": "x" * 20_000})
                assert (too_long.status_code, too_long.json()["code"]) == (413, "body-too-large")
            async with httpx.AsyncClient(base_url=base, trust_env=False) as client:
                far_too_long = await client.put("/api/me", content=b"x" * 40_000)
                assert far_too_long.status_code == 413
                assert far_too_long.headers["content-type"] == "text/html"


async def test_what_a_monitor_reads_is_not_for_who_comes_through_the_proxy(tmp_path: Path) -> None:
    async with served(tmp_path, metrics_token="t") as server:
        with nginx(tmp_path, port_of(server), free_port()) as base:

            async def read(address: str) -> int:
                async with httpx.AsyncClient(base_url=address, trust_env=False) as client:
                    return (await client.get("/metrics", headers={"Authorization": "Bearer t"})).status_code

            assert (await read(server), await read(base)) == (200, 404)


async def test_while_two_versions_run_every_page_finds_its_files(tmp_path: Path) -> None:
    for version in ("old", "new"):
        assets = tmp_path / version / "assets"
        assets.mkdir(parents=True)
        (assets.parent / "index.html").write_text(f'<!doctype html><html lang="id">{version}')
        (assets / f"index-{version}.js").write_text(version)
    async with (
        served(tmp_path / "one", page=tmp_path / "old") as old,
        served(tmp_path / "two", page=tmp_path / "new") as new,
    ):
        with nginx(tmp_path, port_of(old), port_of(new)) as base:
            async with httpx.AsyncClient(base_url=base, trust_env=False) as client:
                assert {(await client.get("/")).text[-3:] for _ in range(20)} == {"old", "new"}
                for version in ("old", "old", "new", "new"):
                    assert (await client.get(f"/assets/index-{version}.js")).text == version
                assert (await client.get("/assets/index-none.js")).status_code == 404


async def test_a_server_behind_it_starts_again_and_no_table_is_named_in_a_log(tmp_path: Path) -> None:
    port = free_port()
    with nginx(tmp_path, port, free_port()) as base:
        async with process(tmp_path / "data", port) as running, Person.named(base, "Ani") as ani:
            table = await ani.make_table(RULES)
            async with ani.at(table) as window:
                await window.do("computer", seat="B", level="random")
                seq = window.now.seq
                running.terminate()
                with pytest.raises(ConnectionClosed):
                    await window.until(wire.Message, lambda _: False)
            await running.wait()
            async with httpx.AsyncClient(base_url=base, trust_env=False) as client:
                down = await client.get(f"/api/tables/{table}/record")
                assert (down.status_code, down.headers["refresh"]) == (503, "3")
                assert down.headers["content-type"] == "text/html; charset=utf-8"
            async with process(tmp_path / "data", port):
                await asyncio.to_thread(wait_until, lambda: is_ready(base))
                async with ani.at(table, since=seq) as window:
                    assert window.now.seq == seq
                    await window.do("start")
    assert table not in logged(tmp_path)
