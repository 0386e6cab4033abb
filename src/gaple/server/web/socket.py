"""The table's socket: one connection, from hello to goodbye (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any, Final, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from gaple import GapleError
from gaple.server import failures
from gaple.server.context import Server, TheServer
from gaple.server.errors import InputError, Missing, Refusal, TooMany, Unavailable, Unknown, Unsure
from gaple.server.guard import Allowance, check_host, check_origin
from gaple.server.guests.people import COOKIE, Guest
from gaple.server.play.commands import Actor, FromPerson
from gaple.server.tables import Table
from gaple.server.wire.messages import (
    PROTOCOL,
    AskHint,
    Done,
    Echo,
    Failed,
    Frame,
    Hello,
    Hinted,
    Look,
    Looked,
    Message,
    Ping,
    Pong,
    Refused,
    encode,
    read_frame,
    read_id,
    tell,
)
from gaple.server.wire.views import View

from .http import language, network

log = logging.getLogger("gaple.server.web.socket")

Socket = WebSocket[Any, Any, Any]

NO_HELLO: Final = 4400
NO_TABLE: Final = 4404
TOO_SLOW: Final = 4408
NO_ONLOOKERS: Final = 4403
ELSEWHERE: Final = 4409
UNKNOWN: Final = 4401
TOO_MUCH: Final = 4429
FAULT: Final = 1011
"""Why the server closes a socket."""

_CODES: Final = ((Missing, NO_TABLE), (Refusal, NO_ONLOOKERS), (TooMany, TOO_MUCH))

MOST_FAULTS: Final = 20
_GOODBYE_SECONDS: Final = 2.0
_GONE: Final = (WebSocketDisconnect, OSError)  # what a send raises when nobody is there any more


def _code(error: GapleError) -> int:
    """With which code a socket is closed for this."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), FAULT)


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: FromPath[str], server: TheServer) -> None:
    """Serve one connection until either side ends it."""
    try:
        check_host(socket.headers.getall("host", []))
        check_origin(socket.headers, socket.url.scheme, server.settings.public_url)
    except InputError:
        await socket.close()  # before it was accepted: HTTP 403
        return
    try:
        with server.sockets.place(network(socket), "too-many-sockets"):
            bot = await server.bots.of_header(socket.headers.get("authorization"))
            guest = socket.state.guest = bot or await server.people.of_token(socket.cookies.get(COOKIE))
            await socket.accept()
            await Connection(socket, server, guest, table).serve()
    except (TooMany, Unknown) as error:
        await socket.accept()
        await socket.send_text(encode(Failed(tell(error, language(socket)))).decode())
        await socket.close(TOO_MUCH if isinstance(error, TooMany) else UNKNOWN)


