"""A wire between a server and what it needs, which can be cut and mended."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Self
from urllib.parse import urlsplit, urlunsplit


class Relay:
    """Passes bytes on to the host and port of an address; ``url`` is the same address by way of this relay."""

    def __init__(self, url: str, port: int) -> None:
        parts = urlsplit(url)
        self._target = parts.hostname or "127.0.0.1", parts.port or port
        self._parts = parts
        self._whole = True
        self._ends: set[asyncio.StreamWriter] = set()
        self.url = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        credentials, at, _ = self._parts.netloc.rpartition("@")
        self.url = urlunsplit(self._parts._replace(netloc=f"{credentials}{at}127.0.0.1:{port}"))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self._cut()

    async def cut(self, seconds: float) -> None:
        """End every connection, and let none through for so long."""
        self._whole = False
        self._cut()
        await asyncio.sleep(seconds)
        self._whole = True

    def _cut(self) -> None:
        for end in self._ends:
            end.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._whole:
            writer.transport.abort()
            return
        with contextlib.suppress(OSError):
            there, back = await asyncio.open_connection(*self._target)
            self._ends |= {writer, back}
            try:
                await asyncio.gather(_pass_on(reader, back), _pass_on(there, writer))
            finally:
                self._ends -= {writer, back}


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while content := await reader.read(1 << 16):
            writer.write(content)
            await writer.drain()
    writer.close()
