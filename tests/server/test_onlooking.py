"""Who has no seat sees nothing, what everybody may, or that some moves late."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from gaple import Rules
from gaple.server.live.onlooking import late_of
from gaple.server.play import events
from gaple.server.play.events import Company
from gaple.server.play.table import Phase, fold
from gaple.server.wire.project import Projection
from tests import strategies
from tests.server import wire
from tests.server.client import Person, Window, play_hand, serving, settings
from tests.server.states import NAMES, PERSONS, TABLE, full
from tests.server.test_decide import play_on

Choose = Callable[[wire.View], str]


@given(strategies.rules(), st.integers(0, 2**32), st.integers(1, 20))
@how(deadline=None, max_examples=50)
def test_a_late_onlooker_is_told_what_one_was_told_then(rules: Rules, seed: int, delay: int) -> None:
    played = full(rules, seed, persons=1)
    play_on(played)
    assert played.state.phase is not Phase.PLAYING
    first = played.log[0]
    created = first.fact
    assert isinstance(created, events.Created)
    created = events.Created(created.host, created.rules, created.direction, company=Company(delay=delay))
    log = [events.Event(seq=1, by=first.by, person=first.person, at=first.at, fact=created), *played.log[1:]]
    for length in range(1, len(log) + 1):
        now = fold(TABLE, log[:length])
        late = late_of(log[:length], now)
        assert late
        moves = len(now.hand.actions) if now.hand and now.phase is Phase.PLAYING else 0
        shown = late.state.seq
        # As many moves of this hand are missing as there may be, and the next event is one of them.
        missing = [event for event in log[shown:length] if isinstance(event.fact, events.Played)]
        assert len(missing) == min(delay, moves)
        assert shown == length or isinstance(log[shown].fact, events.Played)
        then = Projection(fold(TABLE, log[:shown]), NAMES, set(PERSONS), 1, log[shown - 1])
        told = Projection(late.state, NAMES, set(PERSONS), 1, log[shown - 1])
        assert told.told("p_watching") == then.told("p_watching")


class Chance:
    """Bytes that are the same in every run."""

    def __init__(self) -> None:
        self.numbers = itertools.count(1)

    def __call__(self, size: int) -> bytes:
        return next(self.numbers).to_bytes(size)


async def watch(data: Path, moves: int, delay: int, choose: Callable[[int], Choose]) -> list[bytes]:
    """Everything that the host is told, who looks on, while two others play some moves of the same hand."""
    async with AsyncExitStack() as stack:
        base = await stack.enter_async_context(serving(settings(data, chance=Chance(), frames_in_ten_seconds=10_000)))
        people = [await stack.enter_async_context(Person.named(base, name)) for name in "ABC"]
        host = people[0]
        table = await host.make_table("players=2 hand=7 hands=1", delay=delay)
        windows = [await stack.enter_async_context(person.at(table)) for person in people]
        onlooker, *playing = windows
        await onlooker.do("stand", id="stand")
        for seat, window in zip("AB", playing, strict=True):
            await window.do("sit", seat=seat, id=f"sit-{seat}")
        await catch_up(onlooker)
        await onlooker.do("start", id="start")
        for move in range(moves):
            for window in playing:
                await catch_up(window)
                await window.dealt()
            player = next(window for window in playing if window.view.turn == window.view.seat)
            await player.do("play", action=choose(move)(player.view), id=f"c{move}")
            await catch_up(onlooker)
            assert len(onlooker.view.actions) == max(0, move + 1 - delay)
            for kind, command in (("play", {"action": "00"}), ("stop", {}), ("rematch", {}), ("start", {})):
                for seq in (onlooker.now.seq, onlooker.now.seq + delay):
                    await onlooker.refused(kind, id=f"no-{move}-{kind}-{seq}", seq=seq, **command)
        await onlooker.send(type="hello", version=1, seq=4)
        state = await onlooker.until(wire.State)
        assert state.missed
        assert state.missed[-1].seq == state.seq
        here = {"host": "meja.test"}  # the port is another in every run
        paths = ("", "/record", "/link")
        answers = [(await host.get(f"/api/tables/{table}{path}", headers=here)).content for path in paths]
        async with Person.stranger(base) as stranger, stranger.at(table) as window:
            return [*onlooker.raw, *answers, *window.raw]


async def catch_up(window: Window) -> None:
    """Read all that was told until now."""
    await window.send(type="ping")
    await window.until(wire.Pong)


async def test_the_last_moves_change_no_byte_for_a_late_onlooker(tmp_path: Path) -> None:
    delay, moves = 2, 5

    def play(choice: int) -> Callable[[int], Choose]:
        return lambda move: lambda view: view.legal[choice if move >= moves - delay else 0]

    first, second = [await watch(tmp_path / f"{choice}", moves, delay, play(choice)) for choice in (0, -1)]
    assert first == second
    first, second = [await watch(tmp_path / f"{choice}-at-once", moves, 0, play(choice)) for choice in (0, -1)]
    assert first != second


async def test_a_late_onlooker_catches_up_at_the_end_of_the_hand(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.stranger(base) as stranger,
    ):
        table = await ani.make_table("players=2 hand=7", delay=20)
        async with ani.at(table) as window, stranger.at(table) as onlooker:
            await window.do("computer", seat="B", level="greedy")
            await window.do("start")
            await onlooker.until(wire.Event, lambda told: isinstance(told.event, wire.Dealt))
            async with stranger.at(table) as other:
                assert other.view.actions == []
            await play_hand(window)
            await onlooker.until_phase("hand_over")
            assert onlooker.view.over
            assert onlooker.view.actions
            async with stranger.at(table) as other:
                assert other.view == onlooker.view
            await window.do("ready")
            await onlooker.until(wire.Event, lambda told: isinstance(told.event, wire.Dealt))
        async with stranger.at(table) as onlooker:  # the moves of the hand before do not count
            assert onlooker.view.hand == 2


async def test_where_nobody_may_watch_who_has_no_seat_may_come_to_sit_and_must_go(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
        Person.named(base, "Citra") as citra,
    ):
        table = await ani.make_table("players=2 hand=7 hands=1", onlookers=False)
        async with ani.at(table) as window, budi.at(table) as other, citra.at(table) as onlooker:
            assert not window.now.table.company.onlookers
            await other.do("sit", seat="B")
            await catch_up(window)
            await window.do("start")
            with pytest.raises(ConnectionClosed):
                await onlooker.until(wire.Pong)
            assert onlooker.socket.close_code == 4403
            assert not any(isinstance(told, wire.Event) and told.view for told in onlooker.told)
            async with citra.socket(table) as again:
                await again.send(type="hello", version=1, lang="en")
                failed = await again.until(wire.Failed)
                assert failed.error.code == "no-onlookers"
                assert "nobody watch" in failed.error.text
            for path in ("", "/record"):
                answer = await citra.get(f"/api/tables/{table}{path}")
                assert (answer.status_code, answer.json()["code"]) == (403, "no-onlookers")
                assert (await budi.get(f"/api/tables/{table}{path}")).json().get("code") != "no-onlookers"
            async with budi.at(table):
                pass
