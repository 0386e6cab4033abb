from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from gaple import Dealing, Rules, commitment
from gaple.record import read_records
from gaple.replay import replay_text
from gaple.server.errors import Missing
from gaple.server.play import history
from gaple.server.play.commands import Actor, PlayAgain, Start
from gaple.server.play.events import Computer
from gaple.server.play.table import Phase
from gaple.texts import catalogue
from tests import strategies
from tests.server.client import Person, play_hand
from tests.server.states import NAMES, PERSONS, TABLE, full
from tests.server.test_decide import play_on

HOST = Actor("person", PERSONS[0])


@given(strategies.rules(), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_the_record_of_a_table_is_legal_and_can_be_dealt_again(rules: Rules, seed: int) -> None:
    played = full(rules, seed, persons=2)
    for _ in range(3):
        play_on(played)
        if played.state.phase is Phase.MATCH_OVER:
            played.do(PlayAgain(id=played.next_id(), seq=played.state.seq), HOST)
            played.do(Start(id=played.next_id(), seq=played.state.seq), HOST)
            played.deal()
        else:
            played.deal()
    finished = list(history.finished(TABLE, played.log))
    assert len(finished) >= 3
    told = history.record(TABLE, played.log, NAMES, "en")
    hands = [replayed.hand for replayed in replay_text(told)]
    assert hands == [one.hand for one in finished]
    for record in read_records(told):
        headers = dict(record.headers)
        secret = bytes.fromhex(headers["Secret"])
        dealing = Dealing(secret, rules.players, rules.hand, record.number, headers["Table"])
        assert dealing.deal == record.deal
        assert commitment(secret) == headers["Commit"]
        assert record.names[rules.seats[0]] == "Ani"


def test_a_hand_in_play_is_not_told() -> None:
    played = full(Rules(players=2, hand=7), 1, persons=2)
    with pytest.raises(Missing) as missing:
        history.record(TABLE, played.log, NAMES, "en")
    assert missing.value.code == "no-finished-hand"
    secret = played.state.dealing
    play_on(played)
    played.deal()
    told = history.record(TABLE, played.log, NAMES, "en")
    assert told.count("[Secret ") == 1
    assert secret
    assert secret.secret.hex() in told
    assert played.state.dealing
    assert played.state.dealing.secret.hex() not in told


async def test_a_record_is_downloaded(base: str) -> None:
    async with Person.named(base, 'Si "Jago" \\ 🌺', lang="id") as person:
        table = await person.play_now(rules="players=2 hand=14 hands=2")
        assert (await person.get(f"/api/tables/{table}/record")).json()["code"] == "no-finished-hand"
        async with person.at(table) as window:
            await play_hand(window)
            await window.do("ready")
            await window.until_phase("playing")
            await play_hand(window)
        answer = await person.get(f"/api/tables/{table}/record")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        name = f'attachment; filename="gaple-{table}.gaple"'
        assert answer.headers["content-disposition"] == name
        records = list(read_records(answer.text))
        assert [record.number for record in records] == [1, 2]
        assert [str(name) for name in records[0].names.values()] == [
            'Si "Jago" \\ 🌺',
            "Komputer B (Warung)",
        ]
        assert len(list(replay_text(answer.text))) == 2
        second = await person.get(f"/api/tables/{table}/record?match=1&hand=2")
        assert second.text == answer.text[answer.text.index("\n\n[Gaple") + 2 :]
        assert f'gaple-{table}-1-2.gaple"' in second.headers["content-disposition"]
        missing = await person.get(f"/api/tables/{table}/record?match=2")
        assert missing.status_code == 404


@pytest.mark.parametrize("lang", ["id", "en"])
def test_a_level_is_called_as_on_the_page(lang: str) -> None:
    played = full(Rules(players=2, hand=7), 1, persons=1)
    play_on(played)
    occupant = played.state.seats[1]
    assert occupant
    assert occupant.level
    for level in (occupant.level, "before"):  # a level that there is no more keeps its plain name
        log = [
            structs.replace(event, fact=structs.replace(event.fact, level=level))
            if isinstance(event.fact, Computer)
            else event
            for event in played.log
        ]
        [record] = read_records(history.record(TABLE, log, NAMES, lang))
        shown = catalogue(lang)["level"].get(level, level)
        assert str(list(record.names.values())[1]).endswith(f" B ({shown})")


def test_the_fixture_of_a_record_is_canonical() -> None:
    told = (Path(__file__).parent / "data" / "log-v1-four.gaple").read_text(encoding="utf-8")
    assert "\n".join(map(str, read_records(told))) == told


@pytest.mark.parametrize(("zone", "day"), [("WIB-7", "2027-01-16"), ("UTC0", "2027-01-15"), ("HST10", "2027-01-14")])
def test_a_hand_is_of_the_day_where_the_server_is(time_zone: Callable[[str], None], zone: str, day: str) -> None:
    late = int(datetime(2027, 1, 15, 20 if zone != "HST10" else 8, tzinfo=UTC).timestamp() * 1000)
    played = full(Rules(players=2, hand=7), 1, persons=2)
    play_on(played)
    log = [structs.replace(event, at=late) for event in played.log]
    time_zone(zone)
    told = history.record(TABLE, log, NAMES, "en")
    assert [record.date for record in read_records(told)] == [day]