class Closed(Exception):  # noqa: N818 (an end is no error)
    """The connection is to end, with ``code``; ``None`` where the other side ended it."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    """One person's window on a table. What is told waits in a queue that is not long."""

    def __init__(self, socket: Socket, server: Server, guest: Guest | None, table: str) -> None:
        self._socket = socket
        self._server = server
        self._guest = guest
        self._table_id = table
        self._table: Table | None = None
        self._lang = language(socket)
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(server.settings.queued_messages)
        self._reading: asyncio.Task[int | None] | None = None
        self._hinting: asyncio.Task[None] | None = None
        self._allowance = Allowance(server.settings.frames_in_ten_seconds, 10)
        self._faults = 0
        self._dropped_with = TOO_SLOW
        self._adds_nonces = True
        self._has_last_word = False

    # As the table knows it

    @property
    def person(self) -> str | None:
        """Who is here."""
        return self._guest.person if self._guest else None

    @property
    def adds_nonces(self) -> bool:
        """Whether they take part in dealing, as they have said in hello."""
        return self._adds_nonces

    def tell(self, message: bytes) -> None:
        """Have a message sent; who does not keep up is let go, and catches up on returning."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """End the connection."""
        if self._reading:
            self._reading.cancel()

    def make_way(self) -> None:
        """End the connection, for its person has too many others here."""
        self._dropped_with = ELSEWHERE
        self.drop()

    def turn_out(self) -> None:
        """End the connection, for its person may not look any longer."""
        self._dropped_with = NO_ONLOOKERS
        self.drop()

    def turn_away(self, error: GapleError) -> None:
        """End the connection, and say why."""
        self._dropped_with = _code(error)
        self._has_last_word = True
        self.tell(encode(Failed(tell(error, self._lang))))
        self.drop()

    # From hello to goodbye

    async def serve(self) -> None:
        """Talk until either side ends it."""
        writing = asyncio.create_task(self._write())
        self._reading = asyncio.create_task(self._read())
        try:
            await asyncio.wait((writing, self._reading), return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._table:
                self._table.leave(self)
            if self._hinting:
                await _end(self._hinting)
            await _end(self._reading)
        code = self._dropped_with if self._reading.cancelled() else self._reading.result()
        with contextlib.suppress(TimeoutError, *_GONE):
            async with asyncio.timeout(_GOODBYE_SECONDS):
                if code is not None and (self._has_last_word or not self._reading.cancelled()):
                    await self._queue.put(None)
                    await writing  # what was told before still arrives
                if code is not None:
                    await self._socket.close(code)
        await _end(writing)

    async def _write(self) -> None:
        with contextlib.suppress(*_GONE):
            while (message := await self._queue.get()) is not None:
                text = message.decode()
                await self._socket.send({"type": "websocket.send", "bytes": None, "text": text})

    async def _read(self) -> int | None:
        """Listen until the end; with which code to close."""
        try:
            table = await self._greet()
            while True:
                await self._take(table, await self._frame())
        except Closed as closed:
            return closed.code
        except _GONE:
            return None
        except Exception as error:  # noqa: BLE001 (a fault of ours ends this connection alone)
            failures.report(log, f"a socket of table {self._table_id[:32]!a}", error)
            await self._complain(Unavailable("internal"))
            return FAULT

    async def _greet(self) -> Table:
        """Wait for hello, then join the table."""
        try:
            async with asyncio.timeout(self._server.settings.hello_within):
                while not isinstance(hello := await self._frame(), Hello):
                    await self._fault(InputError("hello-first"), getattr(hello, "id", None))
        except TimeoutError:
            await self._complain(InputError("hello-first"))
            raise Closed(NO_HELLO) from None
        self._lang = hello.lang or self._lang
        self._adds_nonces = hello.nonces
        if hello.version != PROTOCOL:
            await self._complain(InputError("protocol-version", version=hello.version, expected=PROTOCOL))
            raise Closed(NO_HELLO)
        try:
            table = self._table = await self._server.tables.reach(self._table_id)
            name = await self._server.people.name_of(self._guest) if self._guest else None
            table.join(self, name, hello.seq)
        except (Missing, Refusal, TooMany, Unavailable) as error:
            await self._complain(error)
            raise Closed(_code(error)) from None
        return table

    async def _take(self, table: Table, frame: Frame) -> None:
        match frame:
            case Ping():
                await self._say(Pong())
            case Echo():
                table.echo(self, frame.probe)
            case Hello():
                self._lang = frame.lang or self._lang
                table.show(self, frame.seq)
            case Look():
                await self._look(table, frame)
            case AskHint():
                if self._hinting is None or self._hinting.done():  # else it is being thought about already
                    self._hinting = asyncio.create_task(self._hint(table), name=f"hint {self._table_id[:32]}")
            case _:
                await self._ask(table, frame)

    async def _hint(self, table: Table) -> None:
        """Answer what might be done; what else is said here does not wait for it."""
        try:
            hinted = Hinted(await table.hint(self.person), None)
        except GapleError as error:
            hinted = Hinted(None, tell(error, self._lang))
        except Exception as error:  # noqa: BLE001 (a fault of ours ends nothing but this)
            failures.report(log, f"a hint at table {self._table_id[:32]!a}", error)
            hinted = Hinted(None, tell(Unavailable("no-advice"), self._lang))
        await self._say(hinted)

    async def _look(self, table: Table, frame: Look) -> None:
        """Show the hand of the seat on turn, or say why not."""
        try:
            view = await table.look(self.person, frame.seat, frame.seq)
        except GapleError as error:
            await self._say(Looked(frame.seq, None, tell(error, self._lang)))
        else:
            await self._say(Looked(frame.seq, cast(View, msgspec.Raw(view)), None))

    async def _ask(self, table: Table, command: FromPerson) -> None:
        try:
            seq = await table.ask(command, Actor("person", self.person))
        except Unsure as error:  # not answered, so that it is sent again when they are back
            await self._complain(error)
            raise Closed(FAULT) from None
        except GapleError as error:
            await self._say(Refused(command.id, table.seq_for(self.person), tell(error, self._lang)))
            table.show(self)
        else:
            await self._say(Done(command.id, seq))

    async def _frame(self) -> Frame:
        """The next frame that can be read."""
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                raise Closed
            content = received.get("text") or received.get("bytes") or b""
            assert isinstance(content, str | bytes)
            try:
                self._count_frame()
                return read_frame(content)
            except (InputError, TooMany) as error:
                await self._fault(error, read_id(content))

    def _count_frame(self) -> None:
        """Raises :class:`TooMany` for one too many, over all windows of somebody at this table."""
        if self._table and self.person:
            self._table.frames.take(self.person, "frames-too-fast")
        else:
            self._allowance.take("", "frames-too-fast")

    async def _fault(self, error: GapleError, command_id: str | None = None) -> None:
        """Say what was wrong; somebody who is wrong all the time is let go."""
        await self._complain(error, command_id)
        self._faults += 1
        if self._faults >= MOST_FAULTS:
            raise Closed(TOO_MUCH)

    async def _complain(self, error: GapleError, command_id: str | None = None) -> None:
        await self._say(Failed(tell(error, self._lang), command_id))

    async def _say(self, message: Message) -> None:
        """Answer. Who does not read the answers is not listened to either."""
        await self._queue.put(encode(message))


async def _end(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.wait((task,))
