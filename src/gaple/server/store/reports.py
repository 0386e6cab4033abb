"""What people have reported from chats, for whoever runs the server. Read only, while a server uses the database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import sqlalchemy as sa

from gaple.server.errors import StartError

from . import database, postgres
from .database import FILE
from .schema import PERSONS, REPORTS


class ReportedLine(msgspec.Struct, frozen=True):
    """A line of a chat; ``at`` is in milliseconds since 1970, ``about`` whether it is the one that was reported."""

    at: int
    person: str
    name: str | None
    text: str
    about: bool


class Reported(msgspec.Struct, frozen=True):
    """A report: at which table, who made it and when, and what it is about, the oldest line first."""

    table: str
    at: int
    reporter: str
    reporter_name: str | None
    lines: list[ReportedLine]


def read(folder: Path, url: str | None = None) -> list[Reported]:
    """The reports in this folder, or in the PostgreSQL database at ``url``, the oldest first.

    Raises :class:`StartError` where there is no database, or it cannot be read.
    """
    if url is not None:
        return asyncio.run(_read_postgres(url))
    file = folder / FILE
    if not file.is_file() or not file.stat().st_size:
        raise StartError("backup-nothing", folder=folder)
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=file.resolve().as_uri(), query={"mode": "ro", "uri": "true"}),
        connect_args={"timeout": database.BUSY_SECONDS},
        hide_parameters=True,
    )
    try:
        with engine.connect() as connection:
            return _reports(connection)
    except sa.exc.DBAPIError:
        raise StartError("database-unreadable", file=file) from None
    finally:
        engine.dispose()


async def _read_postgres(text: str) -> list[Reported]:
    url = postgres.read_url(text)
    engine = postgres.engine_of(url)
    try:
        with postgres.explained(url):
            async with engine.connect() as connection:
                return await connection.run_sync(_reports)
    finally:
        await engine.dispose()


def _reports(connection: sa.Connection) -> list[Reported]:
    if not sa.inspect(connection).has_table(REPORTS.name):
        return []  # of a version before there were any
    writer, reporter = PERSONS.alias("writer"), PERSONS.alias("reporter")
    query = (
        sa.select(REPORTS, writer.c.name.label("name"), reporter.c.name.label("reporter_name"))
        .join(writer, writer.c.id == REPORTS.c.person)
        .join(reporter, reporter.c.id == REPORTS.c.reporter, isouter=True)
        .order_by(REPORTS.c.reported_at, REPORTS.c.table, REPORTS.c.about, REPORTS.c.reporter, REPORTS.c.at)
    )
    found: dict[tuple[str, int, str], Reported] = {}
    for row in connection.execute(query):
        report = Reported(row.table, row.reported_at, row.reporter, row.reporter_name, [])
        lines = found.setdefault((row.table, row.about, row.reporter), report).lines
        lines.append(ReportedLine(row.at, row.person, row.name, row.text, row.at == row.about))
    return list(found.values())
