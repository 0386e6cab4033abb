"""A table's state: the fold of its events, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from gaple import SEATS, Action, Dealing, Hand, Match, Rules, Seat
from gaple.match import Before

from . import events
from .claim import Claim
from .commands import Actor
from .events import PRIVATE, AnyFact, Company, Direction, Event, Timing, Why
from .shuffle import Shuffle

MOST_ANSWERS: Final = 4096
"""So many command ids are remembered, hours of play; the database lets none of them happen twice."""


_MOVES: Final = (events.Committed, events.Revealing, events.Dealt, events.Repeated, events.Played, events.Rewound)


class Phase(StrEnum):
    """Where a table stands."""

    WAITING = "waiting"
    """In the waiting room: seats change."""
    DEALING = "dealing"
    """A hand is about to be dealt: the server has committed to its secret, and players add their nonces."""
    PLAYING = "playing"
    HAND_OVER = "hand_over"
    """Between hands; also for the moment between the beginning of a match and its first commitment."""
    MATCH_OVER = "match_over"
    CLOSED = "closed"
    """For good: nothing changes any more."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """A computer player of a ``level`` that plays for a person, and why."""

    level: str
    why: Why


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits on a seat: a ``person`` (opaque id), or a computer player of a ``level``.

    For a person a computer player may stand in.
    """

    person: str | None = None
    level: str | None = None
    stand_in: StandIn | None = None

    @property
    def computer(self) -> str | None:
        """The level of the computer player that plays here, for itself or for a person."""
        return self.stand_in.level if self.stand_in else self.level


