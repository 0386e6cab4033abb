"""What processes ask each other that is about no single table: what each lists, and to find a table for somebody."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from gaple import GapleError
from gaple.server.errors import Unavailable
from gaple.server.store.storage import Storage

from .exchange import Exchange
from .letters import Answer, Inquire, raised


class Inquiries:
    """Questions to the other processes, where there are any; without an ``exchange`` there are none."""

    def __init__(self, storage: Storage, exchange: Exchange | None) -> None:
        self._storage = storage
        self._exchange = exchange

    @property
    def here(self) -> str:
        """The name of this process."""
        return self._exchange.process if self._exchange else ""

    def answer(self, topic: str, how: Callable[[bytes], Awaitable[bytes]]) -> None:
        """Answer so what other processes ask about this."""
        if self._exchange:
            self._exchange.topics[topic] = how

    async def others(self) -> list[str]:
        """The names of the other processes, as far as the database knows."""
        if self._exchange is None:
            return []
        with contextlib.suppress(Unavailable):
            return await self._storage.processes()
        return []

    async def ask(self, process: str, topic: str, content: bytes = b"") -> bytes:
        """What this process answers.

        Raises :class:`Unavailable` where it does not, and the :class:`GapleError` that it tells.
        """
        if self._exchange is None:
            raise Unavailable("table-moved")
        link = self._exchange.link(process)
        if not await link.answers():
            raise Unavailable("table-moved")
        answer: Answer = await link.ask(lambda number: Inquire(number, topic, content))
        if answer.trouble:
            raise raised(answer.trouble)
        return answer.content

    async def ask_all(self, topic: str) -> list[bytes]:
        """What all others answer, without those that do not."""
        asked = (self.ask(process, topic) for process in await self.others())
        told = await asyncio.gather(*asked, return_exceptions=True)
        for failure in told:
            if isinstance(failure, BaseException) and not isinstance(failure, GapleError):
                raise failure
        return [content for content in told if isinstance(content, bytes)]
