from __future__ import annotations

import random
from pathlib import Path

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gaple import Rules, Seat
from gaple.server.wire.happened import Played
from gaple.server.wire.recent import MOST, Recent
from tests import strategies
from tests.server import client, wire
from tests.server.client import Person, play_hand, serving
from tests.server.states import full
from tests.server.test_project import play_some
from tests.strategies import other_world


@given(strategies.rules(), st.integers(0, 2**32), st.integers(1, 60), st.booleans())
@settings(deadline=None)
def test_what_was_missed_names_nothing_that_is_hidden(rules: Rules, seed: int, steps: int, watching: bool) -> None:
    """What is hidden is another's discards: in another world that looks the same, the same was missed."""
    played = full(rules, seed, persons=2)
    recent, start = Recent(), played.state.seq
    for _ in range(steps):
        play_some(played, 1)
        if played.log[-1].seq > start:
            recent.note(played.log[-1], played.state)
    hand = played.state.hand
    assert hand
    seat = None if watching else Seat.A
    assume(not hand.is_over and played.state.seq - start <= MOST)
    other = other_world(hand, seat, random.Random(seed))
    assume(other is not None)
    assert other is not None
    seen = other.view(seat).actions
    missed = recent.since(start, played.state.seq, seat)
    assert missed is not None
    events = [told.event for told in missed]
    assert [(event.seat, event.action) for event in events if isinstance(event, Played)] == [
        (str(where), str(action)) for where, action in seen[len(seen) - len(missed) :]
    ]


def test_only_a_gap_that_is_known_whole_is_told() -> None:
    played = full(Rules(players=2, hand=14), 1, persons=2)
    recent, start = Recent(), played.state.seq

    def numbers(seq: int, upto: int | None = None) -> list[int] | None:
        missed = recent.since(seq, upto or played.state.seq, None)
        return None if missed is None else [told.seq for told in missed]

    assert numbers(start) == []
    assert numbers(start - 1) is None  # before anything was kept
    play_some(played, 5)
    for event in played.log[-5:]:
        recent.note(event, played.state)
    assert numbers(start) == [start + number for number in (1, 2, 3, 4, 5)]
    assert numbers(start + 3) == [start + 4, start + 5]
    assert numbers(start + 3, start + 4) == [start + 4]
    assert numbers(start + 5) == []
    assert numbers(start + 6) is numbers(-1) is None
    recent.forget()
    assert numbers(start + 3) is None
    assert numbers(start + 5) == []


def test_the_memory_has_an_end() -> None:
    played = full(Rules(players=2, hand=14), 1, persons=2)
    recent, event = Recent(), played.log[-1]
    for _ in range(10 * MOST):
        recent.note(event, played.state)
    assert len(recent._told) == MOST


async def test_who_comes_back_is_told_what_they_missed(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi, Person.stranger(base) as stranger:
        table = await ani.make_table("players=2 hand=14 hands=1")
        async with ani.at(table) as stays, budi.at(table) as player, stranger.at(table) as watcher:
            await player.do("sit", seat="B")
            seen = player.now.seq
            while stays.now.seq < seen:
                await stays.next()
            await stays.do("start")
            for window in (player, watcher):
                await window.until_phase("playing")
            twins = {"Ani": stays, "Budi": player, "": watcher}
            async with ani.at(table) as other:
                for _ in range(20):
                    windows = (other, player)
                    mover = windows[0] if windows[0].view.turn == "A" else windows[1]
                    if not mover.view.legal:
                        break
                    done = await mover.do("play", action=mover.view.legal[-1])
                    for window in (*twins.values(), other):
                        while window.now.seq < done.seq:
                            await window.next()
            for person, name in ((ani, "Ani"), (budi, "Budi"), (stranger, "")):
                told = [m for m in twins[name].told if isinstance(m, wire.Event) and m.seq > seen]
                async with person.at(table, since=seen) as again:
                    state = again.now
                    assert isinstance(state, wire.State)
                    assert state.missed == [wire.Missed(seq=m.seq, event=m.event) for m in told]
                    await again.send(type="hello", version=1, seq=state.seq)
                    assert (await again.until(wire.State)).missed == []
                    for unknown in (state.seq + 1, -1, 10**30, None):
                        await again.send(type="hello", version=1, seq=unknown)
                        assert (await again.until(wire.State)).missed is None


async def test_after_a_restart_and_after_long_there_is_a_fresh_view(tmp_path: Path) -> None:
    chosen = client.settings(tmp_path)
    async with serving(chosen) as base, Person.named(base, "Ani") as ani:
        cookie = ani.client.cookies["gaple_device"]
        table = await ani.play_now(rules="players=2 hand=14 hands=4")
        async with ani.at(table) as window:
            first = window.now.seq
            while True:
                await play_hand(window)
                if window.now.table.phase == "match_over":
                    break
                hand = window.view.hand
                await window.do("ready")
                while window.view.hand == hand:
                    await window.next()
            assert window.now.seq > first + MOST
        async with ani.at(table, since=first) as again:
            assert isinstance(again.now, wire.State)
            assert again.now.missed is None
            assert again.now.table.phase == "match_over"
        async with ani.at(table, since=again.now.seq - MOST) as again:
            assert isinstance(again.now, wire.State)
            assert len(again.now.missed or []) == MOST
            last = again.now.seq
    async with serving(chosen) as base, Person.stranger(base, cookie) as ani, ani.at(table, since=last - 1) as window:
        assert isinstance(window.now, wire.State)
        assert (window.now.seq, window.now.missed) == (last, None)
