"""A table in the memory: its one writer, and those who watch it.

One task takes commands one at a time: decide, append, commit, and only then tell everybody. A
second one, the clock, has done what is due by itself, through the same writer.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Container, Mapping
from typing import Final

from gaple import GapleError

from . import failures
from .attendance import Attendance, Watcher
from .clock import Due, Since, What, asked, due, out_of_time
from .commands import COMPUTER, Actor, AnyCommand, Play, Sit
from .decide import decide
from .errors import Refusal, TooMany, Unavailable
from .events import Dealt, Event, Played
from .guard import Allowance
from .messages import Presence, Probe, encode
from .project import Projection, seat_views
from .recent import Recent
from .settings import Settings
from .storage import Conflict, Storage
from .table import TableState, fold, remember, stamp
from .thinking import Thinkers, Thought

log = logging.getLogger("gaple.server.tables")

RETRY_SECONDS: Final = 1.0
"""How long the clock waits after something went wrong."""


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


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
        erased: Container[str] = (),
    ) -> None:
        self.state = state
        self.names = {person: None if person in erased else name for person, name in names.items()}
        self._erased = erased
        self.attendance = Attendance()
        self.frames = Allowance(settings.frames_in_ten_seconds, 10)  # of a person, however often they return
        self._storage = storage
        self._settings = settings
        self._thought = Thought(thinkers, settings.chance)
        self._epoch = epoch
        self._idle: dict[str, tuple[str | None, int]] = {}  # answered, and came to nothing: not in the log
        self._recent = Recent()
        self._doubtful = False  # whether the log may be ahead of the state
        spent = max(0.0, (now() - state.moved_at) / 1000) if state.timing.move else 0.0
        self._since = Since(start := time.monotonic(), start, start, spent)
        self._ended = False
        self._commands: asyncio.Queue[tuple[AnyCommand, Actor, asyncio.Future[int]]] = asyncio.Queue()
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Take commands and have done what is due, until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._work())
                tasks.create_task(self._tick())
        except* Conflict:
            log.warning("table %s is another server's now", self.state.table)
        finally:
            self._ended = True
            self._thought.forget()
            for watcher in self.attendance:  # first: who watches comes back, and asks again
                watcher.drop()
            while not self._commands.empty():
                self._answer(self._commands.get_nowait()[2], Unavailable("table-moved"))

    @property
    def epoch(self) -> int:
        """As whose owner this process writes to the log."""
        return self._epoch

    # Those who watch

    @property
    def onlookers(self) -> int:
        """How many watch without a seat; somebody with two windows counts once."""
        unknown = sum(watcher.person is None for watcher in self.attendance)
        return unknown + sum(self.state.seat_of(person) is None for person in self.attendance.present)

    @property
    def left(self) -> float | None:
        """The seconds that the person on turn has left, where they are counted."""
        end = out_of_time(self.state, self.attendance, self._since)
        return None if end is None else max(0.0, end - time.monotonic())

    def join(self, watcher: Watcher, name: str | None, since: int | None = None) -> None:
        """Begin to tell somebody what happens, after how things stand and what they have missed ``since``.

        Somebody's oldest socket makes way where they have too many. Raises :class:`TooMany` where
        as many watch as may; who has a seat can always come.
        """
        person, settings = watcher.person, self._settings
        if person in self._erased:  # they were, on the way here
            watcher.drop()
            return
        if self.state.seat_of(person) is None and self.onlookers >= settings.onlookers_per_table:
            raise TooMany("table-full", limit=settings.onlookers_per_table)
        own = self.attendance.of(person)
        if len(own) >= settings.sockets_per_person:
            own[0].make_way()
        self.attendance.come(watcher)
        if person:
            self.meet(person, name)
        self.show(watcher, since)
        if self.state.seat_of(person) is not None:
            self._probe(watcher)
        self._presence(but=watcher)

    def meet(self, person: str, name: str | None) -> None:
        """Know what somebody is called who comes, or asks for something without watching."""
        if person not in self._erased and not self.names.get(
            person
        ):  # else it is newer than what was read on the way here
            self.names[person] = name

    def leave(self, watcher: Watcher) -> None:
        """Tell them no longer."""
        if watcher in self.attendance:
            self.attendance.go(watcher)
            self._presence()

    def show(self, watcher: Watcher, since: int | None = None) -> None:
        """Tell somebody how things stand, and what has happened after event ``since``, where that is still known."""
        watcher.tell(self.told(watcher.person, since))

    def told(self, person: str | None, since: int | None = None) -> bytes:
        """How things stand, as a message for this person."""
        seq, seat = self.state.seq, self.state.seat_of(person)
        missed = None if since is None else self._recent.since(since, seq, seat)
        return self._projection().told(person, missed)

    def echo(self, watcher: Watcher, probe: int) -> None:
        """Somebody has sent a probe back."""
        if watcher.person:
            self.attendance.trips.end(watcher, probe, watcher.person)

    def dismiss(self, person: str) -> None:
        """End all windows of somebody who is not to come any more."""
        for watcher in self.attendance.of(person):
            watcher.drop()

    def rename(self, person: str, name: str | None) -> None:
        """Take note that somebody is called otherwise now, and tell those who see them."""
        if person in self.names and self.names[person] != name:
            self.names[person] = name
            self._presence()

    def _projection(self, event: Event | None = None) -> Projection:
        return Projection(self.state, self.names, self.attendance.present, self.onlookers, event, self.left)

    def _presence(self, but: Watcher | None = None) -> None:
        seats = seat_views(self.state, self.names, self.attendance.present)
        message = encode(Presence(seats, self.onlookers))
        for watcher in self.attendance:
            if watcher is not but:
                watcher.tell(message)
        self._changed.set()

    def _probe(self, watcher: Watcher) -> None:
        """Measure how far away somebody is, where it matters."""
        if self.state.timing.move is not None:
            watcher.tell(encode(Probe(self.attendance.trips.begin(watcher))))

    # The writer

    async def ask(self, command: AnyCommand, actor: Actor) -> int:
        """Have a command carried out: the event it came to, committed and told.

        Raises :class:`GapleError` where it is refused, or cannot be stored.
        """
        if self._ended:
            raise Unavailable("table-moved")
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
            except Conflict:
                self._commands.put_nowait((command, actor, done))  # to be answered at the end, with what else waits
                raise
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
        here = self.attendance
        waited = time.monotonic() - max(self._since.moved, here.watched)
        patience = self._settings.vote_after - waited
        facts = decide(state, command, actor, self._settings.chance(32), here.present, patience)
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
            self._recent.note(event, self.state)
            projection = self._projection(event)
            for watcher in self.attendance:
                watcher.tell(projection.told(watcher.person))
                if watcher.person and watcher.person == state.on_turn and isinstance(event.fact, Dealt | Played):
                    self._probe(watcher)
        self._changed.set()
        return state.seq

    def _take_in(self, event: Event) -> None:
        first_ready = not self.state.ready
        self.state.apply(event)
        moments = self._since
        moments.event = time.monotonic()
        if self.state.moved_seq == event.seq:
            moments.moved, moments.spent = moments.event, 0.0
        if first_ready:
            moments.ready = moments.event

    async def _reload(self) -> None:
        """Begin again from the log, after a failure that may have left it ahead of the state.

        Raises :class:`Conflict` where the table is another's by now.
        """
        taken = await self._storage.take(self.state.table)
        assert taken is not None
        self._epoch, entries = taken
        self.state = fold(self.state.table, entries)
        self._doubtful = False
        self._recent.forget()
        for watcher in self.attendance:
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
        if not self.attendance:
            return None
        return due(self.state, self.attendance, self._since, self._settings)

    async def _have_done(self, coming: Due) -> None:
        state, seq = self.state, self.state.seq
        try:
            if coming.what is What.MOVE:
                action = await self._thought.begin(state)
                await self.ask(Play(seq=seq, action=str(action)), COMPUTER)
            else:
                await self.ask(*asked(coming, state))
        except Exception as error:  # noqa: BLE001 (the clock must not stop)
            self._thought.forget()
            if isinstance(error, Refusal) and self.state.seq != seq:
                return  # somebody was quicker
            failures.report(log, f"table {state.table}: what was due ({coming.what})", error)
            await asyncio.sleep(RETRY_SECONDS)
