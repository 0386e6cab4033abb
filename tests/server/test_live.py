from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gaple import Action, Rules, Seat, View
from gaple.players import Greedy
from gaple.server import Server, open_server
from gaple.server.errors import Missing, Refusal, Unavailable, Unsure
from gaple.server.guests.people import Guest
from gaple.server.live.live_table import LiveTable
from gaple.server.live.thinking import Thinkers
from gaple.server.play.commands import CLOCK, Actor, BeReady, CallTime, Play, PutComputer, Sit, Start
from gaple.server.play.events import Timing
from gaple.server.play.table import Phase, fold
from tests.server import wire
from tests.server.client import settings
from tests.server.faults import full_disk
from tests.server.misbehaving import BROKEN
from tests.server.states import snapshot
from tests.waiting import PATIENCE, until


class Listener:
    """Somebody connected who remembers what was told."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.heard: list[wire.Message] = []
        self.dropped = False

    @property
    def person(self) -> str:
        return self.guest.person

    @property
    def adds_nonces(self) -> bool:
        return True

    def tell(self, message: bytes) -> None:
        self.heard.append(wire.read(message))

    def drop(self) -> None:
        self.dropped = True

    def make_way(self) -> None:
        self.dropped = True

    def turn_out(self) -> None:
        self.dropped = True


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with open_server(settings(tmp_path)) as opened:
        yield opened


async def sitting(server: Server, rules: str, level: str | None, dealt: bool = True) -> tuple[LiveTable, Listener]:
    guest, _ = await server.people.welcome()
    guest = await server.people.change(guest, "Bayu", "id")
    table = await server.tables.make(guest, Rules.parse(rules), "clockwise", level)
    live = await server.tables.find(table)
    listener = Listener(guest)
    live.join(listener, guest.name)
    if dealt:
        await until(lambda: live.state.phase is not Phase.DEALING)
    return live, listener


def put(live: LiveTable, level: str | None, command_id: str = "") -> PutComputer:
    return PutComputer(id=command_id, seq=live.state.seq, seat="B", level=level)


async def test_everybody_is_told_only_what_is_committed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    live, listener = await sitting(server, "players=2 hand=7", None)
    heard = len(listener.heard)
    committing, going_on = asyncio.Event(), asyncio.Event()
    append = type(server.storage).append

    async def slow(*args: object) -> None:
        committing.set()
        await going_on.wait()
        await append(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(type(server.storage), "append", slow)
    asking = asyncio.create_task(live.ask(put(live, "greedy"), Actor("person", listener.person)))
    await committing.wait()
    assert (len(listener.heard), live.state.seq) == (heard, 2)
    going_on.set()
    assert await asking == 3
    assert isinstance(listener.heard[-1], wire.Event)
    assert len(await server.storage.events(live.state.table)) == 3


async def test_after_a_failure_the_table_is_what_its_log_says(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live, listener = await sitting(server, "players=2 hand=7", None)
    host = Actor("person", listener.person)
    append = type(server.storage).append

    async def committed_but_lost(*args: object) -> None:
        await append(*args)  # type: ignore[arg-type]
        raise Unsure("storage-failed")

    async def away(*_: object) -> None:
        raise Unavailable("storage-failed")

    mine = put(live, "greedy", "mine")
    monkeypatch.setattr(type(server.storage), "append", committed_but_lost)
    with pytest.raises(Unsure):
        await live.ask(mine, host)
    monkeypatch.setattr(type(server.storage), "take", away)
    with pytest.raises(Unsure):  # nobody must be told that nothing has changed
        await live.ask(mine, host)
    monkeypatch.undo()
    assert await live.ask(put(live, "greedy", "mine"), host) == 3
    assert isinstance(listener.heard[-1], wire.State)
    log = await server.storage.events(live.state.table)
    assert snapshot(live.state) == snapshot(fold(live.state.table, log))


async def test_a_command_that_came_to_nothing_is_not_carried_out_later(server: Server) -> None:
    live, listener = await sitting(server, "players=2 hand=7", None)
    host = Actor("person", listener.person)
    nothing = put(live, None, "mine")
    assert await live.ask(nothing, host) == 2
    assert await live.ask(put(live, "greedy", "other"), host) == 3
    assert await live.ask(nothing, host) == 2
    assert live.state.seats[1]
    with pytest.raises(Refusal) as refused:
        await live.ask(nothing, Actor("person", "p_budi"))
    assert refused.value.code == "command-id-taken"


async def test_a_late_name_does_not_replace_a_newer_one(server: Server) -> None:
    live, listener = await sitting(server, "players=2 hand=7", None)
    live.rename(listener.person, "Pak Bayu")
    live.join(Listener(listener.guest), listener.guest.name)
    assert live.names[listener.person] == "Pak Bayu"


async def test_a_fault_of_ours_stops_no_table(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live, listener = await sitting(server, "players=2 hand=7", None)
    host = Actor("person", listener.person)
    monkeypatch.setattr("gaple.server.live.live_table.decide", lambda *_: 1 / 0)
    with pytest.raises(Unavailable) as failed:
        await live.ask(put(live, "greedy"), host)
    assert failed.value.code == "internal"
    assert "ZeroDivisionError" in caplog.text
    monkeypatch.undo()
    assert await live.ask(put(live, "greedy"), host) == 3


async def test_a_table_that_was_taken_over_is_loaded_again(server: Server) -> None:
    live, listener = await sitting(server, "players=2 hand=7", None)
    host = Actor("person", listener.person)
    await server.storage.take(live.state.table)
    with pytest.raises(Unavailable):
        await live.ask(put(live, "greedy"), host)
    assert listener.dropped
    with pytest.raises(Unavailable):
        await live.ask(put(live, "greedy"), host)
    again = await server.tables.find(live.state.table)
    assert await again.ask(put(again, "greedy"), host) == 3


async def test_a_computer_player_that_fails_is_stood_in_for(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("gaple.server.live.processes.MAKER", BROKEN)
    live, listener = await sitting(server, "players=2 hand=14 hands=1", "random")
    hand = live.state.hand
    assert hand
    while not hand.is_over:
        if hand.turn == 0:
            action = Greedy().choose(hand.view(hand.turn))
            play = Play(seq=live.state.seq, action=str(action))
            await live.ask(play, Actor("person", listener.person))
        await until(lambda: hand.turn in (0, None))
    assert "computer player random failed" in caplog.text


async def test_a_computer_player_thinks_while_its_pace_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked once, as its turn begins: the time that it takes is not to be seen."""
    asked: list[View] = []

    async def choose(self: Thinkers, level: str, seed: int, view: View) -> Action:
        asked.append(view)
        return view.legal[0]

    monkeypatch.setattr(Thinkers, "choose", choose)
    async with open_server(settings(tmp_path, pace=600)) as server:
        while not asked:
            live, listener = await sitting(server, "players=2 hand=7", "random")
            hand = live.state.hand
            assert hand
            if hand.turn == Seat.B:
                await until(lambda: asked)
        live.rename(listener.person, "Ayu")  # whatever happens at the table, it is the same thought
        await asyncio.sleep(0.01)
        assert hand
        assert not hand.actions
        assert asked == [hand.view(Seat.B)]


