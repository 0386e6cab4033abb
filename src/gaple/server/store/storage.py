"""The one door to the database.

Everything that is written goes through one task, which takes all that is waiting into one
transaction: many tables share a commit, and what they append is written by the same few statements.
What ``await`` returned for is on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import sqlalchemy as sa

from gaple.server.errors import Unavailable, Unsure
from gaple.server.metrics import Metrics
from gaple.server.play import events
from gaple.server.play.ended import Ended, TakenUp
from gaple.server.play.events import SEATING, Event

from . import database, hands, postgres
from .database import Database, Work
from .lease import CLOCK, alive, holds
from .many import Find, Insert, Set
from .schema import BOTS, COMPANIONS, DEVICES, EVENTS, PERSONS, PROCESSES, SEATINGS, TABLES

log = logging.getLogger("gaple.server.store.storage")

LOG: Final = sa.select(*(EVENTS.c[field] for field in events.FIELDS))
"""The events of logs, all of each."""


_CROWD: Final = 4
_GATHER_SECONDS: Final = 0.01
"""Where so many wait for a transaction, the next begins so much later and takes more of them: a busy server spends as
much on one as on several commands. A move at a quiet table waits for nothing."""


class Conflict(Exception):  # noqa: N818 (what it is, and nothing that a person gets to see)
    """The log is not where the writer thought: somebody else owns the table, or wrote to it."""


class Elsewhere(Conflict):
    """Another process owns the table, or (``process`` is ``None``) this one must not own any now."""

    def __init__(self, process: str | None) -> None:
        super().__init__(process)
        self.process = process


@dataclass(frozen=True, slots=True)
class Append:
    """Events for the log of ``table``, after event ``after``, by its owner of ``epoch``.

    ``ended`` is a hand that they end, or take up again.
    """

    table: str
    after: int
    epoch: int
    entries: Sequence[Event]
    ended: Ended | TakenUp | None = None


Waiting = tuple[Work[Any] | Append, asyncio.Future[Any]]


class Storage:
    """Logs of tables, and who people are. Made by :meth:`open`.

    ``lease`` is by what right this process owns tables, where several may use the database.
    """

    def __init__(self, database: Database) -> None:
        self.lease = database.lease
        self.metrics = Metrics()
        self._database = database
        self._waiting: asyncio.Queue[Waiting] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write(), name="storage")

    @classmethod
    async def open(cls, folder: Path, url: str | None = None, shared: bool = False) -> Self:
        """The storage in this folder, or in the PostgreSQL database at ``url``, its schema brought up to date.

        With ``shared``, other processes may use the same database (PostgreSQL only).

        Raises :class:`StartError`: folder not writable, database not to be reached, in use, from a
        newer version, or no database.
        """
        return cls(await (database.open_folder(folder) if url is None else postgres.open_url(url, shared)))

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        await self._waiting.join()
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer
        await self._database.close()

    # Tables

    async def create(
        self, table: str, maker: str, entries: Sequence[Event], companions: Mapping[str, str] | None = None
    ) -> None:
        """A new log with its first events, at epoch 1; and new persons without a device, who are the maker's.

        ``companions`` are their names by their ids.
        """

        def work(connection: sa.Connection) -> None:
            for person, name in (companions or {}).items():
                connection.execute(sa.insert(PERSONS).values(id=person, name=name, made_at=entries[0].at))
                connection.execute(sa.insert(COMPANIONS).values(person=person, owner=maker))
            head = {"id": table, "maker": maker, "made_at": entries[0].at}
            connection.execute(sa.insert(TABLES).values(**head, seq=len(entries), epoch=1))
            _insert(connection, {table: entries})

        await self.commit(work)

    async def append(
        self, table: str, expected_seq: int, epoch: int, entries: Sequence[Event], ended: Ended | TakenUp | None = None
    ) -> None:
        """Add events to a log, after event ``expected_seq``, as its owner of ``epoch``; ``ended``: see :class:`Append`.

        Raises :class:`Conflict` where log or owner are others, and :class:`Unavailable` where the database fails;
        nothing is written then. :class:`Unsure` where it is away, and may have written them.
        """
        with self.metrics.append():
            await self.commit(Append(table, expected_seq, epoch, entries, ended))

    async def take(self, table: str) -> tuple[int, list[Event]] | None:
        """Become the owner of a table: its new epoch and its log; ``None`` where there is none.

        Whoever owned it before can append no more. Raises :class:`Elsewhere` where another process does, whose lease
        has not run out.
        """
        if not await self.read(sa.select(TABLES.c.id).where(TABLES.c.id == table)):
            return None

        process = self.lease.process if self.lease else None
        taken = sa.update(TABLES).where(TABLES.c.id == table).values(epoch=TABLES.c.epoch + 1, owner=process)
        if process:
            free = sa.or_(TABLES.c.owner.is_(None), TABLES.c.owner == process, sa.not_(alive(TABLES.c.owner)))
            taken = taken.where(free, holds(process))

        def work(connection: sa.Connection) -> int | None:
            epoch: int | None = connection.execute(taken.returning(TABLES.c.epoch)).scalar_one_or_none()
            return epoch

        epoch = await self.commit(work)
        if epoch is None:
            owner = (await self.read(sa.select(TABLES.c.owner).where(TABLES.c.id == table)))[0][0]
            raise Elsewhere(None if owner == process else owner)
        return epoch, await self.events(table)

    async def release(self, table: str, epoch: int) -> None:
        """Own a table no longer: another process may take it at once."""
        if self.lease is None:
            return
        released = sa.update(TABLES).where(TABLES.c.id == table, TABLES.c.epoch == epoch).values(owner=None)

        def work(connection: sa.Connection) -> None:
            connection.execute(released)

        await self.commit(work)

    async def processes(self) -> list[str]:
        """The other processes that use this database now."""
        if self.lease is None:
            return []
        here = sa.select(PROCESSES.c.id).where(PROCESSES.c.until > sa.text(CLOCK))
        return [row[0] for row in await self.read(here) if row[0] != self.lease.process]

    async def events(self, table: str) -> list[Event]:
        """A table's log."""
        return await self.logged(LOG.where(EVENTS.c.table == table).order_by(EVENTS.c.seq))

    async def logged(self, query: sa.Executable) -> list[Event]:
        """The events that a query made of :data:`LOG` gives. Raises :class:`Unavailable`."""
        rows = await self.read(query)
        return [events.read(dict(zip(events.FIELDS, row, strict=True))) for row in rows]

    # People

    async def add_person(self, person: str, token_hash: str, at: int) -> None:
        """A new guest, known by the hash of their device's token."""

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.insert(PERSONS).values(id=person, made_at=at))
            device = {"token_hash": token_hash, "person": person, "made_at": at}
            connection.execute(sa.insert(DEVICES).values(**device))

        await self.commit(work)

    async def change_person(
        self, person: str, name: str | None = None, lang: str | None = None
    ) -> tuple[str | None, str | None]:
        """Set what somebody is called or which language they read, or both; ``None`` leaves it.

        Returns both as they are then: somebody else's window may have changed the other.
        """
        given = {key: value for key, value in (("name", name), ("lang", lang)) if value is not None}
        # Whoever was erased meanwhile gets no new name.
        known = sa.or_(*(sa.exists().where(there.c.person == person) for there in (DEVICES, BOTS, COMPANIONS)))
        change = sa.update(PERSONS).where(PERSONS.c.id == person, known).values(**given)

        def work(connection: sa.Connection) -> tuple[str | None, str | None]:
            row = connection.execute(change.returning(PERSONS.c.name, PERSONS.c.lang)).one_or_none()
            return (row[0], row[1]) if row else (None, None)

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
            return await self._database.read(lambda connection: list(connection.execute(query)))
        except database.failures() as error:
            raise _failed(error) from None

    async def commit(self, work: Work[Any] | Append) -> Any:
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
            if len(batch) >= _CROWD:
                await asyncio.sleep(_GATHER_SECONDS)

    async def _transact(self, batch: Sequence[Waiting]) -> bool:
        """Do a batch in one transaction. Whether that was possible; a batch of one is answered."""
        works = [work for work, _ in batch]
        try:
            results = await self._database.write(lambda connection: _do(connection, works))
        except Exception as error:  # noqa: BLE001 (it is told to whoever asked)
            if len(batch) == 1 and not batch[0][1].done():
                database_failed = isinstance(error, database.failures())
                batch[0][1].set_exception(_failed(error, database.has_refused(error)) if database_failed else error)
            return False
        for (_, done), result in zip(batch, results, strict=True):
            if done.done():
                continue  # nobody is waiting any more
            if isinstance(result, Conflict):
                done.set_exception(result)
            else:
                done.set_result(result)
        return True


