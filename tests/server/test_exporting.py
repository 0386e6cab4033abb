"""Finished hands of a server's tables, without their people, while the server runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gaple.dataset import PlayedHand, Sitting
from gaple.server import StartError
from gaple.server.store import exporting
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
            await his.until_phase("playing")
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


def test_where_there_is_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(StartError):
        exporting.read(list, tmp_path)
