"""Tables full of people, written into a new database as a server would have: what is measured begins after it."""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import dataclass

from gaple import Rules
from gaple.server.play.commands import Actor
from gaple.server.play.events import Created, Sat
from gaple.server.play.table import stamp
from gaple.server.store.storage import Storage


@dataclass(frozen=True)
class Seated:
    """Somebody on a seat of a table, who comes with this cookie."""

    table: str
    seat: str
    token: str

    @property
    def cookie(self) -> str:
        """The header's value."""
        return f"gaple_device={self.token}"


async def seed(storage: Storage, tables: int, rules: Rules, first: int = 0) -> list[list[Seated]]:
    """So many tables in their waiting rooms, every seat taken: for each the people on it, A first."""
    made = [_table(number, rules) for number in range(first, first + tables)]
    await asyncio.gather(*(_write(storage, people, rules) for people in made))
    return made


def _table(number: int, rules: Rules) -> list[Seated]:
    return [Seated(f"t{number:07}", str(seat), f"{number:010}{seat}".ljust(43, "-")) for seat in rules.seats]


async def _write(storage: Storage, people: list[Seated], rules: Rules) -> None:
    for one in people:
        hashed = hashlib.sha256(one.token.encode()).hexdigest()
        await storage.add_person(person(one), hashed, now())
        await storage.change_person(person(one), name=f"{one.seat} {one.table}", lang="id")
    table, host = people[0].table, person(people[0])
    sat = [Sat(one.seat, person(one)) for one in people]
    log = stamp((Created(host, rules.full, "clockwise"), *sat), 0, Actor("person", host), now())
    await storage.create(table, host, log)


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def person(one: Seated) -> str:
    """Their opaque id."""
    return f"p_{one.table}{one.seat}"
