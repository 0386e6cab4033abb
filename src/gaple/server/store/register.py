"""What is kept of people besides their names: codes, devices, and where they have sat."""

from __future__ import annotations

from typing import Final, NamedTuple

import sqlalchemy as sa

from .schema import BOTS, COMPANIONS, DEVICES, EVENTS, METADATA, PERSONS, RECOVERY_CODES, SEATINGS, TABLES
from .storage import Storage

MOST_TABLES: Final = 100
"""So many tables are listed, the latest."""


class Known(NamedTuple):
    """What there is about somebody. Times are milliseconds since 1970."""

    made_at: int
    devices: list[int]
    code_at: int | None


class SatAt(NamedTuple):
    """A table where somebody made or had a seat; ``at`` is when something happened there last."""

    table: str
    made_at: int
    at: int
    host: bool


class Register:
    """Reads and writes it, through the one door to the database."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def set_code(self, person: str, code_hash: str, at: int) -> None:
        """Somebody has this code from now on, and no other."""

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.delete(RECOVERY_CODES).where(RECOVERY_CODES.c.person == person))
            row = {"code_hash": code_hash, "person": person, "made_at": at}
            connection.execute(sa.insert(RECOVERY_CODES).values(**row))

        await self._storage.commit(work)

    async def move(self, code_hash: str, token_hash: str, old_token_hash: str | None, at: int) -> str | None:
        """Make a device that of whoever has this code: who that is, or ``None`` for nobody's code.

        The device was known by ``old_token_hash`` before, if at all; it is not any more.
        """
        whose = sa.select(RECOVERY_CODES.c.person).where(RECOVERY_CODES.c.code_hash == code_hash)
        if not await self._storage.read(whose):
            return None  # nothing is written for those who guess

        def work(connection: sa.Connection) -> str | None:
            person: str | None = connection.execute(whose).scalar_one_or_none()
            if person is not None:
                connection.execute(sa.delete(DEVICES).where(DEVICES.c.token_hash == old_token_hash))
                device = {"token_hash": token_hash, "person": person, "made_at": at}
                connection.execute(sa.insert(DEVICES).values(**device))
            return person

        person: str | None = await self._storage.commit(work)
        return person

    async def leave_devices(self, person: str, but: str) -> int:
        """Forget somebody's devices, all but the one with this token's hash; how many those were."""

        def work(connection: sa.Connection) -> int:
            others = (DEVICES.c.person == person, DEVICES.c.token_hash != but)
            return connection.execute(sa.delete(DEVICES).where(*others)).rowcount

        return int(await self._storage.commit(work))

    async def known(self, person: str) -> Known:
        """What there is about somebody."""
        made = sa.select(PERSONS.c.made_at).where(PERSONS.c.id == person)
        devices = sa.select(DEVICES.c.made_at).where(DEVICES.c.person == person).order_by(DEVICES.c.made_at)
        code = sa.select(RECOVERY_CODES.c.made_at).where(RECOVERY_CODES.c.person == person)
        ((made_at,),) = await self._storage.read(made)
        return Known(
            made_at,
            [at for (at,) in await self._storage.read(devices)],
            next((at for (at,) in await self._storage.read(code)), None),
        )

    async def tables(self, person: str, most: int | None = MOST_TABLES) -> list[SatAt]:
        """The tables that somebody has made or sat at, the latest first."""
        sat = sa.select(SEATINGS.c.table).where(SEATINGS.c.person == person)
        made = sa.select(TABLES.c.id).where(TABLES.c.maker == person)
        last = (EVENTS.c.table == TABLES.c.id) & (EVENTS.c.seq == TABLES.c.seq)
        query = (
            sa.select(TABLES.c.id, TABLES.c.made_at, EVENTS.c.at, TABLES.c.maker)
            .join(EVENTS, last)
            .where(TABLES.c.id.in_(sat.union(made)))
            .order_by(EVENTS.c.at.desc(), TABLES.c.id)
            .limit(most)
        )
        rows = await self._storage.read(query)
        return [SatAt(table, made_at, at, maker == person) for table, made_at, at, maker in rows]

    async def companions(self, person: str) -> dict[str, str | None]:
        """Who has played on somebody's phone without a device, and what each was called."""
        query = sa.select(PERSONS.c.id, PERSONS.c.name).join(COMPANIONS, COMPANIONS.c.person == PERSONS.c.id)
        return dict(await self._storage.read(query.where(COMPANIONS.c.owner == person).order_by(PERSONS.c.made_at)))

    async def erase(self, person: str) -> list[str]:
        """Forget somebody, their bots and companions: names, languages, and every row that is theirs. Who that was.

        What stays is opaque ids that nobody is known by: logs hold them, and tables their maker's.
        """

        def work(connection: sa.Connection) -> list[str]:
            persons = [person]
            for theirs in (BOTS, COMPANIONS):
                found = connection.execute(sa.select(theirs.c.person).where(theirs.c.owner == person))
                persons += found.scalars()
            for table in reversed(METADATA.sorted_tables):
                for column in table.c if table is not TABLES else ():
                    if column.references(PERSONS.c.id):
                        connection.execute(sa.delete(table).where(column.in_(persons)))
            connection.execute(sa.update(PERSONS).where(PERSONS.c.id.in_(persons)).values(name=None, lang=None))
            return persons

        persons: list[str] = await self._storage.commit(work)
        return persons
