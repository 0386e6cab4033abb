"""Statements that are carried out over and over, for many rows at once.

With SQLite all rows are one statement, to which they come as JSON. Row by row, every step of the database would
hand Python's global lock to the thread that talks to everybody, and wait up to five milliseconds to have it back: a
transaction of thirty rows took longer the more the server had to do. Elsewhere they are one call of the driver's.

Values must be plain: numbers, texts and ``None`` go to the driver as they are, without SQLAlchemy's look at each.
SQLite would cut a text at a NUL in it (PostgreSQL has none either), so there must be none: JSON writes it otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, TypeAlias

import msgspec
import sqlalchemy as sa

Row: TypeAlias = Sequence[int | str | None]

_ROWS: Final = sa.func.json_each(sa.bindparam("rows")).table_valued("value", name="given")


def _value(place: int) -> sa.ColumnElement[Any]:
    """What stands there in a row of the JSON."""
    return sa.func.json_extract(_ROWS.c.value, sa.literal_column(f"'$[{place}]'"))


class _Statement:
    """A change, as ``each`` for one row and as ``whole`` for all; ``names`` are in order the parameters of ``each``."""

    def __init__(self, each: sa.UpdateBase, names: Sequence[str], whole: sa.UpdateBase) -> None:
        self._each = each
        self._names = names
        self._whole = whole
        self._compiled: dict[str, tuple[str, Sequence[int]]] = {}

    def execute(self, connection: sa.Connection, rows: Sequence[Row]) -> None:
        """Carry it out for all these rows, of which no two may be about the same."""
        if not rows:
            return
        text, places = self.text(connection.dialect)
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(text, (msgspec.json.encode(rows).decode(),))
        else:
            connection.exec_driver_sql(text, [tuple([row[place] for place in places]) for row in rows])

    def text(self, dialect: sa.Dialect) -> tuple[str, Sequence[int]]:
        """It as this database is told it, and the places in a row of the parameters that it takes for each."""
        if dialect.name not in self._compiled:
            is_sqlite = dialect.name == "sqlite"
            compiled = (self._whole if is_sqlite else self._each).compile(dialect=dialect)
            places = () if is_sqlite else [self._names.index(name) for name in compiled.positiontup or ()]
            self._compiled[dialect.name] = str(compiled), places
        return self._compiled[dialect.name]


class Insert(_Statement):
    """New rows, each with a value for every column in the table's order."""

    def __init__(self, table: sa.Table) -> None:
        names = [column.name for column in table.columns]
        rows = sa.select(*(_value(place) for place in range(len(names)))).select_from(_ROWS)
        super().__init__(sa.insert(table), names, sa.insert(table).from_select(names, rows))


class Set(_Statement):
    """Another value of ``column`` where ``key`` is so: each row is a key and a value."""

    def __init__(self, table: sa.Table, key: str, column: str) -> None:
        def where(of: sa.ColumnElement[Any], to: sa.ColumnElement[Any]) -> sa.Update:
            return sa.update(table).where(table.c[key] == of).values({column: to})

        super().__init__(where(sa.bindparam("of"), sa.bindparam("to")), ("of", "to"), where(_value(0), _value(1)))


class Delete(_Statement):
    """The rows go that have these values in the columns ``keys``."""

    def __init__(self, table: sa.Table, keys: Sequence[str]) -> None:
        columns, names = [table.c[key] for key in keys], [f"of_{key}" for key in keys]
        # A join: by `IN` alone SQLite would look for the first of the keys, and read all that have it.
        found = table.alias("found")
        joined = sa.and_(*(found.c[key] == _value(place) for place, key in enumerate(keys)))
        rows: sa.Select[Any] = sa.select(sa.literal_column("found.rowid")).select_from(_ROWS.join(found, joined))
        each = sa.and_(*(column == sa.bindparam(name) for column, name in zip(columns, names, strict=True)))
        super().__init__(
            sa.delete(table).where(each), names, sa.delete(table).where(sa.literal_column("rowid").in_(rows))
        )


class Find:
    """Some columns of the rows with one of several keys, no two the same; locked until the transaction ends."""

    def __init__(self, table: sa.Table, key: str, columns: Sequence[str]) -> None:
        found = [table.c[name] for name in (key, *columns)]
        given = sa.select(_ROWS.c.value).select_from(_ROWS)
        self._whole = sa.select(sa.func.json_group_array(sa.func.json_array(*found))).where(table.c[key].in_(given))
        one_of = table.c[key].in_(sa.bindparam("keys", expanding=True))
        self._each = sa.select(*found).where(one_of).order_by(table.c[key]).with_for_update()

    def execute(self, connection: sa.Connection, keys: Collection[str]) -> dict[str, tuple[Any, ...]]:
        """The columns by key."""
        if connection.dialect.name == "sqlite":  # whoever writes has all of it locked
            told = connection.execute(self._whole, {"rows": msgspec.json.encode(sorted(keys)).decode()}).scalar_one()
            rows: Sequence[Sequence[Any]] = msgspec.json.decode(told)
        else:
            rows = connection.execute(self._each, {"keys": sorted(keys)}).all()
        return {key: tuple(values) for key, *values in rows}
