from __future__ import annotations

import os
import sqlite3
import stat
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from gaple import Rules
from gaple.server.errors import StartError
from gaple.server.store import database, migration
from gaple.server.store.schema import METADATA
from gaple.server.store.storage import Storage
from tests.server.states import PERSONS, TABLE, full


async def refusal(folder: Path) -> StartError:
    with pytest.raises(StartError) as refused:
        await Storage.open(folder)
    for lang in ("id", "en"):
        sentence = refused.value.told(lang)
        assert str(folder) in sentence
        assert "\n" not in sentence
        assert "--data" in sentence
    return refused.value


async def test_a_folder_is_made_and_opened_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    for _ in range(2):
        await (await Storage.open(folder)).close()
    with sqlite3.connect(folder / database.FILE) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def files(folder: Path) -> list[Path]:
    return list(folder.iterdir())


def allow(mode: int, *paths: Path) -> None:
    for path in paths:
        path.chmod(mode)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
@pytest.mark.parametrize("before", ["nothing", "readable"])
async def test_nobody_else_can_read_the_files(tmp_path: Path, before: str) -> None:
    allow(0o755, tmp_path)
    umask = os.umask(0o022)
    try:
        if before == "readable":
            await (await Storage.open(tmp_path)).close()
            allow(0o644, *files(tmp_path))
        opened = await Storage.open(tmp_path)
        await opened.add_person("p_ani", "hash", 1)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in files(tmp_path)}
        await opened.close()
    finally:
        os.umask(umask)
    assert {database.FILE, f"{database.FILE}-wal", database.LOCK} <= modes.keys()
    assert set(modes.values()) == {0o600}


async def test_the_migrations_make_what_the_schema_says(tmp_path: Path) -> None:
    await (await Storage.open(tmp_path)).close()
    engine = sa.create_engine(f"sqlite:///{tmp_path / database.FILE}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_the_newest_revision_is_known_without_alembic() -> None:
    assert migration.newest() == ScriptDirectory(str(migration.SCRIPTS)).get_current_head()


async def test_an_old_database_is_brought_up_to_date_and_one_that_is_needs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def upgrade(*_: object) -> None:
        raise AssertionError("nothing to do here")

    await (await Storage.open(tmp_path)).close()
    monkeypatch.setattr("alembic.command.upgrade", upgrade)
    await (await Storage.open(tmp_path)).close()
    with sqlite3.connect(tmp_path / database.FILE) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0007'")
    connection.close()
    with pytest.raises(AssertionError, match="nothing to do here"):
        await Storage.open(tmp_path)


async def test_who_has_sat_somewhere_is_known_from_older_logs(tmp_path: Path) -> None:
    store = await Storage.open(tmp_path)
    for person in PERSONS[:2]:
        await store.add_person(person, f"hash of {person}", 1)
    played = full(Rules(), 1, persons=2)
    await store.create(TABLE, PERSONS[0], played.log)
    query = "SELECT person, [table] FROM seatings ORDER BY person"
    await store.close()
    with sqlite3.connect(tmp_path / database.FILE) as connection:
        sat = connection.execute(query).fetchall()
        connection.executescript(
            "DROP TABLE seatings; DROP TABLE recovery_codes; DROP TABLE chat; DROP TABLE reports;"
            "DROP TABLE companions; DROP TABLE hands_played; DROP TABLE hands; DROP TABLE reviews;"
            "UPDATE alembic_version SET version_num = '0003'"
        )
    connection.close()
    await (await Storage.open(tmp_path)).close()
    with sqlite3.connect(tmp_path / database.FILE) as connection:
        assert connection.execute(query).fetchall() == sat == [(person, TABLE) for person in sorted(PERSONS[:2])]
    connection.close()


async def test_two_servers_cannot_share_a_folder(tmp_path: Path) -> None:
    first = await Storage.open(tmp_path)
    assert (await refusal(tmp_path)).code == "database-locked"
    await first.close()
    await (await Storage.open(tmp_path)).close()


async def test_a_database_that_another_program_writes_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    await (await Storage.open(tmp_path)).close()
    other = sqlite3.connect(tmp_path / database.FILE, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert (await refusal(tmp_path)).code == "database-locked"
    other.close()
    await (await Storage.open(tmp_path)).close()


async def test_a_database_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    await (await Storage.open(tmp_path)).close()
    with sqlite3.connect(tmp_path / database.FILE) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert (await refusal(tmp_path)).code == "database-newer"
    with sqlite3.connect(tmp_path / database.FILE) as connection:
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [("9999",)]
    connection.close()


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / database.FILE).write_bytes(b'[Gaple "1"]\n' * 500)
    assert (await refusal(tmp_path)).code == "database-unreadable"
    assert (tmp_path / database.FILE).read_bytes()[:5] == b"[Gapl"


async def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert (await refusal(tmp_path / "file" / "data")).code == "folder-not-writable"
    (tmp_path / "taken" / database.LOCK).mkdir(parents=True)
    assert (await refusal(tmp_path / "taken")).code == "folder-not-writable"
