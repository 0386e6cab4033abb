"""A table in the memory: its one writer.

One task takes commands one at a time: decide, append, commit, and only then tell everybody. A
second one, the clock, has done what is due by itself, through the same writer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Container, Mapping
from typing import Final

from gaple import GapleError
from gaple.server import failures
from gaple.server.errors import Refusal, Unavailable, Unsure
from gaple.server.play import one_phone
from gaple.server.play.commands import COMPUTER, AboutSeat, Actor, AnyCommand, AskSeat, Play, Report, Say, Sit
from gaple.server.play.commands import Chat as Write
from gaple.server.play.decide import decide
from gaple.server.play.ended import change
from gaple.server.play.events import SEATING, Dealt, Event, Played
from gaple.server.play.table import TableState, fold, remember, stamp
from gaple.server.settings import Settings
from gaple.server.store.storage import Conflict, Storage
from gaple.server.wire.project import looked
from gaple.server.wire.views import HintView, TableView

from .attendance import Watcher
from .audience import Audience, now
from .chat import Chat
from .clock import Due, What, asked, due
from .onlooking import Late, check_welcome, late_of
from .thinking import Thinkers, Thought

log = logging.getLogger("gaple.server.tables")

RETRY_SECONDS: Final = 1.0
"""How long the clock waits after something went wrong."""


class LiveTable(Audience):
    """A table, owned by this process as of ``epoch``. :meth:`run` must run as a task."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        thinkers: Thinkers,
        epoch: int,
        state: TableState,
        names: Mapping[str, str | None],
        late: Late | None = None,
        erased: Container[str] = (),
        chat: Chat | None = None,
    ) -> None:
        super().__init__(settings, state, names, late, erased, chat)
        self._storage = storage
        self._thinkers = thinkers
        self._thought = Thought(thinkers, settings.chance)
        self._epoch = epoch
        self._idle: dict[str, tuple[str | None, int]] = {}  # answered, and came to nothing: not in the log
        self._doubtful = False  # whether the log is, or may be, ahead of the state
        self._ended = False
        self._commands: asyncio.Queue[tuple[AnyCommand, Actor, asyncio.Future[int]]] = asyncio.Queue()

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
                self._answer(self._commands.get_nowait()[2], Unsure("table-moved"))

    @property
    def epoch(self) -> int:
        """As whose owner this process writes to the log."""
        return self._epoch

    def seq_for(self, person: str | None) -> int:
        """The last event that somebody has been told of."""
        return self.seen_by(person).seq

    def join(self, watcher: Watcher, name: str | None, since: int | None = None) -> None:
        """As :meth:`Audience.join`; raises :class:`Unavailable` where this is not the table any more."""
        if self._ended:
            raise Unavailable("table-moved")
        super().join(watcher, name, since)

    def welcome(self, person: str, name: str | None, command: AnyCommand) -> None:
        """Know who asks for something without watching. Raises :class:`Refusal` where they may not look."""
        if not isinstance(command, AskSeat):  # who has lost the seat that would let them in may say so
            check_welcome(self.state, person)
        self.meet(person, name)

    async def view(self, person: str | None) -> TableView:
        """As :meth:`table_view`."""
        return self.table_view(person)

    async def shown(self, person: str | None) -> bytes:
        """As :meth:`told`."""
        return self.told(person)

    async def hint(self, person: str | None) -> HintView:
        """What somebody might do, on their own turn against computer players alone. Nothing waits for it.

        Raises :class:`Refusal` for anybody else, :class:`TooMany` and :class:`Unavailable`.
        """
        seat, hand = self.state.seat_of(person), self.state.hand
        if seat is None or not self.state.is_practice:
            raise Refusal("hint-not-alone")
        if hand is None or self.state.on_turn != person:
            raise Refusal("hint-not-on-turn")
        self._hints.take(person or "", "hints-too-many")
        view = hand.view(seat)
        told = await self._thinkers.advise(int.from_bytes(self._settings.chance(8)), view)
        instead = None if told.instead is None else str(told.instead)
        gap = None if told.gap is None else round(told.gap, 4)
        return HintView(view.number, len(view.actions), str(told.action), told.why, instead, gap, told.worlds)

    async def look(self, person: str | None, seat: str, seq: int) -> bytes:
        """The view of the seat on turn, for who has the one phone that is passed around; it is shown this once.

        Raises :class:`Refusal` for anybody else, for another seat, and where something has happened since ``seq``.
        """
        return looked(self.state, one_phone.look(self.state, person, seat, seq))

    # The writer

    async def ask(self, command: AnyCommand, actor: Actor) -> int:
        """Have a command carried out: the event it came to, committed and told.

        Raises :class:`GapleError` where it is refused, or cannot be stored; :class:`Unsure` where nobody knows.
        """
        if self._ended:
            raise Unsure("table-moved")  # it may have been asked for before, under the same id
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._commands.put_nowait((command, actor, done))
        return await done

    async def _work(self) -> None:
        while True:
            command, actor, done = await self._commands.get()
            try:
                seq = await self._try(command, actor)
            except GapleError as error:
                self._answer(done, error)
            except Conflict:
                self._commands.put_nowait((command, actor, done))  # to be answered at the end, with what else waits
                raise
            except Exception as error:  # noqa: BLE001 (a fault of ours must not stop the table)
                failures.report(log, f"table {self.state.table}: reading its log", error)
                self._answer(done, Unsure("internal"))
            else:
                self._storage.metrics.command("done")
                if not done.done():
                    done.set_result(seq)

    def _answer(self, done: asyncio.Future[int], error: GapleError) -> None:
        self._storage.metrics.command("unavailable" if isinstance(error, Unavailable) else "refused")
        if not done.done():  # whoever asked may be gone
            done.set_exception(error)

    async def _try(self, command: AnyCommand, actor: Actor) -> int:
        """Carry a command out; after a fault of ours the log says whether it was."""
        try:
            await self._catch_up()
            return await self._carry_out(command, actor)
        except (GapleError, Conflict):
            raise
        except Exception as error:  # noqa: BLE001 (a fault of ours must not stop the table)
            failures.report(log, f"table {self.state.table}: {type(command).__name__}", error)
        await self._catch_up()
        if answered := self.state.answered.get(command.id):
            return answered[1]
        raise Unavailable("internal")

    async def _catch_up(self) -> None:
        """Where the log may be ahead, begin again from it."""
        if self._doubtful:
            try:
                await self._reload()
            except Unavailable as error:
                raise Unsure(error.code, **error.params) from None

    async def _carry_out(self, command: AnyCommand, actor: Actor) -> int:
        state = self.state
        seen = self.seen_by(actor.person) if actor.by == "person" else state
        if seen.seq < state.seq and not isinstance(command, AboutSeat):  # whose seat it is, everybody may know
            state = seen
        if answered := state.answered.get(command.id) or self._idle.get(command.id):
            person, seq = answered
            if person != actor.person:
                raise Refusal("command-id-taken")
            return seq
        if isinstance(command, Sit | AskSeat) and not self.names.get(actor.person or ""):
            raise Refusal("name-needed")
        if isinstance(command, Say):
            self.say(actor.person, command.what)
        elif isinstance(command, Write | Report):
            await self._converse(command, actor.person)
        here = self.attendance
        waited = time.monotonic() - max(self._since.moved, here.watched)
        patience = self._settings.vote_after - waited
        facts = decide(state, command, actor, self._settings.chance(32), here.present, patience)
        if not facts:
            if command.id:
                remember(self._idle, command.id, (actor.person, state.seq))
            return state.seq
        if state is not self.state:  # who sees a turn late has none, so nothing comes to anything then
            raise Refusal("stale")
        entries = stamp(facts, state.seq, actor, max(now(), state.at), command.id)
        self._doubtful = True  # until what is committed is taken in, too
        try:
            await self._storage.append(state.table, state.seq, self._epoch, entries, change(state, facts))
        except Unavailable as error:
            self._doubtful = isinstance(error, Unsure)  # else nothing was written
            raise
        for event in entries:
            self._take_in(event)
            self._recent.note(event, self.state)
            self._turn_out()
            self._tell(state, event)
            if isinstance(event.fact, Dealt | Played):
                for watcher in here.of(state.on_turn):
                    self._probe(watcher)
            if self._late:
                self._late.wait(event)
                for told in self._late.release(state):
                    self._tell(self._late.state, told)
            if isinstance(event.fact, SEATING):
                self._recall(*here.of(event.fact.person))
        self._doubtful = False
        if state.closed and self.chat:
            with contextlib.suppress(Unavailable):  # then it is done when somebody comes
                await self.chat.drop()
        self._changed.set()
        return state.seq

    async def _converse(self, command: Write | Report, person: str | None) -> None:
        """Have something written, or reported. Raises :class:`GapleError`."""
        if self.state.closed:
            raise Refusal("table-closed")
        if self.chat is None:
            raise Refusal("no-chat")
        if person is None or (isinstance(command, Write) and self.state.seat_of(person) is None):
            raise Refusal("not-seated")
        if not self.hears(person):
            raise Refusal("no-such-line")
        if isinstance(command, Report):
            await self.chat.report(person, command, now())
        elif line := await self.chat.write(self._epoch, person, self.names.get(person), command, now()):
            self._pass_on(line)

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
        self._late = late_of(entries, self.state)
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
