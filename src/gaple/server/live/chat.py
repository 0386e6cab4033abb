"""What people write to each other at a table that allows it: in no log, kept for a while, and erased with them."""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

import sqlalchemy as sa

from gaple.server.errors import InputError, Refusal
from gaple.server.guard import Allowance
from gaple.server.guests import names
from gaple.server.play.commands import Chat as Write
from gaple.server.play.commands import Report
from gaple.server.settings import Settings
from gaple.server.store.schema import BOTS, CHAT, DEVICES, PERSONS, REPORTS, TABLES
from gaple.server.store.storage import Conflict, Storage

MOST_CHARACTERS: Final = 200
"""As people count them."""
MOST_CODE_POINTS: Final = 400

MOST_LINES: Final = 50
"""So many are told to whoever comes, the latest."""

CONTEXT: Final = 10
"""So many are kept with a report, the reported one last."""

_HOUR: Final = 3600.0


class Line(NamedTuple):
    """Something that ``person`` has written; no two at a table have the same ``at`` (milliseconds since 1970)."""

    at: int
    person: str
    name: str | None
    text: str


def clean_text(text: str) -> str:
    """What is written as it is kept: composed, in one line. Raises :class:`InputError` as for a name.

    >>> clean_text("  Mainnya   cepat, ya ")
    'Mainnya cepat, ya'
    """
    if len(text) <= 10 * MOST_CODE_POINTS:  # what is far too long is not worth composing
        text = unicodedata.normalize("NFC", " ".join(text.split()))
    if not names.shows(text):
        raise InputError("chat-empty")
    if len(text) > MOST_CODE_POINTS or names.length(text) > MOST_CHARACTERS:
        raise InputError("chat-long", most=MOST_CHARACTERS)
    for character in text:
        if not names.is_welcome(character):
            raise InputError("name-character", character=f"U+{ord(character):04X}")
    if names.is_heaped(text):
        raise InputError("name-marks", most=names.MOST_MARKS)
    return text


class Chat:
    """What was written at one table lately."""

    def __init__(self, storage: Storage, settings: Settings, table: str, lines: Iterable[Line]) -> None:
        self.lines = deque(lines, MOST_LINES)
        self._storage = storage
        self._table = table
        self._written = Allowance(settings.chats_in_ten_seconds, 10)
        self._reported = Allowance(settings.reports_per_hour, _HOUR)

    @classmethod
    async def load(cls, storage: Storage, settings: Settings, table: str) -> Chat:
        """The chat of a table as it is stored."""
        query = (
            sa.select(CHAT.c.at, CHAT.c.person, PERSONS.c.name, CHAT.c.text)
            .join(PERSONS, PERSONS.c.id == CHAT.c.person)
            .where(CHAT.c.table == table)
            .order_by(CHAT.c.at.desc())
            .limit(MOST_LINES)
        )
        return cls(storage, settings, table, [Line(*row) for row in reversed(await storage.read(query))])

    async def write(self, epoch: int, person: str, name: str | None, command: Write, now: int) -> Line | None:
        """Keep what somebody writes, as the table's owner of ``epoch``; ``None`` where they have sent it before.

        Raises :class:`GapleError` for what cannot be written, and where it cannot be stored.
        """
        text = clean_text(command.text)
        self._written.take(person, "said-too-much")
        after = self.lines[-1].at + 1 if self.lines else 0
        mine = (CHAT.c.table == self._table, CHAT.c.person == person, CHAT.c.command_id == command.id)
        known = sa.or_(sa.exists().where(DEVICES.c.person == person), sa.exists().where(BOTS.c.person == person))

        def work(connection: sa.Connection) -> int:
            owner = connection.execute(sa.select(TABLES.c.epoch, known).where(TABLES.c.id == self._table)).one()
            if owner[0] != epoch:
                raise Conflict(f"table {self._table}: not in epoch {epoch}")
            if not owner[1]:
                raise Refusal("not-seated")  # erased in the meantime
            if command.id and (before := connection.execute(sa.select(CHAT.c.at).where(*mine)).scalar()):
                return int(before)
            last = connection.execute(sa.select(sa.func.max(CHAT.c.at)).where(CHAT.c.table == self._table)).scalar()
            at = max(now, after, (last or 0) + 1)
            row = {"table": self._table, "at": at, "person": person, "text": text, "command_id": command.id or None}
            connection.execute(sa.insert(CHAT).values(**row))
            return at

        line = Line(await self._storage.commit(work), person, name, text)
        if any(line.at == other.at for other in self.lines):
            return None
        self.lines.append(line)
        return line

    async def report(self, reporter: str, command: Report, now: int) -> None:
        """Keep a line and those before it for whoever runs the server. Raises :class:`GapleError`."""
        lines = [line for line in self.lines if line.at <= command.at][-CONTEXT:]
        if not lines or lines[-1].at != command.at:
            raise Refusal("no-such-line")
        self._reported.take(reporter, "reported-too-much")
        report = {"table": self._table, "about": command.at, "reporter": reporter}
        there = sa.select(REPORTS.c.at).where(*(REPORTS.c[key] == value for key, value in report.items()))
        rows = [
            {**report, "reported_at": now, "at": line.at, "person": line.person, "text": line.text} for line in lines
        ]

        def work(connection: sa.Connection) -> None:
            if connection.execute(there.limit(1)).first() is None:
                connection.execute(sa.insert(REPORTS), rows)

        await self._storage.commit(work)

    def forget(self, person: str) -> bool:
        """Somebody was erased; whether there was anything of theirs."""
        count = len(self.lines)
        self.lines = deque((line for line in self.lines if line.person != person), MOST_LINES)
        return len(self.lines) < count

    async def drop(self) -> None:
        """The table is closed."""
        self.lines.clear()
        await drop(self._storage, self._table)


async def drop(storage: Storage, table: str) -> None:
    """Delete what was written at a table; what was reported stays."""

    def work(connection: sa.Connection) -> None:
        connection.execute(sa.delete(CHAT).where(CHAT.c.table == table))

    await storage.commit(work)


async def expire(storage: Storage, written: int, reported: int) -> None:
    """Delete what was written, and what was reported, before these times (milliseconds since 1970)."""

    def work(connection: sa.Connection) -> None:
        connection.execute(sa.delete(CHAT).where(CHAT.c.at < written))
        connection.execute(sa.delete(REPORTS).where(REPORTS.c.reported_at < reported))

    await storage.commit(work)


async def written(storage: Storage, person: str) -> list[tuple[str, int, str]]:
    """All of somebody that is kept: at which table, when, and what they wrote."""
    kept = [sa.select(kind.c.table, kind.c.at, kind.c.text).where(kind.c.person == person) for kind in (CHAT, REPORTS)]
    return sorted((table, at, text) for table, at, text in await storage.read(sa.union(*kept)))
