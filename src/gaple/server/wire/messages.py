"""The wire (docs/protocol.md): what a client may say, and what the server answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from gaple import GapleError
from gaple.server.errors import InputError
from gaple.server.play.commands import Command, CommandId, FromPerson, Phrase, SeatLetter, Seq
from gaple.server.play.events import Direction

from .decoding import decoded, malformed
from .happened import TableEvent
from .views import ChatLine, ClaimView, HintView, SeatView, TableView, View, You

T = TypeVar("T")

PROTOCOL: Final = 1
"""The version of the wire."""

Lang: TypeAlias = Literal["id", "en"]
Grace: TypeAlias = Annotated[int, msgspec.Meta(ge=5, le=600)]
Delay: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=20)]
Pace: TypeAlias = Literal["off", "relaxed", "brisk"]
Companions: TypeAlias = Annotated[
    list[Annotated[str, msgspec.Meta(max_length=1000)] | None], msgspec.Meta(max_length=5)
]
"""Those among whom the maker's phone is passed around, by seat, A first; null where none of them sits."""
RulesText: TypeAlias = Annotated[str, msgspec.Meta(max_length=500)]


# What a client says


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first frame: the version of the wire, the last event seen, the language to be told in.

    With ``nonces`` false this window takes no part in dealing, and no hand waits for it.
    """

    version: int
    seq: int | None = None
    lang: Lang | None = None
    nonces: bool = True


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """Asks whether anybody is there."""


class Echo(msgspec.Struct, frozen=True, tag_field="type", tag="echo"):
    """Sends a probe back, at once."""

    probe: int


class AskHint(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """Asks what to do, on one's own turn against computer players alone. The table goes on meanwhile."""


class Look(msgspec.Struct, frozen=True, tag_field="type", tag="look"):
    """Asks to see the hand of the seat on turn, on the one phone that is passed around, as of event ``seq``."""

    seat: SeatLetter
    seq: Seq


Frame: TypeAlias = Hello | Ping | Echo | AskHint | Look | FromPerson


