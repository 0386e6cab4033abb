"""PostgreSQL instead of SQLite: the address, the connection, what it says when it refuses."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa

from gaple.server.errors import StartError

from . import database, migration
from .database import T, Work
from .lease import SERVER_LOCK, Lease

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

DRIVER: Final = "postgresql+asyncpg"
PACKAGE: Final = "gaple[shared]"
_SCHEMES: Final = (DRIVER, "postgresql", "postgres")

MIGRATION_LOCK: Final = SERVER_LOCK + 1
_CONNECT_SECONDS: Final = 5.0
_ANSWER_SECONDS: Final = 10.0


class Pooled:
    """A PostgreSQL database. ``holding`` is what is let go of at the end."""

    def __init__(self, engine: AsyncEngine, lease: Lease, holding: contextlib.AsyncExitStack) -> None:
        self.engine = engine
        self.lease: Lease | None = lease
        self._holding = holding

    async def read(self, work: Work[T]) -> T:
        """Have something read."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        """Have something done in one transaction; it is committed on return."""
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Let go of it."""
        await self._holding.aclose()


def read_url(text: str) -> sa.URL:
    """A database's address, as in ``postgresql+asyncpg://user:password@host:5432/name``.

    Raises :class:`StartError`, which tells nothing of what was given: it may hold a password.
    """
    try:
        url = sa.make_url(text)
    except (sa.exc.ArgumentError, ValueError):
        raise StartError("database-url-malformed") from None
    if url.drivername not in _SCHEMES:
        raise StartError("database-url-malformed")
    query = {"ssl" if key == "sslmode" else key: value for key, value in url.query.items()}  # as the driver has it
    return url.set(drivername=DRIVER, query=query)


def name_of(url: sa.URL) -> str:
    """What a database is called where people read it: without user and password."""
    place = url.host or str(url.query.get("host", "localhost"))
    return f"{place}{f':{url.port}' if url.port else ''}/{url.database or ''}"


def engine_of(url: sa.URL) -> AsyncEngine:
    """An engine, not yet connected. Raises :class:`StartError` where the driver is not installed."""
    from sqlalchemy.ext.asyncio import create_async_engine  # who has SQLite need not wait for it

    try:
        return create_async_engine(
            url,
            connect_args={
                "timeout": _CONNECT_SECONDS,
                "command_timeout": _ANSWER_SECONDS,
                "server_settings": {"application_name": "gaple"},
            },
            hide_parameters=True,  # they hold secrets of deals
            pool_pre_ping=True,  # a database that was away is asked again
        )
    except ModuleNotFoundError as error:
        raise StartError("package-missing", package=error.name, extra=PACKAGE) from None


async def open_url(text: str, shared: bool = False) -> Pooled:
    """The database at this address, its schema brought up to date, with this process' lease there.

    With ``shared``, other processes may use it too. Raises :class:`StartError`.
    """
    url = read_url(text)
    engine = engine_of(url)
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(engine.dispose)
        with explained(url):
            lease = await Lease.claim(engine, shared, name_of(url))
            stack.push_async_callback(lease.close)
            await migrate(engine)
            await lease.begin()
        return Pooled(engine, lease, stack.pop_all())
    raise AssertionError  # a stack hides no exception of ours


async def migrate(engine: AsyncEngine) -> None:
    """Bring the schema up to date; of several processes that start, one does it."""
    async with engine.begin() as connection:
        await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        await connection.run_sync(migration.migrate)


@contextlib.contextmanager
def explained(url: sa.URL) -> Iterator[None]:
    """What hinders the use of a database as a :class:`StartError`."""
    try:
        yield
    except migration.Newer:
        raise StartError("database-newer", file=name_of(url)) from None
    except TypeError:  # the address has an option that the driver does not know
        raise StartError("database-url-malformed") from None
    except OSError:
        raise StartError("database-unreachable", database=name_of(url)) from None
    except database.failures() as error:
        raise StartError("database-refused", database=name_of(url), reason=_reason(error)) from None


def _reason(error: Any) -> str:
    """What PostgreSQL says, in its first line: which user, database or right it is about."""
    cause = getattr(error, "orig", None) or error
    cause = cause.__cause__ or cause
    said = str(getattr(cause, "message", "") or type(cause).__name__)
    return said.partition("\n")[0][:200]
