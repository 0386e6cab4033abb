from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from gaple.server.guests.people import Guest, People
from gaple.server.store.schema import METADATA
from gaple.server.store.storage import Storage


@pytest.fixture
async def storage(tmp_path: Path, database_url: str | None) -> AsyncIterator[Storage]:
    opened = await Storage.open(tmp_path, database_url)
    yield opened
    await opened.close()


@pytest.fixture
async def people(storage: Storage) -> People:
    return People(storage, secrets.token_bytes, lambda: 1)


async def test_a_token_is_its_guest(people: People) -> None:
    guest, token = await people.welcome()
    other, other_token = await people.welcome()
    assert await people.of_token(token) == guest
    assert await people.of_token(other_token) == other
    assert guest.person != other.person
    assert len(token) == 43


@pytest.mark.parametrize("token", [None, "", "a" * 43, "a" * 44, "'; DROP TABLE persons", "é" * 43])
async def test_what_was_never_given_is_nobody(people: People, token: str | None) -> None:
    await people.welcome()
    assert await people.of_token(token) is None


async def test_only_a_hash_of_the_token_is_kept(people: People, storage: Storage) -> None:
    guest, token = await people.welcome()
    dump = str([await storage.read(sa.select(table)) for table in METADATA.sorted_tables])
    assert guest.person in dump
    assert token not in dump


async def test_two_windows_change_two_things(people: People) -> None:
    guest, token = await people.welcome()
    await people.change(guest, "Pak Budi", "id")
    assert await people.change(guest, None, "en") == Guest(guest.person, "Pak Budi", "en")
    assert await people.change(guest, "Budi", None) == Guest(guest.person, "Budi", "en")
    assert await people.of_token(token) == Guest(guest.person, "Budi", "en")
    assert await people.change(guest, None, None) == guest
    assert await people.name_of(guest) == "Budi"


async def test_names_and_languages(people: People) -> None:
    guest, token = await people.welcome()
    changed = await people.change(guest, "Pak Budi", None)
    assert changed == Guest(guest.person, "Pak Budi", None)
    changed = await people.change(changed, None, "en")
    assert await people.of_token(token) == Guest(guest.person, "Pak Budi", "en")
    assert await people.of_token(token) == changed
