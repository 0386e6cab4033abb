"""The finished hands, by who played them: what the logs say too, to be found without reading them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from gaple.server.play.ended import Ended, TakenUp

from .schema import HANDS, HANDS_PLAYED, PERSONS

_PLACE: Final = ("table", "match", "hand")


class Cursor(NamedTuple):
    """Up to which hand a list was told. It prints as one word, and :meth:`read` reads it."""

    at: int
    table: str
    match: int
    hand: int

    def __str__(self) -> str:
        return ".".join(map(str, self))

    @classmethod
    def read(cls, text: str) -> Cursor | None:
        """The cursor that prints so; ``None`` for what is none."""
        try:
            at, table, match, hand = text.split(".")
            found = cls(int(at), table, int(match), int(hand))
        except ValueError:
            return None
        known = 0 <= found.at < 2**63 and 0 <= found.match < 2**31 and 0 <= found.hand < 2**31
        return found if known and table.isascii() and table.isalnum() else None


class HandAt(NamedTuple):
    """A finished hand of a table; it ended at ``at``, in milliseconds since 1970."""

    table: str
    at: int
    ended: Ended

    @property
    def cursor(self) -> Cursor:
        """Where in a list it stands."""
        return Cursor(self.at, self.table, self.ended.match, self.ended.hand)


def remove(connection: sa.Connection, table: str, hand: TakenUp) -> None:
    """Keep a hand no longer that is not over any more, if it was."""
    place = dict(zip(_PLACE, (table, *hand), strict=True))
    for kept in (HANDS_PLAYED, HANDS):
        connection.execute(sa.delete(kept).where(*(kept.c[name] == value for name, value in place.items())))


def keep(connection: sa.Connection, table: str, at: int, ended: Ended) -> None:
    """Keep a finished hand."""
    remove(connection, table, TakenUp(ended.match, ended.hand))
    place = dict(zip(_PLACE, (table, ended.match, ended.hand), strict=True))
    told = msgspec.json.encode(ended).decode()
    connection.execute(sa.insert(HANDS).values(**place, at=at, told=told))
    sat = {person for person in (ended.host, *(sitter.person for sitter in ended.seats)) if person}
    known = sa.select(PERSONS.c.id).where(PERSONS.c.id.in_(sat), PERSONS.c.name.is_not(None))  # who is erased has none
    if played := [{**place, "person": person, "at": at} for person in sorted(connection.execute(known).scalars())]:
        connection.execute(sa.insert(HANDS_PLAYED), played)


def played_by(person: str, before: Cursor | None, most: int) -> sa.Select[Any]:
    """Asks for the last ``most`` hands that somebody has played, or the last before ``before``."""
    order = [HANDS_PLAYED.c[name] for name in ("at", *_PLACE)]
    query = sa.select(HANDS.c.table, HANDS.c.at, HANDS.c.told).join(
        HANDS_PLAYED, sa.and_(*(HANDS.c[name] == HANDS_PLAYED.c[name] for name in _PLACE))
    )
    query = query.where(HANDS_PLAYED.c.person == person)
    if before:
        query = query.where(sa.tuple_(*order) < sa.tuple_(*map(sa.literal, before)))
    return query.order_by(*(column.desc() for column in order)).limit(most)


def at(table: str, match: int, hand: int) -> sa.Select[Any]:
    """Asks for one finished hand."""
    place = dict(zip(_PLACE, (table, match, hand), strict=True))
    told = sa.select(HANDS.c.table, HANDS.c.at, HANDS.c.told)
    return told.where(*(HANDS.c[name] == value for name, value in place.items()))


def places(table: str) -> sa.Select[Any]:
    """Asks for the finished hands of a table, in order: match and number."""
    return sa.select(HANDS.c.match, HANDS.c.hand).where(HANDS.c.table == table).order_by(HANDS.c.match, HANDS.c.hand)


def read(rows: Iterable[Any]) -> list[HandAt]:
    """What :func:`played_by` or :func:`at` has given."""
    return [HandAt(table, at, msgspec.json.decode(told, type=Ended)) for table, at, told in rows]
