from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gaple import Rules
from gaple.server.errors import StartError
from gaple.server.store import lease as leases
from gaple.server.store.lease import Owned
from gaple.server.store.storage import Conflict, Elsewhere, Storage
from tests.server.services import a_database, execute
from tests.server.states import PERSONS, TABLE, table
from tests.server.test_storage import ready
from tests.waiting import until


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with a_database() as made:
        yield made


@pytest.fixture(autouse=True)
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    """No lease runs out because this machine is slow."""
    monkeypatch.setattr(leases, "LEASE_SECONDS", 3600.0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases are looked after as often as may be."""
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.05)


@asynccontextmanager
async def process(url: str, *, shared: bool = True) -> AsyncIterator[Storage]:
    storage = await Storage.open(Path(), url, shared)
    try:
        yield storage
    finally:
        await storage.close()


@asynccontextmanager
async def two(url: str) -> AsyncIterator[tuple[Storage, Storage]]:
    """Two processes, and a table of the first."""
    async with process(url) as first, process(url) as second:
        await first.add_person(PERSONS[0], "hash", 1)
        await first.create(TABLE, PERSONS[0], table(Rules(), 1).log)
        assert (await first.take(TABLE) or (0,))[0] == 2
        yield first, second


def id_of(storage: Storage) -> str:
    assert storage.lease
    return storage.lease.process


def heard(storage: Storage) -> list[Owned]:
    """What a process is told about its tables from now on."""
    told = list[Owned]()
    assert storage.lease
    storage.lease.changed = told.append
    return told


async def end_lease(url: str, storage: Storage) -> None:
    """As if it had slept."""
    await execute(url, f"UPDATE processes SET until = 0 WHERE id = '{id_of(storage)}'")


async def test_a_table_of_another_process_cannot_be_taken(url: str) -> None:
    async with two(url) as (first, second):
        with pytest.raises(Elsewhere) as told:
            await second.take(TABLE)
        assert told.value.process == id_of(first)
        assert await second.processes() == [id_of(first)]
        await first.append(TABLE, 2, 2, [ready(3)])
        taken = await first.take(TABLE)
        assert taken
        assert taken[0] == 3


async def test_who_lets_go_of_a_table_gives_it_away(url: str) -> None:
    async with two(url) as (first, second):
        await first.release(TABLE, 1)  # of an older epoch: not theirs to give
        with pytest.raises(Elsewhere):
            await second.take(TABLE)
        await first.release(TABLE, 2)
        assert (await second.take(TABLE) or (0,))[0] == 3


async def test_the_tables_of_who_has_ended_are_free(url: str) -> None:
    async with process(url) as second:
        async with two(url) as (first, _):
            await first.append(TABLE, 2, 2, [ready(3)])
        taken = await second.take(TABLE)
        assert taken
        assert [event.seq for event in taken[1]] == [1, 2, 3]


@pytest.mark.usefixtures("quick")
async def test_who_slept_is_shut_out(url: str) -> None:
    async with two(url) as (first, second):
        told = heard(first)
        assert first.lease
        assert first.lease._keeper
        first.lease._keeper.cancel()  # asleep
        await end_lease(url, first)
        taken = await second.take(TABLE)
        assert taken
        assert taken[0] == 3
        with pytest.raises(Conflict):  # awake, and not yet aware of it
            await first.append(TABLE, 2, 2, [ready(3)])
        await second.append(TABLE, 2, 3, [ready(3)])
        await first.lease.begin()
        await end_lease(url, first)
        await until(lambda: told)
        assert told[-1] == {}
        with pytest.raises(Elsewhere) as elsewhere:
            await first.take(TABLE)
        assert elsewhere.value.process == id_of(second)


@pytest.mark.usefixtures("quick")
async def test_who_slept_and_was_not_missed_goes_on(url: str) -> None:
    async with two(url) as (first, _):
        told = heard(first)
        await end_lease(url, first)
        await until(lambda: told)
        assert told[0] == {TABLE: 2}
        await first.append(TABLE, 2, 2, [ready(3)])


@pytest.mark.usefixtures("quick")
async def test_who_loses_the_connection_asks_what_is_still_theirs(url: str) -> None:
    async with two(url) as (first, second):
        told = heard(first)
        await execute(
            url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid()",
        )
        await until(lambda: told)
        assert told[-1] == {TABLE: 2}
        with pytest.raises(Elsewhere):
            await second.take(TABLE)


@pytest.mark.usefixtures("quick")
async def test_who_cannot_renew_lets_go_in_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two(url) as (first, second):
        told = heard(first)
        assert first.lease
        monkeypatch.setattr(leases, "LEASE_SECONDS", 3.0)
        await until(lambda: first.lease and first.lease._until < time.monotonic() + 3)
        server, _, name = url.rpartition("/")
        await execute(f"{server}/postgres", f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await execute(
            f"{server}/postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        await until(lambda: told)
        assert told[0] == {}
        monkeypatch.setattr(leases, "LEASE_SECONDS", 3600.0)
        await execute(f"{server}/postgres", f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        await until(lambda: told[-1] == {TABLE: 2})
        with pytest.raises(Elsewhere):
            await second.take(TABLE)


@pytest.mark.parametrize(("one", "other"), [(False, False), (False, True), (True, False)])
async def test_who_wants_a_database_alone_does_not_share_it(
    url: str, one: bool, other: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "WAIT_SECONDS", 0.2)
    async with process(url, shared=one):
        with pytest.raises(StartError) as refused:
            await Storage.open(Path(), url, other)
        assert refused.value.code == "database-in-use"
    async with process(url, shared=other):
        pass
