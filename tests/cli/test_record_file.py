from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from gaple import Hand, Record, RecordError, Rules, read_records
from gaple.cli.errors import UsageError
from gaple.cli.record_file import RecordFile
from tests.strategies import play_some


@pytest.fixture
def record() -> Record:
    return Record.of(play_some(Hand.dealt(Rules(), seed=1), 1))


def folder_of(file: Path) -> list[str]:
    return sorted(entry.name for entry in file.parent.iterdir())


def test_a_new_file(tmp_path: Path, record: Record) -> None:
    file = tmp_path / "x.gaple"
    keep = RecordFile(str(file))
    assert not file.exists()
    keep.add(record)
    keep.add(record)
    assert file.read_text() == f"{record}\n{record}"
    assert folder_of(file) == ["x.gaple"]


@pytest.mark.parametrize("ending", ["", "\n", "\n\n"])
def test_what_is_there_stays_as_it_is(tmp_path: Path, record: Record, ending: str) -> None:
    file = tmp_path / "x.gaple"
    before = "\ufeff" + str(record).rstrip("\n").replace("\n", "\r\n") + ending
    file.write_bytes(before.encode())
    RecordFile(str(file)).add(record)
    assert file.read_bytes() == (before.rstrip("\n") + f"\n\n{record}").encode()
    assert len(list(read_records(file.read_text()))) == 2


def test_an_empty_file_is_begun(tmp_path: Path, record: Record) -> None:
    file = tmp_path / "x.gaple"
    file.write_text("\n")
    RecordFile(str(file)).add(record)
    assert file.read_text() == str(record)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions and links of POSIX")
def test_permissions_and_links_stay(tmp_path: Path, record: Record) -> None:
    file, link = tmp_path / "x.gaple", tmp_path / "link.gaple"
    file.write_text(str(record))
    file.chmod(0o640)
    link.symlink_to(file)
    RecordFile(str(link)).add(record)
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert len(list(read_records(file.read_text()))) == 2


def test_a_file_that_is_no_record_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Bayu")
    with pytest.raises(RecordError, match=r"letter\.txt:1:1"):
        RecordFile(str(file))
    assert file.read_text() == "Dear Bayu"
    assert folder_of(file) == ["letter.txt"]


def test_places_where_nothing_can_be_written(tmp_path: Path) -> None:
    for name, said in ((str(tmp_path / "no" / "x.gaple"), "no such folder"), (str(tmp_path), "no ordinary file")):
        with pytest.raises(UsageError, match=said):
            RecordFile(name)
    with pytest.raises(UsageError):
        RecordFile("a\0b")


@pytest.mark.skipif(not Path(os.devnull).is_char_device(), reason="a device of POSIX")
def test_a_device_is_not_replaced() -> None:
    with pytest.raises(UsageError, match="no ordinary file"):
        RecordFile(os.devnull)
    assert Path(os.devnull).is_char_device()


def test_what_cannot_be_written_is_kept_for_the_next_time(
    tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.gaple"
    file.write_text(str(record))
    keep = RecordFile(str(file))

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as context:
        context.setattr(os, "fsync", full)
        with pytest.raises(UsageError, match="No space left"):
            keep.add(record)
        assert file.read_text() == str(record)
        assert folder_of(file) == ["x.gaple"]
    assert len(keep.pending) == 1
    keep.flush()
    assert file.read_text() == f"{record}\n{record}"
    assert keep.pending == []
