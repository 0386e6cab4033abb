"""A table in the memory as it is told to those who watch it, each what they may see."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Container, Mapping

from gaple.server.errors import Refusal, TooMany
from gaple.server.guard import Allowance
from gaple.server.play.commands import Phrase
from gaple.server.play.events import Event
from gaple.server.play.table import TableState
from gaple.server.settings import Settings
from gaple.server.wire.kept import Kept
from gaple.server.wire.messages import ChatLog, Chatted, Presence, Probe, Said, encode
from gaple.server.wire.project import Projection, alias, claim_views, seat_views
from gaple.server.wire.recent import Recent
from gaple.server.wire.views import ChatLine, TableView

from .attendance import Attendance, Watcher
from .chat import Chat, Line
from .clock import Since, begins, out_of_time
from .onlooking import Late, check_welcome, may_look


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Audience:
    """Those who watch a table, and what they are told of it. Its ``state`` is another's to change."""

    def __init__(
        self,
        settings: Settings,
        state: TableState,
        names: Mapping[str, str | None],
        late: Late | None = None,
        erased: Container[str] = (),
        chat: Chat | None = None,
    ) -> None:
        self.state = state
        self.chat = chat
        self.names = {person: None if person in erased else name for person, name in names.items()}
        self._erased = erased
        companions = state.persons.values() if state.one_phone else ()
        self.attendance = Attendance(along=dict.fromkeys(companions, state.host))
        self.frames = Allowance(settings.frames_in_ten_seconds, 10)  # of a person, however often they return
        self._settings = settings
        self._phrases = Allowance(settings.phrases_in_ten_seconds, 10)
        self._hints = Allowance(settings.hints_per_minute, 60)
        self._late = late
        self._recent = Recent()
        self._kept = Kept()
        spent = max(0.0, (now() - state.moved_at) / 1000) if state.timing.move else 0.0
        self._since = Since(start := time.monotonic(), start, start, spent)
        self._changed = asyncio.Event()

    @property
    def onlookers(self) -> int:
        """How many watch without taking part; somebody with two windows counts once."""
        here = self.attendance
        return here.unknown + sum(not self.state.takes_part(person) for person in here.connected)

    @property
    def left(self) -> float | None:
        """The seconds that the person on turn has left, or until the table begins by itself, where they are counted."""
        end = (
            begins(self.state, self.attendance, self._since, self._settings)
            if self.state.gathers
            else out_of_time(self.state, self.attendance, self._since)
        )
        return None if end is None else max(0.0, end - time.monotonic())

    def seen_by(self, person: str | None) -> TableState:
        """The table as somebody may see it: who has no seat perhaps as it was some moves ago."""
        return self.state if self._late is None or self.state.takes_part(person) else self._late.state

    def table_view(self, person: str | None) -> TableView:
        """What has nothing to do with hidden tiles, for somebody. Raises :class:`Refusal` where they may not look."""
        check_welcome(self.state, person)
        return self._projection(self.seen_by(person)).table_view

    def join(self, watcher: Watcher, name: str | None, since: int | None = None) -> None:
        """Begin to tell somebody what happens, after how things stand and what they have missed ``since``.

        Somebody's oldest socket makes way where they have too many. Raises :class:`TooMany` where
        as many watch as may, and :class:`Refusal` where nobody may; who has a seat can always come.
        """
        person, settings = watcher.person, self._settings
        if person in self._erased:  # they were, on the way here
            watcher.drop()
            return
        check_welcome(self.state, person)
        if not self.state.takes_part(person) and self.onlookers >= settings.onlookers_per_table:
            raise TooMany("table-full", limit=settings.onlookers_per_table)
        own = self.attendance.of(person)
        if len(own) >= settings.sockets_per_person:
            own[0].make_way()
        self.attendance.come(watcher)
        if person:
            self.meet(person, name)
        self.show(watcher, since)
        self._recall(watcher)
        if self.state.seat_of(person) is not None:
            self._probe(watcher)
        self._presence(but=watcher)

    def meet(self, person: str, name: str | None) -> None:
        """Know what somebody is called who comes, or asks for something without watching."""
        if person in self._erased:
            return
        if not self.names.get(person):  # else it is newer than what was read on the way here
            self.names[person] = name

    def leave(self, watcher: Watcher) -> None:
        """Tell them no longer."""
        if watcher in self.attendance:
            self.attendance.go(watcher)
            self._presence()

    def show(self, watcher: Watcher, since: int | None = None) -> None:
        """Tell somebody how things stand, and what has happened after event ``since``, where that is still known."""
        if may_look(self.state, watcher.person):
            watcher.tell(self.told(watcher.person, since))
        else:
            watcher.turn_out()

    def told(self, person: str | None, since: int | None = None) -> bytes:
        """How things stand, as a message for this person. Raises :class:`Refusal` where they may not look."""
        check_welcome(self.state, person)
        state = self.seen_by(person)
        missed = None if since is None else self._recent.since(since, state.seq, state.seat_of(person))
        return self._projection(state).told(person, missed)

    def echo(self, watcher: Watcher, probe: int) -> None:
        """Somebody has sent a probe back."""
        if watcher.person:
            self.attendance.trips.end(watcher, probe, watcher.person)

    def say(self, person: str | None, what: Phrase) -> None:
        """Have somebody who sits say something to those who see the table as it is now.

        Raises :class:`Refusal` for anybody else, and :class:`TooMany` where they have said much lately.
        """
        seat = self.state.seat_of(person)
        if person is None or seat is None:
            raise Refusal("not-seated")
        self._phrases.take(person, "said-too-much")
        message = encode(Said(str(seat), alias(person), what))
        for watcher in self.attendance:
            if self.seen_by(watcher.person).seq == self.state.seq:
                watcher.tell(message)

    def hears(self, person: str | None) -> bool:
        """Whether somebody may read the chat: not who sees the hand late."""
        if self.chat is None or not may_look(self.state, person):
            return False
        return self.state.seat_of(person) is not None or not self.state.company.delay

    def _pass_on(self, line: Line) -> None:
        message = encode(Chatted(_line(line)))
        for watcher in self.attendance:
            if self.hears(watcher.person):
                watcher.tell(message)

    def _recall(self, *watchers: Watcher) -> None:
        """Tell them what was written lately."""
        if self.chat is None:
            return
        message = encode(ChatLog([_line(line) for line in self.chat.lines if line.person not in self._erased]))
        for watcher in watchers:
            if self.hears(watcher.person):
                watcher.tell(message)

    def forget(self, person: str) -> None:
        """Somebody was erased: what they have written is gone."""
        if self.chat and self.chat.forget(person):
            self._recall(*self.attendance)

    def dismiss(self, person: str) -> None:
        """End all windows of somebody who is not to come any more."""
        for watcher in self.attendance.of(person):
            watcher.drop()

    def rename(self, person: str, name: str | None) -> None:
        """Take note that somebody is called otherwise now, and tell those who see them."""
        if person in self.names and self.names[person] != name:
            self.names[person] = name
            self._presence()

    def _projection(self, state: TableState, event: Event | None = None) -> Projection:
        left = self.left if state.seq == self.state.seq else None
        has_chat, present = self.chat is not None, self.attendance.present
        return Projection(state, self.names, present, self.onlookers, event, left, has_chat, self._kept)

    def _tell(self, state: TableState, event: Event) -> None:
        projection = self._projection(state, event)
        for watcher in self.attendance:
            if self.seen_by(watcher.person) is state:
                watcher.tell(projection.told(watcher.person))

    def _presence(self, but: Watcher | None = None) -> None:
        told: dict[int, bytes] = {}
        for watcher in self.attendance:
            state = self.seen_by(watcher.person)
            if state.seq not in told:
                seats = seat_views(state, self.names, self.attendance.present)
                claims = claim_views(state, self.names, self.attendance.present)
                told[state.seq] = encode(Presence(seats, claims, self.onlookers))
            if watcher is not but:
                watcher.tell(told[state.seq])
        self._changed.set()

    def _probe(self, watcher: Watcher) -> None:
        """Measure how far away somebody is, where it matters."""
        if self.state.timing.move is not None:
            watcher.tell(encode(Probe(self.attendance.trips.begin(watcher))))

    def _turn_out(self) -> None:
        """Let go of those who may not look any longer."""
        for watcher in self.attendance:
            if not may_look(self.state, watcher.person):
                watcher.turn_out()


def _line(line: Line) -> ChatLine:
    return ChatLine(line.at, alias(line.person), line.name, line.text)
