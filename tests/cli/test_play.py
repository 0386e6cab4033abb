"""The real thing: `gaple play` on a terminal of 80 × 24."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")

ALTERNATE, NORMAL = "\x1b[?1049h", "\x1b[?1049l"


class Pty:
    """A process on a terminal of its own."""

    def __init__(self, *args: str, **environment: str) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gaple", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 (else Ctrl-C would reach nobody)
            env={**{k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}, **environment},
        )
        os.close(slave)
        self.seen = ""

    def until(self, *texts: str, seconds: float = PATIENCE) -> str:
        """Reads until one of these texts comes, and returns what came since the last time."""
        start, limit = len(self.seen), time.monotonic() + seconds
        while not any(text in self.seen[start:] for text in texts):
            assert time.monotonic() < limit, self.seen[start:]
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:  # the other side has closed
                    break
        return self.seen[start:]

    def send(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        """Reads to the end and returns the exit code."""
        self.until("\0never")
        return self.process.wait(PATIENCE)


@pytest.fixture
def terminals() -> Iterator[list[Pty]]:
    opened: list[Pty] = []
    yield opened
    for terminal in opened:
        if terminal.process.poll() is None:
            terminal.process.kill()
            terminal.process.wait()
        os.close(terminal.master)


def play(terminals: list[Pty], *args: str, lang: str = "id_ID.UTF-8", term: str = "xterm-256color") -> Pty:
    terminal = Pty("play", "--pace", "0", "--seed", "3", *args, LC_ALL=lang, TERM=term)
    terminals.append(terminal)
    return terminal


QUESTION = {
    "id_ID.UTF-8": ("nomor berapa", "Enter:", "kedua ujung"),
    "en_GB.UTF-8": ("which tile", "Enter:", "both ends"),
}


@pytest.mark.parametrize("lang", ["id_ID.UTF-8", "en_GB.UTF-8"])
def test_a_match_on_a_terminal(terminals: list[Pty], lang: str, tmp_path: Path) -> None:
    file = tmp_path / "x.gaple"
    terminal = play(terminals, "--rules", "players=4 hand=7 hands=1", "--record", str(file), lang=lang)
    over = "Ronde 1 selesai" if lang.startswith("id") else "Hand 1 is over"
    seen = terminal.until(*QUESTION[lang])
    assert seen.startswith(ALTERNATE)
    assert "╭─╮" in seen
    for _ in range(60):
        if over in seen:
            break
        terminal.send("1\n")
        seen = terminal.until(*QUESTION[lang])
    assert over in seen
    terminal.send("\n")
    assert terminal.end() == 0
    left = terminal.seen[terminal.seen.index(NORMAL) :]
    assert ("Sampai jumpa!" if lang.startswith("id") else "See you!") in left
    assert str(file) in re.sub(r"\s", "", left)
    assert '[Hand "1"]' in file.read_text()


def test_ctrl_c_gives_the_terminal_back(terminals: list[Pty]) -> None:
    terminal = play(terminals)
    terminal.until("nomor berapa")
    terminal.send("\x03")
    assert terminal.end() == 130
    left = terminal.seen[terminal.seen.index(NORMAL) :]
    assert "Sampai jumpa!" in left
    assert "Traceback" not in terminal.seen


def test_ctrl_d_leaves(terminals: list[Pty]) -> None:
    terminal = play(terminals)
    terminal.until("nomor berapa")
    terminal.send("\x04")
    assert terminal.end() == 0
    assert "Sampai jumpa!" in terminal.seen[terminal.seen.index(NORMAL) :]


def test_q_asks_and_leaves(terminals: list[Pty]) -> None:
    terminal = play(terminals)
    terminal.until("nomor berapa")
    terminal.send("q\n")
    assert "(y/t)" in terminal.until("(y/t)")
    terminal.send("t\n")
    terminal.until("nomor berapa")
    terminal.send("q\n")
    terminal.until("(y/t)")
    terminal.send("y\n")
    assert terminal.end() == 0


def test_it_waits_for_the_computer_players_at_a_pace(terminals: list[Pty]) -> None:
    terminal = Pty("play", "--pace", "60", "--seed", "3", LC_ALL="en_GB.UTF-8", TERM="xterm")
    terminals.append(terminal)
    terminal.until("holds")  # Computer C opens, a minute from now
    assert terminal.process.poll() is None
    os.killpg(terminal.process.pid, signal.SIGINT)
    assert terminal.end() == 130


def test_what_is_typed_while_others_play_is_no_answer(terminals: list[Pty]) -> None:
    terminal = Pty("play", "--pace", "0.5", "--seed", "3", LC_ALL="en_GB.UTF-8", TERM="xterm")
    terminals.append(terminal)
    terminal.until("holds")
    terminal.send("q\ny\n")
    terminal.until("which tile")
    terminal.send("q\n")
    assert "(y/n)" in terminal.until("(y/n)")
    terminal.send("y\n")
    assert terminal.end() == 0


def test_a_terminal_that_cannot_draw_goes_line_after_line(terminals: list[Pty]) -> None:
    terminal = play(terminals, term="dumb")
    seen = terminal.until("nomor berapa")
    assert "\x1b" not in seen
    assert "Komputer C: [0│0] membuka" in seen
    terminal.send("q\ny\n")
    assert terminal.end() == 0
