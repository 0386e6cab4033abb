"""What processes that share the work tell each other. It goes through Redis and nowhere else."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from gaple import GapleError
from gaple.server import errors
from gaple.server.play.commands import FromPerson


class Trouble(msgspec.Struct, frozen=True, array_like=True):
    """An error, to be raised again where it is told: its kind, its code, and its parameters."""

    kind: str
    code: str
    params: dict[str, Any]


class Letter(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Something told to another process."""


class Beat(Letter, frozen=True):
    """I am here; with ``answer``, say so too."""

    answer: bool = False


# From the process that has the socket to the one that owns the table


class Join(Letter, frozen=True):
    """A window is opened on a table; see ``LiveTable.join``."""

    window: int
    table: str
    person: str | None
    name: str | None
    since: int | None
    adds_nonces: bool


class Leave(Letter, frozen=True):
    """A window is closed."""

    window: int


class Show(Letter, frozen=True):
    """A window wants to know how things stand."""

    window: int
    since: int | None


class Returned(Letter, frozen=True):
    """A window has sent a probe back."""

    window: int
    probe: int


class Ask(Letter, frozen=True):
    """A person's command for a table."""

    question: int
    table: str
    person: str | None
    name: str | None
    command: FromPerson


class Look(Letter, frozen=True):
    """What there is to see of a table for ``person``, or (``told``) what they are told of it."""

    question: int
    table: str
    told: bool = False
    person: str | None = None


class AskHint(Letter, frozen=True):
    """What might ``person`` do? See ``LiveTable.hint``."""

    question: int
    table: str
    person: str | None


class Peek(Letter, frozen=True):
    """What does the seat on turn see, on the one phone of ``person``? See ``LiveTable.look``."""

    question: int
    table: str
    person: str | None
    seat: str
    seen: int


class Inquire(Letter, frozen=True):
    """A question that is about no single table; see ``inquiries.py``."""

    question: int
    topic: str
    content: bytes


class Renamed(Letter, frozen=True):
    """Somebody is called otherwise now."""

    person: str
    name: str | None


class Dismissed(Letter, frozen=True):
    """Somebody is not known any more."""

    person: str


class Erased(Letter, frozen=True):
    """Somebody was erased."""

    person: str


# And back


class Told(Letter, frozen=True):
    """A message for windows."""

    windows: list[int]
    message: bytes


class Dropped(Letter, frozen=True):
    """A window is to be closed; see ``Watcher``."""

    window: int
    why: Literal["drop", "make_way", "turn_out"]


class TurnedAway(Letter, frozen=True):
    """A window may not look on."""

    window: int
    trouble: Trouble


class Answer(Letter, frozen=True):
    """To an ``Ask`` (the event it came to) or to another question, or why there is none.

    Where a table was asked, ``seq`` is in any case that of the table, as the person sees it.
    """

    question: int
    seq: int
    content: bytes = b""
    trouble: Trouble | None = None


_Question: TypeAlias = Ask | Look | Peek | AskHint | Inquire
FromSocket: TypeAlias = Join | Leave | Show | Returned | _Question | Renamed | Dismissed | Erased
FromOwner: TypeAlias = Told | Dropped | TurnedAway | Answer
AnyLetter: TypeAlias = Beat | FromSocket | FromOwner


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """Letters from one process to another; lives and numbers are explained in ``link.py``."""

    sender: str
    life: int
    to_life: int | None
    number: int | None
    letters: list[AnyLetter]


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Envelope)
_KINDS: Final = {
    kind.__name__: kind
    for kind in (
        errors.InputError,
        errors.Refusal,
        errors.Missing,
        errors.TooMany,
        errors.Unavailable,
        errors.Unsure,
        errors.Unknown,
    )
}


def seal(envelope: Envelope) -> bytes:
    """An envelope as it goes through Redis."""
    return _ENCODER.encode(envelope)


def open_envelope(content: bytes) -> Envelope:
    """An envelope as it was sealed. Raises ``msgspec.DecodeError``, as where the sender is of another version."""
    return _DECODER.decode(content)


def trouble(error: GapleError) -> Trouble:
    """An error as it is told."""
    params = {
        key: trouble(value) if isinstance(value, GapleError) else _plain(value) for key, value in error.params.items()
    }
    return Trouble(type(error).__name__, error.code, params)


def raised(told: Trouble) -> GapleError:
    """An error as it was told."""
    params = {key: raised(Trouble(*value)) if isinstance(value, list) else value for key, value in told.params.items()}
    return _KINDS.get(told.kind, GapleError)(told.code, **params)


def _plain(value: object) -> str | int:
    return value if type(value) is int or type(value) is str else str(value)
