"""Where a match in the terminal is shown: a screen of its own, or line after line where that cannot be."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.text import Text

from gaple.cli import result
from gaple.cli.screen import action_text, show_table
from gaple.cli.terminal import Terminal
from gaple.hand import Hand
from gaple.tiles import Seat
from gaple.view import View


class Stage:
    """Shows a match to the person at a terminal.

    On a terminal that can be drawn on, everything happens on its alternate screen, and each computer player's turn
    takes ``pace`` seconds. Else (a pipe, ``TERM=dumb``) what happens is told line after line.
    """

    def __init__(self, terminal: Terminal, names: result.Names, pace: float) -> None:
        self._terminal = terminal
        self._names = names
        self._live = sys.stdin.isatty() and sys.stdout.isatty() and not terminal.console.is_dumb_terminal
        self._pace = pace

    @contextmanager
    def open(self) -> Iterator[None]:
        """Takes the terminal over, and gives it back as it was."""
        if not self._live:
            yield
            return
        with self._terminal.console.screen(hide_cursor=False):
            yield

    def table(self, view: View, total: Sequence[int], note: str) -> None:
        """The table as the person is asked to act."""
        with self._terminal.console:  # in one go, so that nothing flickers
            self._begin_page()
            show_table(self._terminal, view, self._names, total, note)

    def again(self, view: View, total: Sequence[int], note: str) -> None:
        """The same table once more, with a note on what was answered."""
        if self._live:
            self.table(view, total, note)
        elif note:
            self._terminal.print(note)

    def watch(self, view: View, total: Sequence[int], note: str) -> None:
        """The table after the last action."""
        with self.turn(view, total, note):
            pass

    @contextmanager
    def turn(self, view: View, total: Sequence[int], note: str) -> Iterator[None]:
        """The table while somebody else is on turn, who thinks meanwhile: how long it takes is not to be seen."""
        if not self._live:
            yield
            return
        self.table(view, total, note)
        end = time.monotonic() + self._pace
        yield
        time.sleep(max(0.0, end - time.monotonic()))

    def did(self, view: View) -> None:
        """What was done last."""
        if not self._live:
            seat, action = view.actions[-1]
            self._terminal.print(Text(f"{self._names[seat]}: ").append_text(action_text(self._terminal, action)))

    def announce(self, note: str) -> str:
        """Something to know as the hand begins; returns what is left to note beside the table."""
        if self._live:
            return note
        self._terminal.print(note)
        return ""

    def outcome(self, hand: Hand, total: Sequence[int], notes: Sequence[str]) -> None:
        """How a hand came out, and what comes next."""
        assert hand.outcome is not None
        with self._terminal.console:
            self._begin_page()
            self._terminal.print(Text(self._terminal.say("play.over", n=hand.number), "bold"))
            result.show_line(self._terminal, hand)
            result.show_seats(self._terminal, hand, self._names, total)
            result.show_reasons(self._terminal, hand.rules, hand.outcome, hand.unplayed, self._names)
            for note in notes:
                self._terminal.print(note)

    def _begin_page(self) -> None:
        if self._live:
            self._terminal.console.clear()
        else:
            self._terminal.print()


def name_all(terminal: Terminal, seats: Sequence[Seat], person: Seat, name: str | None) -> dict[Seat, str]:
    """What everybody at the table is called."""
    names = {seat: terminal.say("play.computer", seat=seat) for seat in seats}
    names[person] = name or terminal.say("play.person", seat=person)
    return names
