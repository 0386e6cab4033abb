"""A table's events as lines over HTTP (docs/protocol.md): one connection, from the first line to the last.

The same messages as on a socket, each on a line of its own, with empty lines in between so that a silent table can be
told from a dead connection.
"""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import AbstractContextManager
from typing import Any, Final

from litestar.types import Receive, Scope, Send

from gaple import GapleError

from .errors import Refusal, TooMany
from .guard import HEADERS
from .guests.people import Guest
from .settings import Settings
from .tables import Table
from .wire.messages import Failed, encode, tell

MEDIA_TYPE: Final = "application/x-ndjson"
_GOODBYE_SECONDS: Final = 2.0


class Stream:
    """Somebody who follows a table by HTTP, as an ASGI application that answers their request.

    ``place`` is had for as long as it lasts; ``known`` are the streams of this server. Raises :class:`TooMany` before
    the first line where there is no room, and :class:`Refusal` where they may not look.
    """

    def __init__(
        self,
        table: Table,
        guest: Guest | None,
        settings: Settings,
        place: AbstractContextManager[None],
        known: set[Stream],
        since: int | None,
        adds_nonces: bool,
        lang: str,
    ) -> None:
        self._table = table
        self._guest = guest
        self._settings = settings
        self._place = place
        self._known = known
        self._since = since
        self._adds_nonces = adds_nonces
        self._lang = lang
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(settings.queued_messages)
        self._ended = asyncio.Event()

    # As the table knows it

    @property
    def person(self) -> str | None:
        """Who is here."""
        return self._guest.person if self._guest else None

    @property
    def adds_nonces(self) -> bool:
        """Whether they take part in dealing."""
        return self._adds_nonces

    def tell(self, message: bytes) -> None:
        """Have a message sent; who does not keep up is let go, and catches up on returning."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self._end(TooMany("stream-too-slow", limit=self._settings.queued_messages))

    def drop(self) -> None:
        """End the stream: coming back helps."""
        self._end()

    def make_way(self) -> None:
        """End the stream, for its person has too many others here."""
        self._end(TooMany("opened-elsewhere", limit=self._settings.sockets_per_person))

    def turn_out(self) -> None:
        """End the stream, for its person may not look any longer."""
        self._end(Refusal("no-onlookers"))

    def turn_away(self, error: GapleError) -> None:
        """End the stream, and say why."""
        self._end(error)

    def _end(self, why: GapleError | None = None) -> None:
        """Say why, instead of what still waits, and come to an end."""
        if self._ended.is_set():
            return
        self._ended.set()
        if why is not None:
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(encode(Failed(tell(why, self._lang))))
        if not self._queue.full():
            self._queue.put_nowait(None)

    # From the first line to the last

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request."""
        with self._place:
            self._table.join(self, self._guest.name if self._guest else None, self._since)
            self._known.add(self)
            try:
                await self._serve(receive, send)
            finally:
                self._known.discard(self)
                self._table.leave(self)

    async def _serve(self, receive: Receive, send: Send) -> None:
        writing = asyncio.create_task(self._write(send))
        others = [asyncio.create_task(self._gone(receive)), asyncio.create_task(self._ended.wait())]
        try:
            await asyncio.wait((writing, *others), return_when=asyncio.FIRST_COMPLETED)
            self._table.leave(self)
            if self._ended.is_set():  # what was told before still arrives, where anybody reads it
                await asyncio.wait((writing,), timeout=_GOODBYE_SECONDS)
        finally:
            for task in (writing, *others):
                task.cancel()
            await asyncio.wait((writing, *others))
        if not writing.cancelled():
            writing.result()

    async def _write(self, send: Send) -> None:
        headers = {**HEADERS, "content-type": MEDIA_TYPE, "x-accel-buffering": "no"}  # nginx would wait for more
        encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
        start: Any = {"type": "http.response.start", "status": 200, "headers": encoded}
        with contextlib.suppress(OSError):  # nobody is there any more
            await send(start)
            while (line := await self._next()) is not None:
                await send({"type": "http.response.body", "body": line + b"\n", "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _next(self) -> bytes | None:
        """The next line; an empty one where nothing has happened for a while."""
        if self._ended.is_set() and self._queue.empty():
            return None
        try:
            async with asyncio.timeout(self._settings.heartbeat):
                return await self._queue.get()
        except TimeoutError:
            return b""

    async def _gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
