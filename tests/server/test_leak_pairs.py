"""Pairs of hands that differ only in what somebody cannot know, played through a real server.

Whatever reaches the one who watches (events, refusals, errors, what HTTP answers, what a new window is told) is the
same in both, byte for byte, and so is what the server logs, faults of its own included.
"""

from __future__ import annotations

import itertools
import logging
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import gaple.server.play.decide
from gaple import Dealing, Hand, Rules, Seat
from gaple.server.play.commands import Stop
from gaple.server.play.shuffle import Shuffle
from gaple.tiles import TILES
from tests.server.client import Person, Window, serving, settings
from tests.soak import as_many, fresh
from tests.strategies import other_world, play_some

RULES = [
    Rules.parse(text)
    for text in (
        "players=4 hand=7 hands=1",
        "players=4 hand=7 hands=1 teams=yes stuck=pass",
        "players=3 hand=8 hands=1 end=clean",
        "players=2 hand=7 hands=1",
        "players=5 hand=5 hands=1",
    )
]
SECRET = bytes(range(32))
FAULT = "what is in a fault of ours"


@dataclass
class Planted:
    """The hand that is dealt next, whatever the secret is; and bytes that are the same for both hands of a pair."""

    hand: Hand | None = None
    counted: itertools.count[int] = field(default_factory=itertools.count)

    def chance(self, size: int) -> bytes:
        if self.hand is not None and size == 32:
            return SECRET
        number = next(self.counted)  # ids are of five bits a byte
        return bytes(number >> 5 * place & 31 for place in range(size))

    def deal(self, shuffle: Shuffle, rules: Rules, table: str) -> Dealing:
        assert self.hand is not None
        shuffle.dealt = True
        dealing = Dealing(SECRET, rules.players, rules.hand, shuffle.hand, table, ("",) * rules.players)
        row = [tile for seat in rules.seats for tile in self.hand.deal.tiles(seat)]
        vars(dealing)["_drawn"] = (*row, *self.hand.deal.stock), self.hand.starter
        return dealing


def pair(rng: random.Random) -> tuple[Hand, Hand, Seat | None]:
    """Two hands in play that look alike to somebody (``None``: an onlooker), and are not."""
    while True:
        rules = rng.choice(RULES)
        seat = rng.choice([*rules.seats, None])
        hand = play_some(Hand.dealt(rules, rng.getrandbits(64)), rng.getrandbits(64), rng.randrange(4, 40))
        if not hand.moves:  # nobody could play, so nothing can be told apart
            continue
        if hand.is_over:
            hand.undo()
        for _ in range(20):
            other = other_world(hand, seat, rng)
            if other and other.deal.hands != hand.deal.hands:
                return hand, other, seat


class Room:
    """The people of a server, who play one hand after another, each at a new table."""

    def __init__(self, people: list[Person], planted: Planted, log: pytest.LogCaptureFixture) -> None:
        self._people = people
        self._planted = planted
        self._log = log

    async def told(self, hand: Hand, seat: Seat | None, rng: random.Random) -> tuple[list[bytes], list[bytes]]:
        """Play the hand: what whoever sits at ``seat`` was told, and what all the others were."""
        rules, planted = hand.rules, self._planted
        planted.hand = hand
        self._log.clear()
        async with AsyncExitStack() as stack:
            table = await self._people[0].make_table(str(rules))
            sitting = [await stack.enter_async_context(p.at(table)) for p in self._people[: rules.players]]
            watching = await stack.enter_async_context(self._people[-1].at(table))
            windows = [*sitting, watching]
            for letter, window in zip(rules.seats[1:], sitting[1:], strict=True):
                await window.do("sit", seat=str(letter), id=f"sit-{letter}")
                await follow(windows, window.now.seq)
            await sitting[0].do("start", id="start")
            await follow(windows, sitting[0].now.seq)
            one, who = (watching, self._people[-1]) if seat is None else (sitting[seat], self._people[seat])
            for turn, (by, action) in enumerate(hand.moves):
                await provoke(one, rng, turn)
                await provoke(rng.choice(windows), rng, turn, "other")
                await sitting[by].do("play", action=str(action), id=f"turn-{turn}")
                await follow(windows, sitting[by].now.seq)
            assert await one.refused("stop", id="fault") == "internal"
            for path in ("", "/record", "/record?hand=1", "/link", "/nothing"):
                headers = {"host": "meja.test"}  # the port of the server is no part of the comparison
                one.raw.append((await who.get(f"/api/tables/{table}{path}", headers=headers)).content)
            async with who.at(table) as again:
                one.raw += again.raw
            logged = self._log.text.encode()
            assert FAULT.encode() not in logged
            assert b"Stop failed" in logged
        name = table.encode()
        others = [raw.replace(name, b"table") for window in windows if window is not one for raw in window.raw]
        return [raw.replace(name, b"table") for raw in (*one.raw, logged)], others


async def provoke(window: Window, rng: random.Random, turn: int, who: str = "one") -> None:
    """Ask for something that cannot be, about any tile there is."""
    tile = rng.choice(TILES)
    action = rng.choice([f"{tile}", f"{tile}>", f"{tile}<", f"x{tile}", "x??", "--"])
    if action not in window.view.legal:
        await window.refused("play", action=action, id=f"no-{who}-{turn}")


async def follow(windows: list[Window], seq: int) -> None:
    for window in windows:
        while window.now.seq < seq:
            await window.next()


@asynccontextmanager
async def room(data: Path, monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture) -> AsyncIterator[Room]:
    planted = Planted()
    monkeypatch.setattr(Shuffle, "deal", lambda *told: planted.deal(*told))  # noqa: PLW0108 (a bound method is none of Shuffle's)
    monkeypatch.setattr("gaple.server.live.live_table.decide", faulty(gaple.server.play.decide.decide))
    log.set_level(logging.DEBUG)
    for name in ("httpx", "httpcore", "websockets.client"):  # the clients of this test
        logging.getLogger(name).setLevel(logging.WARNING)
    limits = ("tables_per_hour", "frames_in_ten_seconds", "records_per_minute")
    much: Any = dict.fromkeys(limits, 1_000_000)
    async with (
        serving(settings(data, chance=planted.chance, pass_after=600, **much)) as base,
        AsyncExitStack() as stack,
    ):
        people = [await stack.enter_async_context(Person.named(base, name)) for name in "ABCDEF"]
        yield Room(people, planted, log)


def faulty(decide: Callable[..., Any]) -> Callable[..., Any]:
    """Deciding, which fails with everything in its exception where somebody wants to stop."""

    def decided(state: Any, command: object, *rest: object) -> Any:
        if isinstance(command, Stop):
            raise KeyError(FAULT, state.hand, state.hand.deal, state.shuffle.secret)
        return decide(state, command, *rest)

    return decided


@pytest.mark.soak
async def test_pairs_of_hands_that_look_alike_are_told_and_logged_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rng = fresh("leak pairs")
    async with room(tmp_path, monkeypatch, caplog) as people:
        for _ in range(as_many(6, 10_000)):
            hand, other, seat = pair(rng)
            chance = rng.getrandbits(64)
            told, others = await people.told(hand, seat, random.Random(chance))
            told_too, others_too = await people.told(other, seat, random.Random(chance))
            assert told == told_too
            assert len(told) > len(hand.actions)
            assert others != others_too
