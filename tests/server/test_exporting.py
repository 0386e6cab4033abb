"""Finished hands of a server's tables, without their people, while the server runs."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gaple import Rules, Seat
from gaple.dataset import PlayedHand, Sitting
from gaple.server import StartError
from gaple.server.play import history
from gaple.server.play.commands import CLOCK, COMPUTER, Actor, Play, Rewind, TakeOver
from gaple.server.play.events import HandedBack, Rewound, TakenOver, TimeUp
from gaple.server.store import exporting
from gaple.server.store.database import FILE
from tests.server import states, wire
from tests.server.client import Person, play_hand, serving, settings


async def read(folder: Path, url: str | None) -> list[PlayedHand]:
    return await asyncio.to_thread(exporting.read, list, folder, url)


async def test_every_finished_hand_is_read(tmp_path: Path, database_url: str | None) -> None:
    async with (
        serving(settings(tmp_path, database=database_url)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        assert await read(tmp_path, database_url) == []
        await ani.make_table("players=2 hand=3")  # nothing is played here
        table = await ani.make_table("players=3 hand=2 stuck=pass")
        async with ani.at(table) as hers, budi.at(table) as his:
            await his.do("sit", seat="B")
            await hers.do("computer", seat="C", level="greedy")
            await hers.do("start")
            # It may be over at once, where nobody has a tile for the one that must be led.
            await his.until(wire.Event, lambda m: isinstance(m.event, wire.Dealt))
            await asyncio.gather(play_hand(hers), play_hand(his))
            told: list[int] = []
            [played] = await asyncio.to_thread(
                exporting.read, list, tmp_path, database_url, lambda done, of: told.append(of)
            )
            assert told == [2, 2]
            record = (await ani.get(f"/api/tables/{table}/record")).text
        assert played.hand.is_over
        assert (played.table, played.match, played.hand.number, played.stood_in) == (1, 1, 1, frozenset())
        assert played.sitting == (Sitting("person"), Sitting("person"), Sitting("computer", "greedy"))
        assert str(played.month) in record
        assert all(str(action) in record for action in played.hand.actions)


async def test_turns_of_a_stand_in_are_known(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        table = await ani.make_table("players=2 hand=7 stuck=pass hands=1")
        async with ani.at(table) as hers:
            await hers.do("computer", seat="B", level="greedy")
            await hers.do("start")
            await hers.do("hand_over")
            await hers.until_phase("match_over")
        [played] = await read(tmp_path, None)
    own = {turn for turn, (seat, _) in enumerate(played.hand.moves) if str(seat) == "A"}
    assert played.stood_in == own


async def test_hands_that_were_taken_back_say_so(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        table = await ani.make_table("players=2 hand=7 stuck=pass hands=1")
        async with ani.at(table) as hers:
            await hers.do("computer", seat="B", level="greedy")
            await hers.do("start")
            for _ in range(2):
                await play_hand(hers)
                await hers.do("rewind", hand=1, keep=0)
            await play_hand(hers)
        [played] = await read(tmp_path, None)
    assert (played.taken_back, played.stood_in) == (2, frozenset())


def test_a_move_that_was_taken_back_was_made_by_nobody() -> None:
    back = Rewound("A", 3)
    away, here = TakenOver("A", "casual", "asked"), HandedBack("A")
    notes: list[history.Note] = [(1, TimeUp("A", "casual")), (3, TimeUp("A", "casual")), (4, away), (6, here)]
    assert history._rewound(back, notes) == [(1, TimeUp("A", "casual")), (3, away), (3, here), (3, back)]


async def test_a_log_that_makes_no_sense_is_left_out(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        tables = [await ani.make_table("players=2 hand=7") for _ in range(2)]
        for table in tables:
            async with ani.at(table) as hers:
                await hers.do("computer", seat="B", level="greedy")
                await hers.do("start")
                await play_hand(hers)
    with closing(sqlite3.connect(tmp_path / FILE)) as broken:
        broken.execute(
            'UPDATE events SET data = \'{"seat":"A","action":"99"}\' WHERE "table" = ? AND type = \'played\'',
            tables[:1],
        )
        broken.commit()
    unread: list[str] = []
    assert len(exporting.read(list, tmp_path, unread=unread)) == 1
    assert unread == tables[:1]


def test_where_there_is_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(StartError):
        exporting.read(list, tmp_path)


def test_who_comes_back_after_the_end_makes_the_moves_anew() -> None:
    played = states.full(Rules.parse("players=2 hand=7 stuck=pass"), 1)
    ani, state = Actor("person", states.PERSONS[0]), played.state
    played.present.clear()
    played.do(TakeOver(seq=state.seq, seat="A"), CLOCK)

    def play(by: Actor) -> None:
        while state.hand and not state.hand.is_over:
            actor = by if state.hand.turn == Seat.A else COMPUTER
            command_id = played.next_id() if actor is ani else ""
            played.do(Play(id=command_id, seq=state.seq, action=str(state.hand.legal_actions()[0])), actor)

    play(COMPUTER)
    [one] = history.finished(states.TABLE, played.log)
    assert set(exporting._stood_in(one)) == {turn for turn, (seat, _) in enumerate(one.hand.moves) if seat == Seat.A}
    played.present.add(states.PERSONS[0])
    played.do(Rewind(id=played.next_id(), seq=state.seq, hand=1, keep=0), ani)
    play(ani)
    [one] = history.finished(states.TABLE, played.log)
    assert (list(exporting._stood_in(one)), one.rewound) == ([], 1)
