"""Against computer players alone: moves taken back, the same deal again, and hints."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st

from gaple import Rules, Seat
from gaple.record import read_records
from gaple.replay import replay_text
from gaple.server.errors import Missing
from gaple.server.live.onlooking import late_of
from gaple.server.play import events, history, practice
from gaple.server.play.commands import Actor, HandOver, Rewind, Stop
from gaple.server.play.events import Company, Event
from gaple.server.play.table import Phase, fold, stamp
from gaple.server.wire.project import Projection
from gaple.verify import verify_record
from tests import strategies
from tests.server import wire
from tests.server.client import Person, Window, play_hand, serving, settings
from tests.server.misbehaving import BROKEN
from tests.server.services import a_database, redis
from tests.server.states import NAMES, PERSONS, TABLE, Played, full
from tests.server.test_decide import phase, play_on, refusal, told
from tests.strategies import other_world

ANI = Actor("person", PERSONS[0])


def rewind(played: Played, keep: int) -> list[Event]:
    assert played.state.hand
    return played.do(told(played, Rewind, hand=played.state.hand.number, keep=keep), ANI)


@given(strategies.rules(), st.integers(0, 2**32), st.data())
@how(deadline=None, max_examples=60)
def test_the_hand_is_what_it_was_then(rules: Rules, seed: int, data: st.DataObject) -> None:
    """In the middle of it, or after its end: then the standings are what they were, too."""
    played = full(rules, seed)
    assert played.state.match
    before = played.state.match.total, played.state.match.duty
    play_on(played)
    hand = played.state.hand
    assert hand
    if not hand.actions:  # a turned-up tile has blocked it
        assert refusal(played, ANI, Rewind, hand=1, keep=0).code == "rewind-nothing"
        return
    for keep in sorted(data.draw(st.sets(st.integers(0, len(hand.actions) - 1), min_size=1, max_size=3)), reverse=True):
        then = hand.copy()
        while len(then.actions) > keep:
            then.undo()
        (event,) = rewind(played, keep)
        assert event.fact == events.Rewound("A", keep)
        assert played.state.hand == then
        assert played.state.phase is Phase.PLAYING
        assert (played.state.match.total, played.state.match.duty) == before
        for seat in (None, *rules.seats):
            assert played.state.hand.view(seat).to_dict() == then.view(seat).to_dict()
    assert fold(TABLE, played.log).hand == played.state.hand
    play_on(played)
    assert played.state.hand == hand  # the same choices come to the same
    assert len(played.state.match.hands) == 1


@given(st.integers(0, 2**32), st.integers(0, 10))
@how(deadline=None, max_examples=40)
def test_nobody_learns_anything_hidden(seed: int, keep: int) -> None:
    """Two tables that differ in what a seat cannot know tell it the same when a move is taken back, byte for byte."""
    played = full(Rules(), seed)
    rng = random.Random(seed)
    play_on(played)
    rewind(played, keep)
    hand = played.state.hand
    assert hand
    event = played.log[-1]
    for seat in (None, *hand.rules.seats):
        there = fold(TABLE, played.log)
        there.hand = other_world(hand, seat, rng) or hand
        person = PERSONS[0] if seat is Seat.A else None
        if seat in (None, Seat.A):
            here = Projection(played.state, NAMES, set(PERSONS), 0, event).told(person)
            assert here == Projection(there, NAMES, set(PERSONS), 0, event).told(person)
    shuffle = Projection(played.state, NAMES, set(PERSONS), 0).table_view.shuffle
    assert shuffle
    assert (shuffle.stage, shuffle.secret, shuffle.nonces) == ("dealt", None, None)


def test_only_against_computer_players_alone() -> None:
    played = full(Rules(players=3, hand=7), 1, persons=2)
    play_on(played)
    assert refusal(played, ANI, Rewind, hand=1, keep=0).code == "rewind-not-alone"
    assert Projection(played.state, NAMES, set(PERSONS), 0).table_view.practice is None
    alone = full(Rules(players=3, hand=7), 1)
    assert refusal(alone, ANI, Rewind, hand=1, keep=0).code == "rewind-nothing"
    play_on(alone)
    assert refusal(alone, Actor("person", PERSONS[1]), Rewind, hand=1, keep=0).code == "not-seated"
    assert alone.state.hand
    assert refusal(alone, ANI, Rewind, hand=1, keep=99).code == "rewind-nothing"
    assert alone.do(told(alone, Rewind, hand=1, keep=len(alone.state.hand.actions)), ANI) == []  # a second tap
    alone.deal()
    play_on(alone)
    assert refusal(alone, ANI, Rewind, hand=1, keep=0).code == "stale"
    alone.do(told(alone, Stop), ANI)
    assert refusal(alone, ANI, Rewind, hand=2, keep=0).code == "no-hand"


def test_who_is_played_for_plays_themselves_first() -> None:
    played = full(Rules(players=2, hand=7), 1)
    play_on(played)
    rewind(played, 0)
    played.do(told(played, HandOver), ANI)
    play_on(played)
    assert refusal(played, ANI, Rewind, hand=1, keep=0).code == "computer-plays"


def test_a_hand_is_not_taken_back_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "MOST_REWINDS", 2)
    played = full(Rules(players=2, hand=7), 1)
    for _ in range(2):
        play_on(played)
        rewind(played, 0)
    assert Projection(played.state, NAMES, set(PERSONS), 0).table_view.practice.rewound == 2  # type: ignore[union-attr]
    play_on(played)
    assert refusal(played, ANI, Rewind, hand=1, keep=0).code == "rewound-too-often"
    played.deal()
    play_on(played)
    rewind(played, 0)


def test_a_match_that_was_over_goes_on() -> None:
    played = full(Rules(players=2, hand=7, hands=1), 1)
    for _ in range(2):
        play_on(played)
        assert phase(played) is Phase.MATCH_OVER
        rewind(played, 3)
        assert phase(played) is Phase.PLAYING


def test_the_record_says_so_and_is_verified_all_the_same() -> None:
    played = full(Rules(players=2, hand=7), 3)
    play_on(played)
    rewind(played, 4)
    with pytest.raises(Missing):  # nothing is finished any more
        history.record(TABLE, played.log, NAMES, "en")
    rewind(played, 2)
    play_on(played)
    played.deal()
    play_on(played)
    told_ = history.record(TABLE, played.log, NAMES, "en")
    first, second = read_records(told_)
    assert [place for place, _ in first.comments] == [2, 2]
    assert told_.count("A has taken the hand back to here") == 2
    assert second.comments == ()
    assert [replayed.hand for replayed in replay_text(told_)] == [
        one.hand for one in history.finished(TABLE, played.log)
    ]
    assert {verify_record(record).status for record in (first, second)} == {"verified"}


@given(strategies.rules(), st.integers(0, 2**32), st.integers(1, 20), st.integers(0, 2**32))
@how(deadline=None, max_examples=40)
def test_who_looks_on_late_is_never_ahead(rules: Rules, seed: int, delay: int, chance: int) -> None:
    played, rng = full(rules, seed), random.Random(chance)
    for _ in range(3):
        play_on(played)
        assert played.state.hand
        if not played.state.hand.actions:
            return
        rewind(played, rng.randrange(len(played.state.hand.actions)))
    play_on(played)
    first = played.log[0]
    created = first.fact
    assert isinstance(created, events.Created)
    created = events.Created(created.host, created.rules, created.direction, company=Company(delay=delay))
    log = [events.Event(seq=1, by=first.by, person=first.person, at=first.at, fact=created), *played.log[1:]]
    step_by_step = late_of(log[:1], fold(TABLE, log[:1]))
    assert step_by_step
    for length in range(2, len(log) + 1):
        now = fold(TABLE, log[:length])
        step_by_step.wait(log[length - 1])
        for _ in step_by_step.release(now):
            pass
        at_once = late_of(log[:length], now)
        assert at_once
        # Whether it was in the memory all the time or is read anew, it is the same.
        assert at_once.state.seq == step_by_step.state.seq
        moves = len(now.hand.actions) - now.kept if now.hand and now.phase is Phase.PLAYING else 0
        missing = [event for event in log[at_once.state.seq : length] if isinstance(event.fact, events.Played)]
        assert len(missing) == min(delay, moves)


async def test_a_hand_is_taken_back_and_played_otherwise(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        table = await ani.play_now(level="random")
        async with ani.at(table) as window:
            assert window.now.table.practice == wire.Practice(rewound=0, repeated=None)
            await play_hand(window)
            own = [at for at, done in enumerate(window.view.actions) if done.seat == "A"]
            before = window.view.actions[: own[-1]]
            await window.do("rewind", hand=1, keep=own[-1])
            back = window.now
            assert isinstance(back, wire.Event)
            assert back.event == wire.Rewound(by="person", seat="A", kept=own[-1])
            assert (back.table.phase, back.view and back.view.turn) == ("playing", "A")
            assert back.table.match
            assert (back.table.match.hands, back.table.match.standings[0].total) == ([], 0)
            await play_hand(window, lambda view: view.legal[-1])
            assert window.view.actions[: own[-1]] == before
            assert (await ani.get(f"/api/tables/{table}/record")).text.count("taken the hand back") == 1
            # The same deal again, from its beginning; who was away then sees how things stand.
            tiles = window.view.hands
            assert tiles
            await window.do("rewind", hand=1, keep=0)
            async with ani.at(table, window.now.seq - 1) as again:
                assert isinstance(again.now, wire.State)
                assert again.now.missed
                assert isinstance(again.now.missed[0].event, wire.Rewound)
            await play_hand(window)
            assert window.now.table.practice == wire.Practice(rewound=2, repeated=None)


async def hint(window: Window) -> wire.Hinted:
    await window.send(type="hint")
    return await window.until(wire.Hinted)


async def my_turn(window: Window) -> None:
    await window.dealt()
    while window.view.turn != "A":
        await window.next()


async def test_a_hint_is_for_whoever_asks_and_nobody_else(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path, hints_per_minute=3)) as base,
        Person.named(base, "Ani") as ani,
        Person.stranger(base) as stranger,
    ):
        table = await ani.play_now(level="random")
        async with ani.at(table) as window, ani.at(table) as other, stranger.at(table) as onlooker:
            await my_turn(window)
            seq = window.now.seq
            for _ in range(3):
                told_ = (await hint(window)).hint
                assert told_
                assert told_.action in window.view.legal
                assert (told_.hand, told_.after) == (1, len(window.view.actions))
                assert (told_.why == "only") == (len(window.view.legal) == 1)
            much = (await hint(window)).error
            assert much
            assert much.code == "hints-too-many"
            assert window.now.seq == seq
            refused = (await hint(onlooker)).error
            assert refused
            assert refused.code == "hint-not-alone"
            await other.send(type="ping")
            await other.until(wire.Pong)
            assert not [message for message in other.told if isinstance(message, wire.Hinted)]


async def test_there_are_no_hints_among_people_or_out_of_turn(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
    ):
        table = await ani.make_table("players=2 hand=7")
        async with ani.at(table) as one, budi.at(table) as two:
            await two.do("sit", seat="B")
            await one.until(wire.Event, lambda event: event.seq == two.now.seq)
            await one.do("start")
            refused = (await hint(one)).error
            assert refused
            assert refused.code == "hint-not-alone"
        alone = await ani.play_now(rules="players=2 hand=5 hands=1")
        async with ani.at(alone) as window:
            await play_hand(window)
            refused = (await hint(window)).error
            assert refused
            assert refused.code == "hint-not-on-turn"


async def test_where_nobody_can_think_it_is_said_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gaple.server.live.processes.ADVISER", BROKEN)
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        table = await ani.play_now(level="random")
        async with ani.at(table) as window:
            await my_turn(window)
            failed = (await hint(window)).error
            assert failed
            assert failed.code == "no-advice"
            await play_hand(window)


async def test_who_does_not_wait_for_a_hint_plays_on(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        table = await ani.play_now(level="random")
        async with ani.at(table) as window:
            await my_turn(window)
            for _ in range(5):
                await window.send(type="hint")
            await play_hand(window)
        async with ani.at(table) as window:  # and who leaves before it is there leaves nothing behind
            await window.do("rewind", hand=1, keep=0)
            await my_turn(window)
            await window.send(type="hint")
        await asyncio.sleep(0)


async def test_the_same_where_another_process_owns_the_table(tmp_path: Path) -> None:
    shared = await asyncio.to_thread(redis)
    async with (
        a_database() as database,
        serving(settings(tmp_path, database=database, redis=shared)) as here,
        serving(settings(tmp_path / "there", database=database, redis=shared)) as there,
        Person.named(here, "Ani") as ani,
    ):
        table = await ani.play_now(level="random")
        async with ani.at(table) as window:
            await my_turn(window)
            away = Person(there, ani.client)
            async with away.at(table) as far:
                told_ = (await hint(far)).hint
                assert told_
                assert told_.action in far.view.legal
                await far.do("play", action=told_.action)
                await far.do("rewind", hand=1, keep=0)
                refused = (await hint(far)).error
                assert refused is None or refused.code == "hint-not-on-turn"


async def test_a_hand_that_was_taken_back_is_told_as_it_was_played_in_the_end(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        table = await ani.play_now(level="random")
        async with ani.at(table) as window:
            await play_hand(window)
            assert len((await ani.get("/api/me/hands")).json()["hands"]) == 1
            await window.do("rewind", hand=1, keep=2)
            path = f"/api/tables/{table}/hands/1/1"
            assert (await ani.get(path)).status_code == 404  # it is in play
            assert (await ani.get("/api/me/hands")).json()["hands"] == []
            await play_hand(window, lambda view: view.legal[-1])
            told_ = (await ani.get(path)).json()
            assert [(note["after"], note["kind"], note["seat"]) for note in told_["notes"]] == [(2, "rewound", "A")]
            assert [step["action"] for step in told_["steps"]] == [done.action for done in window.view.actions]
            [listed] = (await ani.get("/api/me/hands")).json()["hands"]
            assert listed["total"] == told_["total"]


def tried_again(played: Played, one: history.Finished, keep: int, seed: int) -> Played:
    """A table at which Budi plays a hand of Ani's on."""
    created = played.log[0].fact
    assert isinstance(created, events.Created)
    log = stamp(practice.again(PERSONS[1], created, one, keep), 0, Actor("person", PERSONS[1]), 1_900_000_000_000)
    return Played(fold("another", log), log, random.Random(seed))


