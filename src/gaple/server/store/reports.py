"""What people have reported from chats, for whoever runs the server. Read only, while a server uses the database."""

from __future__ import annotations

from pathlib import Path

import msgspec
import sqlalchemy as sa

from . import reading
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
    return reading.read(_reports, folder, url)


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
