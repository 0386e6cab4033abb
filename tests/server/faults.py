"""What can go wrong with a database, done to a real one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from gaple.server.store.database import Folder
from gaple.server.store.storage import Storage

_MUCH = 1_000_000


@contextmanager
def full_disk(storage: Storage) -> Iterator[None]:
    """The database may not grow: SQLite says that the disk is full."""
    assert isinstance(storage._database, Folder)
    engine, pages = storage._database.engine, 1

    def limit(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    sa.event.listen(engine, "checkout", limit)
    try:
        yield
    finally:
        pages = _MUCH