@given(strategies.rules(), st.integers(0, 2**32), st.data())
@how(deadline=None, max_examples=40)
def test_a_finished_hand_is_played_on_elsewhere(rules: Rules, seed: int, data: st.DataObject) -> None:
    """With the same tiles, totals and duties, told no more than was known then; what comes after it is new."""
    played = full(rules, seed)
    for _ in range(3):
        play_on(played)
        if played.state.phase is Phase.HAND_OVER:
            played.deal()
    one = data.draw(st.sampled_from(list(history.finished(TABLE, played.log))))
    if not one.hand.actions:  # a turned-up tile has blocked it
        return
    keep = data.draw(st.integers(0, len(one.hand.actions) - 1))
    other = tried_again(played, one, keep, seed)
    then = one.hand.copy()
    while len(then.actions) > keep:
        then.undo()
    state = other.state
    assert state.hand == then
    assert state.match
    assert state.phase is Phase.PLAYING
    assert state.hand.totals == then.totals == state.match.total == one.before.total
    assert {str(seat): person for seat, person in state.persons.items()} == {"A": PERSONS[1]}
    assert [sat and sat.level for sat in state.seats] == [sat and sat.level for sat in one.seats]
    rng = random.Random(seed)
    for seat in (None, Seat.A):
        there = fold("another", other.log)
        there.hand = other_world(state.hand, seat, rng) or state.hand
        person = PERSONS[1] if seat is Seat.A else None
        told_ = Projection(state, NAMES, set(PERSONS), 0).told(person)
        assert told_ == Projection(there, NAMES, set(PERSONS), 0).told(person)
        assert one.dealing.secret.hex() not in told_.decode()
    view = Projection(state, NAMES, set(PERSONS), 0).table_view
    assert view.shuffle is None  # nothing was committed to, and nothing is claimed
    assert view.practice
    assert view.practice.repeated
    assert view.practice.repeated.table == TABLE
    assert (view.practice.repeated.match, view.practice.repeated.hand) == (one.match, one.hand.number)

    play_on(other)
    (again,) = history.finished("another", other.log)
    assert again.hand.actions[:keep] == one.hand.actions[:keep]
    assert (again.before, again.dealing, again.repeated is not None) == (one.before, one.dealing, True)
    told_record = history.record("another", other.log, NAMES, "en")
    (record,) = read_records(told_record)
    assert verify_record(record).status == "verified"
    assert "tried again at table another" in told_record
    # It can be taken back, and tried again once more; and then comes a hand that nobody has seen.
    rewind_ = told(other, Rewind, hand=one.hand.number, keep=0)
    other.do(rewind_, Actor("person", PERSONS[1]))
    play_on(other)
    twice = tried_again(other, next(history.finished("another", other.log)), 0, seed)
    assert twice.state.repeated
    assert (twice.state.repeated.table, twice.state.repeated.match) == (TABLE, one.match)
    if other.state.phase is Phase.HAND_OVER:
        other.deal()
        assert other.state.hand
        assert other.state.hand.number == one.hand.number + 1
        assert other.state.repeated is None
        assert other.state.dealing
        assert other.state.dealing.table == "another"


