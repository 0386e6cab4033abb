"""The finished hands, by who played them: what the logs say too, to be found without reading them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from gaple.server.play.ended import Ended, TakenUp

from .many import Delete, Insert
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


_REMOVE: Final = Delete(HANDS_PLAYED, _PLACE), Delete(HANDS, _PLACE)
_KEEP: Final = Insert(HANDS)
_PLAYED: Final = Insert(HANDS_PLAYED)
_KNOWN: Final = sa.select(PERSONS.c.id).where(  # who is erased has no name
    PERSONS.c.id.in_(sa.bindparam("ids", expanding=True)), PERSONS.c.name.is_not(None)
)


def remove(connection: sa.Connection, hands: Iterable[tuple[str, TakenUp]]) -> None:
    """Keep hands no longer that are not over any more, if they were; each with its table."""
    places = [(table, *hand) for table, hand in hands]
    for statement in _REMOVE:
        statement.execute(connection, places)


def keep(connection: sa.Connection, hands: Sequence[HandAt]) -> None:
    """Keep finished hands."""
    remove(connection, [(hand.table, TakenUp(hand.ended.match, hand.ended.hand)) for hand in hands])
    told = [(table, of.match, of.hand, at, msgspec.json.encode(of).decode()) for table, at, of in hands]
    _KEEP.execute(connection, told)
    played = [(person, *place[:-1]) for place, one in zip(told, hands, strict=True) for person in _people(one.ended)]
    ids = {person for person, *_ in played}
    known = set(connection.execute(_KNOWN, {"ids": sorted(ids)}).scalars()) if ids else set()
    _PLAYED.execute(connection, [row for row in played if row[0] in known])


def _people(ended: Ended) -> set[str]:
    return {person for person in (ended.host, *(sitter.person for sitter in ended.seats)) if person}


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
