"""A look at a table's log, without owning the table or reading much."""

from __future__ import annotations

import sqlalchemy as sa

from gaple.server.play.events import Event

from .schema import EVENTS, TABLES
from .storage import LOG, Storage


async def glance(storage: Storage, table: str, most: int) -> list[Event]:
    """The first ``most`` events of a table's log, and its last; none where there is no such table.

    Raises :class:`gaple.server.errors.Unavailable` where the database fails.
    """
    log = LOG.where(EVENTS.c.table == table)
    last = sa.select(TABLES.c.seq).where(TABLES.c.id == table).scalar_subquery()
    both = sa.union(log.where(EVENTS.c.seq <= most), log.where(EVENTS.c.seq == last))  # each by the key
    return await storage.logged(both.order_by("seq"))
