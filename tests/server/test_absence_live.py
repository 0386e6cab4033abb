"""Nobody's absence holds the others up: at real tables, over real sockets."""

from __future__ import annotations

from pathlib import Path

from gaple.record import read_records
from tests.server import wire
from tests.server.client import Person, Window, play_hand, serving, settings


async def test_a_move_is_made_for_whose_time_is_up(tmp_path: Path) -> None:
    """They sit there and do nothing, and the hand comes to its end all the same."""
    async with (
        serving(settings(tmp_path, brisk=0.05)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        table = await ani.make_table("players=2 hand=7", clock="brisk")
        async with ani.at(table) as one, budi.at(table) as two:
            assert one.now.table.clock == wire.ClockView(move=0.05, grace=30, left=None)
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


async def test_who_is_away_is_played_for_until_they_come_back(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        table = await ani.make_table("players=2 hand=14", grace=5)
        async with ani.at(table) as one:
            async with budi.at(table) as two:
                await two.do("sit", seat="B")
                await one.until(wire.Event, lambda event: event.seq == two.now.seq)
                await one.do("start")
            while (await play_or_wait(one)) != "taken_over":
                pass
            taken = one.now.table.seats[1]
            assert (taken.kind, taken.name, taken.connected) == ("person", "Budi", False)
            assert taken.stand_in == wire.StandIn(level="casual", why="away")
            async with budi.at(table) as two:
                back = await two.until(wire.Event, lambda event: isinstance(event.event, wire.HandedBack))
                assert (back.event.by, back.table.seats[1].stand_in) == ("person", None)
                assert back.you.seat == "B"
            await one.until(wire.Event, lambda event: isinstance(event.event, wire.HandedBack))


def stand_in(window: Window, seat: int) -> wire.StandIn | None:
    return window.now.table.seats[seat].stand_in


async def play_or_wait(window: Window) -> str:
    """Do one's turn, or see what happens; what it was."""
    if window.now.view and window.view.legal:
        await window.do("play", action=window.view.legal[0])
        return "played"
    told = await window.until(wire.Event)
    return str(told.event.__struct_config__.tag)


async def test_a_seat_is_offered_to_a_computer_player_and_taken_back(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        table = await ani.make_table("players=2 hand=14 hands=1")
        async with ani.at(table) as one, budi.at(table) as two:
            assert await one.refused("hand_over") == "not-in-play"
            seq = (await two.do("sit", seat="B")).seq
            await one.until(wire.Event, lambda event: event.seq == seq)
            await one.do("start")
            await one.do("take_back")
            await one.do("hand_over")
            assert stand_in(one, 0) == wire.StandIn(level="casual", why="asked")
            await one.do("hand_over")
            while not (two.now.view and two.view.turn == "B" and len(two.view.actions) >= 3):
                await play_or_wait(two)
            assert await one.refused("play", action="00") in ("computer-plays", "stale")
            await one.do("take_back")
            assert stand_in(one, 0) is None
            seq = one.now.seq
            while not (one.now.view and one.view.turn == "A"):
                await play_or_wait(two)
                while one.now.seq < two.now.seq:
                    await one.next()
            await one.do("hand_over")
            while two.now.table.phase == "playing":
                await play_or_wait(two)
            await one.until_phase("match_over")
            assert await one.refused("hand_over") == "not-in-play"
            await one.do("rematch")
            assert stand_in(one, 0) is None


async def test_a_table_where_nothing_happens_is_closed_and_kept(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        table = await ani.play_now(rules="players=2 hand=14")
        async with ani.at(table) as window:
            await play_hand(window)
        token = ani.client.cookies["gaple_device"]
    async with serving(settings(tmp_path, close_after=-1)) as base, Person.stranger(base, token) as ani:
        async with ani.at(table) as window:
            assert window.now.table.phase == "closed"
            assert window.view.over
            assert await window.refused("ready") == "table-closed"
            assert await window.refused("rematch") == "table-closed"
        assert (await ani.get(f"/api/tables/{table}")).json()["phase"] == "closed"
        seq = window.now.seq
        assert len(list(read_records((await ani.get(f"/api/tables/{table}/record")).text))) == 1
    async with serving(settings(tmp_path)) as base, Person.stranger(base, token) as ani, ani.at(table) as window:
        assert (window.now.table.phase, window.now.seq) == ("closed", seq)


async def test_the_others_hand_a_seat_over_that_does_nothing(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path, vote_after=0)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        table = await ani.make_table("players=2 hand=7")
        async with ani.at(table) as one, budi.at(table) as two:
            seq = (await two.do("sit", seat="B")).seq
            await one.until(wire.Event, lambda event: event.seq == seq)
            assert await two.refused("remove", seat="A") == "not-host"
            await one.do("remove", seat="B")
            await two.until(wire.Event, lambda event: isinstance(event.event, wire.Removed))
            assert two.now.you.seat is None
            seq = (await two.do("sit", seat="B")).seq
            await one.until(wire.Event, lambda event: event.seq == seq)
            await one.do("start")
            await two.until_phase("playing")
            idle, eager = (one, two) if one.view.turn == "A" else (two, one)
            assert await idle.refused("vote") == "vote-own-turn"
            await eager.do("vote")
            voted = await idle.until(wire.Event, lambda event: isinstance(event.event, wire.Voted))
            assert voted.table.votes == [eager.view.seat]
            taken = await idle.until(wire.Event, lambda event: isinstance(event.event, wire.TakenOver))
            assert isinstance(taken.event, wire.TakenOver)
            assert (taken.event.why, taken.event.by, taken.table.votes) == ("vote", "person", [])
            await idle.do("take_back")


async def test_an_unknown_clock_is_refused(base: str) -> None:
    async with Person.named(base, "Ani") as ani:
        answer = await ani.client.post("/api/tables", json={"rules": "players=2 hand=7", "clock": "frantic"})
        assert (answer.status_code, answer.json()["code"]) == (400, "message-malformed")
