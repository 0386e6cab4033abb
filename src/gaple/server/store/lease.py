"""By what right a process owns tables in a PostgreSQL database: a lease, by the database's clock.

A process has one row with the moment at which its lease runs out, and renews it every second, for all its
tables at once. Whose lease has run out, or who holds its lock no longer (PostgreSQL lets go of it when the
connection ends, so at once when the process dies), owns nothing: another may take its tables, each under a
higher epoch, and what the former owner then still tries to write is refused (``storage.append``).

Who cannot renew lets go of its tables before the lease runs out; who finds that it has run out, having slept
or been cut off, asks which tables are still its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias

import sqlalchemy as sa

from gaple.server.errors import StartError

from . import database
from .schema import PROCESSES

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

log = logging.getLogger("gaple.server.store.lease")

SERVER_LOCK: Final = 0x6761706C65  # "gaple"
"""PostgreSQL's advisory lock of all servers of a database: shared, or one's alone."""

LEASE_SECONDS: Final = 6.0
RENEW_SECONDS: Final = 1.0
MARGIN_SECONDS: Final = 1.5
"""So long before its lease runs out a process that cannot renew it lets go of its tables."""

WAIT_SECONDS: Final = 5.0
"""How long a server waits for another to let go of the database: its own last run may just be ending."""

_LOOK_EVERY: Final = 0.1
_CONNECT_SECONDS: Final = 5.0
_LAST_SECONDS: Final = 2.0
_DAY: Final = 24 * 3600 * 1000

CLOCK: Final = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
"""The database's time in milliseconds since 1970, in its own words."""

_REGISTER: Final = f"""
    INSERT INTO processes (id, key, until) VALUES ($1, $2, {CLOCK} + $3)
    ON CONFLICT (id) DO UPDATE SET until = excluded.until"""
_RENEW: Final = f"UPDATE processes SET until = {CLOCK} + $2 WHERE id = $1 AND until > {CLOCK} RETURNING id"
_GIVE_UP: Final = "DELETE FROM processes WHERE id = $1"
_STILL_OURS: Final = "SELECT id, epoch FROM tables WHERE owner = $1"
_FORGET_OLD: Final = f"DELETE FROM processes WHERE until < {CLOCK} - {_DAY}"

Owned: TypeAlias = Mapping[str, int]
"""Tables and the epochs of which they are owned."""


def alive(process: Any) -> sa.ColumnElement[bool]:
    """Whether the process with this id (a column, or a value) owns what it owns, as a condition in a statement."""
    running = PROCESSES.c.until > sa.text(CLOCK)
    gone = sa.func.pg_try_advisory_xact_lock(PROCESSES.c.key)
    return sa.exists().where(PROCESSES.c.id == process, running, sa.not_(gone)).correlate_except(PROCESSES)


def holds(process: str) -> sa.ColumnElement[bool]:
    """Whether this process' own lease has not run out."""
    return sa.exists().where(PROCESSES.c.id == process, PROCESSES.c.until > sa.text(CLOCK))


class Lease:
    """The lease of this process. Made by :meth:`claim`; ``process`` is its id, new with every start.

    ``changed`` is called with the tables that are still this process' own whenever some may no longer be,
    and with none when it cannot know.
    """

    def __init__(self, engine: AsyncEngine, shared: bool) -> None:
        self.process = secrets.token_hex(8)
        self.changed: Callable[[Owned], None] = lambda _: None
        self._key = secrets.randbits(62)
        self._arguments = engine.dialect.create_connect_args(engine.url)[1]
        self._shared = shared
        self._connection: Any = None
        self._until = 0.0
        self._keeper: asyncio.Task[None] | None = None

    @classmethod
    async def claim(cls, engine: AsyncEngine, shared: bool, database_name: str) -> Self:
        """The right to use this database, with others who are ``shared`` too, or alone; :meth:`begin` takes the lease.

        Raises :class:`StartError` where another uses it, who would not share it or with whom it is not to be shared.
        """
        lease = cls(engine, shared)
        end = time.monotonic() + WAIT_SECONDS
        try:
            while not await lease._lock():
                if time.monotonic() >= end:
                    raise StartError("database-in-use", database=database_name)
                await asyncio.sleep(_LOOK_EVERY)
        except BaseException:
            lease._hang_up()
            raise
        return lease

    async def begin(self) -> None:
        """Take the lease, and keep it up until :meth:`close`."""
        await self._register()
        self._keeper = asyncio.create_task(self._keep(), name="lease")

    async def close(self) -> None:
        """Give the lease up: others may take the tables at once."""
        if self._keeper:
            self._keeper.cancel()
            await asyncio.wait((self._keeper,))
        with contextlib.suppress(*database.failures()):
            if self._connection:
                await self._connection.execute(_GIVE_UP, self.process, timeout=_LAST_SECONDS)
        self._hang_up()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                async with asyncio.timeout_at(self._last_moment()):
                    await self._renew()
            except database.failures() as error:
                log.error("the lease could not be renewed: %s", database.told(error))
                self._hang_up()
            if time.monotonic() >= self._until - MARGIN_SECONDS:
                self.changed({})

    def _last_moment(self) -> float:
        """When to stop trying to renew, by the event loop's clock."""
        left = self._until - MARGIN_SECONDS - time.monotonic()
        return asyncio.get_running_loop().time() + max(left, RENEW_SECONDS)

    async def _renew(self) -> None:
        """Renew the lease; where it has run out, or the lock was lost, see which tables are still ours."""
        asked = time.monotonic()
        if self._connection:
            if await self._connection.fetchval(_RENEW, self.process, int(LEASE_SECONDS * 1000)):
                self._until = asked + LEASE_SECONDS
                return
            log.warning("the lease has run out")
        if await self._register():
            rows = await self._connection.fetch(_STILL_OURS, self.process)
            self.changed({row[0]: row[1] for row in rows})

    async def _register(self) -> bool:
        """Take the lease anew, once the locks are held; whether they are."""
        if not self._connection and not await self._lock():
            return False
        asked = time.monotonic()
        await self._connection.execute(_FORGET_OLD)
        await self._connection.execute(_REGISTER, self.process, self._key, int(LEASE_SECONDS * 1000))
        self._until = asked + LEASE_SECONDS
        return True

    async def _lock(self) -> bool:
        """Connect, and hold the locks for as long as the connection lasts; whether that is possible."""
        import asyncpg

        settings = {"application_name": "gaple lease"}
        self._connection = await asyncpg.connect(**self._arguments, timeout=_CONNECT_SECONDS, server_settings=settings)
        how = "_shared" if self._shared else ""
        held = await self._connection.fetchval(
            f"SELECT pg_try_advisory_lock{how}($1) AND pg_try_advisory_lock($2)", SERVER_LOCK, self._key
        )
        if not held:
            self._hang_up()
        return bool(held)

    def _hang_up(self) -> None:
        if self._connection:
            self._connection.terminate()
            self._connection = None
