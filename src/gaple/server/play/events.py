"""What happens at a table, as it is kept: the events of its log.

An event is an envelope (:class:`Event`) around one :class:`Fact`. The log is append-only and is all
there is: a table's state is the fold of its events. Facts name seats and opaque person ids, never
names or tokens. The fact :class:`Committed` holds the secret from which everybody's tiles follow, and
:class:`Played` may name a discard, so neither shows its content in a log or a traceback.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

VERSION: Final = 1
"""The version that events are written in. Older ones are read too, see :func:`upcast`."""

By: TypeAlias = Literal["person", "computer", "clock"]
Why: TypeAlias = Literal["away", "asked", "vote"]
"""Why a computer player plays for a person: they are away, have asked for it, or the others would not wait."""
WhyKept: TypeAlias = Literal["refused", "back", "withdrawn"]
"""Why a seat that was asked for is not given: refused by the others, its person is back, or who asked is gone."""
Direction: TypeAlias = Literal["clockwise", "counterclockwise"]


BOT: Final = "b_"
"""How the id of a person begins who is a program; those of people begin otherwise."""

COMPANION: Final = "c_"
"""How the id of a person begins who has no device, and plays on the phone of another."""


class Fact(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """What has happened. Its ``repr`` is its kind alone: a fact may hold what is hidden."""

    @property
    def kind(self) -> str:
        """The name of this kind of fact, as in the log and on the wire."""
        return str(self.__struct_config__.tag)

    def __repr__(self) -> str:
        return f"<{self.kind}>"


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a table waits, in seconds.

    ``move`` is for a person to move (``None``: without a limit), ``grace`` for one on turn who is away to come back.
    """

    move: float | None = None
    grace: float = 30.0


PATIENT: Final = Timing()
"""A table that waits as it is usual."""


