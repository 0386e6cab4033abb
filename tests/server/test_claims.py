"""Asking for a seat whose person cannot come back to it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gaple import Rules, Seat
from gaple.record import read_records
from gaple.server.errors import Refusal
from gaple.server.play.claims import MOST_ASKED
from gaple.server.play.commands import CLOCK, Actor, AnswerSeat, AskSeat, HandOver, KeepSeat, Sit, TakeBack
from gaple.server.play.table import fold
from gaple.server.wire.project import alias
from tests.server import wire
from tests.server.client import Person, Window, play_hand
from tests.server.states import PERSONS, TABLE, Played, full, snapshot, table

HOST, B, C, D = (Actor("person", person) for person in PERSONS[:4])
STRANGER = Actor("person", "p_stranger")
OTHER = Actor("person", "p_other")


def playing(away: int, *others_away: int) -> Played:
    """A hand among four people, some of whom are away; the stranger is here."""
    played = full(Rules(), 1, persons=4)
    played.present = {*PERSONS[:4], "p_stranger", "p_other"} - {PERSONS[seat] for seat in (away, *others_away)}
    return played


def ask(played: Played, seat: str, actor: Actor = STRANGER) -> list[str]:
    events = played.do(AskSeat(id=played.next_id(), seq=played.state.seq, seat=seat), actor)
    return [event.fact.kind for event in events]


def answer(played: Played, seat: str, actor: Actor, yes: bool, seq: int | None = None) -> list[str]:
    asked = AnswerSeat(id=played.next_id(), seq=played.state.seq if seq is None else seq, seat=seat, yes=yes)
    return [event.fact.kind for event in played.do(asked, actor)]


def refused(played: Played, seat: str, actor: Actor, yes: bool | None = None) -> str:
    with pytest.raises(Refusal) as error:
        ask(played, seat, actor) if yes is None else answer(played, seat, actor, yes)
    return error.value.code


def test_the_host_gives_a_seat() -> None:
    played = playing(2)
    hand = played.state.hand
    assert ask(played, "C") == ["seat_asked"]
    assert answer(played, "C", HOST, True) == ["seat_answered", "seat_given"]
    assert played.state.persons[Seat.C] == "p_stranger"
    assert not played.state.claims
    assert played.state.hand is hand
    assert snapshot(played.state) == snapshot(fold(TABLE, played.log))


def test_the_host_refuses_and_is_not_asked_for_ever() -> None:
    played = playing(2)
    for _ in range(MOST_ASKED):
        ask(played, "C")
        assert answer(played, "C", HOST, False) == ["seat_answered", "seat_kept"]
    assert played.state.persons[Seat.C] == PERSONS[2]
    assert refused(played, "C", STRANGER) == "seats-asked-too-often"


def test_while_the_host_is_here_nobody_else_decides() -> None:
    played = playing(2)
    ask(played, "C")
    for actor in (B, D):
        assert refused(played, "C", actor, yes=True) == "not-host"
    for actor in (STRANGER, OTHER, C, Actor("person", None)):
        assert refused(played, "C", actor, yes=True) == "not-host"
    assert played.state.persons[Seat.C] == PERSONS[2]


def test_the_table_decides_about_the_hosts_seat_and_makes_them_host() -> None:
    played = playing(0)
    ask(played, "A")
    for actor in (STRANGER, OTHER, HOST):
        assert refused(played, "A", actor, yes=True) == "not-seated"
    assert answer(played, "A", B, True) == ["seat_answered"]
    assert answer(played, "A", B, True) == []
    assert answer(played, "A", C, True) == ["seat_answered", "seat_given"]
    assert played.state.host == played.state.persons[Seat.A] == "p_stranger"
    assert snapshot(played.state) == snapshot(fold(TABLE, played.log))


def test_the_table_decides_where_the_host_is_away() -> None:
    played = playing(2, 0)
    ask(played, "C")
    assert answer(played, "C", B, True) == ["seat_answered"]
    assert answer(played, "C", B, False) == ["seat_answered", "seat_kept"]
    ask(played, "C")
    answer(played, "C", B, True)
    assert answer(played, "C", D, True) == ["seat_answered", "seat_given"]
    assert played.state.host == PERSONS[0]


def test_whose_answer_does_not_count_any_more() -> None:
    """Who has answered and is gone decides nothing."""
    played = playing(0)
    ask(played, "A")
    answer(played, "A", B, True)
    played.present -= {PERSONS[1]}
    assert answer(played, "A", C, True) == ["seat_answered"]
    assert answer(played, "A", D, True) == ["seat_answered", "seat_given"]


def test_an_answer_is_about_who_asked_then() -> None:
    played = playing(2)
    ask(played, "C")
    seen = played.state.seq
    assert answer(played, "C", STRANGER, False) == ["seat_kept"]
    ask(played, "C", OTHER)
    with pytest.raises(Refusal) as stale:
        answer(played, "C", HOST, True, seq=seen)
    assert stale.value.code == "stale"


def test_what_cannot_be_asked_for() -> None:
    played = playing(2)
    played.present.add("p_third")
    assert refused(played, "A", STRANGER) == "seat-not-away"
    assert refused(played, "C", B) == "seated-already"
    assert refused(played, "E", STRANGER) == "seat-not-here"
    assert refused(played, "C", Actor("person", None)) == "name-needed"
    assert refused(played, "C", HOST, yes=True) == "seat-not-asked"
    ask(played, "C")
    assert ask(played, "C") == []
    assert refused(played, "C", OTHER) == "seat-asked-already"
    played.present -= {PERSONS[3]}
    assert refused(played, "D", STRANGER) == "seat-asked-already"
    computers = full(Rules(), 1, persons=1)
    assert refused(computers, "B", STRANGER) == "seat-nobodys"


def test_who_comes_back_keeps_their_seat() -> None:
    played = playing(2)
    ask(played, "C")
    played.present.add(PERSONS[2])
    assert answer(played, "C", HOST, True) == ["seat_kept"]
    ask_again = playing(2)
    ask(ask_again, "C")
    keep = KeepSeat(seq=ask_again.state.seq, seat="C")
    assert ask_again.do(keep, CLOCK) == []
    ask_again.present.add(PERSONS[2])
    assert [event.fact.kind for event in ask_again.do(keep, CLOCK)] == ["seat_kept"]
    assert ask_again.do(keep, CLOCK) == []


def test_who_sits_down_elsewhere_asks_no_more() -> None:
    played = table(Rules(), 1)
    played.do(Sit(id="1", seq=2, seat="B"), B)
    played.present = {PERSONS[0], "p_stranger"}
    ask(played, "B")
    played.do(Sit(id="2", seq=4, seat="C"), STRANGER)
    assert not played.state.claims
    assert refused(played, "B", HOST, yes=True) == "seat-not-asked"


def offered(seat: int) -> Played:
    """The same with everybody here, and this one stepped aside."""
    played = playing(seat)
    played.present.add(PERSONS[seat])
    played.do(HandOver(id=played.next_id(), seq=played.state.seq), Actor("person", PERSONS[seat]))
    return played


@pytest.mark.parametrize("seat", [0, 2])
def test_who_has_stepped_aside_offers_their_seat_and_alone_decides(seat: int) -> None:
    """The host, too, who is no host any more then."""
    played, letter = offered(seat), "ABCD"[seat]
    owner = Actor("person", PERSONS[seat])
    assert ask(played, letter) == ["seat_asked"]
    for actor in (HOST, B, C, D, STRANGER, OTHER):
        if actor != owner:
            assert refused(played, letter, actor, yes=True) == "seat-theirs-to-give"
    assert played.do(KeepSeat(seq=played.state.seq, seat=letter), CLOCK) == []
    assert answer(played, letter, owner, False) == ["seat_answered", "seat_kept"]
    assert ask(played, letter, OTHER) == ["seat_asked"]
    assert answer(played, letter, owner, True) == ["seat_answered", "seat_given", "handed_back"]
    occupant = played.state.seats[seat]
    assert occupant
    assert (occupant.person, occupant.stand_in) == ("p_other", None)
    assert (played.state.host == "p_other") == (seat == 0)
    assert snapshot(played.state) == snapshot(fold(TABLE, played.log))


def test_who_takes_their_seat_back_keeps_it() -> None:
    played = offered(2)
    ask(played, "C")
    played.do(TakeBack(id=played.next_id(), seq=played.state.seq), C)
    keep = KeepSeat(seq=played.state.seq, seat="C")
    assert [event.fact.kind for event in played.do(keep, CLOCK)] == ["seat_kept"]
    assert refused(played, "C", STRANGER) == "seat-not-away"


def test_who_has_stepped_aside_and_gone_leaves_it_to_the_host() -> None:
    played = offered(2)
    ask(played, "C")
    played.present -= {PERSONS[2]}
    assert refused(played, "C", B, yes=True) == "not-host"
    assert answer(played, "C", HOST, True) == ["seat_answered", "seat_given", "handed_back"]


async def test_a_seat_is_offered_and_played_on_by_who_looked_on(base: str) -> None:
    async with Person.named(base, "Bayu") as bayu, Person.named(base, "Budi") as budi, Person.named(base, "Ani") as ani:
        table = await bayu.make_table("players=2 hand=7 hands=1")
        async with bayu.at(table) as a, budi.at(table) as b, ani.at(table) as c:
            await b.do("sit", seat="B")
            await a.do("start")
            await b.until_phase("playing")
            await b.do("hand_over")
            await c.until(wire.Event, lambda told: told.table.seats[1].stand_in is not None)
            await c.do("ask_seat", seat="B")
            asked = await b.until(wire.Event, lambda told: isinstance(told.event, wire.SeatAsked))
            assert asked.table.claims == [wire.Claim(seat="B", name="Ani", yes=0, no=0, of=1, host=False, owner=True)]
            await b.do("answer_seat", seat="B", yes=True)
            assert b.now.you.seat is None
            assert b.view.tiles == []
            await c.until(wire.Event, lambda told: told.you.seat == "B" and told.table.seats[1].stand_in is None)
            await asyncio.gather(play_hand(a), play_hand(c))
            assert c.now.table.phase == "match_over"


async def gone(window: Window, seat: int) -> None:
    """Read on until the person there is not connected."""
    await window.until(wire.Presence, lambda told: told.seats[seat].kind == "person" and not told.seats[seat].connected)


async def test_a_lost_cookie_costs_no_seat(base: str) -> None:
    """The whole way, through real sockets: the hand goes on with the same tiles, and who decides is told who asks."""
    async with (
        Person.named(base, "Bayu") as bayu,
        Person.named(base, "Budi") as budi,
        Person.named(base, "Lia") as new,
    ):
        table = await bayu.make_table("players=2 hand=7")
        async with bayu.at(table) as a:
            async with budi.at(table) as b:
                await b.do("sit", seat="B")
                await a.do("start")
                await b.until_phase("playing")
                tiles = b.view.tiles
            await gone(a, 1)
            async with new.at(table) as c:
                assert c.view.tiles == []
                await c.do("ask_seat", seat="B")
                assert c.now.you == wire.You(person=new.id, who=alias(new.id), seat=None, host=False, asks="B")
                asked = await a.until(wire.Event, lambda told: isinstance(told.event, wire.SeatAsked))
                claim = wire.Claim(seat="B", name="Lia", yes=0, no=0, of=1, host=True, owner=False)
                assert asked.table.claims == [claim]
                assert await c.refused("answer_seat", seat="B", yes=True) == "not-host"
                await a.do("answer_seat", seat="B", yes=True)
                given = await c.until(wire.Event, lambda told: isinstance(told.event, wire.SeatGiven))
                assert given.you == wire.You(person=new.id, who=alias(new.id), seat="B", host=False)
                assert given.view
                assert set(given.view.tiles) <= set(tiles)
                assert given.table.seats[1].name == "Lia"
                assert not given.table.claims
                async with budi.at(table) as old:
                    assert old.now.you.seat is None
                    assert old.view.tiles == []
        assert [sat["table"] for sat in (await new.get("/api/me/tables")).json()["tables"]] == [table]


async def test_a_request_ends_when_the_person_is_back(base: str) -> None:
    async with Person.named(base, "Bayu") as bayu, Person.named(base, "Budi") as budi, Person.named(base, "Ani") as ani:
        table = await bayu.make_table("players=2 hand=7")
        async with bayu.at(table) as a, ani.at(table) as c:
            async with budi.at(table) as b:
                await b.do("sit", seat="B")
            await gone(a, 1)
            await c.do("ask_seat", seat="B")
            async with budi.at(table):
                kept = await c.until(wire.Event, lambda told: isinstance(told.event, wire.SeatKept))
                assert isinstance(kept.event, wire.SeatKept)
                assert (kept.event.why, kept.event.by, kept.table.claims) == ("back", "clock", [])


async def test_the_new_one_plays_on(base: str) -> None:
    async with Person.named(base, "Bayu") as bayu, Person.named(base, "Budi") as budi, Person.named(base, "Ani") as ani:
        table = await bayu.make_table("players=2 hand=7 hands=1")
        async with bayu.at(table) as a:
            async with budi.at(table) as b:
                await b.do("sit", seat="B")
                await a.do("start")
            await gone(a, 1)
            async with ani.at(table) as c:
                await c.do("ask_seat", seat="B")
                await a.until(wire.Event, lambda told: isinstance(told.event, wire.SeatAsked))
                await a.do("answer_seat", seat="B", yes=True)
                await c.until(wire.Event, lambda told: isinstance(told.event, wire.SeatGiven))
                await asyncio.gather(play_hand(a), play_hand(c))
                assert c.now.table.phase == "match_over"
        (told,) = read_records((await ani.get(f"/api/tables/{table}/record")).text)
        assert list(told.names.values()) == ["Bayu", "Ani"]


@pytest.mark.parametrize("company", [{"delay": 4}, {"onlookers": False}])
async def test_a_seat_comes_back_where_onlookers_see_little_or_nothing(base: str, company: dict[str, Any]) -> None:
    async with Person.named(base, "Bayu") as bayu, Person.named(base, "Budi") as budi, Person.named(base, "Ani") as ani:
        table = await bayu.make_table("players=2 hand=7 hands=1", **company)
        async with bayu.at(table) as a:
            async with budi.at(table) as b:
                await b.do("sit", seat="B")
                await a.do("start")
                await b.until_phase("playing")
            await gone(a, 1)
            ask = {"type": "ask_seat", "id": "mine", "seq": 0, "seat": "B"}
            asked = await ani.client.post(f"/api/tables/{table}/commands", json=ask)
            assert asked.status_code == 200, asked.text
            await a.until(wire.Event, lambda told: isinstance(told.event, wire.SeatAsked))
            await a.do("answer_seat", seat="B", yes=True)
            async with ani.at(table) as c:
                assert c.now.you.seat == "B"
                await asyncio.gather(play_hand(a), play_hand(c))
                assert c.now.table.phase == "match_over"
