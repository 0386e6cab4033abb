from __future__ import annotations

import asyncio
import logging
import os
import random
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gaple import Hand, Rules, View
from gaple.players import LEVELS, Greedy, make
from gaple.server.live import processes
from gaple.server.live.thinking import Thinkers
from tests.server.misbehaving import MAKER
from tests.strategies import other_world, play_some
from tests.waiting import PATIENCE, until

SIMPLE = [name for name, level in LEVELS.items() if not level.needs_engine]


@pytest.fixture
def misbehaving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "MAKER", MAKER)


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    found = Thinkers(0, PATIENCE)
    yield found
    await found.close()


def views(count: int) -> list[View]:
    """Turns with a choice."""
    found: list[View] = []
    for seed in range(1000):
        hand = play_some(Hand.dealt(Rules(hand=6), seed), seed, 1 + seed % 12)
        if hand.turn is not None and len(hand.legal_actions()) > 1:
            found.append(hand.view(hand.turn))
        if len(found) == count:
            return found
    raise AssertionError


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    # One that has ended but was taken over by a parent that does not look after it is no process any more.
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or ") Z " not in status.read_text()


def test_the_question_holds_nothing_hidden() -> None:
    """Byte for byte the same, whatever lies where the seat cannot look."""
    differing = 0
    for seed in range(60):
        hand = play_some(Hand.dealt(Rules(), seed), seed, 6)
        world = other_world(hand, hand.turn, random.Random(seed))
        if hand.turn is not None and world and world.deal != hand.deal:
            differing += 1
            here, there = (processes.question("greedy", seed, each.view(hand.turn)) for each in (hand, world))
            assert here == there
    assert differing >= 10


async def test_they_do_what_they_would_do_here(thinkers: Thinkers) -> None:
    for level in SIMPLE:
        for view in views(10):
            assert await thinkers.choose(level, 7, view) is make(level, 7).choose(view)


async def test_a_level_of_the_engine_is_stood_in_for_until_it_is_ready(caplog: pytest.LogCaptureFixture) -> None:
    view = next(view for view in views(50) if make("flat", 1).choose(view) is not Greedy().choose(view))
    thinkers = Thinkers(1, PATIENCE)
    try:
        with caplog.at_level(logging.INFO, "gaple.server"):
            assert await thinkers.choose("flat", 1, view) is Greedy().choose(view)
            assert "flat is not ready yet; greedy stands in" in caplog.text
            expected = make("flat", 1).choose(view)
            async with asyncio.timeout(PATIENCE):
                while await thinkers.choose("flat", 1, view) is not expected:  # noqa: ASYNC110 (no event tells it)
                    await asyncio.sleep(0.1)
    finally:
        await thinkers.close()