@dataclass
class TableState:
    """Everything about a table that lasts. Changed by :meth:`apply` alone.

    ``seats`` are the occupants, A first, ``None`` where nobody sits. ``hand`` is the hand in play,
    or the finished one between hands; ``shuffle`` is what the latest hand is or will be dealt from.
    ``ready`` are the seats that want to go on, ``votes`` those that would not wait any longer for the
    one on turn. ``moved_seq`` is the last event that played a tile or took a step towards a deal, at
    ``moved_at``: what was decided on before it is stale.
    ``time_up`` is the level of the computer player that makes the move for whose time is up.
    ``repeated`` says of which hand this one is the repetition.
    ``rewound`` counts how often this hand was taken back, the last time to its first ``kept`` actions.
    ``changes`` counts how often seats have changed since a match began or tiles were dealt last.
    ``claims`` are the seats that somebody asks for, ``asked`` counts how often that happened since then.
    ``answered`` knows who gave each command id lately, and the event that it came to.
    """

    table: str
    rules: Rules
    direction: Direction
    host: str
    timing: Timing
    seats: list[Occupant | None]
    company: Company = PRIVATE
    seq: int = 0
    at: int = 0
    matches: int = 0
    match: Match | None = None
    hand: Hand | None = None
    shuffle: Shuffle | None = None
    dealing: Dealing | None = None
    repeated: events.Repeated | None = None
    waiting: bool = True
    stopped: bool = False
    closed: bool = False
    ready: set[Seat] = field(default_factory=set)
    votes: set[Seat] = field(default_factory=set)
    moved_seq: int = 0
    moved_at: int = 0
    time_up: str | None = None
    rewound: int = 0
    kept: int = 0
    changes: int = 0
    claims: dict[Seat, Claim] = field(default_factory=dict)
    asked: int = 0
    answered: dict[str, tuple[str | None, int]] = field(default_factory=dict)

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.closed:
            return Phase.CLOSED
        if self.waiting or self.match is None:
            return Phase.WAITING
        if self.match.is_over or self.stopped:
            return Phase.MATCH_OVER
        if self.shuffle and not self.shuffle.dealt:
            return Phase.DEALING
        if self.hand is None or self.hand.is_over:
            return Phase.HAND_OVER
        return Phase.PLAYING

    @property
    def gathers(self) -> str | None:
        """The level of the computer players with which the table will begin by itself; ``None`` where it waits."""
        return self.company.gathers if self.phase is Phase.WAITING and not self.matches else None

    @property
    def free(self) -> int:
        """How many seats a person may take now."""
        return self.rules.players - len(self.persons) if self.phase is Phase.WAITING else 0

    @property
    def persons(self) -> dict[Seat, str]:
        """The seats on which people sit, and who."""
        return {
            seat: occupant.person
            for seat, occupant in zip(self.rules.seats, self.seats, strict=True)
            if occupant and occupant.person
        }

    @property
    def one_phone(self) -> bool:
        """Whether the host's phone is passed around among those who sit."""
        return self.company.one_phone

    @property
    def is_practice(self) -> bool:
        """Whether one person plays this match against computer players alone: in a match seats stay as they were."""
        return self.phase not in (Phase.WAITING, Phase.CLOSED) and len(self.persons) == 1 and not self.one_phone

    @property
    def known(self) -> set[str]:
        """The persons whose names are told: who sits, and who asks for a seat."""
        return {*self.persons.values(), *(claim.person for claim in self.claims.values())}

    @property
    def computer_on_turn(self) -> str | None:
        """The level of the computer player that makes the next move; ``None`` where none does."""
        if self.hand is None or self.hand.turn is None or self.phase is not Phase.PLAYING:
            return None
        occupant = self.seats[self.hand.turn]
        return (occupant and occupant.computer) or self.time_up

    @property
    def on_turn(self) -> str | None:
        """The person who makes the next move; ``None`` where a computer player does, or nobody."""
        if self.computer_on_turn or self.hand is None or self.hand.turn is None:
            return None
        occupant = self.seats[self.hand.turn]
        return occupant.person if occupant else None

    def stand_in(self, seat: Seat) -> StandIn | None:
        """The computer player that plays for the person there."""
        occupant = self.seats[seat]
        return occupant.stand_in if occupant else None

    def seat_of(self, person: str | None) -> Seat | None:
        """Where a person sits."""
        if person is not None:  # no loop over `persons`: it is asked for everybody at every event
            for seat, occupant in zip(SEATS, self.seats, strict=False):
                if occupant and occupant.person == person:
                    return seat
        return None

    def takes_part(self, person: str | None) -> bool:
        """Whether a person has a seat, or the phone on which all those play who have one."""
        return self.seat_of(person) is not None or (self.one_phone and person == self.host)

    def asks(self, person: str | None) -> Seat | None:
        """The seat that a person asks for."""
        return next((seat for seat, claim in self.claims.items() if claim.person == person), None)

    def apply(self, event: Event) -> None:
        """Take in the next event of the log. One that does not follow is a fault, not an input."""
        if event.seq != self.seq + 1:
            raise ValueError(f"table {self.table}: event {event.seq} after {self.seq}")
        self.seq, self.at = event.seq, event.at
        if event.command_id:
            remember(self.answered, event.command_id, (event.person, event.seq))
        if isinstance(event.fact, events.Sat | events.Stood | events.Removed | events.Computer | events.TakenOver):
            self.changes += 1
        self._take(event.fact)
        if self.claims:
            self.claims = {seat: claim for seat, claim in self.claims.items() if self._stands(seat, claim)}
        if isinstance(event.fact, _MOVES):
            self.moved_seq, self.moved_at, self.time_up = event.seq, event.at, None
            self.votes.clear()

    def _take(self, fact: AnyFact) -> None:
        match fact:
            case events.Created():
                pass  # the state began with it
            case events.Sat(seat, person):
                if (left := self.seat_of(person)) is not None:
                    self.seats[left] = None
                self.seats[Seat.parse(seat)] = Occupant(person=person)
            case events.Stood(seat) | events.Removed(seat):
                self.seats[Seat.parse(seat)] = None
            case events.Computer(seat, level):
                self.seats[Seat.parse(seat)] = Occupant(level=level) if level else None
            case events.MatchBegun(number):
                self.matches, self.match, self.hand, self.shuffle = number, Match(self.rules), None, None
                self.waiting = self.stopped = False
                self.changes = self.asked = 0
                self.ready.clear()
            case events.Committed(number, secret):
                self.shuffle = Shuffle(number, secret)
                self.ready.clear()
            case events.NonceCommitted() | events.Revealing() | events.NonceRevealed():
                assert self.shuffle is not None
                self.shuffle.take(fact)
            case events.Dealt(number, secret):
                if secret is not None:
                    self.shuffle = Shuffle(number, secret)
                assert self.match is not None
                assert self.shuffle is not None
                self.dealing = self.shuffle.deal(self.rules, self.table)
                self.hand, self.repeated = self.match.deal(self.dealing), None
                self.changes = self.asked = self.rewound = self.kept = 0
                self.ready.clear()
                self._count()
            case events.Repeated():
                self._repeat(fact)
            case events.Played(_, action):
                assert self.hand is not None
                self.hand.play(Action.parse(action))
                self._count()
            case events.Rewound(_, kept):
                self._rewind(kept)
            case events.TimeUp(_, level):
                self.time_up = level
            case events.Voted(seat, _):
                self.votes.add(Seat.parse(seat))
            case events.TakenOver(seat, level, why):
                self._stand_in(seat, StandIn(level, why))
            case events.HandedBack(seat):
                self._stand_in(seat, None)
            case events.SeatAsked() | events.SeatAnswered() | events.SeatGiven() | events.SeatKept():
                self._claim(fact)
            case events.Ready(seat):
                self.ready.add(Seat.parse(seat))
            case events.Stopped():
                self.stopped = True
            case events.Closed():
                self.closed, self.claims = True, {}
            case events.Rematch():
                self.waiting, self.hand, self.shuffle, self.dealing, self.repeated = True, None, None, None, None
                self.ready.clear()
                self.seats = [occupant and replace(occupant, stand_in=None) for occupant in self.seats]

    def _repeat(self, fact: events.Repeated) -> None:
        winner = Seat.parse(fact.winner) if fact.winner else None
        self.match = Match(self.rules, Before(fact.hand - 1, winner, tuple(fact.total)))
        nonces = tuple([fact.nonces.get(str(seat), "") for seat in self.rules.seats])
        size = self.rules.players, self.rules.hand
        self.dealing = Dealing(bytes.fromhex(fact.secret), *size, fact.hand, fact.table, nonces)
        self.hand, self.repeated, self.shuffle = self.match.deal(self.dealing), fact, None

    def _rewind(self, kept: int) -> None:
        assert self.match is not None
        assert self.hand is not None
        if self.hand.is_over:
            self.match.undo()
        while len(self.hand.actions) > kept:
            self.hand.undo()
        self.rewound, self.kept = self.rewound + 1, kept
        self.ready.clear()

    def _claim(self, fact: events.Asked) -> None:
        seat = Seat.parse(fact.seat)
        claims = dict(self.claims)
        match fact:
            case events.SeatAsked(_, person):
                claims[seat] = Claim(person, self.persons[seat], self.seq)
                self.asked += 1
            case events.SeatAnswered(_, person, yes):
                claims[seat] = claims[seat].answered(person, yes)
            case events.SeatGiven(_, person):
                occupant = self.seats[seat]
                assert occupant is not None
                if occupant.person == self.host:
                    self.host = person
                self.seats[seat] = replace(occupant, person=person)
            case events.SeatKept():
                del claims[seat]
        self.claims = claims

    def _stand_in(self, letter: str, computer: StandIn | None) -> None:
        occupant = self.seats[seat := Seat.parse(letter)]
        assert occupant is not None
        self.seats[seat] = replace(occupant, stand_in=computer)
        self.votes.clear()

    def _stands(self, seat: Seat, claim: Claim) -> bool:
        """Whether there is still something to decide: they may have sat down elsewhere, or the seat is another's."""
        return self.persons.get(seat) == claim.absent and self.seat_of(claim.person) is None

    def _count(self) -> None:
        """Count the hand, where it is over; a turned-up tile may block it before the first turn."""
        if self.match and self.hand and self.hand.is_over:
            self.match.add(self.hand)


