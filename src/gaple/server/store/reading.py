"""Reading a database that a server may use meanwhile, for whoever runs it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

from gaple.server.errors import StartError

from . import database, postgres
from .database import FILE

Told = TypeVar("Told")


def read(work: Callable[[sa.Connection], Told], folder: Path, url: str | None = None) -> Told:
    """What ``work`` reads in this folder, or in the PostgreSQL database at ``url``.

    Raises :class:`StartError` where there is no database, or it cannot be read.
    """
    if url is not None:
        return asyncio.run(_read_postgres(work, url))
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
            return work(connection)
    except sa.exc.DBAPIError:
        raise StartError("database-unreadable", file=file) from None
    finally:
        engine.dispose()


async def _read_postgres(work: Callable[[sa.Connection], Told], text: str) -> Told:
    url = postgres.read_url(text)
    engine = postgres.engine_of(url)
    try:
        with postgres.explained(url):
            async with engine.connect() as connection:
                return await connection.run_sync(work)
    finally:
        await engine.dispose()