class Company(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who may come to a table.

    A ``public`` one is listed in the lobby. Who has no seat may watch where there may be ``onlookers``,
    ``delay`` moves late. One that ``gathers`` waits for people for a moment only before its first match, then
    begins by itself, with computer players of this level where nobody sits. Where there is a ``chat``,
    who sits may write what they like. With ``one_phone`` the host's is passed around: companions of the host sit,
    persons without a device, and nobody else.
    """

    public: bool = False
    onlookers: bool = True
    delay: int = 0
    gathers: str | None = None
    chat: bool = False
    one_phone: bool = False


PRIVATE: Final = Company()
"""Who has the link may come, to play or to watch."""


class Created(Fact, frozen=True, tag="created"):
    """The table was made; ``rules`` is their full text, so that no later default changes them."""

    host: str
    rules: str
    direction: Direction
    timing: Timing = PATIENT
    company: Company = PRIVATE


class Sat(Fact, frozen=True, tag="sat"):
    """A person took a seat, leaving the one they may have had."""

    seat: str
    person: str


class Stood(Fact, frozen=True, tag="stood"):
    """A person left their seat."""

    seat: str


class Removed(Fact, frozen=True, tag="removed"):
    """The host freed a seat of the person on it."""

    seat: str


class Computer(Fact, frozen=True, tag="computer"):
    """A computer player was put on a seat, or (``level`` is ``None``) taken away."""

    seat: str
    level: str | None


class MatchBegun(Fact, frozen=True, tag="match"):
    """A match began; ``match`` counts them at this table, from 1."""

    match: int


class Committed(Fact, frozen=True, tag="committed"):
    """Hand ``hand`` of the match is to be dealt from ``secret`` (hexadecimal); everybody is told its commitment."""

    hand: int
    secret: str


class NonceCommitted(Fact, frozen=True, tag="nonce_committed"):
    """A seat has committed to a nonce."""

    seat: str
    commit: str


class Revealing(Fact, frozen=True, tag="revealing"):
    """Nobody commits to a nonce any more; those who have reveal it."""


class NonceRevealed(Fact, frozen=True, tag="nonce_revealed"):
    """A seat has revealed its nonce (hexadecimal)."""

    seat: str
    nonce: str


class Dealt(Fact, frozen=True, tag="dealt", omit_defaults=True):
    """Tiles were dealt for hand ``hand`` of the match, from the secret committed to and the nonces revealed.

    Before there were commitments, ``secret`` was here.
    """

    hand: int
    secret: str | None = None


class Repeated(Fact, frozen=True, tag="repeated"):
    """The hand is one that was over already, dealt anew: that of hand ``hand`` of match ``match`` at ``table``.

    Made at a table of its own, for one who plays against computer players. It is dealt from the same ``secret`` and
    ``nonces`` (by seat, as are ``commits``), and the match goes on from where it stood: ``winner`` had won the hand
    before, ``total`` was everybody's.
    """

    table: str
    match: int
    hand: int
    secret: str
    nonces: dict[str, str]
    commits: dict[str, str]
    winner: str | None
    total: list[int]


class Played(Fact, frozen=True, tag="played"):
    """A seat acted; ``action`` as in a record, a discard with its tile."""

    seat: str
    action: str


class Rewound(Fact, frozen=True, tag="rewound"):
    """Somebody who plays against computer players alone took the hand back to its first ``kept`` actions.

    With none kept the same tiles are played again. A hand that was over is not any more, and its result counts for
    nothing.
    """

    seat: str
    kept: int


class TimeUp(Fact, frozen=True, tag="time_up"):
    """The time of the person on turn ran out: a computer player of ``level`` makes this one move."""

    seat: str
    level: str


class Voted(Fact, frozen=True, tag="voted"):
    """A seat would not wait any longer for the one on turn, ``about``."""

    seat: str
    about: str


class TakenOver(Fact, frozen=True, tag="taken_over"):
    """A computer player of ``level`` plays for the person on a seat, from now on."""

    seat: str
    level: str
    why: Why


class HandedBack(Fact, frozen=True, tag="handed_back"):
    """The person on a seat plays themselves again."""

    seat: str


class SeatAsked(Fact, frozen=True, tag="seat_asked"):
    """Somebody without a seat says that this one, of a person who is away, is theirs."""

    seat: str
    person: str


class SeatAnswered(Fact, frozen=True, tag="seat_answered"):
    """One of those who decide about it agrees (``yes``), or does not."""

    seat: str
    person: str
    yes: bool


class SeatGiven(Fact, frozen=True, tag="seat_given"):
    """The seat is that of the person who asked for it, from now on; who was the host, is so no more."""

    seat: str
    person: str


class SeatKept(Fact, frozen=True, tag="seat_kept"):
    """A seat that was asked for stays whose it is."""

    seat: str
    why: WhyKept


class Ready(Fact, frozen=True, tag="ready"):
    """Somebody wants to go on to the next hand."""

    seat: str


class Stopped(Fact, frozen=True, tag="stopped"):
    """The players ended a match that has no end of its own."""


class Rematch(Fact, frozen=True, tag="rematch"):
    """The table went back to its waiting room, everybody where they sat."""


class Closed(Fact, frozen=True, tag="closed"):
    """Nothing had happened for so long that the table was closed. It is kept as it is."""


Asked: TypeAlias = SeatAsked | SeatAnswered | SeatGiven | SeatKept
"""What is about a seat that somebody asks for."""

_Shuffled: TypeAlias = Committed | NonceCommitted | Revealing | NonceRevealed | Dealt

AnyFact: TypeAlias = (
    Created
    | Sat
    | Stood
    | Removed
    | Computer
    | MatchBegun
    | _Shuffled
    | Repeated
    | Played
    | Rewound
    | TimeUp
    | Voted
    | TakenOver
    | HandedBack
    | Asked
    | Ready
    | Stopped
    | Rematch
    | Closed
)


SEATING: Final = (Sat, SeatGiven)
"""The facts by which a ``person`` gets a seat."""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a table's log.

    ``seq`` counts from 1 without a gap. ``by`` says who caused it, ``person`` which one (an opaque
    id). ``command_id`` is the caller's own id for the command; where one command makes several
    events, the last of them carries it. ``at`` is the server's time in milliseconds since 1970.
    """

    v: int = VERSION
    seq: int
    by: By
    person: str | None = None
    command_id: str | None = None
    at: int
    fact: AnyFact

    def __repr__(self) -> str:
        return f"<event {self.seq} {self.fact.kind}>"


FIELDS: Final = ("seq", "v", "type", "by", "person", "command_id", "at", "data")
"""What :func:`write` writes."""


def write(event: Event) -> dict[str, Any]:
    """The event as one flat dictionary: the envelope's fields, ``type``, and ``data`` as JSON."""
    data = msgspec.to_builtins(event.fact)
    kind = data.pop("type")
    return {
        "seq": event.seq,
        "v": event.v,
        "type": kind,
        "by": event.by,
        "person": event.person,
        "command_id": event.command_id,
        "at": event.at,
        "data": msgspec.json.encode(data).decode(),
    }


def read(entry: dict[str, Any]) -> Event:
    """The event that :func:`write` wrote, in this release or an older one.

    Raises ``msgspec.ValidationError`` where the entry is none.
    """
    rest = {**entry}
    kind, data = upcast(rest["v"], rest.pop("type"), msgspec.json.decode(rest.pop("data")))
    return msgspec.convert(rest | {"v": VERSION, "fact": {"type": kind, **data}}, Event)


def upcast(version: int, kind: str, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What an event of an older version says in the words of this one.

    Raises ``msgspec.ValidationError`` for a version that this release does not know.
    """
    if version != VERSION:
        raise msgspec.ValidationError(f"an event of version {version}")
    return kind, data
