"""The letters between processes, by Redis' pub/sub: each process listens to a channel of its own.

Redis keeps nothing and may lose anything: what is lost is noticed by ``link.py``.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gaple.server import failures
from gaple.server.errors import StartError, Unavailable
from gaple.server.live.attendance import Watcher

from .letters import AnyLetter, Beat, open_envelope, seal
from .link import Link

if TYPE_CHECKING:
    from redis.asyncio import Redis

log = logging.getLogger("gaple.server.cluster.exchange")

EXTRA: Final = "gaple[shared]"
BEAT_SECONDS: Final = 1.0
RETRY_SECONDS: Final = 0.5
_SOCKET_SECONDS: Final = 3.0

Read = Callable[[Link, AnyLetter], None]


class Exchange:
    """Links to the other processes, made as they are needed. Made by :meth:`open`.

    ``read`` is called with every letter, ``leave`` with every window of another process that is gone; ``topics`` are
    what other processes may inquire about, and who answers.
    """

    def __init__(self, redis: Redis, process: str, mishaps: tuple[type[Exception], ...]) -> None:
        self.process = process
        self.read: Read = lambda _link, _letter: None
        self.leave: Callable[[Watcher], None] = lambda _: None
        self.topics: dict[str, Callable[[bytes], Awaitable[bytes]]] = {}
        self._redis = redis
        self._mishaps = mishaps
        self._links: dict[str, Link] = {}
        self._waiting = asyncio.Event()
        self._listening = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, url: str, process: str) -> Exchange:
        """The exchange of this process at a Redis, listening.

        Raises :class:`StartError`, which tells nothing of the address: it may hold a password.
        """
        try:
            from redis import exceptions
            from redis.asyncio import Redis
        except ModuleNotFoundError as error:
            raise StartError("package-missing", package=error.name, extra=EXTRA) from None
        try:
            redis = Redis.from_url(
                url, socket_connect_timeout=_SOCKET_SECONDS, socket_keepalive=True, health_check_interval=2
            )
        except (ValueError, TypeError):
            raise StartError("redis-url-malformed") from None
        exchange = cls(redis, process, (exceptions.RedisError, OSError))
        try:
            await redis.ping()
        except exceptions.AuthenticationError:
            await redis.aclose()
            raise StartError("redis-refused") from None
        except (exceptions.RedisError, OSError):
            await redis.aclose()
            raise StartError("redis-unreachable") from None
        work: tuple[Callable[[], Coroutine[Any, Any, None]], ...] = (exchange._listen, exchange._send, exchange._beat)
        exchange._tasks = [asyncio.create_task(each(), name="exchange") for each in work]
        await exchange._listening.wait()
        return exchange

    async def close(self) -> None:
        """Say what is still to be said, then talk with nobody any more."""
        with contextlib.suppress(*self._mishaps):
            async with asyncio.timeout(_SOCKET_SECONDS):
                await self._send_all()
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        for link in self._links.values():
            link.reset()
        await self._redis.aclose()

    def link(self, peer: str) -> Link:
        """The talk with another process."""
        if peer not in self._links:
            self._links[peer] = Link(self.process, peer, self._waiting.set, self._gone)
        return self._links[peer]

    async def answer(self, topic: str, content: bytes) -> bytes:
        """What another process is answered that inquires about this. Raises :class:`GapleError`."""
        if topic not in self.topics:
            raise Unavailable("table-moved")  # it is of another version
        return await self.topics[topic](content)

    def _gone(self, guest: Watcher) -> None:
        self.leave(guest)

    def is_here(self) -> bool:
        """Whether Redis can be heard."""
        return self._listening.is_set()

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except self._mishaps as error:
                log.error("Redis cannot be heard: %s", type(error).__name__)  # never with its address
            self._listening.clear()
            self._reset()
            await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self) -> None:
        async with self._redis.pubsub() as channel:
            await channel.subscribe(_channel(self.process))
            while True:
                message = await channel.get_message(timeout=_SOCKET_SECONDS)
                if message and message["type"] == "subscribe":
                    self._listening.set()
                elif message and message["type"] == "message":
                    self._take(message["data"])

    def _take(self, content: bytes) -> None:
        try:
            envelope = open_envelope(content)
        except msgspec.DecodeError:
            log.warning("a letter that cannot be read: is another process of another version?")
            return
        link = self.link(envelope.sender)
        for letter in link.receive(envelope):
            if isinstance(letter, Beat):
                if letter.answer:
                    link.send(Beat())
                continue
            try:
                self.read(link, letter)
            except Exception as error:  # noqa: BLE001 (a fault of ours: what hangs on this talk begins anew)
                failures.report(log, f"a letter ({type(letter).__name__})", error)
                link.reset()
                return

    async def _send(self) -> None:
        while True:
            await self._waiting.wait()
            self._waiting.clear()
            try:
                await self._send_all()
            except self._mishaps as error:
                log.error("Redis cannot be written to: %s", type(error).__name__)
                self._reset()
                await asyncio.sleep(RETRY_SECONDS)

    async def _send_all(self) -> None:
        """Send what waits, to all at once."""
        links = [link for link in self._links.values() if link.has_news]
        async with self._redis.pipeline(transaction=False) as pipeline:
            for link in links:
                pipeline.publish(_channel(link.peer), seal(link.sealed()))
            heard = await pipeline.execute()
        for link, listeners in zip(links, heard, strict=True):
            if not listeners:  # nobody: it has ended
                link.reset()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            for link in self._links.values():
                if link.matters and link.silent:
                    log.warning("a process is silent")
                    link.reset()
                elif link.matters:
                    link.send(Beat())

    def _reset(self) -> None:
        for link in self._links.values():
            link.reset()


def _channel(process: str) -> str:
    return f"gaple:{process}"
