"""A table in the memory: its one writer, and those who watch it.

One task takes commands one at a time: decide, append, commit, and only then tell everybody. A
second one, the clock, has done what is due by itself, through the same writer.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Final, Protocol

from gaple import GapleError

from . import failures
from .clock import Due, Since, What, due
from .commands import CLOCK, COMPUTER, Actor, AnyCommand, DealNext, Play, Sit
from .decide import decide
from .errors import Refusal, TooMany, Unavailable
from .events import Event
from .guard import Allowance
from .messages import Presence, encode
from .project import Projection, seat_views
from .settings import Settings
from .storage import Storage
from .table import TableState, fold, remember, stamp
from .thinking import Thinkers, Thought

log = logging.getLogger("gaple.server.tables")

RETRY_SECONDS: Final = 1.0
"""How long the clock waits after something went wrong."""


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Watcher(Protocol):
    """Somebody connected to a table; ``person`` is who, where that is known."""

    @property
    def person(self) -> str | None:
        """Their opaque id."""

    def tell(self, message: bytes) -> None:
        """Take a message to be sent. Never waits."""

    def drop(self) -> None:
        """End the connection: the table cannot serve it any more. Coming back helps."""

    def make_way(self) -> None:
        """End the connection: the same person has opened the table too often elsewhere."""


class LiveTable:
    """A table, owned by this process as of ``epoch``. :meth:`run` must run as a task."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        thinkers: Thinkers,
        epoch: int,
        state: TableState,
        names: Mapping[str, str | None],
    ) -> None:
        self.state = state
        self.names = dict(names)
        self.idle_since = time.monotonic()
        self.frames = Allowance(settings.frames_in_ten_seconds, 10)  # of a person, however often they return
        self._storage = storage
        self._settings = settings
        self._thought = Thought(thinkers, settings.chance)
        self._epoch = epoch
        self._idle: dict[str, tuple[str | None, int]] = {}  # answered, and came to nothing: not in the log
        self._doubtful = False  # whether the log may be ahead of the state
        self._watchers: dict[Watcher, None] = {}  # in the order in which they came
        start = time.monotonic()
        self._since = Since(event=start, ready=start, watched=start)
        self._commands: asyncio.Queue[tuple[AnyCommand, Actor, asyncio.Future[int]]] = asyncio.Queue()
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Take commands and have done what is due, until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._work())
                tasks.create_task(self._tick())
        finally:
            self._thought.forget()
            for watcher in list(self._watchers):
                watcher.drop()

    # Those who watch

    @property
    def present(self) -> set[str]:
        """The persons connected."""
        return {watcher.person for watcher in self._watchers if watcher.person}

    @property
    def onlookers(self) -> int:
        """How many watch without a seat; somebody with two windows counts once."""
        unknown = sum(watcher.person is None for watcher in self._watchers)
        return unknown + sum(self.state.seat_of(person) is None for person in self.present)

    @property
    def is_watched(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._watchers)

    def join(self, watcher: Watcher, name: str | None) -> None:
        """Begin to tell somebody what happens, after how things stand.

        Somebody's oldest socket makes way where they have too many. Raises :class:`TooMany` where
        as many watch as may; who has a seat can always come.
        """
        person, settings = watcher.person, self._settings
        if self.state.seat_of(person) is None and self.onlookers >= settings.onlookers_per_table:
            raise TooMany("table-full", limit=settings.onlookers_per_table)
        own = [other for other in self._watchers if person and other.person == person]
        if len(own) >= settings.sockets_per_person:
            own[0].make_way()
        if not self._watchers:
            self._since.watched = time.monotonic()
        self._watchers[watcher] = None
        if person and not self.names.get(person):  # else it is newer than what was read on the way here
            self.names[person] = name
        self.show(watcher)
        self._presence(but=watcher)

    def leave(self, watcher: Watcher) -> None:
        """Tell them no longer."""
        if watcher in self._watchers:
            del self._watchers[watcher]
            self.idle_since = time.monotonic()
            self._presence()

    def show(self, watcher: Watcher) -> None:
        """Tell somebody how things stand."""
        watcher.tell(self._projection().told(watcher.person))

    def rename(self, person: str, name: str | None) -> None:
        """Take note that somebody is called otherwise now, and tell those who see them."""
        if person in self.names and self.names[person] != name:
            self.names[person] = name
            self._presence()

    def _projection(self, event: Event | None = None) -> Projection:
        return Projection(self.state, self.names, self.present, self.onlookers, event)

    def _presence(self, but: Watcher | None = None) -> None:
        seats = seat_views(self.state, self.names, self.present)
        message = encode(Presence(seats, self.onlookers))
        for watcher in list(self._watchers):
            if watcher is not but:
                watcher.tell(message)
        self._changed.set()

    # The writer

    async def ask(self, command: AnyCommand, actor: Actor) -> int:
        """Have a command carried out: the event it came to, committed and told.

        Raises :class:`GapleError` where it is refused, or cannot be stored.
        """
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._commands.put_nowait((command, actor, done))
        return await done

    async def _work(self) -> None:
        while True:
            command, actor, done = await self._commands.get()
            try:
                seq = await self._carry_out(command, actor)
            except GapleError as error:
                self._answer(done, error)
            except Exception as error:  # noqa: BLE001 (a fault of ours must not stop the table)
                failures.report(log, f"table {self.state.table}: {type(command).__name__}", error)
                self._doubtful = True
                self._answer(done, Unavailable("internal"))
            else:
                if not done.done():
                    done.set_result(seq)

    def _answer(self, done: asyncio.Future[int], error: GapleError) -> None:
        if not done.done():  # whoever asked may be gone
            done.set_exception(error)

    async def _carry_out(self, command: AnyCommand, actor: Actor) -> int:
        if self._doubtful:
            await self._reload()
        state = self.state
        answered = state.answered.get(command.id) or self._idle.get(command.id)
        if answered:
            person, seq = answered
            if person != actor.person:
                raise Refusal("command-id-taken")
            return seq
        if isinstance(command, Sit) and not self.names.get(actor.person or ""):
            raise Refusal("name-needed")
        facts = decide(state, command, actor, self._settings.chance(32), self.present)
        if not facts:
            if command.id:
                remember(self._idle, command.id, (actor.person, state.seq))
            return state.seq
        entries = stamp(facts, state.seq, actor, max(now(), state.at), command.id)
        try:
            await self._storage.append(state.table, state.seq, self._epoch, entries)
        except BaseException:
            self._doubtful = True  # it may have been committed all the same
            raise
        for event in entries:
            self._take_in(event)
            projection = self._projection(event)
            for watcher in list(self._watchers):
                watcher.tell(projection.told(watcher.person))
        self._changed.set()
        return state.seq

    def _take_in(self, event: Event) -> None:
        first_ready = not self.state.ready
        self.state.apply(event)
        self._since.event = time.monotonic()
        if first_ready:
            self._since.ready = self._since.event

    async def _reload(self) -> None:
        """Begin again from the log, after a failure that may have left it ahead of the state."""
        taken = await self._storage.take(self.state.table)
        assert taken is not None
        self._epoch, entries = taken
        self.state = fold(self.state.table, entries)
        self._doubtful = False
        for watcher in list(self._watchers):
            self.show(watcher)
        self._changed.set()

    # The clock

    async def _tick(self) -> None:
        while True:
            self._changed.clear()
            coming = self._due()
            if coming is None:
                await self._changed.wait()
                continue
            if coming.what is What.MOVE:
                self._thought.begin(self.state)
            try:
                async with asyncio.timeout(coming.at - time.monotonic()):
                    await self._changed.wait()
            except TimeoutError:
                await self._have_done(coming)

    def _due(self) -> Due | None:
        if not self._watchers:
            return None
        return due(self.state, self.present, self._since, self._settings)

    async def _have_done(self, coming: Due) -> None:
        state, seq = self.state, self.state.seq
        try:
            if coming.what is What.DEAL:
                await self.ask(DealNext(seq=seq), CLOCK)
            elif coming.what is What.PASS:
                await self.ask(Play(seq=seq, action="--"), CLOCK)
            else:
                action = await self._thought.begin(state)
                await self.ask(Play(seq=seq, action=str(action)), COMPUTER)
        except Exception as error:  # noqa: BLE001 (the clock must not stop)
            self._thought.forget()
            if isinstance(error, Refusal) and self.state.seq != seq:
                return  # somebody was quicker
            failures.report(log, f"table {state.table}: what was due ({coming.what})", error)
            await asyncio.sleep(RETRY_SECONDS)