class Me(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``PUT /api/me``: what to change."""

    name: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    lang: Lang | None = None


class MakeBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/bots``."""

    name: Annotated[str, msgspec.Meta(max_length=1000)]


class AskRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/rules``."""

    rules: RulesText


class AnswerPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/puzzles/NAME``: an action, tiles with their places, or numbers (docs/puzzles.md)."""

    answer: Annotated[list[Annotated[str, msgspec.Meta(max_length=12)]], msgspec.Meta(max_length=28)]


class MakeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables``."""

    rules: RulesText
    direction: Direction = "clockwise"
    clock: Pace = "off"
    grace: Grace = 30
    public: bool = False
    onlookers: bool = True
    delay: Delay = 0
    chat: bool = False
    companions: Companions | None = None


class CallCompanion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``PUT /api/tables/ID/companions/SEAT``: what whoever sits there is called from now on."""

    name: Annotated[str, msgspec.Meta(max_length=1000)]


class PlayNow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/play-now``."""

    rules: RulesText = "players=4 hand=7"
    level: Annotated[str, msgspec.Meta(max_length=32)] = "casual"
    direction: Direction = "clockwise"


class TryAgain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/ID/hands/MATCH/HAND/again``: from after the first ``keep`` actions."""

    keep: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0


class Restore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/restore``."""

    code: Annotated[str, msgspec.Meta(max_length=100)]


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/pair``."""

    rules: RulesText = "players=4 hand=7"
    level: Annotated[str, msgspec.Meta(max_length=32)] = "casual"


# What the server answers


class ErrorTold(msgspec.Struct, frozen=True):
    """An error: its code and parameters, and the sentence in the person's language."""

    code: str
    params: dict[str, str | int]
    text: str


class Person(msgspec.Struct, frozen=True):
    """Who somebody is, as told to themselves."""

    person: str
    name: str | None
    lang: Lang | None
    bot: bool


class Missed(msgspec.Struct, frozen=True):
    """An event that somebody was not there for."""

    seq: int
    event: TableEvent


class State(msgspec.Struct, frozen=True, tag_field="type", tag="state", omit_defaults=True):
    """How things stand.

    ``missed`` is all that has happened since the event that the client has seen last; it is not there where that is
    not known.
    """

    seq: int
    table: TableView
    view: View | None
    you: You
    missed: list[Missed] | msgspec.UnsetType = msgspec.UNSET


class EventTold(msgspec.Struct, frozen=True, tag_field="type", tag="event"):
    """What has happened, and how things stand now."""

    seq: int
    event: TableEvent
    table: TableView
    view: View | None
    you: You


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """The command is committed."""

    id: str
    seq: int


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """The command was not carried out; nothing has changed."""

    id: str
    seq: int
    error: ErrorTold


class Failed(msgspec.Struct, frozen=True, tag_field="type", tag="error", omit_defaults=True):
    """A frame that could not be read, or a socket that cannot be served.

    ``id`` is that of the command in the frame, where so much of it could be read.
    """

    error: ErrorTold
    id: str | None = None


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Somebody came or went, or changed their name."""

    seats: list[SeatView]
    claims: list[ClaimView]
    onlookers: int


class Said(msgspec.Struct, frozen=True, tag_field="type", tag="said"):
    """Somebody who sits has said a ready-made phrase; ``who`` is as in their seat."""

    seat: str
    who: str
    what: Phrase


class Chatted(msgspec.Struct, frozen=True, tag_field="type", tag="chatted"):
    """Somebody has written something."""

    line: ChatLine


class ChatLog(msgspec.Struct, frozen=True, tag_field="type", tag="chat_log"):
    """All that was written lately, instead of what was told before."""

    lines: list[ChatLine]


class Hinted(msgspec.Struct, frozen=True, tag_field="type", tag="hinted"):
    """What to do, to whoever has asked and nobody else; or why there is no saying."""

    hint: HintView | None
    error: ErrorTold | None


class Looked(msgspec.Struct, frozen=True, tag_field="type", tag="looked"):
    """What the seat on turn sees, as of event ``seq``; or why it is not shown. It is shown to that window, once."""

    seq: int
    view: View | None
    error: ErrorTold | None


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """Answers a ping."""


class Probe(msgspec.Struct, frozen=True, tag_field="type", tag="probe"):
    """Is to be sent back at once."""

    probe: int


class _Identified(msgspec.Struct, frozen=True):
    id: CommandId


Message: TypeAlias = (
    State | EventTold | Done | Refused | Failed | Presence | Said | Chatted | ChatLog | Hinted | Looked | Pong | Probe
)

_ENCODER: Final = msgspec.json.Encoder()
_FRAMES: Final = msgspec.json.Decoder(Frame)
_COMMANDS: Final[msgspec.json.Decoder[FromPerson]] = msgspec.json.Decoder(FromPerson)
_IDS: Final = msgspec.json.Decoder(_Identified)


def encode(value: Any) -> bytes:
    """A message, or a part of one, as JSON."""
    return _ENCODER.encode(value)


def read_frame(content: str | bytes) -> Frame:
    """What a client has said. Raises :class:`InputError`; a command needs an id, by which its answer is known."""
    frame = decoded(_FRAMES, content)
    if isinstance(frame, Command) and not frame.id:
        raise malformed(InputError("fault-missing", field="id"))
    return frame


def read_command(content: bytes) -> FromPerson:
    """A command. Raises :class:`InputError`."""
    return decoded(_COMMANDS, content)


def read_id(content: str | bytes) -> str | None:
    """The command's id in a frame that is not taken, or cannot be read otherwise."""
    try:
        return _IDS.decode(content).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def read_body(content: bytes, kind: type[T]) -> T:
    """The body of a request as what it should be. Raises :class:`InputError`."""
    return decoded(msgspec.json.Decoder(kind), content)


def tell(error: GapleError, lang: str) -> ErrorTold:
    """An error for the wire."""
    return ErrorTold(error.code, _plain(error.params, lang), error.told(lang))


def _plain(params: Mapping[str, object], lang: str) -> dict[str, str | int]:
    """Parameters as JSON has them; an error among them becomes its sentence."""

    def plain(value: object) -> str | int:
        if isinstance(value, GapleError):
            return value.told(lang)
        return value if type(value) is int or type(value) is str else str(value)

    return {key: plain(value) for key, value in params.items()}
