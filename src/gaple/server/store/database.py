"""What a database is to the storage, and how SQLite is opened: the folder, the lock, the settings, the schema.

``postgres.py`` does the same for PostgreSQL.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol, TypeAlias, TypeVar

import sqlalchemy as sa

from gaple.server.errors import StartError

from .migration import Newer, migrate

if TYPE_CHECKING:
    from .lease import Lease

FILE: Final = "gaple.db"
LOCK: Final = "gaple.lock"
BUSY_SECONDS: Final = 5.0

_WRITING: Final[dict[str, Any]] = {"gaple_writing": True}
"""Execution options of a connection that is going to write: it waits for its turn at the start."""

_READERS: Final = 2

T = TypeVar("T")
Work: TypeAlias = Callable[[sa.Connection], T]
"""Something done with a connection. It must not wait for anything but the database."""


class Database(Protocol):
    """Where the storage is. ``lease`` is by what right this process owns tables, where several may use the database."""

    lease: Lease | None

    async def read(self, work: Work[T]) -> T:
        """Have something read."""

    async def write(self, work: Work[T]) -> T:
        """Have something done in one transaction; it is committed on return."""

    async def close(self) -> None:
        """Let go of it."""


class Folder:
    """SQLite in a folder of this machine. It works in threads of its own: one writes, others read."""

    def __init__(self, engine: sa.Engine, lock: sqlite3.Connection) -> None:
        self.engine = engine
        self.lease: Lease | None = None
        self._lock = lock
        self._writer = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(_READERS, "reader")

    async def read(self, work: Work[T]) -> T:
        """Have something read."""

        def done() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, done)

    async def write(self, work: Work[T]) -> T:
        """Have something done in one transaction; it is committed on return."""

        def done() -> T:
            with self.engine.connect().execution_options(**_WRITING) as connection, connection.begin():
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._writer, done)

    async def close(self) -> None:
        """Let go of the files, in the order in which another may take them."""
        await asyncio.get_running_loop().run_in_executor(self._writer, self.engine.dispose)
        for threads in (self._writer, self._readers):
            threads.shutdown()
        self._lock.close()


def failures() -> tuple[type[Exception], ...]:
    """What is raised where a database fails, or cannot be reached."""
    driver = sys.modules.get("asyncpg")  # it raises its own where it cannot connect
    theirs = (driver.PostgresError, driver.InterfaceError, driver.InternalClientError) if driver else ()
    return (sa.exc.SQLAlchemyError, OSError, *theirs)


def has_refused(error: Exception) -> bool:
    """Whether the database itself said no: nothing was written. Who was cut off while it committed cannot know."""
    return isinstance(error, sa.exc.DBAPIError) and not error.connection_invalidated


def told(error: BaseException) -> str:
    """What there is to log about a failure of a database: never a value, which PostgreSQL would name."""
    driver = getattr(error, "orig", None)
    if isinstance(driver, sqlite3.Error):
        return str(driver)
    return type((driver.__cause__ or driver) if driver else error).__name__


def claim(folder: Path) -> tuple[Path, sqlite3.Connection]:
    """Make the folder if need be, and hold its lock: the database's file and the lock.

    The lock is a transaction on a database of its own, which every system lets go of when a process
    ends, however it ends. Raises :class:`StartError`.
    """
    lock = None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _keep_private(folder)
        lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except (OSError, sqlite3.Error) as error:
        if lock is not None:
            lock.close()
        _explain(error, folder)
    return folder / FILE, lock


def _keep_private(folder: Path) -> None:
    """Nobody else on this machine may read the files: they hold secrets of deals.

    The folder may be an older one that others can read. SQLite gives the files it makes beside a
    database (``-wal``, ``-shm``) the permissions of the database.
    """
    for name in (FILE, LOCK):
        os.close(os.open(folder / name, os.O_CREAT | os.O_RDWR, 0o600))
        for file in (folder / name, folder / f"{name}-wal", folder / f"{name}-shm"):
            with contextlib.suppress(FileNotFoundError, PermissionError):  # what another owns, they share
                file.chmod(0o600)


async def open_folder(folder: Path) -> Folder:
    """The database in this folder, its schema brought up to date. Raises :class:`StartError`."""
    file, lock = claim(folder)
    try:
        return Folder(await asyncio.to_thread(_connect, file), lock)
    except BaseException:
        lock.close()
        raise


def _connect(file: Path) -> sa.Engine:
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(file)),
        connect_args={"timeout": BUSY_SECONDS},
        hide_parameters=True,  # they hold secrets of deals
    )
    sa.event.listen(engine, "connect", _set_up)
    sa.event.listen(engine, "begin", _begin)
    try:
        with engine.connect().execution_options(**_WRITING) as connection, connection.begin():
            migrate(connection)
    except sa.exc.DBAPIError as error:
        engine.dispose()
        _explain(error.orig, file.parent)
    except Newer:
        engine.dispose()
        raise StartError("database-newer", file=file) from None
    return engine


def _set_up(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, see _begin
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # a power cut loses nothing that was committed
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA secure_delete = ON")  # who is erased is not to be found in the file either
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    writing = connection.get_execution_options().keys() & _WRITING.keys()
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _explain(error: BaseException | None, folder: Path) -> NoReturn:
    """Say in words what it is that hinders."""
    reason = str(error)
    if "locked" in reason:
        raise StartError("database-locked", folder=folder) from None
    if "not a database" in reason or "malformed" in reason:
        raise StartError("database-unreadable", file=folder / FILE) from None
    raise StartError("folder-not-writable", folder=folder) from None
