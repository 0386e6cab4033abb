"""Playing now: those who wait for the same game come to the same table."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from gaple import GapleError, Rules
from gaple.players import check_level

from .commands import Actor, Sit
from .events import Company
from .live import LiveTable
from .people import Guest
from .tables import Tables

ON_THE_WAY: Final = 10.0
"""So many seconds somebody counts as there for whom a table was made, before their window is open."""


class Pairing:
    """The tables of this server that gather people."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._made: dict[str, float] = {}
        self._one_at_a_time = asyncio.Lock()  # else two who come at once would each have a table

    async def pair(self, guest: Guest, rules: Rules, level: str) -> str:
        """A seat at a table of these rules where people wait, or at a new one; the table's id.

        Raises :class:`gaple.GapleError` for a level that there is not, and where no table can be made.
        """
        check_level(level)
        async with self._one_at_a_time:
            for live in self._waiting():
                if live.state.rules == rules and await _sit(live, guest):
                    return live.state.table
            company = Company(public=True, gathers=level)
            table = await self._tables.make(guest, rules, "clockwise", company=company)
            await self._tables.find(table)
            self._made[table] = time.monotonic()
            return table

    def _waiting(self) -> list[LiveTable]:
        """The tables where somebody waits, the oldest first; the others are forgotten."""
        here = {live.state.table: live for live in self._tables}
        expected = time.monotonic() - ON_THE_WAY
        waiting = []
        for table, made in list(self._made.items()):
            live = here.get(table)
            if live is None or not live.state.gathers:
                del self._made[table]
            elif made > expected or not live.attendance.present.isdisjoint(live.state.persons.values()):
                waiting.append(live)
        return waiting


async def _sit(live: LiveTable, guest: Guest) -> bool:
    """Have somebody sit down, where there is a seat; whether there was."""
    state = live.state
    if state.seat_of(guest.person) is not None:
        return True
    free = next((seat for seat, occupant in zip(state.rules.seats, state.seats, strict=True) if not occupant), None)
    if free is None:
        return False
    live.meet(guest.person, guest.name)
    try:
        await live.ask(Sit(seq=state.seq, seat=str(free)), Actor("person", guest.person))
    except GapleError:  # the table has begun meanwhile, or somebody was quicker
        return False
    return True
