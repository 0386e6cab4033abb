from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from gaple import Seat, read_records, verify_record
from gaple.replay import replay_text
from gaple.server.play import events, history
from gaple.server.play.events import Event
from gaple.server.play.table import Phase, fold

DATA = Path(__file__).parent / "data"
LOGS = [f"log-v1-{name}" for name in ("four", "five", "clock", "nonces", "claims", "practice", "phone", "again")]


def fixture(name: str) -> tuple[str, list[Event]]:
    """A log as a release wrote it: one entry a line, as in the database."""
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    tables = {entry.pop("table") for entry in entries}
    assert len(tables) == 1
    return tables.pop(), [events.read(entry) for entry in entries]


@pytest.mark.parametrize("name", LOGS)
def test_logs_of_every_release_make_the_same_hands(name: str, time_zone: Callable[[str], None]) -> None:
    time_zone("UTC0")
    table, log = fixture(name)
    told = history.record(table, log, {"p_ani": "Ani", "p_budi": "Budi", "p_citra": "Citra"}, "en")
    assert told == (DATA / f"{name}.gaple").read_text(encoding="utf-8")
    assert len(list(replay_text(told))) == told.count("[Gaple ")
    assert {verify_record(record).status for record in read_records(told)} == {"verified"}


def test_the_fixtures_hold_every_kind_of_event() -> None:
    logs = [fixture(name)[1] for name in LOGS]
    kinds = {event.fact.kind for log in logs for event in log}
    every = {kind.__struct_config__.tag for kind in events.Fact.__subclasses__()}
    assert kinds == every
    assert {event.by for log in logs for event in log} == {"person", "computer", "clock"}


def test_a_fixture_goes_on_where_it_stood() -> None:
    state = fold(*fixture("log-v1-five"))
    assert state.phase is Phase.PLAYING
    assert state.hand
    assert len(state.hand.actions) == 3
    state = fold(*fixture("log-v1-nonces"))
    assert state.phase is Phase.DEALING
    assert state.shuffle
    assert list(state.shuffle.commits) == [Seat.A]
    state = fold(*fixture("log-v1-phone"))
    assert state.ready == {Seat.A, Seat.C}
    assert state.takes_part("p_host")
    assert not state.takes_part("p_ani")


@pytest.mark.parametrize("name", LOGS)
def test_writing_what_was_read_changes_nothing(name: str) -> None:
    table, log = fixture(name)
    written = [{"table": table, **events.write(event)} for event in log]
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert written == [json.loads(line) for line in lines]


def test_an_event_never_shows_what_it_hides() -> None:
    fact = events.Committed(1, "ab" * 32)
    event = Event(seq=5, by="clock", at=1, fact=fact)
    assert f"{event!r} {fact!r} {[event]}" == "<event 5 committed> <committed> [<event 5 committed>]"
    assert repr(events.Played("A", "x35")) == "<played>"
    assert repr(events.NonceRevealed("A", "00ff")) == "<nonce_revealed>"


def test_an_event_of_a_later_release_is_not_guessed_at() -> None:
    entry = events.write(Event(seq=1, by="person", at=1, fact=events.Ready("A")))
    with pytest.raises(msgspec.ValidationError):
        events.read(entry | {"v": 2})
    with pytest.raises(msgspec.ValidationError):
        events.read(entry | {"type": "exploded"})
    with pytest.raises(msgspec.ValidationError):
        events.read(entry | {"data": "{}"})