async def test_who_is_nobody_cannot_sit(server: Server) -> None:
    live, _ = await sitting(server, "players=2 hand=7", None)
    with pytest.raises(Refusal) as refused:
        await live.ask(Sit(seq=2, seat="B"), Actor("person", None))
    assert refused.value.code == "name-needed"


async def test_a_table_nobody_watches_leaves_the_memory(tmp_path: Path) -> None:
    async with open_server(settings(tmp_path, idle_after=0.05)) as server:
        live, listener = await sitting(server, "players=2 hand=7", None)
        await asyncio.sleep(0.2)
        assert await server.tables.find(live.state.table) is live
        live.leave(listener)
        again = live
        async with asyncio.timeout(PATIENCE):
            while again is live:
                await asyncio.sleep(0.02)
                again = await server.tables.find(live.state.table)
        assert snapshot(again.state) == snapshot(live.state)


async def test_many_ask_for_a_table_and_it_is_loaded_once(server: Server) -> None:
    guest, _ = await server.people.welcome()
    table = await server.tables.make(guest, Rules(), "clockwise")
    found = await asyncio.gather(*(server.tables.find(table) for _ in range(20)))
    assert len(set(map(id, found))) == 1
    missing = await asyncio.gather(*(server.tables.find("zzzzzzzz") for _ in range(20)), return_exceptions=True)
    assert {type(error) for error in missing} == {Missing}


