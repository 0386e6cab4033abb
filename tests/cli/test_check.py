from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from gaple.cli import check, main
from tests.cli.running import Run, Tty
from tests.cli.test_replay import EXAMPLE


@pytest.fixture
def good(tmp_path: Path, vectors: list[dict[str, Any]]) -> Path:
    file = tmp_path / "good.gaple"
    file.write_text("\n".join(hand["record"] for hand in vectors), encoding="utf-8")
    return file


def test_it_is_silent_when_all_is_well(run: Run, good: Path) -> None:
    assert run("check", str(good), "-", stdin=EXAMPLE.encode()) == (0, "", "")


def test_line_breaks_of_windows_and_a_byte_order_mark_are_read(run: Run) -> None:
    assert run("check", "-", stdin=b"\xef\xbb\xbf" + EXAMPLE.replace("\n", "\r\n").encode()) == (0, "", "")


@pytest.mark.parametrize(
    ("content", "place", "named"),
    [
        (b"", "1:1", '[Gaple "1"]'),
        (b"hello\n", "1:1", "hello"),
        (EXAMPLE.replace("02,04", "02,4").encode(), "7:13", '"4"'),
        (EXAMPLE.replace("players=4", "players=9").encode(), "6:9", "9"),
        (EXAMPLE.replace(" 46< ", " 64< ").encode(), "10:8", "64"),
        (EXAMPLE.replace(" 46< ", " 35< ").encode(), "10:8", "hand 1, move 3, seat B, ends 4-0"),
        (EXAMPLE.replace("=C", "=A").encode(), "11:1", '"=A" is wrong: C has won'),
        (EXAMPLE.replace("=C", "*").encode(), "11:1", "*"),
        (EXAMPLE.replace("=C", "").encode(), "10:99", "without a result"),
        (EXAMPLE.replace("Bayu", "Bay\xfc").encode("latin-1"), "3:8", "UTF-8"),
    ],
)
def test_a_fault_is_told_with_its_place(run: Run, tmp_path: Path, content: bytes, place: str, named: str) -> None:
    file = tmp_path / "bad.gaple"
    file.write_bytes(content)
    code, out, err = run("check", str(file))
    assert (code, out) == (1, "")
    assert err.startswith(f"{file}:{place}: ")
    assert named in err
    assert err.count("\n") == 1
    told_id = run("check", str(file), lang="id")
    assert told_id.code == 1
    assert told_id.err.startswith(f"{file}:{place}: ")
    assert told_id.err != err


def test_every_file_is_looked_at(run: Run, tmp_path: Path, good: Path) -> None:
    bad, other = tmp_path / "bad.gaple", tmp_path / "other.gaple"
    bad.write_text("x")
    other.write_text("y")
    code, _, err = run("check", str(bad), str(good), str(other))
    assert code == 1
    assert [line.split(":")[0] for line in err.splitlines()] == [str(bad), str(other)]


def test_a_file_that_cannot_be_read_is_wrong_use(run: Run, tmp_path: Path) -> None:
    code, out, err = run("check", str(tmp_path / "none.gaple"))
    assert (code, out) == (2, "")
    assert "none.gaple: there is no such file" in err
    code, _, err = run("check", str(tmp_path), lang="id")
    assert code == 2
    assert "folder" in err
    assert run("check", "a\0b").code == 2


def test_what_could_not_be_read_outranks_what_is_wrong(run: Run, tmp_path: Path, good: Path) -> None:
    bad = tmp_path / "bad.gaple"
    bad.write_text("x")
    for files in ([bad, tmp_path / "none", good], [tmp_path / "none", good, bad]):
        code, _, err = run("check", *map(str, files))
        assert code == 2
        assert err.count("\n") == 2


def test_standard_input_is_called_a_dash(run: Run) -> None:
    assert run("check", "-", stdin=b"x").err.startswith("-:1:1: ")


def test_a_person_at_a_terminal_sees_how_far_it_is(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "_QUIET_FOR", 0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    for files, shown in (([good], False), ([good, good], True)):
        written = io.BytesIO()
        monkeypatch.setattr(sys, "stderr", Tty(written, encoding="utf-8"))
        assert main(["check", "--lang", "en", *map(str, files)]) == 0
        sys.stderr.flush()
        assert (f"{good}: 256 hands so far" in written.getvalue().decode()) == shown
    assert capsys.readouterr().out == ""
