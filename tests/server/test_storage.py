from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gaple import Rules
from gaple.server.errors import Unavailable
from gaple.server.play.events import Event, Ready
from gaple.server.store import database, storage
from gaple.server.store.storage import Conflict, Storage
from tests.server.faults import full_disk
from tests.server.states import PERSONS, TABLE, table

AT = 1_800_000_000_000


@pytest.fixture
async def store(tmp_path: Path, database_url: str | None) -> AsyncIterator[Storage]:
    opened = await Storage.open(tmp_path, database_url)
    for person in PERSONS[:2]:
        await opened.add_person(person, f"hash of {person}", AT)
    await opened.create(TABLE, PERSONS[0], table(Rules(), 1).log)
    yield opened
    await opened.close()


def ready(seq: int, command_id: str | None = None) -> Event:
    return Event(seq=seq, by="person", command_id=command_id, at=AT, fact=Ready("A"))


async def seqs(store: Storage, of: str = TABLE) -> list[int]:
    return [event.seq for event in await store.events(of)]


async def test_what_is_appended_is_read_back(store: Storage) -> None:
    written = [ready(3), ready(4, "c1")]
    await store.append(TABLE, 2, 1, written)
    assert await store.events(TABLE) == [*table(Rules(), 1).log, *written]
    assert await store.events("nosuchtable") == []


async def test_only_the_next_event_can_be_appended(store: Storage) -> None:
    for expected in (1, 3):
        with pytest.raises(Conflict):
            await store.append(TABLE, expected, 1, [ready(expected + 1)])
    with pytest.raises(Conflict):
        await store.append("nosuchtable", 0, 1, [ready(1)])
    assert await seqs(store) == [1, 2]


async def test_who_took_a_table_shuts_out_who_had_it(store: Storage) -> None:
    taken = await store.take(TABLE)
    assert taken is not None
    assert taken[0] == 2
    assert [event.seq for event in taken[1]] == [1, 2]
    with pytest.raises(Conflict):
        await store.append(TABLE, 2, 1, [ready(3)])
    await store.append(TABLE, 2, 2, [ready(3)])
    assert await seqs(store) == [1, 2, 3]
    assert await store.take("nosuchtable") is None


async def test_a_command_is_stored_once(store: Storage) -> None:
    await store.append(TABLE, 2, 1, [ready(3, "c1")])
    with pytest.raises(Unavailable):
        await store.append(TABLE, 3, 1, [ready(4, "c1")])
    await store.append(TABLE, 3, 1, [ready(4, "c2")])
    assert await seqs(store) == [1, 2, 3, 4]


async def test_many_share_a_commit_and_one_that_fails_harms_no_other(
    store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [f"table{n}" for n in range(20)]
    for name in others:
        await store.create(name, PERSONS[0], table(Rules(), 1).log)
    transactions = 0
    transact = Storage._transact

    async def counted(self: Storage, batch: list[object]) -> bool:
        nonlocal transactions
        transactions += 1
        return await transact(self, batch)  # type: ignore[arg-type]

    monkeypatch.setattr(Storage, "_transact", counted)
    await asyncio.gather(*(store.append(name, 2, 1, [ready(3)]) for name in others))
    assert transactions < 5
    results = await asyncio.gather(
        *(store.append(name, 3, 1, [ready(4)]) for name in others),
        store.append(TABLE, 99, 1, [ready(100)]),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None)] * 20 + [Conflict]
    assert [await seqs(store, name) for name in others] == [[1, 2, 3, 4]] * 20


async def test_what_fails_as_a_whole_is_done_piece_by_piece(store: Storage) -> None:
    """A command's id that is there already makes the database refuse all that was to be written with it."""
    await store.append(TABLE, 2, 1, [ready(3, "c1")])
    await store.create("table2", PERSONS[0], table(Rules(), 1).log)
    results = await asyncio.gather(
        store.append("table2", 2, 1, [ready(3)]),
        store.append(TABLE, 3, 1, [ready(4, "c1")]),
        store.append("table2", 3, 1, [ready(4)]),
        store.append("table2", 3, 1, [ready(4)]),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), Unavailable, type(None), Conflict]
    assert (await seqs(store), await seqs(store, "table2")) == ([1, 2, 3], [1, 2, 3, 4])


@pytest.mark.parametrize("database_url", [None])
async def test_a_full_disk_is_said_and_nothing_is_half_written(
    store: Storage, caplog: pytest.LogCaptureFixture
) -> None:
    many = [ready(seq) for seq in range(3, 3000)]
    with full_disk(store), pytest.raises(Unavailable) as failed:
        await store.append(TABLE, 2, 1, many)
    assert failed.value.code == "storage-failed"
    assert "full" in caplog.text
    assert "hash of" not in caplog.text
    assert await seqs(store) == [1, 2]
    await store.append(TABLE, 2, 1, many)
    assert len(await seqs(store)) == 2999


async def test_closing_writes_what_is_waiting(tmp_path: Path) -> None:
    opened = await Storage.open(tmp_path)
    adding = asyncio.create_task(opened.add_person("p_late", "hash", AT))
    await asyncio.sleep(0)
    await opened.close()
    await adding
    with sqlite3.connect(tmp_path / database.FILE) as connection:
        assert connection.execute("SELECT id FROM persons").fetchall() == [("p_late",)]
    connection.close()


async def test_people(store: Storage) -> None:
    assert await store.person_of("hash of p_ani") == ("p_ani", None, None)
    assert await store.person_of("hash") is None
    await store.change_person("p_ani", "Ani", "id")
    assert await store.person_of("hash of p_ani") == ("p_ani", "Ani", "id")
    names = await store.names(["p_ani", "p_budi", "p_nobody"])
    assert names == {"p_ani": "Ani", "p_budi": None}


async def test_a_fault_in_one_piece_of_work_stops_no_other(store: Storage) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.commit(broken)
    await store.append(TABLE, 2, 1, [ready(3)])
    assert storage.Conflict is Conflict
