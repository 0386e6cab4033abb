"""What one process knows of its talk with another, over a wire that may lose anything.

Each side has a *life*, and names with every envelope its own and the one of the other that it is talking to; within
such a pair of lives it numbers its envelopes. As long as all numbers come, nothing was lost. Whoever misses one, or
hears nothing at all for some seconds, lets go of everything that hung on the talk and begins a new life; whoever
hears of a new life of the other lets go of everything too. So both sides always agree on which windows are open, or
will know in a moment that none is.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from gaple import GapleError
from gaple.server.errors import Unsure
from gaple.server.live.attendance import Watcher

from .letters import Answer, AnyLetter, Beat, Envelope

SILENT_SECONDS: Final = 4.0
"""Who has not been heard for so long is not there."""

ANSWER_SECONDS: Final = 1.0
"""Who is asked whether they are there has so long to say so."""

MOST_LETTERS: Final = 50_000
"""More do not wait: whoever they are for comes back and asks."""


_numbers = itertools.count()


class Window(Watcher, Protocol):
    """A watcher of a table of another process."""

    def turn_away(self, error: GapleError) -> None:
        """End the connection, and say why: it may not look on."""


class Link:
    """The talk of the process ``me`` with ``peer``. What is to be sent waits in ``outbox``.

    ``windows`` are ours on tables of the peer, ``guests`` are the peer's on tables of ours, and ``questions`` what the
    peer has not answered yet. ``wake`` is called when something waits, ``leave`` with each guest that is gone.
    """

    def __init__(self, me: str, peer: str, wake: Callable[[], None], leave: Callable[[Watcher], None]) -> None:
        self.peer = peer
        self.outbox: list[AnyLetter] = []
        self.windows: dict[int, Window] = {}
        self.guests: dict[int, Watcher] = {}
        self.questions: dict[int, asyncio.Future[Answer]] = {}
        self.heard = time.monotonic()
        self._me = me
        self._wake = wake
        self._leave = leave
        self._spoke = asyncio.Event()
        self._life = _new_life()
        self._peer_life: int | None = None
        self._number = 0
        self._expected = 0
        self._introduces = False  # whether to tell this life, though there is nothing else to say

    @property
    def matters(self) -> bool:
        """Whether anything hangs on it."""
        return bool(self.windows or self.guests or self.questions)

    @property
    def silent(self) -> bool:
        """Whether the peer has not been heard for too long."""
        return time.monotonic() - self.heard > SILENT_SECONDS

    def send(self, letter: AnyLetter) -> None:
        """Have a letter sent."""
        if len(self.outbox) >= MOST_LETTERS:
            self.reset()
        self.outbox.append(letter)
        self._wake()

    @property
    def has_news(self) -> bool:
        """Whether anything is to be sent."""
        return bool(self.outbox) or self._introduces

    def sealed(self) -> Envelope:
        """All that waits, in its envelope. As long as the other's life is not known it goes on waiting."""
        self._introduces = False
        if self._peer_life is None or not self.outbox:
            return Envelope(self._me, self._life, self._peer_life, None, [])
        letters, self.outbox = self.outbox, []
        number = self._number
        self._number += 1
        return Envelope(self._me, self._life, self._peer_life, number, letters)

    def receive(self, envelope: Envelope) -> Iterable[AnyLetter]:
        """The letters of an envelope, where it is the one that follows."""
        if envelope.life != self._peer_life:
            if self._peer_life is not None:
                self._let_go()
            self._peer_life = envelope.life
            self._number = self._expected = 0
            if self.outbox:
                self._wake()
        if envelope.to_life != self._life:
            self._introduce()
            return ()
        if envelope.number is not None and envelope.number != self._expected:
            self.reset()
            self._introduce()
            return ()
        self._expected += envelope.number is not None
        self.heard = time.monotonic()
        self._spoke.set()
        return envelope.letters

    async def answers(self, seconds: float | None = None) -> bool:
        """Whether the peer is there: heard just now, or within so many seconds (``ANSWER_SECONDS``)."""
        seconds = ANSWER_SECONDS if seconds is None else seconds
        if time.monotonic() - self.heard < seconds and self._peer_life is not None:
            return True
        self._spoke.clear()
        self.send(Beat(answer=True))
        try:
            async with asyncio.timeout(seconds):
                await self._spoke.wait()
        except TimeoutError:
            return False
        return True

    async def ask(self, letter: Callable[[int], AnyLetter]) -> Answer:
        """What the peer answers to a letter with this number. Raises :class:`Unsure` where the talk breaks off."""
        number = next(_numbers)
        question: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.questions[number] = question
        self.send(letter(number))
        try:
            return await question
        finally:
            self.questions.pop(number, None)

    def reset(self) -> None:
        """Let go of everything, and begin a new life."""
        self._life = _new_life()
        self._number = self._expected = 0
        self._let_go()

    def _let_go(self) -> None:
        self.outbox.clear()
        windows, self.windows = self.windows, {}
        guests, self.guests = self.guests, {}
        questions, self.questions = self.questions, {}
        for window in windows.values():
            window.drop()
        for guest in guests.values():
            self._leave(guest)
        for question in questions.values():
            if not question.done():
                question.set_exception(Unsure("table-moved"))

    def _introduce(self) -> None:
        self._introduces = True
        self._wake()


def _new_life() -> int:
    return secrets.randbits(60)
