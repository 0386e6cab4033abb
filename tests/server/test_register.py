from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gaple import Rules
from gaple.server.store.register import Register, SatAt
from gaple.server.store.storage import Storage
from tests.server.states import PERSONS, TABLE, full

AT = 1_800_000_000_000
ANI, BUDI = PERSONS[:2]


@pytest.fixture
async def store(tmp_path: Path, database_url: str | None) -> AsyncIterator[Storage]:
    opened = await Storage.open(tmp_path, database_url)
    for person in (ANI, BUDI):
        await opened.add_person(person, f"device of {person}", AT)
        await opened.change_person(person, person.upper(), "id")
    await opened.create(TABLE, ANI, full(Rules(), 1, persons=2).log)
    yield opened
    await opened.close()


async def test_a_code_moves_a_device(store: Storage) -> None:
    register = Register(store)
    await register.set_code(ANI, "old", AT)
    await register.set_code(ANI, "new", AT + 1)
    assert await register.move("old", "phone", None, AT) is None
    assert await register.move("new", "phone", f"device of {BUDI}", AT + 2) == ANI
    assert await store.person_of("phone") == (ANI, ANI.upper(), "id")
    assert await store.person_of(f"device of {BUDI}") is None
    assert await register.known(ANI) == (AT, [AT, AT + 2], AT + 1)
    assert await register.leave_devices(ANI, "phone") == 1
    assert await store.person_of(f"device of {ANI}") is None


async def test_tables_are_found_by_who_sat_there(store: Storage) -> None:
    register = Register(store)
    last = (await store.events(TABLE))[-1].at
    assert await register.tables(ANI) == [SatAt(TABLE, AT, last, True)]
    assert await register.tables(BUDI) == [SatAt(TABLE, AT, last, False)]
    assert await register.tables(PERSONS[2]) == []


async def test_who_is_erased_leaves_the_log_alone(store: Storage) -> None:
    register = Register(store)
    await register.set_code(ANI, "code", AT)
    log = await store.events(TABLE)
    assert await register.erase(ANI) == [ANI]
    assert await store.events(TABLE) == log
    assert await store.names([ANI, BUDI]) == {ANI: None, BUDI: BUDI.upper()}
    assert await store.person_of(f"device of {ANI}") is None
    assert await register.move("code", "phone", None, AT) is None
    assert await store.change_person(ANI, "Ani again") == (None, None)
    assert await store.names([ANI]) == {ANI: None}
