"""Tables without a server: random commands, and everything about a state that can be compared."""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass, field
from typing import Any

from gaple import Rules, Seat, nonce_commitment
from gaple.server.play.commands import (
    CLOCK,
    COMPUTER,
    Actor,
    AnswerSeat,
    AnyCommand,
    AskSeat,
    BeReady,
    CallTime,
    CommitNonce,
    DealNext,
    Fill,
    HandOver,
    KeepSeat,
    Play,
    PlayAgain,
    PutComputer,
    Remove,
    RevealNonce,
    Rewind,
    Sit,
    Stand,
    Start,
    Stop,
    TakeBack,
    TakeOver,
    Vote,
)
from gaple.server.play.decide import decide, found
from gaple.server.play.events import Event
from gaple.server.play.table import Phase, TableState, fold, stamp

TABLE = "k3f9wq8mnp27"
PERSONS = ("p_ani", "p_budi", "p_citra", "p_dewi", "p_eka", "p_faj")
NAMES = {person: person.removeprefix("p_").title() for person in PERSONS}


@dataclass
class Played:
    """A table that is played without a server."""

    state: TableState
    log: list[Event]
    rng: random.Random
    at: int = 1_800_000_000_000
    commands: int = field(default=0)
    present: set[str] = field(default_factory=lambda: set(PERSONS))
    patience: float = 0.0

    def do(self, command: AnyCommand, actor: Actor) -> list[Event]:
        """Carry out a command. Raises what ``decide`` does."""
        facts = decide(self.state, command, actor, self.rng.randbytes(32), self.present, self.patience)
        self.at += 1000
        entries = stamp(facts, self.state.seq, actor, self.at, command.id)
        for event in entries:
            self.state.apply(event)
        self.log += entries
        return entries

    def deal(self) -> list[Event]:
        """Have the next hand dealt, without nonces."""
        entries = self.do(DealNext(seq=self.state.seq), CLOCK)
        while self.state.phase is Phase.DEALING:
            entries += self.do(DealNext(seq=self.state.seq), CLOCK)
        return entries

    def next_id(self) -> str:
        self.commands += 1
        return f"c{self.commands}"


def table(rules: Rules, seed: int, level: str | None = None, *, called: str = TABLE) -> Played:
    """A new table; with a ``level``, full of computer players and about to be dealt."""
    rng = random.Random(seed)
    facts = found(PERSONS[0], rules, "clockwise", level, rng.randbytes(32))
    log = stamp(facts, 0, Actor("person", PERSONS[0]), 1_800_000_000_000)
    return Played(fold(called, log), log, rng)


def full(rules: Rules, seed: int, persons: int = 1, *, called: str = TABLE) -> Played:
    """A table with the first hand dealt, persons on the first seats, computer players on the rest."""
    played = table(rules, seed, called=called)
    host = Actor("person", PERSONS[0])
    for seat in rules.seats[1:]:
        if seat < persons:
            sitter = Actor("person", PERSONS[seat])
            played.do(Sit(id=played.next_id(), seq=played.state.seq, seat=str(seat)), sitter)
        else:
            put = PutComputer(id=played.next_id(), seq=played.state.seq, seat=str(seat), level="greedy")
            played.do(put, host)
    played.do(Start(id=played.next_id(), seq=played.state.seq), host)
    played.deal()
    return played


def random_command(played: Played) -> tuple[AnyCommand, Actor]:
    """Some command: mostly one that makes sense, often none that does."""
    rng, state = played.rng, played.state
    if rng.random() < 0.1:
        played.present ^= {rng.choice(PERSONS)}  # somebody comes or goes
    seq = state.seq if rng.random() < 0.9 else rng.randrange(0, state.seq + 3)
    head: dict[str, Any] = {"id": played.next_id(), "seq": seq}
    hand = state.hand
    if hand and hand.turn is not None and rng.random() < 0.7:
        legal = hand.legal_actions()
        action = str(rng.choice(legal)) if rng.random() < 0.9 else rng.choice(["35>", "x00", "--"])
        occupant = state.seats[hand.turn]
        assert occupant is not None
        if occupant.person and rng.random() < 0.2:
            return rng.choice((CallTime(seq=seq), TakeOver(seq=seq, seat=str(hand.turn)))), CLOCK
        actor = COMPUTER if state.computer_on_turn else Actor("person", occupant.person)
        if rng.random() < 0.1:
            actor = Actor("person", rng.choice(PERSONS))
        return Play(action=action, **head), actor
    seat = rng.choice("ABCDE")
    level = rng.choice([None, "greedy", "random"])
    person = rng.choice((PERSONS[0], *PERSONS))
    nonce = f"{rng.randrange(4):032x}"
    commit = nonce_commitment(state.seat_of(person) or Seat.A, nonce)
    if state.phase is Phase.DEALING and rng.random() < 0.8:
        of_nonces: list[tuple[AnyCommand, Actor]] = [
            (CommitNonce(commit=commit, **head), Actor("person", person)),
            (RevealNonce(nonce=nonce, **head), Actor("person", person)),
            (DealNext(seq=seq), CLOCK),
        ]
        return rng.choice(of_nonces)
    choices: list[tuple[AnyCommand, Actor]] = [
        (CommitNonce(commit=commit, **head), Actor("person", person)),
        (Sit(seat=seat, **head), Actor("person", person)),
        (Stand(**head), Actor("person", person)),
        (PutComputer(seat=seat, level=level, **head), Actor("person", person)),
        (PutComputer(seat=seat, level="greedy", **head), Actor("person", PERSONS[0])),
        (Start(**head), Actor("person", person)),
        (Fill(**head), Actor("person", person)),
        (Fill(seq=seq), CLOCK),
        (BeReady(**head), Actor("person", person)),
        (Rewind(hand=rng.choice((1, 1, 2)), keep=rng.randrange(12), **head), Actor("person", person)),
        (Stop(**head), Actor("person", person)),
        (PlayAgain(**head), Actor("person", person)),
        (DealNext(seq=seq), CLOCK),
        (CallTime(seq=seq), CLOCK),
        (HandOver(**head), Actor("person", person)),
        (Vote(**head), Actor("person", person)),
        (Remove(seat=seat, **head), Actor("person", person)),
        (TakeBack(**head), Actor("person", person)),
        (AskSeat(seat=seat, **head), Actor("person", person)),
        (AnswerSeat(seat=seat, yes=rng.random() < 0.7, **head), Actor("person", person)),
        (KeepSeat(seat=seat, seq=seq), CLOCK),
    ]
    return rng.choice(choices)


def snapshot(state: TableState) -> dict[str, Any]:
    """Everything about a state, as values that compare."""
    match = state.match
    return {
        **{key: value for key, value in vars(state).items() if key not in ("match", "hand")},
        "seats": list(state.seats),
        "ready": set(state.ready),
        "votes": set(state.votes),
        "answered": dict(state.answered),
        "phase": state.phase,
        "match": match and (list(match.hands), match.total, match.is_over),
        "hand": state.hand and state.hand.copy(),
        "shuffle": copy.deepcopy(state.shuffle),
    }