def remember(answered: dict[str, tuple[str | None, int]], command_id: str, answer: tuple[str | None, int]) -> None:
    """Note what a command came to; the oldest are forgotten."""
    answered[command_id] = answer
    if len(answered) > MOST_ANSWERS:
        del answered[next(iter(answered))]


def begin(table: str, event: Event) -> TableState:
    """The state after a table's first event."""
    fact = event.fact
    if not isinstance(fact, events.Created):
        raise TypeError(f"table {table}: a log that begins with {fact.kind}")
    rules = Rules.parse(fact.rules)
    state = TableState(table, rules, fact.direction, fact.host, fact.timing, [None] * rules.players, fact.company)
    state.apply(event)
    return state


def fold(table: str, log: Iterable[Event]) -> TableState:
    """The state that these events make."""
    entries = iter(log)
    state = begin(table, next(entries))
    for event in entries:
        state.apply(event)
    return state


def stamp(facts: Sequence[AnyFact], after: int, actor: Actor, at: int, command_id: str = "") -> list[Event]:
    """Events from facts: numbered on from ``after``, the last one with the command's id."""
    return [
        Event(
            seq=after + place,
            by=actor.by,
            person=actor.person,
            command_id=(command_id or None) if place == len(facts) else None,
            at=at,
            fact=fact,
        )
        for place, fact in enumerate(facts, 1)
    ]
