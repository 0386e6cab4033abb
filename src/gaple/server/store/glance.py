"""A look at a table's log, without owning the table or reading much."""

from __future__ import annotations

import sqlalchemy as sa

from gaple.server.play import events
from gaple.server.play.events import Event

from .schema import EVENTS, TABLES
from .storage import Storage


async def glance(storage: Storage, table: str, most: int) -> list[Event]:
    """The first ``most`` events of a table's log, and its last; none where there is no such table.

    Raises :class:`gaple.server.errors.Unavailable` where the database fails.
    """
    log = sa.select(*(EVENTS.c[field] for field in events.FIELDS)).where(EVENTS.c.table == table)
    last = sa.select(TABLES.c.seq).where(TABLES.c.id == table).scalar_subquery()
    both = sa.union(log.where(EVENTS.c.seq <= most), log.where(EVENTS.c.seq == last))  # each by the key
    rows = await storage.read(both.order_by("seq"))
    return [events.read(dict(zip(events.FIELDS, row, strict=True))) for row in rows]
