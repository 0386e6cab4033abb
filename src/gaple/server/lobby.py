"""The lobby: the public tables where one may sit down or watch now, and nothing of any other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from itertools import chain
from typing import Final

import msgspec

from .cluster.inquiries import Inquiries
from .live.live_table import LiveTable
from .play.table import Phase
from .tables import Tables
from .wire.messages import encode
from .wire.project import company_view
from .wire.views import ClockView, CompanyView

MOST: Final = 50
"""So many tables are listed."""

FRESH: Final = 1.0
"""So many seconds a list is good for, however many ask."""


class Listed(msgspec.Struct, frozen=True):
    """A table in the lobby: where it stands, who sits there, and how many seats a person may take."""

    table: str
    phase: Phase
    rules: str
    clock: ClockView
    company: CompanyView
    gathers: bool
    seats: int
    free: int
    people: list[str]
    onlookers: int


_TOPIC: Final = "lobby"
_LISTS: Final = msgspec.json.Decoder(list[Listed])


class LobbyTold(msgspec.Struct, frozen=True):
    """What the lobby lists."""

    tables: list[Listed]


class Lobby:
    """What the lobby lists of the tables of this server, and of the processes that it shares the work with."""

    def __init__(self, tables: Tables, inquiries: Inquiries) -> None:
        self._tables = tables
        self._inquiries = inquiries
        self._listed: list[Listed] = []
        self._until = 0.0
        self._one_at_a_time = asyncio.Lock()
        inquiries.answer(_TOPIC, self._answer)

    async def tables(self) -> list[Listed]:
        """The tables where one may sit down, the fullest first, then those where one may watch."""
        async with self._one_at_a_time:
            if time.monotonic() >= self._until:
                elsewhere = await self._inquiries.ask_all(_TOPIC)
                self._listed = _first([*chain.from_iterable(map(_read, elsewhere)), *self._here()])
                self._until = time.monotonic() + FRESH
            return self._listed

    async def _answer(self, _: bytes) -> bytes:
        return encode(self._here())

    def _here(self) -> list[Listed]:
        return _first(told for live in self._tables if (told := _told(live)))


def _read(content: bytes) -> list[Listed]:
    """What another process lists; nothing where that is of another version."""
    try:
        return _LISTS.decode(content)
    except msgspec.DecodeError:
        return []


def _first(listed: Iterable[Listed]) -> list[Listed]:
    once = {told.table: told for told in listed}  # who has just lost a table may list it still
    order = sorted(once.values(), key=lambda told: (told.free == 0, -len(told.people), -told.onlookers, told.table))
    return order[:MOST]


def _told(live: LiveTable) -> Listed | None:
    """What is told of a table; ``None`` where nothing is."""
    state = live.seen_by(None)
    company, present = state.company, live.attendance.present
    if not company.public or state.closed or present.isdisjoint(state.persons.values()):
        return None
    if not state.free and not company.onlookers:
        return None
    return Listed(
        table=state.table,
        phase=state.phase,
        rules=state.rules.full,
        clock=ClockView(state.timing.move, state.timing.grace, None),
        company=company_view(state, live.chat is not None),
        gathers=state.gathers is not None,
        seats=state.rules.players,
        free=state.free,
        people=[name for person in state.persons.values() if person in present and (name := live.names.get(person))],
        onlookers=live.onlookers,
    )