async def test_what_if_over_http(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
        Person.stranger(base) as stranger,
    ):
        table = await ani.play_now(rules="players=3 hand=7 hands=2", level="greedy")
        path = f"/api/tables/{table}/hands/1/1"
        async with ani.at(table) as window:
            assert (await ani.client.post(f"{path}/again", json={})).json()["code"] == "no-finished-hand"
            await play_hand(window)
            first = (await budi.get(path)).json()
            assert first["alone"]
        end = len(first["steps"])
        for keep, code in ((end, "again-nothing"), (1000, "again-nothing"), (1001, "message-malformed")):
            refused = await budi.client.post(f"{path}/again", json={"keep": keep})
            assert refused.json()["code"] == code
        assert (await stranger.client.post(f"{path}/again", json={})).json()["code"] == "name-needed"
        made = await budi.client.post(f"{path}/again", json={"keep": 3})
        assert made.status_code == 201
        again = made.json()["table"]
        async with budi.at(again) as window:
            assert window.now.table.practice
            assert window.now.table.practice.repeated == wire.Repeated(table=table, match=1, hand=1)
            assert [seat.level for seat in window.now.table.seats] == [None, "greedy", "greedy"]
            await play_hand(window, lambda view: view.legal[-1])
            assert [did.action for did in window.view.actions[:3]] == [step["action"] for step in first["steps"][:3]]
            await window.do("ready")
            await window.until_phase("playing")
            assert window.view.hand == 2
            assert window.now.table.practice == wire.Practice(rewound=0, repeated=None)
        [listed] = (await budi.get("/api/me/hands")).json()["hands"]
        assert (listed["table"], listed["hand"]) == (again, 1)
        assert (await ani.get(path)).json() == {**first, "seat": "A"}  # the hand itself is as it was

        # Where others played, or nobody may look on, there is no such thing.
        shared = await ani.make_table("players=2 hand=7", onlookers=False)
        async with ani.at(shared) as one, budi.at(shared) as two:
            await two.do("sit", seat="B")
            await one.until(wire.Event, lambda event: event.seq == two.now.seq)
            await one.do("start")
            await two.do("hand_over")
            await play_hand(one)
        path = f"/api/tables/{shared}/hands/1/1"
        assert not (await ani.get(path)).json()["alone"]
        assert (await ani.client.post(f"{path}/again", json={})).json()["code"] == "again-not-alone"
        async with Person.named(base, "Citra") as citra:
            assert (await citra.client.post(f"{path}/again", json={})).json()["code"] == "no-onlookers"
