from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import GapleError, RecordError
from gaple.cli.errors import UsageError
from gaple.cli.files import read_bytes, replay_content
from tests.cli.test_replay import EXAMPLE


def read(content: bytes) -> tuple[int, GapleError | None]:
    """How many hands came, and what was wrong then."""
    hands = 0
    try:
        for _ in replay_content(content, "x"):
            hands += 1
    except GapleError as error:
        return hands, error
    return hands, None


def test_hands_before_a_broken_byte_come_first() -> None:
    content = EXAMPLE.encode() + b"\n" + EXAMPLE.encode() + b"\n" + EXAMPLE.encode().replace(b"Dewi", b"De\xffwi")
    hands, error = read(content)
    assert hands == 2
    assert error is not None
    assert str(error) == "x:29:7: the file is not UTF-8 here (byte 0xff)"


def test_of_two_faults_the_first_is_told() -> None:
    content = EXAMPLE.encode().replace(b"04<", b"35<") + b"\n" + EXAMPLE.encode().replace(b"Dewi", b"\xff")
    hands, error = read(content)
    assert hands == 0
    assert error is not None
    assert error.code == "record-illegal"


def test_a_broken_byte_in_what_nothing_depends_on_is_told_too() -> None:
    hands, error = read(EXAMPLE.encode() + b"{a \xe2\x82 b}\n")
    assert hands == 1
    assert error is not None
    assert "UTF-8" in str(error)


@given(at=st.integers(0, 2 * len(EXAMPLE)), byte=st.integers(0x80, 0xFF))
def test_a_byte_that_is_no_utf8_is_always_told_and_loses_no_hand_before_it(at: int, byte: int) -> None:
    content = f"{EXAMPLE}\n{EXAMPLE}".encode()
    broken = content[:at] + bytes([byte]) + content[at:]  # a byte alone is never UTF-8 between ASCII
    hands, error = read(broken)
    assert isinstance(error, RecordError)
    assert hands == (at > len(EXAMPLE) + 1)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_a_file_without_permission(tmp_path: Path) -> None:
    file = tmp_path / "closed"
    file.touch(0o000)
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)  # root may read everything; nobody may not
    try:
        with pytest.raises(UsageError) as caught:
            read_bytes(str(file))
    finally:
        if me == 0:
            os.seteuid(0)
    assert "permission" in str(caught.value)


def test_a_path_through_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="no such file"):
        read_bytes(str(tmp_path / "file" / "below"))
