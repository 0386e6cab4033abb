"""The one door to the database.

Everything that is written goes through one task, which takes all that is waiting into one
transaction: many tables share a commit. What ``await`` returned for is on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import database, events, postgres
from .errors import Unavailable
from .events import Event
from .schema import DEVICES, EVENTS, PERSONS, TABLES

log = logging.getLogger("gaple.server.storage")

Work = Callable[[AsyncConnection], Awaitable[Any]]


class Conflict(Exception):  # noqa: N818 (what it is, and nothing that a person gets to see)
    """The log is not where the writer thought: somebody else owns the table, or wrote to it."""


class Storage:
    """Logs of tables, and who people are. Made by :meth:`open`."""

    def __init__(self, engine: AsyncEngine, let_go: Callable[[], Awaitable[None]]) -> None:
        self._engine = engine
        self._let_go = let_go
        self._waiting: asyncio.Queue[tuple[Work, asyncio.Future[Any]]] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write(), name="storage")

    @classmethod
    async def open(cls, folder: Path, url: str | None = None) -> Self:
        """The storage in this folder, or in the PostgreSQL database at ``url``, its schema brought up to date.

        Raises :class:`StartError`: folder not writable, database not to be reached, in use, from a
        newer version, or no database.
        """
        if url is not None:
            engine, holding = await postgres.connect(url)
            return cls(engine, holding.aclose)
        file, lock = database.claim(folder)

        async def let_go() -> None:
            lock.close()

        try:
            return cls(await database.connect(file), let_go)
        except BaseException:
            lock.close()
            raise

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        await self._waiting.join()
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer
        await self._let_go()
        await self._engine.dispose()

    # Tables

    async def create(self, table: str, maker: str, entries: Sequence[Event]) -> None:
        """A new log with its first events, at epoch 1."""

        async def work(connection: AsyncConnection) -> None:
            head = {"id": table, "maker": maker, "made_at": entries[0].at}
            await connection.execute(sa.insert(TABLES).values(**head, seq=len(entries), epoch=1))
            await _insert(connection, table, entries)

        await self.commit(work)

    async def append(self, table: str, expected_seq: int, epoch: int, entries: Sequence[Event]) -> None:
        """Add events to a log, after event ``expected_seq``, as its owner of ``epoch``.

        Raises :class:`Conflict` where log or owner are others, and :class:`Unavailable` where the
        database fails; nothing is written then.
        """
        head = (TABLES.c.id == table, TABLES.c.seq == expected_seq, TABLES.c.epoch == epoch)

        async def work(connection: AsyncConnection) -> None:
            moved = sa.update(TABLES).where(*head).values(seq=expected_seq + len(entries))
            if (await connection.execute(moved)).rowcount != 1:
                raise Conflict(f"table {table}: not at {expected_seq} in epoch {epoch}")
            await _insert(connection, table, entries)

        await self.commit(work)

    async def take(self, table: str) -> tuple[int, list[Event]] | None:
        """Become the owner of a table: its new epoch and its log; ``None`` where there is none.

        Whoever owned it before can append no more.
        """
        if not await self.read(sa.select(TABLES.c.id).where(TABLES.c.id == table)):
            return None

        async def work(connection: AsyncConnection) -> int:
            taken = sa.update(TABLES).where(TABLES.c.id == table).values(epoch=TABLES.c.epoch + 1)
            epoch = (await connection.execute(taken.returning(TABLES.c.epoch))).scalar_one()
            return int(epoch)

        return await self.commit(work), await self.events(table)

    async def events(self, table: str) -> list[Event]:
        """A table's log."""
        columns = [EVENTS.c[field] for field in events.FIELDS]
        query = sa.select(*columns).where(EVENTS.c.table == table).order_by(EVENTS.c.seq)
        rows = await self.read(query)
        return [events.read(dict(zip(events.FIELDS, row, strict=True))) for row in rows]

    # People

    async def add_person(self, person: str, token_hash: str, at: int) -> None:
        """A new guest, known by the hash of their device's token."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(sa.insert(PERSONS).values(id=person, made_at=at))
            device = {"token_hash": token_hash, "person": person, "made_at": at}
            await connection.execute(sa.insert(DEVICES).values(**device))

        await self.commit(work)

    async def change_person(
        self, person: str, name: str | None = None, lang: str | None = None
    ) -> tuple[str | None, str | None]:
        """Set what somebody is called or which language they read, or both; ``None`` leaves it.

        Returns both as they are then: somebody else's window may have changed the other.
        """
        given = {key: value for key, value in (("name", name), ("lang", lang)) if value is not None}
        change = sa.update(PERSONS).where(PERSONS.c.id == person).values(**given)

        async def work(connection: AsyncConnection) -> tuple[str | None, str | None]:
            row = (await connection.execute(change.returning(PERSONS.c.name, PERSONS.c.lang))).one()
            return row[0], row[1]

        name, lang = await self.commit(work)
        return name, lang

    async def person_of(self, token_hash: str) -> tuple[str, str | None, str | None] | None:
        """Id, name and language of the person whose device has this token."""
        query = sa.select(PERSONS.c.id, PERSONS.c.name, PERSONS.c.lang).join(DEVICES)
        rows = await self.read(query.where(DEVICES.c.token_hash == token_hash))
        return tuple(rows[0]) if rows else None

    async def names(self, persons: Iterable[str]) -> dict[str, str | None]:
        """What each of these persons is called."""
        query = sa.select(PERSONS.c.id, PERSONS.c.name).where(PERSONS.c.id.in_(list(persons)))
        return dict(await self.read(query))

    # How it is done

    async def read(self, query: sa.Executable) -> Sequence[Any]:
        """The rows that a query gives. Raises :class:`Unavailable`."""
        try:
            async with self._engine.connect() as connection:
                return list(await connection.execute(query))
        except database.failures() as error:
            raise _failed(error) from None

    async def commit(self, work: Work) -> Any:
        """Have ``work`` done in the next transaction; its result once that is committed."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((work, done))
        return await done

    async def _write(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            if not await self._transact(batch) and len(batch) > 1:
                for one in batch:  # one of them fails: the others must not
                    await self._transact([one])
            for _ in batch:
                self._waiting.task_done()

    async def _transact(self, batch: Sequence[tuple[Work, asyncio.Future[Any]]]) -> bool:
        """Do a batch in one transaction. Whether that was possible; a batch of one is answered."""
        try:
            async with self._engine.connect() as plain:
                connection = await plain.execution_options(**database.WRITING)
                async with connection.begin():
                    results = [await work(connection) for work, _ in batch]
        except Exception as error:  # noqa: BLE001 (it is told to whoever asked)
            if len(batch) == 1 and not batch[0][1].done():
                database_failed = isinstance(error, database.failures())
                batch[0][1].set_exception(_failed(error) if database_failed else error)
            return False
        for (_, done), result in zip(batch, results, strict=True):
            if not done.done():  # nobody may be waiting any more
                done.set_result(result)
        return True


async def _insert(connection: AsyncConnection, table: str, entries: Sequence[Event]) -> None:
    rows = [{"table": table, **events.write(event)} for event in entries]
    await connection.execute(sa.insert(EVENTS), rows)


def _failed(error: Exception) -> Unavailable:
    log.error("the database failed: %s", database.told(error))
    return Unavailable("storage-failed")