async def test_a_table_that_cannot_be_loaded_is_logged_without_what_is_hidden(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    guest, _ = await server.people.welcome()
    table = await server.tables.make(guest, Rules(), "clockwise")
    reading, hidden = asyncio.Event(), "-".join("35")

    async def broken(*_: object) -> None:
        reading.set()
        await asyncio.sleep(0.02)
        raise ValueError(hidden)

    monkeypatch.setattr(type(server.storage), "take", broken)
    asking = asyncio.create_task(server.tables.find(table))
    await reading.wait()
    asking.cancel()  # and nobody else is waiting
    await until(lambda: f"loading table {table} failed" in caplog.text)
    gc.collect()
    monkeypatch.undo()
    assert (await server.tables.find(table)).state.table == table
    assert "ValueError" in caplog.text
    assert hidden not in caplog.text


async def test_the_clock_goes_on_after_the_database_failed(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("gaple.server.live.live_table.RETRY_SECONDS", 0.02)
    failing = True
    append = type(server.storage).append

    async def sometimes(*args: object) -> None:
        if failing:
            raise Unavailable("storage-failed")
        await append(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(type(server.storage), "append", sometimes)
    live, _ = await sitting(server, "players=4 hand=7", "greedy", dealt=False)
    seq = live.state.seq
    await asyncio.sleep(0.1)
    assert live.state.seq == seq
    failing = False
    await until(lambda: live.state.seq > seq)


async def test_storage_that_is_really_full(server: Server) -> None:
    live, listener = await sitting(server, "players=2 hand=7", None)
    host = Actor("person", listener.person)
    codes = []
    with full_disk(server.storage):
        for number in range(300):
            try:
                await live.ask(put(live, ("greedy", "random")[number % 2], f"c{number}"), host)
            except Unavailable as error:
                codes.append(error.code)
                break
    assert codes == ["storage-failed"]
    seq = live.state.seq
    assert await live.ask(put(live, None, f"c{number}"), host) == seq + 1


async def test_a_clock_that_is_set_back_holds_no_table_up(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    live, _ = await sitting(server, "players=4 hand=7", "greedy", dealt=False)
    seq, at = live.state.seq, live.state.at
    monkeypatch.setattr("gaple.server.live.live_table.now", lambda: at - 3_600_000)
    await until(lambda: live.state.seq > seq)
    log = await server.storage.events(live.state.table)
    assert [event.at for event in log] == sorted(event.at for event in log)


async def test_after_a_restart_the_log_says_how_much_of_a_turn_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn does not begin anew, and who was told that their time is up cannot move any more."""
    rules = Rules.parse("players=2 hand=14")
    async with open_server(settings(tmp_path, pace=600)) as server:
        guest, _ = await server.people.welcome()
        guest = await server.people.change(guest, "Bayu", "id")
        while True:
            table = await server.tables.make(guest, rules, "clockwise", "greedy", Timing(60.0))
            live = await server.tables.find(table)
            live.join(listener := Listener(guest), guest.name)
            await until(lambda: live.state.phase is Phase.PLAYING)  # noqa: B023 (it is awaited here)
            live.leave(listener)
            if live.state.on_turn:
                break
        at = live.state.moved_at
    monkeypatch.setattr("gaple.server.live.audience.now", lambda: at + 45_000)
    async with open_server(settings(tmp_path, pace=600)) as server:
        live = await server.tables.find(table)
        assert live.left is not None
        assert live.left <= 15
        await live.ask(CallTime(seq=live.state.seq), CLOCK)
    async with open_server(settings(tmp_path, pace=600)) as server:
        live = await server.tables.find(table)
        assert live.left is None
        assert live.state.hand
        action = str(live.state.hand.legal_actions()[0])
        with pytest.raises(Refusal, match="time"):
            await live.ask(Play(seq=live.state.seq, action=action), Actor("person", guest.person))
        live.join(Listener(guest), guest.name)
        seq = live.state.seq
        await until(lambda: live.state.seq > seq)
        moved = (await server.storage.events(table))[seq]
        assert (moved.by, moved.fact.kind) == ("computer", "played")


async def test_the_wait_for_the_others_is_counted_from_the_first_who_is_ready(tmp_path: Path) -> None:
    async with open_server(settings(tmp_path, next_after=0.2)) as server:
        live, host = await sitting(server, "players=2 hand=1", None)
        guest, _ = await server.people.welcome()
        other = Listener(await server.people.change(guest, "Budi", "id"))
        live.join(other, "Budi")
        actors = [Actor("person", listener.person) for listener in (host, other)]
        await live.ask(Sit(seq=live.state.seq, seat="B"), actors[1])
        await live.ask(Start(seq=live.state.seq), actors[0])
        await until(lambda: live.state.hand)
        while (hand := live.state.hand) and hand.turn is not None:
            play = Play(seq=live.state.seq, action=str(hand.legal_actions()[0]))
            await live.ask(play, actors[hand.turn])
        await asyncio.sleep(0.3)
        seq = await live.ask(BeReady(seq=live.state.seq), actors[0])
        await until(lambda: live.state.seq > seq)
        log = await server.storage.events(live.state.table)
        assert log[seq].at - log[seq - 1].at > 100  # ms
