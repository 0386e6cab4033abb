"""All tables of this server: made, loaded when somebody comes, let go when nobody watches."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from gaple import GapleError, Rules, Seat
from gaple.server import failures

from .cluster.exchange import Exchange
from .cluster.letters import Dismissed, Erased, Renamed
from .cluster.post import Post
from .cluster.remote import RemoteTable, RemoteTables
from .errors import Missing, Unavailable
from .guard import Allowance
from .guests.people import Guest, companion_id
from .live.audience import now
from .live.chat import Chat, drop, expire
from .live.live_table import LiveTable
from .live.onlooking import late_of
from .live.thinking import Thinkers
from .play.commands import CLOCK, Actor, HandOver, Stand
from .play.decide import found
from .play.events import PATIENT, PRIVATE, AnyFact, Closed, Company, Direction, Timing
from .play.table import Phase, TableState, fold, stamp
from .settings import Settings
from .store.lease import LEASE_SECONDS, Owned
from .store.storage import Elsewhere, Storage

log = logging.getLogger("gaple.server.tables")

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz0"  # 32, without those that look alike (i, l, o, 1)
ID: Final = re.compile(r"[0-9a-z]{4,32}")
"""What the id of a table can be."""
_HOUR: Final = 3600.0
_SWEEP_SECONDS: Final = 30.0
_MOST_ERASED: Final = 10_000
_TAKE_OVER_SECONDS: Final = 2 * LEASE_SECONDS
_LOOK_EVERY: Final = 0.2

Table: TypeAlias = LiveTable | RemoteTable
"""A table of this process or of another: for who watches and asks they are the same."""


class Tables:
    """The tables of one server. :meth:`close` stops them.

    ``elsewhere`` are those of other processes, where there are any.
    """

    def __init__(
        self, storage: Storage, settings: Settings, thinkers: Thinkers, exchange: Exchange | None = None
    ) -> None:
        self._elsewhere = RemoteTables(exchange, settings) if exchange else None
        self._post = Post(exchange, self) if exchange else None
        self._telling: set[asyncio.Task[None]] = set()
        self._storage = storage
        self._settings = settings
        self._thinkers = thinkers
        self._erased: dict[str, None] = {}  # what was read of them before must not come in any more
        self._makers = Allowance(settings.tables_per_hour, _HOUR)
        self._live: dict[str, LiveTable] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        if storage.lease:
            storage.lease.changed = self._keep
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    async def make(
        self,
        host: Guest,
        rules: Rules,
        direction: Direction,
        level: str | None = None,
        timing: Timing = PATIENT,
        company: Company = PRIVATE,
        companions: Mapping[Seat, str] | None = None,
    ) -> str:
        """A new table; with a ``level``, full of computer players and dealt. Its id.

        With ``companions``, names of people by their seats, the host's phone is passed around among them.

        Raises :class:`gaple.server.errors.TooMany` where the host has made as many as one may in an hour, and
        :class:`gaple.GapleError` for a level that there is not.
        """
        chance = self._settings.chance
        named = {seat: (companion_id(chance), name) for seat, name in (companions or {}).items()}
        sitting = None if companions is None else {seat: person for seat, (person, _) in named.items()}
        facts = found(host.person, rules, direction, level, chance(32), timing, company, sitting)
        return await self.open(host, facts, dict(named.values()))

    async def open(self, host: Guest, facts: Sequence[AnyFact], companions: Mapping[str, str] | None = None) -> str:
        """A new table of which these are the first facts, at which ``companions`` (names by id) sit. Its id.

        Raises :class:`gaple.server.errors.TooMany` where the host has made as many as one may in an hour.
        """
        table = "".join(_LETTERS[byte % 32] for byte in self._settings.chance(12))
        self._makers.take(host.person, "tables-per-hour")
        log_ = stamp(facts, 0, Actor("person", host.person), now())
        await self._storage.create(table, host.person, log_, companions)
        return table

    async def reach(self, table: str, *, patient: bool = True) -> Table:
        """The table with this id, whoever owns it. Raises :class:`Missing`, and :class:`Unavailable`.

        Where its owner does not answer, this process takes it over as soon as the owner's lease has run out; who is not
        ``patient`` does not wait for that.
        """
        end = time.monotonic() + (_TAKE_OVER_SECONDS if patient else 0)
        while True:
            try:
                return await self._here(table)
            except Elsewhere as elsewhere:
                owner = elsewhere.process
            if owner and self._elsewhere and (found := await self._elsewhere.find(owner, table)):
                return found
            if time.monotonic() >= end:
                raise Unavailable("table-moved")
            await asyncio.sleep(_LOOK_EVERY)

    async def find(self, table: str) -> LiveTable:
        """The table with this id, where it is (or can be) this process' own.

        Raises :class:`Missing`, and :class:`Unavailable` where another owns it: see :meth:`reach`.
        """
        try:
            return await self._here(table)
        except Elsewhere:
            raise Unavailable("table-moved") from None

    async def _here(self, table: str) -> LiveTable:
        """The table with this id, from the log if need be. Raises :class:`Missing`, and :class:`Elsewhere`."""
        if live := self.in_memory(table):
            return live
        if not ID.fullmatch(table):
            raise Missing("no-such-table", table=table[:32])
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table), name=f"load {table}")
            self._loading[table].add_done_callback(lambda task: self._loaded(table, task))
        return await asyncio.shield(self._loading[table])

    def __iter__(self) -> Iterator[LiveTable]:
        """The tables in the memory now."""
        return iter(list(self._live.values()))

    def in_memory(self, table: str) -> LiveTable | None:
        """The table with this id where it is in the memory of this process: nothing is loaded."""
        return self._live[table] if table in self._live and not self._tasks[table].done() else None

    def count(self) -> int:
        """How many are in the memory."""
        return len(self._live)

    def count_windows(self) -> int:
        """How many windows there are on them."""
        return sum(len(live.attendance) for live in self._live.values())

    def renamed(self, guest: Guest) -> None:
        """Tell all tables that somebody is called otherwise now."""
        self.rename(guest.person, guest.name)
        self._tell(Renamed(guest.person, guest.name))

    def rename(self, person: str, name: str | None) -> None:
        """Tell the tables of this process that somebody is called otherwise now."""
        for live in self._live.values():
            live.rename(person, name)

    def dismissed(self, person: str) -> None:
        """End all windows of somebody who is not known any more."""
        self.dismiss(person)
        self._tell(Dismissed(person))

    def dismiss(self, person: str) -> None:
        """End all windows of somebody on the tables of this process."""
        for live in self._live.values():
            live.dismiss(person)

    async def erased(self, person: str) -> None:
        """Take note that somebody was erased: their name is gone at once, and nobody waits for them."""
        self._tell(Erased(person))
        await self.erase(person)

    async def erase(self, person: str) -> None:
        """Do so at the tables of this process."""
        self._erased[person] = None
        while len(self._erased) > _MOST_ERASED:
            del self._erased[next(iter(self._erased))]
        tables = list(self._live.values())
        for live in tables:
            live.rename(person, None)
            live.forget(person)
            live.dismiss(person)
        for live in tables:
            await _leave(live, person)

    def _tell(self, letter: Renamed | Dismissed | Erased) -> None:
        """Tell the other processes."""
        if self._elsewhere:
            task = asyncio.create_task(self._tell_all(self._elsewhere, letter))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _tell_all(self, elsewhere: RemoteTables, letter: Renamed | Dismissed | Erased) -> None:
        with contextlib.suppress(Unavailable):  # names and persons are read anew with every table
            elsewhere.tell(await self._storage.processes(), letter)

    async def close(self) -> None:
        """Stop all tables; what they have stored stays."""
        self._sweeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sweeper
        if self._post:
            await self._post.close()
        tasks = list(self._tasks.values())
        self._keep({})
        if tasks:
            await asyncio.wait(tasks)

    async def _load(self, table: str) -> LiveTable:
        taken = await self._storage.take(table)
        if taken is None:
            raise Missing("no-such-table", table=table)
        epoch, entries = taken
        state = await asyncio.to_thread(fold, table, entries)  # a long log must not make others wait
        if not state.closed and now() - state.at > self._settings.close_after * 1000:
            closing = stamp((Closed(),), state.seq, CLOCK, now())
            await self._storage.append(table, state.seq, epoch, closing)
            state.apply(closing[0])
            entries += closing
        names = await self._storage.names(state.known)
        chat = await self._chat(state)
        late = await asyncio.to_thread(late_of, entries, state)
        live = LiveTable(self._storage, self._settings, self._thinkers, epoch, state, names, late, self._erased, chat)
        self._live[table] = live
        self._tasks[table] = asyncio.create_task(live.run(), name=f"table {table}")
        self._tasks[table].add_done_callback(lambda task: self._ended(table, task))
        return live

    async def _chat(self, state: TableState) -> Chat | None:
        """The chat of a table; ``None`` where there is none, by its host's choice or this server's."""
        if not state.company.chat:
            return None
        if state.closed:
            await drop(self._storage, state.table)
            return None
        return await Chat.load(self._storage, self._settings, state.table) if self._settings.chat else None

    def _loaded(self, table: str, task: asyncio.Task[LiveTable]) -> None:
        """Whoever asked may be gone; what nobody hears asyncio would log, message and all."""
        del self._loading[table]
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, GapleError | Elsewhere):
            failures.report(log, f"loading table {table}", error)

    def _ended(self, table: str, task: asyncio.Task[None]) -> None:
        """A table that stopped, by a fault of ours or because it is another's, is loaded again when somebody comes."""
        if task.cancelled():
            return
        if error := task.exception():
            failures.report(log, f"table {table}", error)
        if self._tasks.get(table) is task:
            del self._live[table], self._tasks[table]

    async def _let_go(self, table: str) -> None:
        """Stop a table; another process may take it."""
        live = self._live.pop(table)
        task = self._tasks.pop(table)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        with contextlib.suppress(Unavailable):  # it is another's when the lease runs out
            await self._storage.release(table, live.epoch)

    def _keep(self, owned: Owned) -> None:
        """Stop the tables that are not among those which are this process' own."""
        for table, live in list(self._live.items()):
            if owned.get(table) != live.epoch:
                self._live.pop(table)
                self._tasks.pop(table).cancel()

    async def _sweep(self) -> None:
        chosen, forgot = self._settings, -math.inf
        while True:
            if time.monotonic() - forgot >= _HOUR:
                forgot = time.monotonic()
                with contextlib.suppress(Unavailable):  # an hour later, then
                    ends = [now() - round(kept * 1000) for kept in (chosen.close_after, chosen.reports_for)]
                    await expire(self._storage, *ends)
            await asyncio.sleep(min(_SWEEP_SECONDS, chosen.idle_after))
            oldest = time.monotonic() - chosen.idle_after
            for table, live in list(self._live.items()):
                if not live.attendance and live.attendance.quiet <= oldest:
                    await self._let_go(table)


async def _leave(live: LiveTable, person: str) -> None:
    """Have nobody wait for somebody who does not come back."""
    state = live.state
    if state.seat_of(person) is None or state.closed:
        return
    kind = Stand if state.phase is Phase.WAITING else HandOver
    with contextlib.suppress(GapleError):  # then they are merely away
        await live.ask(kind(seq=state.seq), Actor("person", person))
