"""Random people come, go, stall, hand over and vote, by a clock of the test's own: the table never stalls."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from gaple import GapleError, Rules, nonce_commitment
from gaple.server.live.attendance import Attendance
from gaple.server.live.clock import Due, Since, What, asked, due
from gaple.server.play import events
from gaple.server.play.commands import (
    COMPUTER,
    Actor,
    AnyCommand,
    BeReady,
    CommitNonce,
    HandOver,
    Play,
    PutComputer,
    RevealNonce,
    Sit,
    Start,
    TakeBack,
    Vote,
)
from gaple.server.play.decide import decide, found
from gaple.server.play.events import Event, Timing
from gaple.server.play.table import Phase, fold, stamp
from gaple.server.settings import Settings
from gaple.server.wire.project import Projection
from tests import strategies
from tests.server import wire
from tests.server.states import NAMES, PERSONS, TABLE, snapshot
from tests.server.test_attendance import Hour, Window

SETTINGS = Settings()
ONLOOKER = "p_onlooker"
LONG = 3600.0

seats = st.integers(0, 4)


class Table(RuleBasedStateMachine):
    """A table as :class:`LiveTable` drives it, without tasks: what is due is done when its time has come."""

    @initialize(
        rules=strategies.rules(),
        seed=st.integers(0, 2**32),
        people=st.integers(1, 5),
        timing=st.builds(Timing, st.sampled_from([None, 20.0, 60.0]), st.sampled_from([5.0, 30.0])),
    )
    def begin(self, rules: Rules, seed: int, people: int, timing: Timing) -> None:
        self.rng = random.Random(seed)
        self.hour = Hour(1000.0)
        self.here = Attendance(self.hour)
        self.windows = {person: Window(person) for person in (*PERSONS, ONLOOKER)}
        self.people = PERSONS[: min(people, rules.players)]
        facts = found(PERSONS[0], rules, "clockwise", None, self.rng.randbytes(32), timing)
        self.log = stamp(facts, 0, Actor("person", PERSONS[0]), 1_800_000_000_000)
        self.state = fold(TABLE, self.log)
        self.since = Since(1000.0, 1000.0, 1000.0)
        self.ids = 0
        for person in (*self.people, ONLOOKER):
            self.here.come(self.windows[person])
        for seat, person in zip(rules.seats, self.people, strict=False):
            self.ask(Sit(seq=self.state.seq, seat=str(seat)), Actor("person", person))
        for seat in rules.seats[len(self.people) :]:
            self.ask(PutComputer(seq=self.state.seq, seat=str(seat), level="greedy"), Actor("person", PERSONS[0]))
        self.ask(Start(seq=self.state.seq), Actor("person", PERSONS[0]))
        assert self.state.phase is not Phase.WAITING

    def ask(self, command: AnyCommand, actor: Actor) -> list[Event]:
        """Carry out a command, as the table's writer does. Raises what ``decide`` does."""
        patience = SETTINGS.vote_after - (self.hour.now - max(self.since.moved, self.here.watched))
        facts = decide(self.state, command, actor, self.rng.randbytes(32), self.here.present, patience)
        entries = stamp(facts, self.state.seq, actor, self.state.at + 1, command.id)
        for event in entries:
            ready = bool(self.state.ready)
            self.state.apply(event)
            self.log.append(event)
            self.since.event = self.hour.now
            if self.state.moved_seq == event.seq:
                self.since.moved, self.since.spent = self.hour.now, 0.0
            if not ready:
                self.since.ready = self.hour.now
        return entries

    def attempt(self, kind: type[AnyCommand], person: str, **fields: Any) -> bool:
        """Whether somebody may do this now. What is refused is told in both languages and changes nothing."""
        self.ids += 1
        before = snapshot(self.state)
        try:
            self.ask(kind(id=f"c{self.ids}", seq=self.state.seq, **fields), Actor("person", person))
        except GapleError as error:
            refused = error
        else:
            return True
        assert snapshot(self.state) == before
        assert "{" not in refused.told("id") + refused.told("en")
        return False

    @property
    def coming(self) -> Due | None:
        return due(self.state, self.here, self.since, SETTINGS) if len(self.here) else None

    def do(self, coming: Due) -> None:
        """Do what is due, at its time or now if that is over."""
        self.hour.now = max(self.hour.now, coming.at)
        if coming.what is What.MOVE:
            assert self.state.hand
            action = self.rng.choice(self.state.hand.legal_actions())
            self.ask(Play(seq=self.state.seq, action=str(action)), COMPUTER)
        else:
            assert self.ask(*asked(coming, self.state)), coming

    # What people do

    @rule(seat=seats)
    def come(self, seat: int) -> None:
        if (window := self.windows[PERSONS[seat]]) not in self.here:
            self.here.come(window)

    @rule(seat=seats)
    def go(self, seat: int) -> None:
        if (window := self.windows[PERSONS[seat]]) in self.here:
            self.here.go(window)

    @rule()
    def the_onlooker_comes_or_goes(self) -> None:
        window = self.windows[ONLOOKER]
        (self.here.go if window in self.here else self.here.come)(window)

    @rule(seconds=st.floats(0, 100))
    def stall(self, seconds: float) -> None:
        """Time passes, and what is due meanwhile is done."""
        end = self.hour.now + seconds
        for _ in range(200):
            coming = self.coming
            if coming is None or coming.at > end:
                break
            self.do(coming)
        self.hour.now = max(end, self.hour.now)

    @rule(seat=seats)
    def play(self, seat: int) -> None:
        hand, person = self.state.hand, PERSONS[seat]
        if hand is None or hand.turn is None or person not in self.here.present:
            return
        own = self.state.seat_of(person) == hand.turn
        stand_in = self.state.stand_in(hand.turn)
        may = own and not self.state.time_up and (stand_in is None or stand_in.why == "away")
        action = str(self.rng.choice(hand.legal_actions()))
        assert self.attempt(Play, person, action=action) == (may and self.state.phase is not Phase.CLOSED)

    @rule(seat=seats, kind=st.sampled_from([BeReady, Vote, HandOver, TakeBack]))
    def ask_something(self, seat: int, kind: type[AnyCommand]) -> None:
        if PERSONS[seat] in self.here.present:
            self.attempt(kind, PERSONS[seat])

    @rule(seat=seats, number=st.integers(1, 2))
    def commit_or_reveal(self, seat: int, number: int) -> None:
        person = PERSONS[seat]
        shuffle, sits = self.state.shuffle, self.state.seat_of(person)
        if shuffle is None or sits is None or person not in self.here.present:
            return
        nonce = f"{number:032x}"
        commit = nonce_commitment(sits, nonce)
        dealing = self.state.phase is Phase.DEALING
        fits = dealing and shuffle.revealing and shuffle.commits.get(sits) == commit
        assert self.attempt(CommitNonce, person, commit=commit) == (dealing and not shuffle.revealing)
        assert self.attempt(RevealNonce, person, nonce=nonce) == fits

    @rule()
    def restart(self) -> None:
        """The server ends, and another one has the log and nothing else; everybody has to come again."""
        self.state = fold(TABLE, self.log)
        self.here = Attendance(self.hour)
        now = self.hour.now
        self.since = Since(now, now, now, 5.0 if self.state.timing.move else 0.0)

    # What holds

    @invariant()
    def nobody_present_waits_for_who_is_away(self) -> None:
        """Where anybody looks on, something is coming, unless people who are here may choose in peace."""
        if not len(self.here) or self.state.phase not in (Phase.DEALING, Phase.PLAYING, Phase.HAND_OVER):
            return
        if self.state.phase is Phase.DEALING:
            assert self.coming
            assert self.coming.at <= self.hour.now + SETTINGS.shuffle_within
            return
        if self.coming is not None:
            assert self.coming.at <= self.hour.now + LONG
        elif self.state.phase is Phase.PLAYING:
            assert self.state.on_turn in self.here.present
            assert self.state.timing.move is None
        else:
            assert set(self.state.persons.values()) & self.here.present

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        assert [event.seq for event in self.log] == list(range(1, len(self.log) + 1))
        assert snapshot(fold(TABLE, self.log)) == snapshot(self.state)
        assert list(self.state.persons.values()) == list(self.people)
        moves = 0
        for event in self.log:
            if isinstance(event.fact, events.Dealt):
                moves = 0
            moves += isinstance(event.fact, events.Played)
        assert moves == (len(self.state.hand.actions) if self.state.hand else 0)

    @invariant()
    def everybody_sees_their_view_and_who_is_played_for(self) -> None:
        hand = self.state.hand
        for person in (*self.people, ONLOOKER):
            told = wire.read(Projection(self.state, NAMES, self.here.present, 0).told(person))
            assert isinstance(told, wire.State)
            wire.check(told)
            seat = self.state.seat_of(person)
            if hand is None:
                assert told.view is None
                continue
            assert told.view
            assert (told.view.seat, told.view.tiles) == (
                None if seat is None else str(seat),
                [] if seat is None else [str(tile) for tile in hand.view(seat).tiles],
            )
            played_for = [view.stand_in is not None for view in told.table.seats]
            assert played_for == [self.state.stand_in(seat) is not None for seat in self.state.rules.seats]

    def teardown(self) -> None:
        """Whatever has happened: with one onlooker who stays, the hand comes to its end by itself or by a vote."""
        if not hasattr(self, "state") or self.state.phase not in (Phase.DEALING, Phase.PLAYING):
            return
        if not len(self.here):
            self.here.come(self.windows[ONLOOKER])
        assert self.state.match
        number = len(self.state.match.hands)
        for _ in range(400):
            if len(self.state.match.hands) > number:
                return
            if coming := self.coming:
                self.do(coming)
                continue
            idle = self.state.on_turn  # without a clock, and here: the others vote, or wait for them in vain
            others = sorted(self.here.present & set(self.people) - {idle})
            self.hour.now += SETTINGS.vote_after + 0.001  # a sum of such times is not exact
            for person in others:
                if self.state.on_turn == idle:
                    assert self.attempt(Vote, person)
            if not others:
                return
        raise AssertionError("the hand did not end")


TestTable = Table.TestCase
TestTable.settings = settings(deadline=None, stateful_step_count=30, max_examples=40)
