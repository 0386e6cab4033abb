from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gaple.server.web.socket import MOST_FAULTS
from gaple.server.wire.project import alias
from tests.server import client, wire
from tests.server.client import Person, Window, serving


async def closed(window: Window) -> int | None:
    """The code with which the server closes."""
    with pytest.raises(ConnectionClosed) as ended:
        await window.until(wire.Message, lambda _: False)
    return ended.value.rcvd.code if ended.value.rcvd else None


# Hello and what is no hello


async def test_hello_is_answered_with_how_things_stand(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7")
        async with person.at(table) as window:
            assert window.now.seq == 2
            assert window.now.you == wire.You(person=person.id, who=alias(person.id), seat="A", host=True)
            assert window.now.table.seats[0].connected
            await window.send(type="ping")
            assert isinstance(await window.next(), wire.Pong)
            await window.send(type="hello", version=1, seq=1, lang="id")
            assert isinstance(await window.next(), wire.State)


async def test_who_does_not_say_hello_is_let_go(tmp_path: Path) -> None:
    async with (
        serving(client.settings(tmp_path, hello_within=0.2)) as base,
        Person.named(base, "Bayu") as person,
    ):
        table = await person.make_table("players=2 hand=7")
        async with person.socket(table) as window:
            assert (await window.until(wire.Failed)).error.code == "hello-first"
            assert await closed(window) == 4400


async def test_another_version_is_told_so(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7")
        async with person.socket(table) as window:
            await window.send(type="hello", version=2, lang="id")
            error = (await window.until(wire.Failed)).error
            assert (error.code, error.params) == ("protocol-version", {"version": 2, "expected": 1})
            assert await closed(window) == 4400


async def test_a_table_that_there_is_not(base: str) -> None:
    async with Person.named(base, "Bayu") as person, person.socket("zzzzzzzz") as window:
        await window.send(type="hello", version=1, lang="en")
        assert (await window.until(wire.Failed)).error.code == "no-such-table"
        assert await closed(window) == 4404


async def test_a_stranger_watches(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.play_now(rules="players=2 hand=7")
        for token in (None, "f" * 43, "forged"):
            async with Person.stranger(base, token) as stranger, stranger.at(table) as window:
                assert window.now.you == wire.You(person=None, who=None, seat=None, host=False)
                assert window.view.seat is None
                assert window.view.tiles == []
                assert window.now.table.onlookers == 1
                assert await window.refused("sit", seat="B") in ("name-needed", "match-begun")
                assert await window.refused("play", action="00") == "not-seated"


async def test_another_sites_page_gets_no_socket(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7")
        with pytest.raises(InvalidStatus) as refused:
            async with person.socket(table, headers={"Origin": "http://evil.test"}):
                pass
        assert refused.value.response.status_code == 403
        async with person.socket(table, headers={"Origin": base}) as window:
            await window.send(type="hello", version=1)
            assert isinstance(await window.next(), wire.State)


async def test_so_many_may_watch_and_who_has_a_seat_can_always_come(tmp_path: Path) -> None:
    async with (
        serving(client.settings(tmp_path, onlookers_per_table=1)) as base,
        Person.named(base, "Bayu") as person,
        Person.stranger(base) as stranger,
    ):
        table = await person.make_table("players=2 hand=7")
        async with stranger.at(table), stranger.socket(table) as second:
            await second.send(type="hello", version=1)
            assert (await second.until(wire.Failed)).error.code == "table-full"
            assert await closed(second) == 4429
            async with person.at(table) as window:
                assert window.now.table.onlookers == 1


async def test_somebodys_oldest_socket_makes_way(tmp_path: Path) -> None:
    async with (
        serving(client.settings(tmp_path, sockets_per_person=2)) as base,
        Person.named(base, "Bayu") as person,
    ):
        table = await person.make_table("players=2 hand=7")
        async with person.at(table) as first, person.at(table), person.at(table) as last:
            assert await closed(first) == 4409
            await last.do("computer", seat="B", level="greedy")


# What cannot be read

MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    "{}",
    '{"type": "explode"}',
    '{"type": 5}',
    '{"type": "play", "id": "x", "seq": 1}',
    '{"type": "play", "id": "x", "seq": "1", "action": "00"}',
    '{"type": "play", "id": "", "seq": 1, "action": "00"}',
    '{"type": "play", "seq": 1, "action": "00"}',
    '{"type": "start", "seq": 1}',
    '{"type": "play", "seq": -1, "id": "x", "action": "00"}',
    '{"type": "play", "seq": 1, "id": "%s", "action": "00"}' % ("x" * 65),
    '{"type": "play", "seq": 1, "id": "x", "action": "%s"}' % ("0" * 99),
    '{"type": "sit", "seq": 1, "id": "x", "seat": "Z"}',
    '{"type": "deal", "seq": 1, "id": "x"}',
    '{"type": "computer", "seq": 1e400, "id": "x", "seat": "B", "level": null}',
    '{"type": "start", "seq": 1, "id": "\\u0000"}',
    '{"type": "start", "seq": 1, "id": "a b"}',
    '{"type": "start", "seq": 1, "id": "a\\n"}',
    '{"type": "sit", "seq": 1, "id": "x", "seat": "B\\n"}',
    '{"type": "ping", "x": %s}' % ("[" * 4000),
    "\x00",
    "🀧",
]


@pytest.mark.parametrize("frame", MALFORMED)
async def test_a_frame_that_cannot_be_read_harms_nothing(base: str, frame: str) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7")
        async with person.at(table) as window:
            await window.socket.send(frame)
            error = (await window.until(wire.Failed)).error
            assert error.code == "message-malformed"
            await window.socket.send(frame.encode())
            assert (await window.until(wire.Failed)).error.code == "message-malformed"
            await window.do("computer", seat="B", level="greedy")


@pytest.mark.parametrize(
    ("frame", "command_id"),
    [
        ('{"type": "play", "id": "c1", "seq": 1}', "c1"),
        ('{"type": "play", "id": "c1", "seq": 1, "action": 5}', "c1"),
        ('{"type": "explode", "id": "c1"}', "c1"),
        ('{"type": "play", "id": "c1"', None),
        ('{"type": "play", "id": "a b", "seq": 1, "action": "00"}', None),
        ('{"type": "play", "id": 5, "seq": 1, "action": "00"}', None),
        ('{"id": "c1", "x": %s}' % ("[" * 4000), None),
        ("[]", None),
    ],
)
async def test_an_error_names_the_command_where_it_can_be_read(base: str, frame: str, command_id: str | None) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7")
        async with person.at(table) as window:
            await window.socket.send(frame)
            assert (await window.until(wire.Failed)).id == command_id
        async with person.socket(table) as early:
            await early.send(type="start", id="c2", seq=2)
            failed = await early.until(wire.Failed)
            assert (failed.error.code, failed.id) == ("hello-first", "c2")
            await early.send(type="start", seq=2)
            assert (await early.until(wire.Failed)).id is None


async def test_coming_back_makes_no_more_frames(tmp_path: Path) -> None:
    async with (
        serving(client.settings(tmp_path, frames_in_ten_seconds=6)) as base,
        Person.named(base, "Bayu") as person,
        Person.stranger(base) as stranger,
    ):
        table = await person.make_table("players=2 hand=7")
        answers: list[wire.Message] = []
        for _ in range(3):
            async with person.at(table) as window:
                for _ in range(3):
                    await window.send(type="ping")
                    answers.append(await window.until(wire.Pong | wire.Failed))  # type: ignore[arg-type]
        failed = [answer.error.code for answer in answers if isinstance(answer, wire.Failed)]
        assert set(failed) == {"frames-too-fast"}
        async with stranger.at(table) as window:
            await window.send(type="ping")
            await window.until(wire.Pong)


async def test_what_comes_too_fast_is_named(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7")
        async with person.at(table) as window:
            for number in range(90):
                await window.send(type="computer", id=f"c{number}", seq=2, seat="B", level=None)
            failed = await window.until(wire.Failed)
            answered = {message.id for message in window.told if isinstance(message, wire.Done)}
            assert failed.error.code == "frames-too-fast"
            assert failed.id not in answered
            assert str(failed.id).startswith("c")
            assert await closed(window) == 4429


async def test_who_sends_nothing_else_is_let_go(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7")
        async with person.at(table) as window:
            for _ in range(MOST_FAULTS):
                await window.socket.send("{")
            assert await closed(window) == 4429
            assert sum(isinstance(message, wire.Failed) for message in window.told) == MOST_FAULTS
        async with person.at(table) as window:
            await window.do("computer", seat="B", level="greedy")


async def test_a_frame_has_a_limit_and_so_has_their_number(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7")
        async with person.at(table) as window:
            await window.socket.send("x" * 5000)
            assert await closed(window) == 1009
        async with person.at(table) as window:
            for _ in range(100):
                await window.send(type="ping")
            assert (await window.until(wire.Failed)).error.code == "frames-too-fast"
            assert await closed(window) == 4429


@given(frames=st.lists(st.one_of(st.text(max_size=50), st.binary(max_size=50)), max_size=10))
@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
async def test_anything_may_be_sent(fuzzed: tuple[Person, str], frames: list[str | bytes]) -> None:
    person, table = fuzzed
    async with person.at(table) as window:
        for frame in frames:
            await window.socket.send(frame)
        await window.send(type="ping")
        await window.until(wire.Pong)


@pytest.fixture
async def fuzzed(tmp_path: Path) -> AsyncIterator[tuple[Person, str]]:
    chosen = client.settings(tmp_path, frames_in_ten_seconds=100_000)
    async with serving(chosen) as base, Person.named(base, "Bayu") as person:
        yield person, await person.make_table("players=2 hand=7")
