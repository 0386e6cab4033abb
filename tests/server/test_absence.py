"""Nobody's absence holds the others up: at real tables, over real sockets."""

from __future__ import annotations

from pathlib import Path

from tests.server import wire
from tests.server.client import Person, serving, settings


async def test_a_move_is_made_for_whose_time_is_up(tmp_path: Path) -> None:
    """They sit there and do nothing, and the hand comes to its end all the same."""
    async with (
        serving(settings(tmp_path, brisk=0.05)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        table = await ani.make_table("players=2 hand=7", clock="brisk")
        async with ani.at(table) as one, budi.at(table) as two:
            assert one.now.table.clock == wire.ClockView(move=0.05, left=None)
            seq = (await two.do("sit", seat="B")).seq
            await one.until(wire.Event, lambda event: event.seq == seq)
            await one.do("start")
            await one.until_phase("hand_over")
            kinds = [message.event for message in one.told if isinstance(message, wire.Event)]
            assert any(isinstance(message, wire.Probe) for message in one.told)
            late = [event for event in kinds if isinstance(event, wire.TimeUp)]
            moves = [event for event in kinds if isinstance(event, wire.Played)]
            assert {event.seat for event in late} == {"A", "B"}
            assert {event.level for event in late} == {"casual"}
            assert {event.by for event in late} == {"clock"}
            assert {event.by for event in moves} <= {"computer", "clock"}
            left = [message.table.clock.left for message in one.told if isinstance(message, wire.Event)]
            assert any(seconds is not None for seconds in left)


async def test_an_unknown_clock_is_refused(base: str) -> None:
    async with Person.named(base, "Ani") as ani:
        answer = await ani.client.post("/api/tables", json={"rules": "players=2 hand=7", "clock": "frantic"})
        assert (answer.status_code, answer.json()["code"]) == (400, "message-malformed")
