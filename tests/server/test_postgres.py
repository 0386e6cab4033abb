from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from gaple import Rules
from gaple.server import Settings
from gaple.server.errors import StartError, Unavailable
from gaple.server.store import lease, postgres
from gaple.server.store.schema import METADATA
from gaple.server.store.storage import Storage
from tests.server.ports import free_port
from tests.server.services import a_database, execute
from tests.server.states import PERSONS, TABLE, table

SECRET = "s3cr3t"


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with a_database() as made:
        yield made


async def refusal(url: str) -> StartError:
    """Why a database cannot be used; it tells nothing of the password."""
    with pytest.raises(StartError) as refused:
        await (await Storage.open(Path(), url)).close()
    for lang in ("id", "en"):
        sentence = refused.value.told(lang)
        assert "\n" not in sentence
        assert "{" not in sentence
        assert SECRET not in sentence
    assert SECRET not in repr(refused.value)
    assert refused.value.__suppress_context__ or refused.value.__context__ is None
    return refused.value


def with_password(url: str) -> str:
    return url.replace("postgres@", f"postgres:{SECRET}@")


async def test_the_migrations_make_what_the_schema_says(url: str) -> None:
    for _ in range(2):
        await (await Storage.open(Path(), url)).close()
    engine = postgres.engine_of(postgres.read_url(url))
    async with engine.connect() as connection:

        def differences(plain: sa.Connection) -> list[object]:
            return list(compare_metadata(MigrationContext.configure(plain, opts={"compare_type": True}), METADATA))

        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_two_servers_cannot_share_a_database(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await Storage.open(Path(), url)
    monkeypatch.setattr(lease, "WAIT_SECONDS", 0.1)
    assert (await refusal(with_password(url))).code == "database-in-use"
    await first.close()
    await (await Storage.open(Path(), url)).close()


async def test_a_database_of_a_newer_version_is_left_as_it_is(url: str) -> None:
    await (await Storage.open(Path(), url)).close()
    await execute(url, "UPDATE alembic_version SET version_num = '9999'")
    assert (await refusal(with_password(url))).code == "database-newer"
    assert [list(row) for row in await execute(url, "SELECT * FROM alembic_version")] == [["9999"]]


@pytest.mark.parametrize(
    "text",
    [
        f"mysql://gaple:{SECRET}@localhost/gaple",
        f"postgresql://gaple:{SECRET}@localhost:port/gaple",
        f"postgresql://gaple:{SECRET}@localhost/gaple?surprise=1",
        f"{SECRET}",
        "",
    ],
)
async def test_what_is_no_address_of_a_database(text: str) -> None:
    assert (await refusal(text)).code == "database-url-malformed"


async def test_what_hinders_is_said_without_the_password(url: str) -> None:
    unreachable = await refusal(f"postgres://gaple:{SECRET}@127.0.0.1:{free_port()}/gaple")
    assert unreachable.code == "database-unreachable"
    assert "/gaple" in unreachable.told("en")
    refused = await refusal(with_password(url) + "_not_there")
    assert refused.code == "database-refused"
    assert "does not exist" in refused.told("en")


def test_the_address_is_not_shown_with_the_settings() -> None:
    assert SECRET not in repr(Settings(database=f"postgresql://gaple:{SECRET}@localhost/gaple"))


async def test_a_database_that_goes_away_and_comes_back(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """Who asked is told that it does not count; the next one finds the database again."""
    store = await Storage.open(Path(), with_password(url))
    await store.add_person(PERSONS[0], "hash", 1)
    server, _, name = url.rpartition("/")
    await execute(f"{server}/postgres", f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    await execute(
        f"{server}/postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    )
    with pytest.raises(Unavailable) as failed:
        await store.create(TABLE, PERSONS[0], table(Rules(), 1).log)
    assert failed.value.code == "storage-failed"
    with pytest.raises(Unavailable):
        await store.person_of("hash")
    await execute(f"{server}/postgres", f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    await store.create(TABLE, PERSONS[0], table(Rules(), 1).log)
    assert await store.person_of("hash") == (PERSONS[0], None, None)
    await store.close()
    assert SECRET not in caplog.text


async def test_a_failure_is_logged_without_what_was_to_be_written(url: str, caplog: pytest.LogCaptureFixture) -> None:
    store = await Storage.open(Path(), url)
    await store.add_person("p_one", f"hash {SECRET}", 1)
    with pytest.raises(Unavailable):
        await store.add_person("p_two", f"hash {SECRET}", 1)
    await store.close()
    assert "UniqueViolationError" in caplog.text
    assert SECRET not in caplog.text
