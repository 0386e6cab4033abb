"""What can be asked of a table, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from .events import By

SeatLetter: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[A-E]\Z")]
CommandId: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9._:-]{1,64}\Z")]
Seq: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: a person (by their opaque id; ``None`` for somebody without one), or the server."""

    by: By
    person: str | None = None


COMPUTER: Final = Actor("computer")
CLOCK: Final = Actor("clock")


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A command: its own ``id``, unique at the table, and the ``seq`` that it was made against.

    Commands of the server itself have no ``id``.
    """

    id: CommandId = ""
    seq: Seq


class Sit(Command, frozen=True, tag="sit"):
    """Take this seat."""

    seat: SeatLetter


class Stand(Command, frozen=True, tag="stand"):
    """Leave the seat."""


class PutComputer(Command, frozen=True, tag="computer"):
    """Put a computer player of this level on a seat, or (``None``) take it away."""

    seat: SeatLetter
    level: Annotated[str, msgspec.Meta(max_length=32)] | None


class Remove(Command, frozen=True, tag="remove"):
    """Free a seat, whoever is on it."""

    seat: SeatLetter


class Start(Command, frozen=True, tag="start"):
    """Begin a match."""


class Fill(Command, frozen=True, tag="fill"):
    """Begin at a table that gathers people, with computer players where nobody sits."""


class Play(Command, frozen=True, tag="play"):
    """Do this with the turn; ``action`` as in a record."""

    action: Annotated[str, msgspec.Meta(max_length=16)]


class Rewind(Command, frozen=True, tag="rewind"):
    """Take hand ``hand`` back to its first ``keep`` actions; against computer players alone."""

    hand: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    keep: Annotated[int, msgspec.Meta(ge=0, le=1000)]


class BeReady(Command, frozen=True, tag="ready"):
    """Go on to the next hand."""


class Stop(Command, frozen=True, tag="stop"):
    """End a match that has no end of its own."""


class PlayAgain(Command, frozen=True, tag="rematch"):
    """Go back to the waiting room."""


class Vote(Command, frozen=True, tag="vote"):
    """Wait no longer for whoever is on turn: a computer player is to play for them."""


class HandOver(Command, frozen=True, tag="hand_over"):
    """Have a computer player play for oneself."""


class TakeBack(Command, frozen=True, tag="take_back"):
    """Play oneself again."""


class AskSeat(Command, frozen=True, tag="ask_seat"):
    """Say that a seat, of somebody who is away, is one's own."""

    seat: SeatLetter


class AnswerSeat(Command, frozen=True, tag="answer_seat"):
    """Agree that a seat is given to who asks for it, or do not; who asks takes it back with a no."""

    seat: SeatLetter
    yes: bool


class KeepSeat(Command, frozen=True, tag="keep_seat"):
    """Nothing is left to decide about a seat. Only the clock says this; it cannot be sent."""

    seat: SeatLetter


class TakeOver(Command, frozen=True, tag="take_over"):
    """Play for whoever is away. Only the clock says this; it cannot be sent."""

    seat: SeatLetter


class Close(Command, frozen=True, tag="close"):
    """Close the table. Only the server says this; it cannot be sent."""


class CallTime(Command, frozen=True, tag="time_up"):
    """The time of the person on turn is up. Only the clock says this; it cannot be sent."""


class CommitNonce(Command, frozen=True, tag="commit_nonce"):
    """Commit to a nonce for the hand that is about to be dealt."""

    commit: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class RevealNonce(Command, frozen=True, tag="reveal_nonce"):
    """Reveal the nonce that was committed to."""

    nonce: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32,64}\Z")]


class DealNext(Command, frozen=True, tag="deal"):
    """Take the next step towards the next hand. Only the clock says this; it cannot be sent."""


Phrase: TypeAlias = Literal[
    "hello",
    "good_game",
    "nice_move",
    "patience",
    "thinking",
    "hurry",
    "lucky",
    "unlucky",
    "stuck",
    "almost",
    "sorry",
    "thanks",
    "again",
    "bye",
    "thumbs_up",
    "clap",
    "laugh",
    "wow",
    "puzzled",
    "heart",
]
"""What can be said at a table without typing: phrases, and from ``thumbs_up`` on reactions."""


class Say(Command, frozen=True, tag="say"):
    """Say a ready-made phrase. It is told to those who are there, and is in no log."""

    what: Phrase


class Chat(Command, frozen=True, tag="chat"):
    """Write something of one's own, where the table allows it. It is in no log, and kept until the table is closed."""

    text: Annotated[str, msgspec.Meta(max_length=1000)]


class Report(Command, frozen=True, tag="report"):
    """Show a line of the chat, the one of ``at``, and those before it to whoever runs the server."""

    at: Annotated[int, msgspec.Meta(ge=0, lt=2**53)]


BeforePlay: TypeAlias = Sit | Stand | PutComputer | Remove | Start | Fill
"""What changes a waiting room."""

BeforeDeal: TypeAlias = CommitNonce | RevealNonce
"""What players add to a deal."""

AboutSeat: TypeAlias = AskSeat | AnswerSeat
"""What is said about a seat whose person cannot come back to it."""

Talk: TypeAlias = Say | Chat | Report
"""What is said, and what about that; it changes nothing at the table."""

FromPerson: TypeAlias = (
    BeforePlay | BeforeDeal | Play | Rewind | BeReady | Stop | PlayAgain | Vote | HandOver | TakeBack | AboutSeat | Talk
)
"""What a person can send."""

AnyCommand: TypeAlias = FromPerson | DealNext | CallTime | TakeOver | KeepSeat | Close
