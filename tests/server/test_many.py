from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from gaple.server.play import events
from gaple.server.store.many import Delete, Find, Insert, Row, Set
from gaple.server.store.schema import EVENTS, HANDS, HANDS_PLAYED, PERSONS, TABLES
from gaple.server.store.storage import Storage

STRANGE = ("", "'", '"; DROP TABLE persons; --', "Siti 🁫", "\x01\\u0000\\", "ثلاثة", "null", "12", "[1]")


async def rows(store: Storage, table: sa.Table) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await store.read(sa.select(table).order_by(*table.primary_key.columns))]


async def test_rows_are_written_found_changed_and_deleted_as_they_are(tmp_path: Path, database_url: str | None) -> None:
    store = await Storage.open(tmp_path, database_url)
    persons: list[Row] = [(f"p{place}", name, None, 2**60 + place) for place, name in enumerate(STRANGE)]
    tables: list[Row] = [(f"t{place}", "p0", 1, place, 1, None) for place in range(4)]
    hands: list[Row] = [(f"t{place}", 1, hand, 2**50, "{}") for place in range(4) for hand in range(1, 4)]
    find = Find(TABLES, "id", ("seq", "epoch", "owner"))

    def work(connection: sa.Connection) -> dict[str, tuple[Any, ...]]:
        Insert(PERSONS).execute(connection, persons)
        Insert(TABLES).execute(connection, tables)
        Insert(HANDS).execute(connection, hands)
        Insert(HANDS_PLAYED).execute(connection, [])
        Set(TABLES, "id", "seq").execute(connection, [("t1", 40), ("t3", 7), ("nowhere", 1)])
        Delete(HANDS, ("table", "match", "hand")).execute(connection, [("t0", 1, 2), ("t2", 1, 3), ("t2", 2, 1)])
        assert find.execute(connection, ["nowhere"]) == find.execute(connection, []) == {}
        return find.execute(connection, {"t0", "t1", "t3", "nowhere"})

    assert await store.commit(work) == {"t0": (0, 1, None), "t1": (40, 1, None), "t3": (7, 1, None)}
    assert await rows(store, PERSONS) == persons
    assert [row[3] for row in await rows(store, TABLES)] == [0, 40, 2, 7]
    gone = {("t0", 2), ("t2", 3)}
    assert await rows(store, HANDS) == [hand for hand in hands if (hand[0], hand[2]) not in gone]
    await store.close()


def test_events_are_written_in_the_order_of_their_columns() -> None:
    assert ("table", *events.FIELDS) == tuple(column.name for column in EVENTS.columns)


async def test_a_hand_is_looked_for_by_its_whole_place(tmp_path: Path) -> None:
    """Else the end of a hand would take the longer the more hands a table has had."""
    store = await Storage.open(tmp_path)

    def plans(connection: sa.Connection) -> list[str]:
        told = []
        for table in (HANDS, HANDS_PLAYED):
            statement, _ = Delete(table, ("table", "match", "hand")).text(connection.dialect)
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", ("[]",))
            told.append("; ".join(row[-1] for row in rows))
        return told

    assert all("(table=? AND match=? AND hand=?)" in plan for plan in await store.commit(plans))
    await store.close()
