from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from gaple import Rules
from gaple.server.errors import StartError
from gaple.server.store import moving
from gaple.server.store.database import FILE
from gaple.server.store.schema import METADATA
from gaple.server.store.storage import Storage
from tests.server.services import a_database
from tests.server.states import PERSONS, TABLE, table
from tests.server.test_storage import ready

AT = 1_800_000_000_000


async def filled(folder: Path) -> Storage:
    """A storage in use, with a table and people."""
    storage = await Storage.open(folder)
    for person in PERSONS[:2]:
        await storage.add_person(person, f"hash of {person}", AT)
    await storage.create(TABLE, PERSONS[0], table(Rules(), 1).log)
    await storage.append(TABLE, 2, 1, [ready(seq, f"c{seq}") for seq in range(3, 50)])
    return storage


async def content(storage: Storage) -> dict[str, list[tuple[object, ...]]]:
    """All that is stored."""
    tables = [table for table in METADATA.sorted_tables if table.name != "processes"]
    return {table.name: sorted(map(tuple, await storage.read(sa.select(table))), key=repr) for table in tables}


async def test_a_copy_is_whole_while_a_server_goes_on(tmp_path: Path) -> None:
    full = await filled(tmp_path / "data")
    before = await content(full)
    assert len(before["events"]) == 49
    copy = tmp_path / "copy" / FILE
    copy.parent.mkdir()
    assert moving.back_up(tmp_path / "data", copy) == copy.stat().st_size
    if sys.platform != "win32":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    await full.append(TABLE, 49, 1, [ready(50)])
    await full.close()
    restored = await Storage.open(copy.parent)
    assert await content(restored) == before
    await restored.close()


def refused(folder: Path, file: Path) -> str:
    with pytest.raises(StartError) as error:
        moving.back_up(folder, file)
    for lang in ("id", "en"):
        assert "{" not in error.value.told(lang)
    return error.value.code


def test_what_cannot_be_copied_leaves_nothing(tmp_path: Path) -> None:
    assert refused(tmp_path, tmp_path / "copy") == "backup-nothing"
    (tmp_path / FILE).write_bytes(b"no database at all" * 100)
    assert refused(tmp_path, tmp_path / "no" / "copy") == "backup-failed"
    assert refused(tmp_path, tmp_path / "copy") == "backup-failed"
    assert not (tmp_path / "copy").exists()
    (tmp_path / "copy").write_text("precious")
    assert refused(tmp_path, tmp_path / "copy") == "backup-exists"
    assert (tmp_path / "copy").read_text() == "precious"


async def test_from_a_folder_to_postgres(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = await filled(tmp_path / "data")
    monkeypatch.setattr(moving, "AT_A_TIME", 10)
    before = await content(full)
    async with a_database() as url:
        with pytest.raises(StartError) as used:
            await moving.move(tmp_path / "data", url)
        assert used.value.code == "database-locked"
        await full.close()
        counts = await moving.move(tmp_path / "data", url)
        assert counts["events"] == 49
        assert counts["persons"] == 2
        moved = await Storage.open(tmp_path, url)
        assert await content(moved) == before
        taken = await moved.take(TABLE)
        assert taken
        assert len(taken[1]) == 49
        await moved.close()
        with pytest.raises(StartError) as again:
            await moving.move(tmp_path / "data", url)
        assert again.value.code == "move-not-empty"
    full = await Storage.open(tmp_path / "data")
    assert await content(full) == before
    await full.close()
