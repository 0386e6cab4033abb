"""A client that plays on whatever happens to the server, and remembers what it was promised.

A command that was not answered is sent again, with the same id, until it is. What was told and what was acknowledged is
compared with the log at the end: see :mod:`benchmarks.live.ledger`.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from benchmarks.live.seeding import Seated
from gaple import SEATS, nonce_commitment

AGAIN: Final = 0.05
"""Seconds until somebody who has lost the server looks again; a browser begins with about as much."""

_SILENCE: Final = 10.0
_LOST: Final = (OSError, TimeoutError, WebSocketException, InvalidHandshake)


@dataclass
class Promise:
    """A command as it was sent, and what the server said to it: the event that it came to, or why it was refused."""

    table: str
    command: dict[str, Any]
    seq: int | None = None
    refused: str | None = None
    sent: int = 0


@dataclass
class Told:
    """What all clients were told: every event by table and number, as each was told it.

    ``first`` is when each table's first event came since it was emptied last (seconds of ``time.monotonic``).
    """

    events: dict[tuple[str, int], list[dict[str, Any]]] = field(default_factory=dict)
    promises: list[Promise] = field(default_factory=list)
    first: dict[str, float] = field(default_factory=dict)


class Witness:
    """Somebody at a table. ``urls`` are the servers, any of which will do; ``thinks`` is for how long at most."""

    def __init__(self, one: Seated, told: Told, urls: Sequence[str], thinks: float, rng: random.Random) -> None:
        self._one = one
        self._told = told
        self._urls = urls
        self._thinks = thinks
        self._rng = rng
        self._number = 0
        self._pending: Promise | None = None
        self._state: dict[str, Any] = {}
        self._nonce = rng.randbytes(16).hex()
        self._revealed = ""

    async def play(self, over: Callable[[], bool]) -> None:
        """Play until it is over."""
        while not over():
            url = f"{self._rng.choice(self._urls)}/api/tables/{self._one.table}/socket"
            headers = {"Cookie": self._one.cookie}
            try:
                async with connect(
                    url, additional_headers=headers, proxy=None, compression=None, open_timeout=5
                ) as socket:
                    await self._talk(socket, over)
            except _LOST:
                pass
            await asyncio.sleep(AGAIN * (0.5 + self._rng.random()))

    async def _talk(self, socket: ClientConnection, over: Callable[[], bool]) -> None:
        seq = self._state.get("seq")
        await socket.send(json.dumps({"type": "hello", "version": 1, "seq": seq, "lang": "id"}))
        resend = self._pending
        while not over():
            async with asyncio.timeout(_SILENCE):
                message = json.loads(await socket.recv())
            self._hear(message)
            if message["type"] == "error" and message["error"]["code"] == "frames-too-fast":
                await asyncio.sleep(1)
            if resend is not None and self._state and message["type"] in ("state", "event"):
                await self._send(socket, resend)
                resend = None
            if self._pending is None and (command := self._wanted()):
                await asyncio.sleep(self._thinks * self._rng.random())
                self._number += 1
                command |= {"id": f"{self._one.seat}-{self._number}", "seq": self._state["seq"]}
                self._pending = Promise(self._one.table, command)
                self._told.promises.append(self._pending)
                await self._send(socket, self._pending)

    async def _send(self, socket: ClientConnection, promise: Promise) -> None:
        promise.sent += 1
        await socket.send(json.dumps(promise.command))

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind in ("state", "event"):
            self._state = message
        elif kind == "presence" and self._state:
            self._state["table"]["seats"] = message["seats"]
        for number, event in [(message["seq"], message["event"])] if kind == "event" else missed(message):
            self._told.events.setdefault((self._one.table, number), []).append({**event, "to": self._one.seat})
        if kind == "event":
            self._told.first.setdefault(self._one.table, time.monotonic())
        pending = self._pending
        if pending and kind in ("done", "refused") and message["id"] == pending.command["id"]:
            if kind == "done":
                pending.seq = message["seq"]
            else:
                pending.refused = message["error"]["code"]
            self._pending = None

    def _wanted(self) -> dict[str, Any] | None:
        """What this player would do now."""
        if not self._state:
            return None
        table, view = self._state["table"], self._state["view"]
        seat = self._one.seat
        me = next(told for told in table["seats"] if told["seat"] == seat)
        shuffle = table["shuffle"] or {}
        match table["phase"]:
            case "waiting" if seat == "A" and all(told["connected"] for told in table["seats"]):
                return {"type": "start"}
            case "dealing" if shuffle["stage"] == "commit" and seat not in shuffle["nonce_commits"]:
                commit = nonce_commitment(SEATS["ABCDE".index(seat)], self._nonce)
                return {"type": "commit_nonce", "commit": commit}
            case "dealing" if shuffle["stage"] == "reveal" and self._revealed != shuffle["commit"]:
                if seat in shuffle["nonce_commits"]:
                    self._revealed = shuffle["commit"]
                    return {"type": "reveal_nonce", "nonce": self._nonce}
            case "playing" if view and view["legal"] and view["legal"] != ["--"]:
                return {"type": "play", "action": self._rng.choice(view["legal"])}
            case "hand_over" if not me["ready"] and view:
                return {"type": "ready"}
            case "match_over" if seat == "A":
                return {"type": "rematch"}
        return None


def missed(message: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """The events that somebody who comes back is told that they have missed."""
    return [(told["seq"], told["event"]) for told in message.get("missed") or ()]
