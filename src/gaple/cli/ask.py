"""Questions to the person who plays, and what they answer."""

from __future__ import annotations

import io
import os
import re
import select
import signal
import sys
from collections.abc import Callable
from typing import Final

from rich.text import Text

from gaple.actions import PASS, Action, Kind
from gaple.cli import draw
from gaple.cli.screen import Choices
from gaple.cli.terminal import Terminal, printable
from gaple.view import View

_ANSWER: Final = re.compile(r"([0-9]{1,3})\s*([<>]?)")
_LONGEST_QUOTE: Final = 20
_ENDS: Final = {"1": Kind.LEFT, "<": Kind.LEFT, "2": Kind.RIGHT, ">": Kind.RIGHT}

Redraw = Callable[[str], None]
"""Draws the table again, with a note below."""


class Leave(Exception):  # noqa: N818 (to leave is no error)
    """The person wants to stop, or there is nobody who answers."""


class Asker:
    """Asks on the terminal. Every question can be answered with ``q``, which leaves after asking once more."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # a stray byte is a wrong answer and no more

    def action(self, view: View, redraw: Redraw) -> Action:
        """What the seat on turn does. Raises :class:`Leave`."""
        choices = Choices.of(view)
        _forget_what_was_typed()
        while True:
            answer = self._answer(self._question(view, choices), redraw)
            if answer is None:
                continue
            chosen = self._chosen(view, choices, answer, redraw)
            if chosen is not None:
                return chosen

    def go_on(self, question: str) -> None:
        """Waits for Enter. Raises :class:`Leave` for anything else that means no."""
        if self._read(question).lower() == "q":
            raise Leave

    def _answer(self, question: str, redraw: Redraw) -> str | None:
        """One answer; ``None`` where it was a side step and the question stands again."""
        answer = self._read(question)
        if answer == "?":
            redraw(self._terminal.say("play.keys"))
            return None
        if answer.lower() == "q":
            if self._read(self._terminal.say("play.leave")).lower().startswith("y"):
                raise Leave
            redraw("")
            return None
        return answer

    def _question(self, view: View, choices: Choices) -> str:
        say = self._terminal.say
        if view.legal == (PASS,):
            return say("play.ask.pass", ends=self._ends(view))
        if len(view.legal) == 1:
            return say(f"play.ask.only-{view.legal[0].kind}", tile=_tile(view.legal[0]))
        kind = view.legal[0].kind
        if kind is Kind.DISCARD:
            return say("play.ask.discard", ends=self._ends(view), n=len(choices))
        return say("play.ask.lead" if kind is Kind.LEAD else "play.ask.play", n=len(choices))

    def _chosen(self, view: View, choices: Choices, answer: str, redraw: Redraw) -> Action | None:
        """The action that the answer means; ``None``, and told why, where it means none."""
        say = self._terminal.say
        if len(view.legal) == 1 and answer in ("", "1"):
            return view.legal[0]
        match = _ANSWER.fullmatch(answer)
        actions = choices.numbered(int(match[1])) if match else ()
        if match is None or not actions:
            redraw(say("play.no-choice", answer=_quoted(answer), n=len(choices)) if choices else say("play.only-enter"))
            return None
        if match[2]:
            end = _ENDS[match[2]]
            wanted = [action for action in actions if action.kind is end]
            if not wanted:
                redraw(say("play.not-there", tile=_tile(actions[0])))
            return wanted[0] if wanted else None
        return actions[0] if len(actions) == 1 else self._end(view, actions, redraw)

    def _end(self, view: View, actions: tuple[Action, ...], redraw: Redraw) -> Action | None:
        """Which end a tile goes to that fits both; ``None`` to choose anew."""
        left, right = view.ends or (None, None)
        question = self._terminal.say("play.ask.end", tile=_tile(actions[0]), left=left, right=right)
        answer = self._answer(question, redraw)
        end = _ENDS.get(answer or "")
        if end is None and answer is not None:
            redraw(self._terminal.say("play.no-end", answer=_quoted(answer)))
        return next((action for action in actions if action.kind is end), None)

    def _ends(self, view: View) -> str:
        left, right = view.ends or (None, None)
        return str(left) if left == right else self._terminal.say("play.either", left=left, right=right)

    def _read(self, question: str) -> str:
        self._terminal.print(Text(question, "bold"), end=" ", soft_wrap=True)
        sys.stdout.flush()
        _wait_for_line()
        line = sys.stdin.readline()
        if not line:
            self._terminal.print()
            raise Leave
        return line.strip()


def _wait_for_line() -> None:
    """Waits for Enter where a person types.

    A Ctrl-C in the moment before a read begins would wait for the next key, for Python looks at signals between its own
    steps alone; here it wakes the wait whenever it comes.
    """
    if sys.platform == "win32" or not sys.stdin.isatty():
        return
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    before = signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    try:
        select.select([sys.stdin, woken], [], [])
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(wakes)


def _forget_what_was_typed() -> None:
    """What was typed while the others were on turn is no answer to what is asked now."""
    if sys.platform != "win32" and sys.stdin.isatty():
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _quoted(answer: str) -> str:
    """An answer to be shown again, whatever was typed."""
    return printable(answer if len(answer) <= _LONGEST_QUOTE else f"{answer[:_LONGEST_QUOTE]}…")


def _tile(action: Action) -> str:
    return draw.tile_text(action.tile).plain
