from __future__ import annotations

import random
from copy import deepcopy

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import structs

from gaple import Rules, Seat
from gaple.server.play import events
from gaple.server.play.events import Event
from gaple.server.wire.kept import Kept
from gaple.server.wire.project import MOST_HANDS, Projection, alias
from tests import strategies
from tests.server import wire
from tests.server.states import NAMES, PERSONS, TABLE, Played, full, random_command, table
from tests.server.test_decide import play_on
from tests.strategies import other_world

PRESENT = set(PERSONS[:2])


def told(played: Played, person: str | None, event: Event | None = None) -> bytes:
    return Projection(played.state, NAMES, PRESENT, 1, event).told(person)


def but_hands(message: wire.State | wire.Event) -> wire.TableView:
    """The table without the finished hands, of which an event tells the last alone."""
    match = message.table.match
    return structs.replace(message.table, match=match and structs.replace(match, hands=match.hands[-1:]))


def play_some(played: Played, steps: int) -> None:
    for _ in range(steps):
        hand = played.state.hand
        if hand is None or hand.turn is None:
            return
        fact = events.Played(str(hand.turn), str(played.rng.choice(hand.legal_actions())))
        event = Event(seq=played.state.seq + 1, by="computer", at=played.at, fact=fact)
        played.state.apply(event)
        played.log.append(event)


@given(strategies.rules(), st.integers(0, 2**32), st.integers(0, 60), st.booleans())
@settings(deadline=None)
def test_what_a_seat_cannot_know_changes_no_byte(rules: Rules, seed: int, steps: int, watching: bool) -> None:
    played = full(rules, seed, persons=2)
    play_some(played, steps)
    hand = played.state.hand
    assert hand
    seat = None if watching else Seat.A
    other = other_world(hand, seat, random.Random(seed))
    assume(other is not None and not hand.is_over)
    person = PERSONS[5] if watching else PERSONS[0]
    last = played.log[-1]
    before = told(played, person), told(played, person, last)
    played.state.hand = other
    assert (told(played, person), told(played, person, last)) == before


@given(strategies.rules(), st.integers(0, 2**32), st.integers(1, 120))
@settings(deadline=None)
def test_every_projection_is_as_the_protocol_says(rules: Rules, seed: int, steps: int) -> None:
    played = table(rules, seed, random.Random(seed).choice([None, "greedy"]))
    kept, rng, earlier = Kept(), random.Random(seed), deepcopy(played.state)
    for _ in range(steps):
        command, actor = random_command(played)
        try:
            entries = played.do(command, actor)
        except ValueError:
            continue
        if len(entries) == 1:
            for person in (*PERSONS[:3], None):
                state, event = wire.read(told(played, person)), wire.read(told(played, person, entries[0]))
                assert isinstance(state, wire.State)
                assert isinstance(event, wire.Event)
                wire.check(state)
                wire.check(event)
                assert (but_hands(state), state.view, state.you) == (but_hands(event), event.view, event.you)
                assert event.seq == played.state.seq
                assert event.you.person == person
            # What is kept of other moments, of the table as others see it late too, is as it would be made now.
            names = {person: rng.choice([name, "Lain", None]) for person, name in NAMES.items()}
            here = set(rng.sample(PERSONS, 2))
            for then, last in ((played.state, entries[0]), (earlier, None), (played.state, None)):
                fresh = Projection(then, names, here, 1, last)
                moment = Projection(then, names, here, 1, last, kept=kept)
                for person in (PERSONS[rng.randrange(3)], None):
                    assert moment.told(person) == fresh.told(person)
            earlier = deepcopy(played.state) if rng.random() < 0.2 else earlier


def test_secrets_and_persons_stay_here() -> None:
    played = full(Rules(players=4, hand=7), 11, persons=3)
    play_some(played, 10)
    secrets = [event.fact.secret for event in played.log if isinstance(event.fact, events.Committed)]
    message = told(played, PERSONS[0], played.log[-1]).decode()
    assert secrets
    assert not any(secret in message for secret in secrets)
    assert [person for person in PERSONS if person in message] == [PERSONS[0]]
    assert TABLE in message


def test_a_discard_is_told_to_its_owner_alone() -> None:
    rules = Rules(players=2, hand=7)
    for seed in range(100):
        played = full(rules, seed, persons=2)
        for _ in range(30):
            play_some(played, 1)
            last, hand = played.log[-1].fact, played.state.hand
            assert hand
            if isinstance(last, events.Played) and last.action[0] == "x" and not hand.is_over:
                own, other = (PERSONS[0], PERSONS[1])[:: 1 if last.seat == "A" else -1]
                actions = {
                    person: msgspec.json.decode(told(played, person, played.log[-1]))["event"]
                    for person in (own, other, None)
                }
                assert actions[own]["action"] == last.action
                assert actions[other]["action"] == actions[None]["action"] == "x??"
                return
    raise AssertionError("nobody ever discarded")


def test_names_connections_and_readiness_are_told() -> None:
    played = full(Rules(players=4, hand=7, teams=True), 11, persons=3)
    state = wire.read(told(played, PERSONS[1]))
    assert isinstance(state, wire.State)
    told_seats = [
        (seat.kind, seat.name, seat.level, seat.connected, seat.host, seat.side) for seat in state.table.seats
    ]
    assert told_seats == [
        ("person", "Ani", None, True, True, "AC"),
        ("person", "Budi", None, True, False, "BD"),
        ("person", "Citra", None, False, False, "AC"),
        ("computer", None, "greedy", True, False, "BD"),
    ]
    assert state.table.rules == played.state.rules.full
    assert state.you == wire.You(person=PERSONS[1], who=alias(PERSONS[1]), seat="B", host=False)


def test_one_is_told_oneself_what_the_others_know_one_by_and_without_a_seat_nobody_else_is() -> None:
    played = full(Rules(players=4, hand=7), 11, persons=2)
    onlooker, other = PERSONS[5], PERSONS[0]
    watching, sitting, unknown = (wire.read(told(played, person)) for person in (onlooker, other, None))
    assert isinstance(watching, wire.State)
    assert isinstance(sitting, wire.State)
    assert isinstance(unknown, wire.State)
    assert watching.you.who == alias(onlooker)
    for event in (None, played.log[-1]):
        assert alias(onlooker) not in told(played, other, event).decode()
    assert sitting.you.who == sitting.table.seats[0].who
    assert unknown.you.who is None


def test_messages_do_not_grow_with_the_match() -> None:
    played = full(Rules(players=2, hand=1), 1, persons=2)
    sizes = {}
    for number in range(1, MOST_HANDS + 101):
        play_on(played)
        event, state = (wire.read(content) for content in both(played))
        assert isinstance(event, wire.Event)
        assert isinstance(state, wire.State)
        wire.check(event)
        wire.check(state)
        sizes[number] = tuple(map(len, both(played)))
        played.deal()
    assert sizes[MOST_HANDS + 100][0] < sizes[1][0] + 100
    assert sizes[MOST_HANDS + 100][1] < sizes[MOST_HANDS][1] + 1000


def both(played: Played) -> tuple[bytes, bytes]:
    return told(played, PERSONS[0], played.log[-1]), told(played, PERSONS[0])
