from __future__ import annotations

import io
import sys

import pytest

from gaple.cli.terminal import Terminal, printable
from gaple.tiles import Tile
from tests.cli.running import Run


@pytest.mark.parametrize("text", ["Bayu", "Ibu Siti, RT 05", "अनु", "👩‍👧", "שלום", "a\u00a0b"])
def test_what_people_write_stays(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize("text", ["\x1b[2J", "a\rb", "\u202eabc", "\x9b1m", "a\x85b", "\x07", "\udc80", "a\nb"])
def test_what_steers_a_terminal_is_written_out(text: str) -> None:
    shown = printable(text)
    assert "\\" in shown
    assert shown.isprintable()


def test_names_in_a_record_cannot_steer_the_terminal(run: Run) -> None:
    record = (
        '[Gaple "1"]\n[Event "\x1b]0;x\x07[bold]"]\n[A "\x1b[2J"]\n[Rules "players=2 hand=1 stuck=pass"]\n'
        '[Deal "A:00 B:01"]\n[Stock "'
        + ",".join(f"{a}{b}" for a in range(7) for b in range(a, 7) if (a, b) not in ((0, 0), (0, 1)))
        + '"]\n[Starter "A"]\n\n^02 *\n'
    )
    code, out, err = run("replay", "-", stdin=record.encode())
    shown = out + err
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "[bold]" in shown
    assert code == 0


def test_a_message_from_a_file_cannot_steer_it_either(run: Run) -> None:
    code, _, err = run("check", "-", stdin=b"\x1b[2J" + b"x" * 5000)
    assert code == 1
    assert "\x1b" not in err
    assert len(err) < 700


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_where_the_encoding_lacks_boxes_plain_characters_stand_for_them(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gaple.cli import draw

    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    terminal = Terminal("en")
    assert terminal.is_plain
    for row in draw.lying(3, 5):
        terminal.print(row)
    terminal.print(draw.tile_text(Tile(4, 4)), "–…")
    sys.stdout.flush()
    assert written.getvalue().decode("ascii").split() == ["+-+-+", "|3|5|", "+-+-+", "[4|4]", "-..."]


def test_errors_come_after_what_was_written_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    both = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(both, encoding="utf-8"))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(both, encoding="utf-8"))
    terminal = Terminal("en")
    terminal.line("first")
    terminal.warn("second")
    assert both.getvalue() == b"first\nsecond\n"