async def test_a_level_that_cannot_be_played_here_is_stood_in_for(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A log may tell of any: of a newer release's, or of a server that had the engine's packages."""
    monkeypatch.setitem(sys.modules, "numba", None)
    for view in views(2):
        for level in ("grandmaster", "flat"):
            assert await thinkers.choose(level, 1, view) is Greedy().choose(view)
    assert "computer player grandmaster failed" in caplog.text


@pytest.mark.usefixtures("misbehaving")
@pytest.mark.parametrize(
    ("level", "told"),
    [
        ("raise", r"raise failed\n(.*\n)*.*misbehaving.py(.*\n)*builtins.KeyError"),
        ("illegal", "illegal answered illegally"),
        ("nonsense", "nonsense answered with no action"),
        ("die", "die died"),
        ("leave", r"leave failed\n(.*\n)*builtins.SystemExit"),
    ],
)
async def test_greedy_stands_in(
    level: str,
    told: str,
    thinkers: Thinkers,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """The log says what was wrong, without a tile; the next question is answered as ever."""
    for view in views(2):
        assert await thinkers.choose(level, 1, view) is Greedy().choose(view)
        assert await thinkers.choose("beginner", 1, view) is make("beginner", 1).choose(view)
        assert re.search(f"computer player {told}.*; greedy stands in", caplog.text, re.DOTALL)
        assert not [tile for tile in view.tiles if f"'{tile}'" in caplog.text]
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("misbehaving")
async def test_one_that_stalls_is_ended(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (view,) = views(1)
    thinkers = Thinkers(0, limit=1.0)
    try:
        await until_answered(thinkers, f"pid:{tmp_path / 'pid'}", view, tmp_path / "pid")
        assert await thinkers.choose("stall", 1, view) is Greedy().choose(view)
        assert "computer player stall took too long; greedy stands in" in caplog.text
        pid = int((tmp_path / "pid").read_text())
        await until(lambda: not is_alive(pid))
        await until_answered(thinkers, f"pid:{tmp_path / 'next'}", view, tmp_path / "next")
    finally:
        await thinkers.close()


async def until_answered(thinkers: Thinkers, level: str, view: View, file: Path) -> None:
    """Asks until a process had the time to answer."""
    there = file.exists
    async with asyncio.timeout(PATIENCE):
        while not there():
            await thinkers.choose(level, 1, view)


@pytest.mark.usefixtures("misbehaving")
async def test_what_a_player_prints_is_no_answer(thinkers: Thinkers) -> None:
    for view in views(3):
        assert await thinkers.choose("print", 1, view) is Greedy().choose(view)
        assert await thinkers.choose("casual", 1, view) is make("casual", 1).choose(view)


@pytest.mark.usefixtures("misbehaving")
async def test_nobody_else_waits_for_a_thought(thinkers: Thinkers, tmp_path: Path) -> None:
    view, *others = views(4)
    thought = asyncio.create_task(thinkers.choose(f"wait:{tmp_path / 'now'}", 1, view))
    answers = [asyncio.create_task(thinkers.choose("casual", 1, other)) for other in others]
    await asyncio.sleep(0)
    assert not thought.done()
    (tmp_path / "now").touch()
    assert await thought is Greedy().choose(view)
    assert [await answer for answer in answers] == [make("casual", 1).choose(other) for other in others]


@pytest.mark.usefixtures("misbehaving")
async def test_where_there_is_no_choice_nobody_is_asked(thinkers: Thinkers, caplog: pytest.LogCaptureFixture) -> None:
    hand = Hand.dealt(Rules(), seed=1)
    assert str(await thinkers.choose("raise", 1, hand.view(hand.turn))) == "00"
    assert not caplog.text


async def test_a_process_that_cannot_begin_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, thinkers: Thinkers
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    (view,) = views(1)
    thinkers.start()
    await until(lambda: "a process of the computer players failed" in caplog.text)
    assert await thinkers.choose("casual", 1, view) is Greedy().choose(view)


@pytest.mark.usefixtures("misbehaving")
async def test_they_end_with_it(tmp_path: Path) -> None:
    thinkers = Thinkers(0, PATIENCE)
    (view,) = views(1)
    await thinkers.choose(f"pid:{tmp_path / 'pid'}", 1, view)
    thought = asyncio.create_task(thinkers.choose("stall", 1, view))
    await asyncio.sleep(0.1)
    await thinkers.close()
    assert not is_alive(int((tmp_path / "pid").read_text()))
    thought.cancel()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such kill")
async def test_they_end_where_the_server_is_killed(tmp_path: Path) -> None:
    """Even in the middle of a thought that would never end."""
    program = """
import asyncio, sys
from gaple import Hand, Rules
from gaple.server.live import processes
from gaple.server.live.thinking import Thinkers

async def main(file):
    processes.MAKER = "tests.server.misbehaving:make_player"
    hand = Hand.dealt(Rules(hand=6), seed=1)
    thinkers = Thinkers(0, 1000)
    await thinkers.choose(f"pid:{file}", 1, hand.view(hand.turn))
    await thinkers.choose("stall", 1, hand.view(hand.turn))

asyncio.run(main(sys.argv[1]))
"""
    root = Path(__file__).parents[2]
    file = tmp_path / "pid"
    server = await asyncio.create_subprocess_exec(sys.executable, "-c", program, str(file), cwd=root)
    await until(file.exists)
    await asyncio.sleep(0.2)
    server.kill()
    await server.wait()
    pid = int(file.read_text())
    await until(lambda: not is_alive(pid))
