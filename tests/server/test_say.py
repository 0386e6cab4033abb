"""Ready-made phrases: told to those who are there, and kept nowhere."""

from __future__ import annotations

from pathlib import Path

from tests.server import wire
from tests.server.client import Person, serving, settings


async def test_what_somebody_says_is_told_to_everybody_and_is_in_no_log(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path, phrases_in_ten_seconds=2)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        table = await ani.make_table("players=2 hand=7")
        other = await ani.make_table("players=2 hand=7")
        async with ani.at(table) as window, budi.at(table) as onlooker, ani.at(other) as elsewhere:
            seq = window.now.seq
            done = await window.do("say", what="good_game", id="once")
            assert done.seq == seq
            await window.do("say", what="good_game", id="once")  # the answer was lost
            told = [message for message in window.told if isinstance(message, wire.Said)]
            heard = await onlooker.until(wire.Said)
            assert told == [heard]
            assert (heard.seat, heard.what) == ("A", "good_game")
            # It is the same wherever somebody sits, so that they can be muted, and is not their id.
            assert heard.who == window.now.table.seats[0].who == elsewhere.now.table.seats[0].who
            assert heard.who not in ani.id
            assert await onlooker.refused("say", what="hello") == "not-seated"
            await window.do("say", what="heart")
            assert await window.refused("say", what="wow") == "said-too-much"
            await window.send(type="say", id="free", seq=seq, what="something of my own")
            assert (await window.until(wire.Failed)).error.code == "message-malformed"
            await onlooker.do("sit", seat="B")
            await onlooker.do("say", what="hello")  # what one says too often does not silence the others
        async with ani.at(table) as window:
            assert window.now.seq == seq + 1


async def test_who_sees_the_table_late_does_not_hear_what_is_said_now(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
        Person.stranger(base) as stranger,
    ):
        table = await ani.make_table("players=2 hand=7", delay=20)
        async with ani.at(table) as first, budi.at(table) as second, stranger.at(table) as onlooker:
            await first.do("say", what="hello")
            assert (await onlooker.until(wire.Said)).what == "hello"  # nobody is behind yet
            await second.do("sit", seat="B")
            await first.until(wire.Event)
            await first.do("start")
            await second.until_phase("playing")
            turn = first if first.view.turn == "A" else second
            await turn.do("play", action=turn.view.legal[0])
            await first.do("say", what="thinking")
            await second.until(wire.Said, lambda said: said.what == "thinking")
            await onlooker.send(type="ping")
            await onlooker.until(wire.Pong)
            assert not any(isinstance(told, wire.Said) and told.what == "thinking" for told in onlooker.told)
