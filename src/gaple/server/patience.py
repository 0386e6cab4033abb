"""What this process can hold at a time, and how long it holds what says nothing."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Final

from h11 import Request
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from .errors import TooMany

REQUEST_SECONDS: Final = 30.0
"""A connection on which no whole request has come in this time is let go."""

_GARBAGE: Final = (100_000, 10, 50)
"""New objects until the youngest are looked at, and how often that until older ones are, and the oldest."""

MOST_FILES: Final = 65_536
"""More connections than this nobody needs, and some systems count up to their limit."""


_CLOSING: Final = object()


class Places:
    """So many at a time for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    @contextlib.contextmanager
    def place(self, key: str, code: str) -> Iterator[None]:
        """Have a place for a while. Raises :class:`TooMany` with ``code`` where none is left."""
        if self._taken[key] >= self._most:
            raise TooMany(code, limit=self._most)
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]

    def count(self) -> int:
        """How many are taken."""
        return self._taken.total()


class Impatient(H11Protocol):
    """Uvicorn's HTTP, which also lets go of who connects and asks nothing, never comes to an end, or does not read.

    Uvicorn itself waits for ever for the first request, for the end of any, and for the last byte to be taken.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to count."""
        super().connection_made(transport)
        self._look_again(self.cycle)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count no longer: what waits for its time would hold all of this connection until then."""
        self._looking.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Request) -> None:
        """The same for one that becomes a socket."""
        self._looking.cancel()
        super().handle_websocket_upgrade(event)

    def _look_again(self, last: object) -> None:
        self._looking = self.loop.call_later(REQUEST_SECONDS, self._look, last)

    def _look(self, last: object) -> None:
        transport = self.transport
        cycle: RequestResponseCycle | None = self.cycle
        if transport.get_protocol() is not self:
            return  # a socket by now
        if transport.is_closing():
            if last is _CLOSING:
                transport.abort()  # what is still to be sent nobody reads; where it has gone, this does nothing
            else:
                self._look_again(_CLOSING)
            return
        waiting = cycle is None or cycle.response_complete or cycle.more_body
        if waiting and cycle is last:
            transport.close()
        self._look_again(cycle)


def look_for_garbage_seldom() -> None:
    """Have Python look for cycles of objects less often: everybody waits meanwhile, with many sockets most of a second.

    What is dropped in no cycle, nearly everything, is let go of at once all the same.
    """
    gc.collect()
    gc.freeze()  # what there is now stays: modules, classes, catalogues
    gc.set_threshold(*_GARBAGE)


def allow_many_files() -> None:
    """Let this process have as many connections as the system allows it to, not the usual thousand."""
    if sys.platform == "win32":
        return  # there is no such limit
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
