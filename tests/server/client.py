"""Real clients of a real server: HTTP by httpx, the table's socket by websockets."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect

from gaple.server import Listening, Settings
from gaple.server.run import run
from tests.server import answers, wire
from tests.waiting import PATIENCE

M = TypeVar("M", bound=wire.Message)

_ids = itertools.count()


NOBODY_WAITS: Any = dict.fromkeys(("pace", "pass_after", "look_for", "shuffle_within"), 0)


def settings(data: Path, **changes: Any) -> Settings:
    """Settings for tests: a free port of this machine, nobody waits for anything, and no kernels are readied."""
    quick = Settings(
        host="127.0.0.1",
        port=0,
        data=data,
        pace=0,
        pass_after=0,
        look_for=0,
        shuffle_within=0,
        thinkers=0,
        reviewers=0,
        requests_in_ten_seconds=10**6,
    )
    return replace(quick, **changes)


@asynccontextmanager
async def serving(chosen: Settings) -> AsyncIterator[str]:
    """A real server in this event loop; its address."""
    started: asyncio.Future[Listening] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(run(chosen, started.set_result))
    await asyncio.wait((task, started), return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        await task
    listening = started.result()
    try:
        yield listening.here
    finally:
        listening.stop()
        await task


def browser(base: str, **how: Any) -> httpx.AsyncClient:
    """Somebody's HTTP. Every answer is checked against the server's description of itself."""
    hooks = {"response": [answers.check]}
    return httpx.AsyncClient(base_url=base, trust_env=False, timeout=PATIENCE, event_hooks=hooks, **how)


class Window:
    """One socket of somebody at a table. ``state`` is the last ``state`` or ``event``."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[wire.Message] = []
        self.raw: list[bytes] = []
        self.state: wire.State | wire.Event | None = None

    @property
    def now(self) -> wire.State | wire.Event:
        assert self.state is not None
        return self.state

    @property
    def view(self) -> wire.View:
        assert self.now.view is not None
        return self.now.view

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def next(self) -> wire.Message:
        """The next message, checked against the protocol."""
        async with asyncio.timeout(PATIENCE):
            content = await self.socket.recv(decode=False)
        message: wire.Message = wire.read(content)
        self.raw.append(content)
        self.told.append(message)
        if isinstance(message, wire.Probe):
            await self.send(type="echo", probe=message.probe)
        if isinstance(message, wire.State | wire.Event):
            wire.check(message)
            if isinstance(message, wire.Event) and self.state is not None:
                assert message.seq == self.now.seq + 1
            self.state = message
        return message

    async def until(self, kind: type[M], that: Callable[[M], bool] = lambda _: True) -> M:
        """Read on up to a message of this kind for which ``that`` holds."""
        while True:
            message = await self.next()
            if isinstance(message, kind) and that(message):
                return message

    async def until_phase(self, *phases: str) -> wire.State | wire.Event:
        """Read on until the table is in one of these phases (it may be already)."""
        while self.now.table.phase not in phases:
            await self.next()
        return self.now

    async def dealt(self) -> None:
        """Read on until no hand is about to be dealt."""
        while self.now.table.phase == "dealing":
            await self.next()

    async def ask(self, kind: str, **fields: Any) -> wire.Done | wire.Refused:
        """Send a command; its answer."""
        command_id = fields.pop("id", None) or f"c{next(_ids)}"
        seq = fields.pop("seq", self.now.seq)
        await self.send(type=kind, id=command_id, seq=seq, **fields)
        answer = await self.until(
            wire.Message,
            lambda m: isinstance(m, wire.Done | wire.Refused | wire.Failed) and m.id == command_id,
        )
        assert isinstance(answer, wire.Done | wire.Refused), answer
        return answer

    async def do(self, kind: str, **fields: Any) -> wire.Done:
        """Send a command that must be carried out."""
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, wire.Done), answer
        if kind == "start":
            await self.dealt()
        return answer

    async def refused(self, kind: str, **fields: Any) -> str:
        """Send a command that must be refused, and see that nothing has changed; the code."""
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, wire.Refused), answer
        state = await self.until(wire.State)
        assert state.seq == answer.seq
        return answer.error.code


class Person:
    """Somebody with a browser, so with a cookie."""

    def __init__(self, base: str, client: httpx.AsyncClient) -> None:
        self.base = base
        self.client = client
        self.id = ""

    @classmethod
    @asynccontextmanager
    async def named(cls, base: str, name: str | None = None, lang: str = "en") -> AsyncIterator[Self]:
        async with browser(base) as client:
            person = cls(base, client)
            body = {"lang": lang} if name is None else {"name": name, "lang": lang}
            answer = await client.put("/api/me", json=body)
            assert answer.status_code == 200, answer.text
            person.id = answer.json()["person"]
            yield person

    @classmethod
    @asynccontextmanager
    async def stranger(cls, base: str, token: str | None = None) -> AsyncIterator[Self]:
        """Somebody whom the server does not know."""
        cookies = {"gaple_device": token} if token else {}
        async with browser(base, cookies=cookies) as client:
            yield cls(base, client)

    async def get(self, path: str, **how: Any) -> httpx.Response:
        return await self.client.get(path, **how)

    async def make_table(self, rules: str, **more: Any) -> str:
        answer = await self.client.post("/api/tables", json={"rules": rules, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    async def play_now(self, **more: str) -> str:
        answer = await self.client.post("/api/play-now", json=more)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    @property
    def cookie(self) -> dict[str, str]:
        token = self.client.cookies.get("gaple_device")
        return {"Cookie": f"gaple_device={token}"} if token else {}

    @asynccontextmanager
    async def socket(self, table: str, **how: Any) -> AsyncIterator[Window]:
        """A socket that has not said hello."""
        url = f"{self.base.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        headers = {**self.cookie, **how.pop("headers", {})}
        how = {"proxy": None, "open_timeout": PATIENCE, "ping_timeout": PATIENCE, **how}
        async with connect(url, additional_headers=headers, **how) as socket:
            yield Window(socket)

    @asynccontextmanager
    async def at(self, table: str, since: int | None = None) -> AsyncIterator[Window]:
        """A socket that has said hello, having seen events up to ``since``, and knows how things stand."""
        async with self.socket(table) as window:
            await window.send(type="hello", version=1, seq=since, lang="en")
            assert isinstance(await window.next(), wire.State)
            await window.dealt()
            yield window


async def play_hand(window: Window, choose: Callable[[wire.View], str] = lambda v: v.legal[0]) -> None:
    """Do one's part of the hand in play, up to its end."""
    await window.dealt()
    while window.now.table.phase == "playing":
        view = window.view
        if view.legal and view.legal != ["--"]:
            await window.do("play", action=choose(view))
        else:
            await window.next()
