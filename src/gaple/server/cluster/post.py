"""What other processes want of the tables of this one: their windows, their questions, and what they tell."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Literal, Protocol

from gaple import GapleError
from gaple.server import failures
from gaple.server.live.live_table import LiveTable
from gaple.server.play.commands import Actor
from gaple.server.wire.messages import encode

from .exchange import Exchange
from .letters import (
    Answer,
    AnyLetter,
    Ask,
    AskHint,
    Dismissed,
    Dropped,
    Erased,
    Inquire,
    Join,
    Leave,
    Look,
    Peek,
    Renamed,
    Returned,
    Show,
    Told,
    TurnedAway,
    raised,
    trouble,
)
from .link import Link

log = logging.getLogger("gaple.server.cluster.post")


class Guest:
    """Somebody who watches a table of ours, their socket being with another process."""

    def __init__(self, link: Link, window: int, person: str | None, adds_nonces: bool) -> None:
        self.table: LiveTable | None = None
        self._link = link
        self._window = window
        self._person = person
        self._adds_nonces = adds_nonces

    @property
    def person(self) -> str | None:
        """Who it is."""
        return self._person

    @property
    def adds_nonces(self) -> bool:
        """Whether they take part in dealing."""
        return self._adds_nonces

    def tell(self, message: bytes) -> None:
        """Have a message sent. The same for several in a row goes once."""
        waiting = self._link.outbox
        last = waiting[-1] if waiting else None
        if isinstance(last, Told) and last.message == message:
            last.windows.append(self._window)
        else:
            self._link.send(Told([self._window], message))

    def drop(self) -> None:
        """Have the window closed."""
        self._close("drop")

    def make_way(self) -> None:
        """Have the window closed, for its person has too many others."""
        self._close("make_way")

    def turn_out(self) -> None:
        """Have the window closed, for its person may not look any longer."""
        self._close("turn_out")

    def _close(self, why: Literal["drop", "make_way", "turn_out"]) -> None:
        if self._link.guests.pop(self._window, None):
            self._link.send(Dropped(self._window, why))
            asyncio.get_running_loop().call_soon(self.leave)  # who drops may be counting who is here

    def leave(self) -> None:
        """Watch no longer."""
        table, self.table = self.table, None
        if table:
            table.leave(self)


class Tables(Protocol):
    """The tables of this process."""

    async def find(self, table: str) -> LiveTable:
        """A table of this process. Raises :class:`GapleError`."""

    def rename(self, person: str, name: str | None) -> None:
        """Somebody is called otherwise now."""

    def dismiss(self, person: str) -> None:
        """Somebody is not known any more."""

    async def erase(self, person: str) -> None:
        """Somebody was erased."""


class Post:
    """What comes from other processes, and what becomes of it."""

    def __init__(self, exchange: Exchange, tables: Tables) -> None:
        self._exchange = exchange
        self._tables = tables
        self._tasks: set[asyncio.Task[None]] = set()
        exchange.read = self.read
        exchange.leave = lambda guest: guest.leave() if isinstance(guest, Guest) else None

    async def close(self) -> None:
        """Answer nobody any more."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def read(self, link: Link, letter: AnyLetter) -> None:
        """Do what a letter says."""
        match letter:
            case Told():
                for window in letter.windows:
                    if window in link.windows:
                        link.windows[window].tell(letter.message)
            case Answer():
                question = link.questions.get(letter.question)
                if question and not question.done():
                    question.set_result(letter)
            case Dropped():
                if watcher := link.windows.pop(letter.window, None):
                    getattr(watcher, letter.why)()
            case TurnedAway():
                if watcher := link.windows.pop(letter.window, None):
                    watcher.turn_away(raised(letter.trouble))
            case Join():
                guest = link.guests[letter.window] = Guest(link, letter.window, letter.person, letter.adds_nonces)
                self._start(link, self._join(link, guest, letter))
            case Leave():
                if isinstance(left := link.guests.pop(letter.window, None), Guest):
                    left.leave()
            case Show() | Returned():
                self._of_window(link, letter)
            case Inquire():
                self._start(link, self._inquire(link, letter))
            case Ask() | Look() | Peek() | AskHint():
                self._start(link, self._reply(link, letter))
            case Renamed():
                self._tables.rename(letter.person, letter.name)
            case Dismissed():
                self._tables.dismiss(letter.person)
            case Erased():
                self._start(link, self._tables.erase(letter.person))

    def _of_window(self, link: Link, letter: Show | Returned) -> None:
        guest = link.guests.get(letter.window)
        if not isinstance(guest, Guest) or guest.table is None:
            return
        if isinstance(letter, Show):
            guest.table.show(guest, letter.since)
        else:
            guest.table.echo(guest, letter.probe)

    async def _join(self, link: Link, guest: Guest, letter: Join) -> None:
        try:
            table = await self._tables.find(letter.table)
            if link.guests.get(letter.window) is not guest:
                return  # gone in the meantime
            guest.table = table
            table.join(guest, letter.name, letter.since)
        except GapleError as error:
            guest.table = None
            if link.guests.get(letter.window) is guest:
                del link.guests[letter.window]
                link.send(TurnedAway(letter.window, trouble(error)))

    async def _inquire(self, link: Link, letter: Inquire) -> None:
        try:
            answer = Answer(letter.question, 0, await self._exchange.answer(letter.topic, letter.content))
        except GapleError as error:
            answer = Answer(letter.question, 0, trouble=trouble(error))
        link.send(answer)

    async def _reply(self, link: Link, letter: Ask | Look | Peek | AskHint) -> None:
        table: LiveTable | None = None
        try:
            table = await self._tables.find(letter.table)
            if isinstance(letter, Look):
                seen = table.told(letter.person) if letter.told else encode(table.table_view(letter.person))
                answer = Answer(letter.question, table.seq_for(letter.person), seen)
            elif isinstance(letter, Peek):
                view = await table.look(letter.person, letter.seat, letter.seen)
                answer = Answer(letter.question, table.seq_for(letter.person), view)
            elif isinstance(letter, AskHint):
                hint = encode(await table.hint(letter.person))
                answer = Answer(letter.question, table.seq_for(letter.person), hint)
            else:
                if letter.person:
                    table.welcome(letter.person, letter.name, letter.command)
                answer = Answer(letter.question, await table.ask(letter.command, Actor("person", letter.person)))
        except GapleError as error:
            answer = Answer(letter.question, table.seq_for(letter.person) if table else 0, trouble=trouble(error))
        link.send(answer)

    def _start(self, link: Link, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._ended(link, task))

    def _ended(self, link: Link, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            failures.report(log, "what another process asked for", error)
            link.reset()  # what hangs on this talk begins anew
