"""Tables that another process owns: here for those who watch from here, there for those who watch from elsewhere."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Iterable
from weakref import WeakValueDictionary

import msgspec

from gaple.server.guard import Allowance
from gaple.server.play.commands import Actor, FromPerson
from gaple.server.settings import Settings
from gaple.server.wire.views import HintView, TableView

from .exchange import Exchange
from .letters import (
    Answer,
    AnyLetter,
    Ask,
    AskHint,
    Join,
    Leave,
    Look,
    Peek,
    Returned,
    Show,
    raised,
)
from .link import Link, Window

log = logging.getLogger("gaple.server.cluster.remote")

_VIEWS = msgspec.json.Decoder(TableView)
_HINTS = msgspec.json.Decoder(HintView)
_numbers = itertools.count()


class RemoteTable:
    """A table that the process at the other end of ``link`` owns, as those who have their socket here see it."""

    def __init__(self, link: Link, table: str, settings: Settings) -> None:
        self._seq = 0
        self.frames = Allowance(settings.frames_in_ten_seconds, 10)
        self._link = link
        self._table = table
        self._windows: dict[Window, int] = {}
        self._names: dict[str, str | None] = {}

    def seq_for(self, _: str | None) -> int:
        """As ``LiveTable.seq_for``, of whoever has been answered last."""
        return self._seq

    def join(self, watcher: Window, name: str | None, since: int | None = None) -> None:
        """As ``LiveTable.join``; who may not look on is turned away."""
        window = self._windows[watcher] = next(_numbers)
        self._link.windows[window] = watcher
        self._link.send(Join(window, self._table, watcher.person, name, since, watcher.adds_nonces))

    def leave(self, watcher: Window) -> None:
        """As ``LiveTable.leave``."""
        window = self._windows.pop(watcher, None)
        if window is not None and self._link.windows.pop(window, None) is not None:
            self._link.send(Leave(window))

    def show(self, watcher: Window, since: int | None = None) -> None:
        """As ``LiveTable.show``."""
        if (window := self._windows.get(watcher)) is not None:
            self._link.send(Show(window, since))

    def echo(self, watcher: Window, probe: int) -> None:
        """As ``LiveTable.echo``."""
        if (window := self._windows.get(watcher)) is not None:
            self._link.send(Returned(window, probe))

    async def ask(self, command: FromPerson, actor: Actor) -> int:
        """As ``LiveTable.ask``. Where the answer does not come, it may have been carried out all the same."""
        name = self._names.get(actor.person or "")
        return (await self._answer(lambda number: Ask(number, self._table, actor.person, name, command))).seq

    def welcome(self, person: str, name: str | None, _: FromPerson) -> None:
        """As ``LiveTable.welcome``; a refusal comes with what is asked for."""
        self._names[person] = name

    async def shown(self, person: str | None) -> bytes:
        """As ``LiveTable.shown``."""
        return (await self._answer(lambda number: Look(number, self._table, True, person))).content

    async def view(self, person: str | None) -> TableView:
        """As ``LiveTable.view``."""
        return _VIEWS.decode((await self._answer(lambda number: Look(number, self._table, False, person))).content)

    async def hint(self, person: str | None) -> HintView:
        """As ``LiveTable.hint``."""
        return _HINTS.decode((await self._answer(lambda number: AskHint(number, self._table, person))).content)

    async def look(self, person: str | None, seat: str, seq: int) -> bytes:
        """As ``LiveTable.look``."""
        return (await self._answer(lambda number: Peek(number, self._table, person, seat, seq))).content

    async def _answer(self, letter: Callable[[int], Ask | Look | Peek | AskHint]) -> Answer:
        answer = await self._link.ask(letter)
        self._seq = answer.seq
        if answer.trouble:
            raise raised(answer.trouble)
        return answer


class RemoteTables:
    """The tables of other processes that are looked at from here."""

    def __init__(self, exchange: Exchange, settings: Settings) -> None:
        self._exchange = exchange
        self._settings = settings
        self._tables: WeakValueDictionary[tuple[str, str], RemoteTable] = WeakValueDictionary()

    async def find(self, process: str, table: str) -> RemoteTable | None:
        """A table of another process; ``None`` where that does not answer."""
        link = self._exchange.link(process)
        if not await link.answers():
            return None
        found = self._tables.get((process, table)) or RemoteTable(link, table, self._settings)
        self._tables[process, table] = found
        return found

    def tell(self, processes: Iterable[str], letter: AnyLetter) -> None:
        """Tell these processes something."""
        for process in processes:
            self._exchange.link(process).send(letter)
