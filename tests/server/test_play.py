"""Whole matches over real sockets, every message held against docs/protocol.md."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack

import msgspec
import pytest

from gaple import Rules
from gaple.record import read_records
from gaple.replay import replay_text
from tests.server import wire
from tests.server.client import Person, Window

read_table = msgspec.json.Decoder(wire.TableView).decode

RULES = [
    "players=4 hand=7 hands=3",
    "players=5 hand=5 hands=3",
    "players=4 hand=6 hands=3",
    "players=4 hand=7 teams=yes hands=2",
    "players=4 hand=7 teams=yes side=total settle=pairwise hands=2",
    "players=4 hand=7 stuck=pass settle=winner hands=3",
    "players=4 hand=7 end=clean lone=25 hands=2",
    "players=3 hand=9 settle=points target=30",
    "players=2 hand=14 lead=rising next=lead hands=3",
    "players=2 hand=7 next=any settle=pairwise hands=2",
]


@pytest.mark.parametrize("rules", RULES)
async def test_a_match_of_two_people_and_computer_players(base: str, rules: str) -> None:
    rng = random.Random(rules)
    async with AsyncExitStack() as stack:
        ani = await stack.enter_async_context(Person.named(base, "Ani"))
        budi = await stack.enter_async_context(Person.named(base, "Budi", "id"))
        onlooker = await stack.enter_async_context(Person.named(base))
        table = await ani.make_table(rules)
        people = [await stack.enter_async_context(person.at(table)) for person in (ani, budi)]
        watching = await stack.enter_async_context(onlooker.at(table))
        await people[1].do("sit", seat="B")
        await up_to_date(people[:1], people[1].now.seq)
        for seat in Rules.parse(rules).seats[2:]:
            await people[0].do("computer", seat=str(seat), level=rng.choice(["random", "greedy"]))
        started = await people[0].do("start")
        assert started.seq == people[0].now.seq - 1  # dealt at once, for nobody has a nonce
        await asyncio.gather(*(play_match(window, rng) for window in people), look_on(watching))

        over = [window.now for window in (*people, watching)]
        assert over[0].table == over[1].table == over[2].table
        assert over[0].seq == over[1].seq == over[2].seq
        outcomes = {str(told.view.outcome) for told in over if told.view}
        assert len(outcomes) == 1

        record = (await ani.get(f"/api/tables/{table}/record")).text
        assert "\n".join(map(str, read_records(record))) == record
        hands = list(replay_text(record))
        results = over[0].table.match
        assert results
        assert len(results.hands) == 1
        everything = read_table((await ani.get(f"/api/tables/{table}")).content).match
        assert everything
        assert everything.hands[-1:] == results.hands
        assert len(hands) == len(everything.hands)
        for replayed, told in zip(hands, everything.hands, strict=True):
            assert replayed.to_dict()["points"] == told.points
            assert replayed.to_dict()["winner"] == told.winner
            assert replayed.to_dict()["total"] == told.total
        assert results.standings[0].place == 1


async def up_to_date(windows: list[Window], seq: int) -> None:
    for window in windows:
        while window.now.seq < seq:
            await window.next()


async def play_match(window: Window, rng: random.Random) -> None:
    """Do one's part of a match."""
    done_with: tuple[int, int] | None = None
    while window.now.table.phase != "match_over":
        table = window.now.table
        if table.phase == "playing" and window.view.legal and window.view.legal != ["--"]:
            answer = await window.ask("play", action=rng.choice(window.view.legal))
            assert isinstance(answer, wire.Done), answer
        elif table.phase == "hand_over" and window.now.view:
            hand = (table.match.number if table.match else 0, window.view.hand)
            if done_with != hand:
                done_with = hand
                await window.do("ready")
            else:
                await window.next()
        else:
            await window.next()


async def look_on(window: Window) -> None:
    """Watch a match, and see nobody's tiles before they are shown."""
    while window.now.table.phase != "match_over":
        await window.next()
        if window.now.view and not window.view.over:
            assert window.view.tiles == []
            assert window.view.legal == []
            assert window.view.hands is None