_HEADS: Final = Find(TABLES, "id", ("seq", "epoch"))
_MOVE: Final = Set(TABLES, "id", "seq")
_INSERT: Final = Insert(EVENTS)


def _do(connection: sa.Connection, works: Sequence[Work[Any] | Append]) -> list[Any]:
    """What each of these comes to; appends last, and all of them together."""
    results = [None if isinstance(work, Append) else work(connection) for work in works]
    appends = {place: work for place, work in enumerate(works) if isinstance(work, Append)}
    for place, conflict in zip(appends, _append_all(connection, list(appends.values())), strict=True):
        results[place] = conflict
    return results


def _append_all(connection: sa.Connection, appends: Sequence[Append]) -> list[Conflict | None]:
    """Append where log and owner are as the writer thought; for each whether they are not."""
    if not appends:
        return []
    heads = _HEADS.execute(connection, {one.table for one in appends})
    results: list[Conflict | None] = []
    ended: dict[tuple[str, TakenUp], hands.HandAt] = {}
    taken_up: list[tuple[str, TakenUp]] = []
    taken: dict[str, list[Event]] = {}
    for one in appends:
        if heads.get(one.table) != (one.after, one.epoch):
            results.append(Conflict(f"table {one.table}: not at {one.after} in epoch {one.epoch}"))
            continue
        heads[one.table] = one.after + len(one.entries), one.epoch
        taken.setdefault(one.table, []).extend(one.entries)
        if isinstance(one.ended, Ended):
            place = one.table, TakenUp(one.ended.match, one.ended.hand)
            ended[place] = hands.HandAt(one.table, one.entries[-1].at, one.ended)
        elif one.ended:
            taken_up.append((one.table, one.ended))
            ended.pop(taken_up[-1], None)
        results.append(None)
    hands.remove(connection, taken_up)
    hands.keep(connection, list(ended.values()))
    _MOVE.execute(connection, [(table, heads[table][0]) for table in sorted(taken)])
    _insert(connection, taken)
    return results


def _insert(connection: sa.Connection, entries: Mapping[str, Sequence[Event]]) -> None:
    """Write events to logs; and by person who had a seat by them."""
    logs = entries.items()
    _INSERT.execute(connection, [(table, *events.write(event).values()) for table, log_ in logs for event in log_])
    seated = {(fact.person, table) for table, log_ in logs for event in log_ if isinstance(fact := event.fact, SEATING)}
    for person, table in sorted(seated):
        known = sa.select(SEATINGS).where(SEATINGS.c.person == person, SEATINGS.c.table == table)
        if connection.execute(known).first() is None:
            connection.execute(sa.insert(SEATINGS).values(person=person, table=table))


def _failed(error: Exception, sure: bool = True) -> Unavailable:
    log.error("the database failed: %s", database.told(error))
    return (Unavailable if sure else Unsure)("storage-failed")
