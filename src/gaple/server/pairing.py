"""Playing now: those who wait for the same game come to the same table.

Where processes share the work, one of them brings together all who want the same rules: which, follows from the rules
and from who there is. So two people who come to different processes at the same moment find each other too.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from typing import Final
from weakref import WeakValueDictionary

import msgspec

from gaple import GapleError, Rules
from gaple.players import check_level

from .cluster.inquiries import Inquiries
from .errors import Unavailable, Unsure
from .guests.people import Guest
from .play.commands import Actor, Sit
from .play.events import Company
from .tables import Table, Tables
from .wire.messages import encode
from .wire.project import alias
from .wire.views import TableView

ON_THE_WAY: Final = 10.0
"""So many seconds somebody counts as there for whom a table was made, before their window is open."""

MOST: Final = 1_000
"""So many tables are kept in mind; the oldest have long begun."""


class Wish(msgspec.Struct, frozen=True):
    """Somebody to be brought to a table, as one process tells another."""

    person: str
    name: str | None
    rules: str
    level: str


_TOPIC: Final = "pair"
_WISHES: Final = msgspec.json.Decoder(Wish)


class Pairing:
    """The tables that gather people, as far as this process has made them."""

    def __init__(self, tables: Tables, inquiries: Inquiries) -> None:
        self._tables = tables
        self._inquiries = inquiries
        self._made: dict[str, tuple[str, float]] = {}
        # Of those who want the same, one at a time: else two who come at once would each have a table.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        inquiries.answer(_TOPIC, self._answer)

    async def pair(self, guest: Guest, rules: Rules, level: str) -> str:
        """A seat at a table of these rules where people wait, or at a new one; the table's id.

        Raises :class:`gaple.GapleError` for a level that there is not, and where no table can be made.
        """
        check_level(level)
        wish = Wish(guest.person, guest.name, str(rules), level)
        processes = [self._inquiries.here, *await self._inquiries.others()]
        matchmaker = max(processes, key=lambda process: hashlib.sha256(f"{process} {wish.rules}".encode()).digest())
        if matchmaker != self._inquiries.here:
            try:
                return (await self._inquiries.ask(matchmaker, _TOPIC, encode(wish))).decode()
            except Unsure:  # they may sit at a table by now: two would be one too many
                raise
            except Unavailable:  # it has just ended, and was not even asked
                pass
        return await self._place(wish)

    async def _answer(self, content: bytes) -> bytes:
        try:
            wish = _WISHES.decode(content)
        except msgspec.DecodeError:  # of a process of another version
            raise Unavailable("table-moved") from None
        return (await self._place(wish)).encode()

    async def _place(self, wish: Wish) -> str:
        async with self._locks.setdefault(wish.rules, asyncio.Lock()):
            for table, (rules, made) in list(self._made.items()):
                if rules == wish.rules and await self._sit(table, made, wish):
                    return table
            host = Guest(wish.person, wish.name)
            company = Company(public=True, gathers=wish.level)
            table = await self._tables.make(host, Rules.parse(wish.rules), "clockwise", company=company)
            self._made[table] = wish.rules, time.monotonic()
            if len(self._made) > MOST:
                del self._made[next(iter(self._made))]
            return table

    async def _sit(self, table: str, made: float, wish: Wish) -> bool:
        """Have somebody sit down where somebody waits; whether there was a seat."""
        try:
            live = await self._tables.reach(table, patient=False)
            view = await live.view(wish.person)
        except Unavailable:
            return False
        except GapleError:
            view = None
        forsaken = time.monotonic() - made > ON_THE_WAY and view is not None and not _anybody(view)
        if view is None or view.gathering is None or forsaken:  # it is gone, or has begun, or nobody waits there
            self._made.pop(table, None)
            return False
        return any(seat.who == alias(wish.person) for seat in view.seats) or await _seat(live, view, wish)


def _anybody(view: TableView) -> bool:
    return any(seat.kind == "person" and seat.connected for seat in view.seats)


async def _seat(live: Table, view: TableView, wish: Wish) -> bool:
    free = next((seat.seat for seat in view.seats if seat.kind == "empty"), None)
    if free is None:
        return False
    command = Sit(seq=live.seq_for(wish.person), seat=free)
    try:
        live.welcome(wish.person, wish.name, command)
        await live.ask(command, Actor("person", wish.person))
    except GapleError:  # the table has begun meanwhile, or somebody was quicker
        return False
    return True
