"""Reviews of finished hands, kept so that none is made twice. One is named by all that it depends on."""

from __future__ import annotations

import zlib
from typing import Final

import sqlalchemy as sa

from .schema import REVIEWS
from .storage import Storage

MOST: Final = 10_000
"""So many are kept, the latest: some kilobytes each. The others can be made again."""


async def find(storage: Storage, name: str) -> bytes | None:
    """A review that was kept. Raises :class:`gaple.server.errors.Unavailable`."""
    rows = await storage.read(sa.select(REVIEWS.c.told).where(REVIEWS.c.name == name))
    return zlib.decompress(rows[0][0]) if rows else None


async def keep(storage: Storage, name: str, at: int, told: bytes) -> None:
    """Keep a review, made at ``at`` (milliseconds since 1970). Raises :class:`gaple.server.errors.Unavailable`."""
    packed = zlib.compress(told)
    oldest = sa.select(REVIEWS.c.name).order_by(REVIEWS.c.at.desc()).offset(MOST)

    def work(connection: sa.Connection) -> None:
        connection.execute(sa.delete(REVIEWS).where(REVIEWS.c.name == name))
        connection.execute(sa.insert(REVIEWS).values(name=name, at=at, told=packed))
        if too_many := list(connection.execute(oldest).scalars()):
            connection.execute(sa.delete(REVIEWS).where(REVIEWS.c.name.in_(too_many)))

    await storage.commit(work)
