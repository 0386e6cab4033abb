"""A server that is killed loses nothing; and what compares promises with logs would see it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.live.ledger import faults
from benchmarks.live.witness import Promise, Told
from gaple import Rules
from gaple.server.play.commands import Actor, Play
from gaple.server.play.events import Event, Played
from tests.server.states import TABLE, full
from tests.waiting import PATIENCE


def run(module: str, *options: str) -> Any:
    """What a command measured, as JSON; it must have ended well."""
    command = [sys.executable, "-m", module, "--json", *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])


def test_nothing_is_lost_where_a_server_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    found = run("benchmarks.kill", "--times", "3", "--tables", "2", "--thinks", "0.02", "--log", str(log))
    assert found["kills"] == 3
    assert found["wrong"] == {}
    assert found["stuck"] == 0
    assert found["acknowledged"] > 0
    assert "Traceback" not in log.read_text()
    assert "failed" not in log.read_text()


def test_the_load_is_carried(tmp_path: Path) -> None:
    found = dict(
        run(
            "benchmarks.load",
            "--tables",
            "3",
            "--seconds",
            "1",
            "--rate",
            "4",
            "--peer",
            "fanout",
            "--peer",
            "boardgame.io",
        )
    )
    assert set(found) == {"gaple", "fanout", "boardgame.io"}
    for figures in found.values():
        assert figures["sockets"] == 12
        assert figures["moves_a_second"] > 0
        assert (figures["refused"], figures["lost"]) == (0, 0)


def played() -> tuple[list[Event], Told]:
    """A hand in play, and what its players were promised and told of the moves."""
    table = full(Rules(players=4, hand=7, stuck="discard"), 1, 4)
    told = Told()
    while table.state.hand and not table.state.hand.is_over:
        turn = table.state.hand.turn
        assert turn is not None
        action, person = str(table.state.hand.legal_actions()[0]), table.state.persons[turn]
        command = Play(id=table.next_id(), seq=table.state.seq, action=action)
        (event,) = table.do(command, Actor("person", person))
        sent = {"type": "play", "id": command.id, "seq": command.seq, "action": action}
        told.promises.append(Promise(TABLE, sent, seq=event.seq))
        for seat in table.state.rules.seats:
            shown = "x??" if action.startswith("x") and seat != turn else action
            happened = {"type": "played", "by": "person", "seat": str(turn), "action": shown, "to": str(seat)}
            told.events.setdefault((TABLE, event.seq), []).append(happened)
    return table.log, told


def without_the_last(log: list[Event], told: Told) -> None:
    log.pop()


def otherwise(log: list[Event], told: Told) -> None:
    told.promises[3].command["action"] = "99"


def refused(log: list[Event], told: Told) -> None:
    told.promises[3].refused, told.promises[3].seq = "stale", None


def told_otherwise(log: list[Event], told: Told) -> None:
    told.events[TABLE, log[-1].seq][0]["seat"] = "E"


def twice(log: list[Event], told: Told) -> None:
    place = next(place for place, event in enumerate(log) if isinstance(event.fact, Played))
    log.insert(place, log[place])


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (without_the_last, "acknowledged, and lost"),
        (without_the_last, "told, and not in the log"),
        (otherwise, "acknowledged as something else"),
        (refused, "refused, and done"),
        (told_otherwise, "told otherwise than it is in the log"),
        (twice, "done twice"),
        (twice, "a log with a gap"),
        (twice, "a log that cannot be played"),
    ],
)
def test_what_is_wrong_is_seen(spoil: Callable[[list[Event], Told], None], fault: str) -> None:
    log, told = played()
    assert not faults({TABLE: log}, told)
    spoil(log, told)
    assert faults({TABLE: log}, told)[fault]
