"""One phone that is passed around: what its host is told, and when; and what nobody is told."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from gaple import Rules, Seat, nonce_commitment
from gaple.server.errors import Refusal
from gaple.server.live.attendance import Attendance
from gaple.server.live.clock import Since, due
from gaple.server.play.commands import (
    CLOCK,
    COMPUTER,
    Actor,
    AskSeat,
    BeReady,
    CommitNonce,
    Play,
    PutComputer,
    Rewind,
    Sit,
    Start,
    TakeOver,
    Vote,
)
from gaple.server.play.decide import found
from gaple.server.play.events import Company, Played, Ready
from gaple.server.play.one_phone import look
from gaple.server.play.table import Phase, fold, stamp
from gaple.server.settings import Settings
from gaple.server.store import database
from tests.server import states, wire
from tests.server.client import Person, Window, serving, settings
from tests.server.test_attendance import Hour
from tests.server.test_attendance import Window as Seen
from tests.server.test_mine import contents

RULES = "players=3 hand=7 stuck=discard hands=2"
NAMES = ("Sari Wangi", "Budi Elok", "Citra Ayu")
HOST = Actor("person", "p_host")
COMPANIONS = ("c_sari", "c_budi")


async def passed_around(person: Person, rules: str = RULES, names: Any = NAMES, **more: Any) -> str:
    return await person.make_table(rules, companions=list(names), **more)


async def begin(window: Window) -> None:
    await window.do("start")
    await window.until_phase("playing")


async def looked(window: Window, seat: str | None = None, seq: int | None = None) -> wire.Looked:
    """Ask to see a hand, that of whoever is on turn."""
    seq = window.now.seq if seq is None else seq
    await window.send(type="look", seat=seat or window.view.turn, seq=seq)
    return await window.until(wire.Looked)


def why(told: wire.Looked) -> str:
    assert told.view is None
    assert told.error
    return told.error.code


def is_covered(view: wire.View | None) -> bool:
    """Whether there is nothing in it of what is hidden."""
    if view is None or view.over:
        return True
    hidden = {tile for dead in view.dead.values() for tile in dead} | {
        done.action[1:] for done in view.actions if done.action.startswith("x")
    }
    return view.seat is None and not view.tiles and not view.legal and view.lead is None and hidden <= {"??"}


def covered(message: wire.Message) -> bool:
    """The same of a message."""
    if isinstance(message, wire.State | wire.Event):
        discards = [message.event] if isinstance(message, wire.Event) else []
        discards += [missed.event for missed in message.missed or []] if isinstance(message, wire.State) else []
        over = message.view is not None and message.view.over
        shown = [told for told in discards if isinstance(told, wire.Played) and told.action.startswith("x")]
        return is_covered(message.view) and (over or all(told.action == "x??" for told in shown))
    return not isinstance(message, wire.Looked) or message.view is None


async def finish(window: Window) -> list[wire.Looked]:
    """Play a hand to its end, everybody looking once and then playing; what they saw."""
    seen = []
    while window.now.table.phase == "playing":
        turn = window.view.turn
        if not any(seat.seat == turn and seat.kind == "person" for seat in window.now.table.seats):
            await window.next()
            continue
        told = await looked(window)
        if told.view is None or told.view.legal == ["--"]:
            await window.next()
            continue
        assert told.view.seat == turn
        seen.append(told)
        await window.do("play", action=told.view.legal[0])
    return seen


async def test_a_hand_is_shown_to_who_is_on_turn_once_and_never_else(base: str) -> None:
    async with Person.named(base, "Tuan Rumah") as host, Person.named(base, "Orang") as other:
        table = await passed_around(host)
        async with host.at(table) as window, other.at(table) as onlooker:
            me = window.now.you
            assert (me.seat, me.host) == (None, True)
            assert [(seat.kind, seat.name, seat.connected) for seat in window.now.table.seats] == [
                ("person", name, True) for name in NAMES
            ]
            assert window.now.table.company.one_phone
            assert window.now.table.onlookers == 0  # who has the phone is none
            assert onlooker.now.table.onlookers == 1
            await begin(window)
            turn = window.view.turn
            assert turn
            others = [seat for seat in "ABC" if seat != turn]
            for seat in others:
                assert why(await looked(window, seat)) == "not-your-turn"
            assert why(await looked(window, turn, window.now.seq - 1)) == "stale"
            await onlooker.until_phase("playing")
            assert why(await looked(onlooker, turn)) == "look-not-here"
            told = await looked(window)
            assert told.view
            assert told.view.seat == turn
            assert len(told.view.tiles) == 7
            # Whoever comes, asks again or is refused meanwhile sees nothing of it.
            async with host.at(table, window.now.seq - 2) as again:
                assert all(map(covered, again.told))
            await window.send(type="hello", version=1, seq=window.now.seq)
            assert covered(await window.until(wire.State))
            assert await window.refused("play", action="x00" if "00" not in told.view.tiles else "x66") != "stale"
            assert covered(window.now)
            for path in ("", "/record", "/hands/1/1"):
                answer = await host.get(f"/api/tables/{table}{path}")
                assert '"tiles":["' not in answer.text
            seen = await finish(window)
            assert len(seen) > 6
            assert {one.view.seat for one in seen if one.view} == set("ABC")
            shown = [message for message in window.told if isinstance(message, wire.Looked) and message.view]
            assert len(shown) == len(seen) + 1  # as often as it was asked for
            assert all(covered(message) for message in window.told if message not in shown)
            assert all(covered(message) for message in onlooker.told)
            assert window.view.over  # and then everything is open
            assert window.view.hands


async def test_what_is_followed_over_http_is_covered_and_so_is_a_refusal(base: str) -> None:
    async with Person.named(base, "Tuan Rumah") as host:
        table = await passed_around(host)
        async with host.at(table) as window:
            await begin(window)
            assert (await looked(window)).view
            commands = f"/api/tables/{table}/commands"
            answer = await host.client.post(commands, json={"type": "look", "seat": "A", "seq": window.now.seq})
            assert answer.status_code == 400
            played = {"type": "play", "action": "x??", "seq": window.now.seq}
            answer = await host.client.post(commands, json=played)
            assert not answer.json()["state"]["view"]["tiles"]
            async with host.client.stream("GET", f"/api/tables/{table}/events?since=1") as lines:
                async for line in lines.aiter_lines():
                    assert not json.loads(line)["view"]["tiles"]
                    break


async def test_nobody_else_sits_asks_or_plays_there(base: str) -> None:
    async with Person.named(base, "Tuan Rumah") as host, Person.named(base, "Orang") as other:
        table = await passed_around(host, names=["Sari", None, "Citra"])
        async with host.at(table) as window, other.at(table) as watcher:
            for asking in (watcher, window):
                assert await asking.refused("sit", seat="B") == "one-phone"
            assert await window.refused("start") == "seats-empty"
            await window.do("computer", seat="B", level="greedy")
            await begin(window)
            await watcher.until_phase("playing")
            assert await watcher.refused("play", action="00") == "not-seated"
            assert await watcher.refused("ask_seat", seat="A") == "one-phone"
            for kind in ("vote", "hand_over", "take_back"):
                assert await window.refused(kind) == "not-seated"
            assert await window.refused("say", what="hello") == "not-seated"
            seen = await finish(window)
            assert {one.view.seat for one in seen if one.view} == {"A", "C"}
            # One tap goes on for all of them.
            await window.do("ready")
            await window.until(wire.Event, lambda told: isinstance(told.event, wire.Dealt))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"names": ["Sari"]}, "companions-few"),
        ({"names": [None, None, "Sari"]}, "companions-few"),
        ({"names": ["Sari", "Budi", "Citra", "Dewi"]}, "companions-many"),
        ({"names": ["Sari", " sari "]}, "companions-alike"),
        ({"names": ["Sari", ""]}, "name-empty"),
        ({"names": ["Sari", "x" * 25]}, "name-long"),
        ({"clock": "brisk"}, "one-phone-alone"),
        ({"public": True}, "one-phone-alone"),
        ({"chat": True}, "one-phone-alone"),
    ],
)
async def test_what_cannot_be_is_refused_and_nothing_is_kept(base: str, changes: dict[str, Any], code: str) -> None:
    async with Person.named(base, "Tuan Rumah") as host:
        body = {"rules": RULES, "companions": list(changes.pop("names", NAMES)), **changes}
        answer = await host.client.post("/api/tables", json=body)
        assert (answer.status_code, answer.json()["code"]) == (400, code)
        assert (await host.get("/api/me/tables")).json()["tables"] == []
        assert (await mine(host))["companions"] == []


async def test_a_name_is_put_right_by_whose_phone_it_is(base: str) -> None:
    async with Person.named(base, "Tuan Rumah") as host, Person.named(base, "Orang") as other:
        table = await passed_around(host, names=["Sra", None, "Budi"])

        async def call(person: Person, seat: str, name: str, at: str = table) -> tuple[int, str | None]:
            answer = await person.client.put(f"/api/tables/{at}/companions/{seat}", json={"name": name})
            return answer.status_code, answer.json()["code"] if answer.content else None

        async with host.at(table) as window, other.at(table) as onlooker:
            assert await call(host, "A", " Sari  Wangi ") == (204, None)
            for there in (window, onlooker):
                await there.until(
                    wire.Presence, lambda told: [seat.name for seat in told.seats] == ["Sari Wangi", None, "Budi"]
                )
            assert await call(host, "A", "sari wangi") == (204, None)  # one's own name is not somebody else's
            assert await call(host, "C", "SARI WANGI") == (400, "companions-alike")
            assert await call(host, "C", " ") == (400, "name-empty")
            assert await call(host, "B", "Citra") == (404, "no-companion")
            assert await call(host, "Z", "Citra") == (404, "no-companion")
            assert await call(other, "C", "Citra") == (404, "no-companion")
            assert await call(host, "C", "Citra", "tidakada") == (404, "no-such-table")
        assert [companion["name"] for companion in (await mine(host))["companions"]] == ["sari wangi", "Budi"]


async def mine(host: Person) -> Any:
    packed = (await host.get("/api/me/data")).content
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        return json.loads(file.read("me.json"))


async def test_the_host_may_look_where_nobody_else_may_and_has_the_hands_in_their_history(base: str) -> None:
    async with Person.named(base, "Tuan Rumah") as host, Person.named(base, "Orang") as other:
        table = await passed_around(host, onlookers=False)
        async with host.at(table) as window:
            await begin(window)
            await finish(window)
            (hand,) = (await host.get("/api/me/hands")).json()["hands"]
            assert (hand["table"], hand["seat"]) == (table, None)
            assert [player["name"] for player in hand["players"]] == list(NAMES)
            replay = (await host.get(f"/api/tables/{table}/hands/1/1")).json()
            assert replay["seat"] is None
            assert NAMES[0] in (await host.get(f"/api/tables/{table}/record")).text
            for path in ("/record", "/hands/1/1", ""):
                assert (await other.get(f"/api/tables/{table}{path}")).status_code == 403


async def test_who_sees_a_table_late_is_not_its_host(base: str) -> None:
    async with Person.named(base, "Tuan Rumah") as host:
        table = await passed_around(host, delay=4)
        async with host.at(table) as window:
            await begin(window)
            for moves in range(1, 3):
                told = await looked(window)
                assert told.view
                await window.do("play", action=told.view.legal[0])
                assert len(window.view.actions) == moves


async def test_companions_go_with_who_has_named_them(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Tuan Rumah") as host:
        table = await passed_around(host)
        me = await mine(host)
        assert [one["name"] for one in me["companions"]] == list(NAMES)
        async with Person.named(base, "Orang") as other, host.at(table) as window, other.at(table) as onlooker:
            await begin(window)
            await onlooker.until_phase("playing")
            await host.client.delete("/api/me")
            # Nobody waits for them: computer players play the hand to its end.
            await onlooker.until_phase("hand_over")
            assert [seat.name for seat in onlooker.now.table.seats] == [None, None, None]
            record = (await other.get(f"/api/tables/{table}/record")).text
            assert not any(name in record for name in NAMES)
    kept = contents(tmp_path)
    assert not any(name.encode() in kept for name in (*NAMES, "Tuan Rumah"))
    with sqlite3.connect(tmp_path / database.FILE) as connection:
        assert connection.execute("SELECT count(*) FROM companions").fetchone() == (0,)
    connection.close()


async def test_the_phone_adds_a_nonce_to_the_deal(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, shuffle_within=600)) as base, Person.named(base, "Tuan Rumah") as host:
        table = await passed_around(host, names=[None, "Budi", "Citra"])
        async with host.at(table) as window:
            await window.do("computer", seat="A", level="greedy")
            await window.send(type="start", id="start", seq=window.now.seq)
            await window.until_phase("dealing")
            while not window.now.table.shuffle:
                await window.next()
            nonce = "ab" * 16
            await window.do("commit_nonce", commit=nonce_commitment(Seat.B, nonce))
            while window.now.table.shuffle.stage != "reveal":  # it is waited for, and for nobody else
                await window.next()
            await window.do("reveal_nonce", nonce=nonce)
            await window.until_phase("playing")
            await finish(window)
            assert window.now.table.shuffle.nonces == {"B": nonce}


async def test_the_names_are_in_no_log_of_a_table(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Tuan Rumah") as host:
        await passed_around(host)
    with sqlite3.connect(tmp_path / database.FILE) as connection:
        told = str(connection.execute("SELECT person, data FROM events").fetchall())
    connection.close()
    assert "c_" in told
    assert not any(name in told for name in NAMES)


# Without a server


def phone_table(present: bool = True, seed: int = 1) -> states.Played:
    """Sari, Budi and a computer player, dealt."""
    chance = states.table(Rules(players=3, hand=7), seed)
    facts = found(
        "p_host",
        Rules(players=3, hand=7),
        "clockwise",
        None,
        bytes(32),
        company=Company(),
        companions=dict(zip((Seat.A, Seat.B), COMPANIONS, strict=True)),
    )
    log = stamp(facts, 0, HOST, 1_800_000_000_000)
    played = states.Played(fold(states.TABLE, log), log, chance.rng, present={"p_host", *COMPANIONS})
    played.do(PutComputer(id="put", seq=played.state.seq, seat="C", level="greedy"), HOST)
    played.do(Start(id="start", seq=played.state.seq), HOST)
    played.deal()
    played.present = {"p_host", *COMPANIONS} if present else set()
    return played


def test_who_sits_is_there_with_the_phone() -> None:
    hour = Hour(5)
    here = Attendance(hour, dict.fromkeys(COMPANIONS, "p_host"))
    assert here.present == set()
    here.come(window := Seen("p_host"))
    assert here.present == {"p_host", *COMPANIONS}
    assert here.connected == {"p_host"}
    hour.now = 9
    here.go(window)
    assert here.present == set()
    assert here.away_since(COMPANIONS[0]) == 9


def test_a_table_waits_for_its_phone_however_long_that_takes() -> None:
    played = phone_table()
    state = played.state
    assert state.hand
    assert not state.is_practice
    hour = Hour(1e6)
    here = Attendance(hour, dict.fromkeys(COMPANIONS, "p_host"))
    here.come(Seen("p_onlooker"))
    while state.on_turn is None:
        played.do(Play(seq=state.seq, action=str(state.hand.legal_actions()[0])), COMPUTER)
    assert due(state, here, Since(0, 0, 0), Settings()) is None
    played.present = set()
    assert played.do(TakeOver(seq=state.seq, seat=str(state.hand.turn)), CLOCK) == []
    # Between hands, too.
    while state.phase is Phase.PLAYING:
        actor = HOST if state.on_turn else COMPUTER
        action = str(state.hand.legal_actions()[0])
        played.do(Play(id=played.next_id(), seq=state.seq, action=action), actor if action != "--" else CLOCK)
    assert due(state, here, Since(0, 0, 0), Settings()) is None


def test_what_the_host_does_is_done_for_whoever_is_on_turn() -> None:
    played = phone_table()
    state = played.state
    assert state.hand
    refused: set[str] = set()
    while state.phase is Phase.PLAYING:
        turn, legal = state.hand.turn, state.hand.legal_actions()
        action = str(legal[0])
        command = Play(id=played.next_id(), seq=state.seq, action=action)
        if state.on_turn is None:
            with pytest.raises(Refusal) as error:
                played.do(command, HOST)
            refused.add(error.value.code)
            with pytest.raises(Refusal) as error:
                look(state, "p_host", str(turn), state.seq)
            refused.add(error.value.code)
            played.do(command, COMPUTER)
            continue
        assert look(state, "p_host", str(turn), state.seq) is turn
        for stranger in (*COMPANIONS, "p_onlooker", None):
            with pytest.raises(Refusal):
                look(state, stranger, str(turn), state.seq)
        (event,) = played.do(command, HOST)
        assert isinstance(event.fact, Played)
        assert (event.person, event.fact.seat) == ("p_host", str(turn))
        with pytest.raises(Refusal) as error:  # a second tap
            played.do(Play(id=played.next_id(), seq=command.seq, action=action), HOST)
        assert error.value.code in ("stale", "no-hand")
    assert refused == {"not-your-turn"}
    facts = [event.fact for event in played.do(BeReady(id="ready", seq=state.seq), HOST)]
    assert facts == [Ready("A"), Ready("B")]
    assert played.do(BeReady(id="again", seq=state.seq), HOST) == []
    with pytest.raises(Refusal) as error:
        look(state, "p_host", "A", state.seq)
    assert error.value.code == "no-hand"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Sit(id="x", seq=0, seat="C"), "match-begun"),
        (AskSeat(id="x", seq=0, seat="A"), "one-phone"),
        (Vote(id="x", seq=0), "not-seated"),
        (Rewind(id="x", seq=0, hand=1, keep=0), "not-seated"),
        (CommitNonce(id="x", seq=0, commit="0" * 64), "not-seated"),
        (BeReady(id="x", seq=0), "not-seated"),
    ],
)
def test_a_stranger_has_no_part_in_it(command: Any, code: str) -> None:
    with pytest.raises(Refusal) as error:
        phone_table(present=False).do(command, Actor("person", "p_other"))
    assert error.value.code == code
