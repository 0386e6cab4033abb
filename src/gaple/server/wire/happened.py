"""What has happened at a table, as one viewer is told it (docs/protocol.md): never more than their seat may know."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gaple.server.play.events import By, Why, WhyKept


class Happened(msgspec.Struct, frozen=True, tag_field="type"):
    """Something has happened, by a person, a computer player or the clock."""

    by: By


class AtSeat(Happened, frozen=True):
    """Something has happened at a seat."""

    seat: str


class Created(Happened, frozen=True, tag="created"):
    """The table was made."""


class Sat(AtSeat, frozen=True, tag="sat"):
    """A person took a seat."""


class Stood(AtSeat, frozen=True, tag="stood"):
    """A person left their seat."""


class Removed(AtSeat, frozen=True, tag="removed"):
    """The host freed a seat."""


class ComputerPut(AtSeat, frozen=True, tag="computer"):
    """A computer player was put on a seat, or (null) taken away."""

    level: str | None


class MatchBegun(Happened, frozen=True, tag="match"):
    """A match began; they are counted from 1."""

    match: int


class Committed(Happened, frozen=True, tag="committed"):
    """The server has committed to the secret from which a hand will be dealt."""

    hand: int
    commit: str


class NonceCommitted(AtSeat, frozen=True, tag="nonce_committed"):
    """A seat has committed to a nonce."""

    commit: str


class Revealing(Happened, frozen=True, tag="revealing"):
    """From here on nonces are revealed."""


class NonceRevealed(AtSeat, frozen=True, tag="nonce_revealed"):
    """A seat has revealed its nonce, which is told when the hand is over."""


class Dealt(Happened, frozen=True, tag="dealt"):
    """A hand was dealt."""

    hand: int
    starter: str


class Repeated(Happened, frozen=True, tag="repeated"):
    """A finished hand was dealt again, to be played on by one who plays against computer players alone."""

    hand: int
    starter: str


class Played(AtSeat, frozen=True, tag="played"):
    """A seat acted; another's discard is ``x??``."""

    action: str


class Rewound(AtSeat, frozen=True, tag="rewound"):
    """Who plays against computer players alone took the hand back to its first ``kept`` actions."""

    kept: int


class TimeUp(AtSeat, frozen=True, tag="time_up"):
    """The time for this move is over, and a computer player makes it."""

    level: str


class Voted(AtSeat, frozen=True, tag="voted"):
    """A seat will not wait any longer for another."""

    about: str


class TakenOver(AtSeat, frozen=True, tag="taken_over"):
    """A computer player plays for the person on a seat."""

    level: str
    why: Why


class HandedBack(AtSeat, frozen=True, tag="handed_back"):
    """The person on a seat plays themselves again."""


class SeatAsked(AtSeat, frozen=True, tag="seat_asked"):
    """Somebody without a seat says that this one is theirs."""


class SeatAnswered(AtSeat, frozen=True, tag="seat_answered"):
    """One of those who decide about it agrees (``yes``), or does not."""

    yes: bool


class SeatGiven(AtSeat, frozen=True, tag="seat_given"):
    """The seat is theirs who asked for it."""


class SeatKept(AtSeat, frozen=True, tag="seat_kept"):
    """A seat that was asked for stays whose it is."""

    why: WhyKept


class Ready(AtSeat, frozen=True, tag="ready"):
    """A seat wants to go on to the next hand."""


class Stopped(Happened, frozen=True, tag="stopped"):
    """The players ended the match."""


class Rematch(Happened, frozen=True, tag="rematch"):
    """The table went back to its waiting room."""


class Closed(Happened, frozen=True, tag="closed"):
    """The table was closed for good."""


TableEvent: TypeAlias = (
    Created
    | Sat
    | Stood
    | Removed
    | ComputerPut
    | MatchBegun
    | Committed
    | NonceCommitted
    | Revealing
    | NonceRevealed
    | Dealt
    | Repeated
    | Played
    | Rewound
    | TimeUp
    | Voted
    | TakenOver
    | HandedBack
    | SeatAsked
    | SeatAnswered
    | SeatGiven
    | SeatKept
    | Ready
    | Stopped
    | Rematch
    | Closed
)
