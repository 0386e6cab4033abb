"""All finished hands of a database, without the people who played them, for ``gaple export``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

from gaple.dataset import PlayedHand, Sitting
from gaple.server.play import events
from gaple.server.play.events import BOT, HandedBack, TakenOver, TimeUp
from gaple.server.play.history import Finished, finished
from gaple.server.play.table import Occupant

from . import reading
from .schema import EVENTS, TABLES
from .storage import LOG

Told = TypeVar("Told")


def read(
    work: Callable[[Iterator[PlayedHand]], Told],
    folder: Path,
    url: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    unread: list[str] | None = None,
) -> Told:
    """What ``work`` makes of the finished hands, table by table in the order in which they were made.

    ``progress`` is told how many tables have been read, and of how many; ``unread`` is given the tables whose logs
    cannot be read. Raises :class:`StartError` where there is no database, or it cannot be read.
    """
    return reading.read(
        lambda connection: work(_hands(connection, progress, [] if unread is None else unread)), folder, url
    )


def _hands(
    connection: sa.Connection, progress: Callable[[int, int], None] | None, unread: list[str]
) -> Iterator[PlayedHand]:
    query = sa.select(TABLES.c.id).order_by(TABLES.c.made_at, TABLES.c.id)
    tables = list(connection.execute(query).scalars())
    told = 0
    for done, table in enumerate(tables):
        if progress:
            progress(done, len(tables))
        rows = connection.execute(LOG.where(EVENTS.c.table == table).order_by(EVENTS.c.seq)).all()
        try:
            hands = list(finished(table, (events.read(dict(zip(events.FIELDS, row, strict=True))) for row in rows)))
        except Exception:  # noqa: BLE001 (one log that makes no sense is no reason to have none)
            unread.append(table)
            continue
        hands = [one for one in hands if not one.repeated]  # it is told where it was dealt
        told += bool(hands)  # a table at which nothing was finished has no number
        yield from (_played(one, told) for one in hands)


def _played(one: Finished, table: int) -> PlayedHand:
    sitting = tuple(_sitting(occupant) for occupant in one.seats)
    month = datetime.fromtimestamp(one.dealt_at / 1000, UTC).strftime("%Y-%m")
    return PlayedHand(one.hand, table, one.match, month, sitting, frozenset(_stood_in(one)), one.rewound)


def _sitting(occupant: Occupant | None) -> Sitting:
    if occupant is None:
        return Sitting("unknown")
    if occupant.level:
        return Sitting("computer", occupant.level)
    return Sitting("bot" if occupant.person and occupant.person.startswith(BOT) else "person")


def _stood_in(one: Finished) -> Iterator[int]:
    """The turns that a computer player took for a person."""
    notes = list(one.notes)
    away: set[str] = set()
    for turn, (seat, _) in enumerate(one.hand.moves):
        once: set[str] = set()
        while notes and notes[0][0] <= turn:
            _, fact = notes.pop(0)
            if isinstance(fact, TakenOver):
                away.add(fact.seat)
            elif isinstance(fact, HandedBack):
                away.discard(fact.seat)
            elif isinstance(fact, TimeUp):
                once.add(fact.seat)
        if str(seat) in away | once:
            yield turn
