"""A whole database, copied: to a file while a server uses it, or from SQLite to PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from gaple.server.errors import StartError

from . import database, postgres
from .database import FILE
from .schema import METADATA, PROCESSES

AT_A_TIME: Final = 1000
"""Rows are copied by so many."""

_TABLES: Final = [table for table in METADATA.sorted_tables if table is not PROCESSES]  # who runs is not copied


def back_up(folder: Path, file: Path) -> int:
    """Copy the database in this folder to a new file, as it is at one moment; its size in bytes.

    A server may use the folder meanwhile. Raises :class:`StartError` where there is no database, or a file already, or
    it cannot be written; nothing is left of it then.
    """
    source = folder / FILE
    if not source.is_file() or not source.stat().st_size:
        raise StartError("backup-nothing", folder=folder)
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise StartError("backup-exists", file=file) from None
    except OSError as error:
        raise StartError("backup-failed", file=file, reason=error.strerror or type(error).__name__) from None
    connection = sqlite3.connect(source, timeout=database.BUSY_SECONDS, isolation_level=None)
    try:
        connection.execute("VACUUM INTO ?", (str(file),))  # one reading transaction: it holds up nobody who writes
        return file.stat().st_size
    except (sqlite3.Error, OSError) as error:
        file.unlink(missing_ok=True)
        raise StartError("backup-failed", file=file, reason=str(error)) from None
    finally:
        connection.close()


async def move(folder: Path, url: str) -> dict[str, int]:
    """Copy everything in this folder to an empty PostgreSQL database, in one transaction: how many rows of each table.

    The folder stays as it is. Raises :class:`StartError` where a server uses either of them, where the folder has no
    database, or the other is not empty.
    """
    if not (folder / FILE).is_file():
        raise StartError("backup-nothing", folder=folder)
    there = await postgres.open_url(url)
    try:
        here = await database.open_folder(folder)
        try:
            return await _copy(here, there)
        finally:
            await here.close()
    finally:
        await there.close()


async def _copy(here: database.Folder, there: postgres.Pooled) -> dict[str, int]:
    name = postgres.name_of(there.engine.url)
    counts = dict.fromkeys((table.name for table in _TABLES), 0)
    with postgres.explained(there.engine.url):
        async with there.engine.begin() as connection:
            for table in _TABLES:
                if (await connection.execute(sa.select(table).limit(1))).first():
                    raise StartError("move-not-empty", database=name)
            for table in _TABLES:
                while rows := await here.read(lambda reading: _rows(reading, table, counts[table.name])):  # noqa: B023
                    await connection.execute(sa.insert(table), rows)
                    counts[table.name] += len(rows)
                found = (await connection.execute(sa.select(sa.func.count()).select_from(table))).scalar_one()
                assert found == counts[table.name]
    return counts


def _rows(connection: sa.Connection, table: sa.Table, offset: int) -> Sequence[dict[str, Any]]:
    """The next rows, in an order that stays."""
    query = sa.select(table).order_by(*table.primary_key).offset(offset).limit(AT_A_TIME)
    return [dict(row._mapping) for row in connection.execute(query)]


def move_now(folder: Path, url: str) -> dict[str, int]:
    """As :func:`move`, for who has no event loop."""
    return asyncio.run(move(folder, url))
