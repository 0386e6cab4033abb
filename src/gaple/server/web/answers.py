"""What is answered over HTTP (docs/protocol.md), where it is not told by the socket too."""

from __future__ import annotations

from typing import Literal

import msgspec

from gaple.puzzles import Kind
from gaple.scoring import Decision, Ending
from gaple.server.play.events import Direction, Why
from gaple.server.wire.messages import State
from gaple.server.wire.views import Outcome, View


class RulesTold(msgspec.Struct, frozen=True):
    """Rules, checked: their canonical text, and every option written out."""

    rules: str
    full: str


class Levels(msgspec.Struct, frozen=True):
    """The computer players that there are here, the weakest first."""

    levels: list[str]


class ChatAllowed(msgspec.Struct, frozen=True):
    """Whether a table may have a chat here."""

    allowed: bool


class TableMade(msgspec.Struct, frozen=True):
    """The id of a new table."""

    table: str


class Link(msgspec.Struct, frozen=True):
    """A table's address for others."""

    url: str


class Health(msgspec.Struct, frozen=True):
    """The server is well."""

    status: Literal["ok"]
    version: str


class Readiness(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether people should be sent to this server: whether what it stands on answers."""

    status: Literal["ok", "failing"]
    database: Literal["ok", "failing"]
    redis: Literal["ok", "failing"] | None = None


class Recovery(msgspec.Struct, frozen=True):
    """Since when somebody has a recovery code; ``since`` is null where they have none."""

    since: str | None


class RecoveryCode(msgspec.Struct, frozen=True):
    """A recovery code: it is told here and never again."""

    code: str


class SignedOut(msgspec.Struct, frozen=True):
    """On how many other devices somebody was themselves."""

    devices: int


class TableSat(msgspec.Struct, frozen=True):
    """A table that somebody made or sat at; ``last`` is when something happened there last."""

    table: str
    made: str
    last: str
    host: bool


class MyTables(msgspec.Struct, frozen=True):
    """The tables that somebody made or sat at, the latest first."""

    tables: list[TableSat]


class Forgotten(msgspec.Struct, frozen=True):
    """Somebody and their bots were forgotten."""


class BotTold(msgspec.Struct, frozen=True):
    """A bot as told to its owner; ``made_at`` in milliseconds since 1970."""

    person: str
    name: str | None
    made_at: int


class BotMade(msgspec.Struct, frozen=True):
    """A new bot, and its token: it is told here and never again."""

    person: str
    name: str
    token: str


class BotsTold(msgspec.Struct, frozen=True):
    """Somebody's bots, the oldest first."""

    bots: list[BotTold]


class NotDone(msgspec.Struct, frozen=True):
    """An error about a command that was not carried out, and how things stand."""

    code: str
    params: dict[str, str | int]
    text: str
    state: State


class Player(msgspec.Struct, frozen=True):
    """Who sat on a seat when a hand ended; ``bot`` where that is somebody's program. Who was erased has no name."""

    seat: str
    kind: Literal["person", "computer", "empty"]
    name: str | None
    bot: bool
    level: str | None
    side: str | None


class HandPlace(msgspec.Struct, frozen=True):
    """Which hand of a table: its match, and its number in that."""

    match: int
    hand: int


class PlayedHand(msgspec.Struct, frozen=True):
    """A finished hand that somebody has played, on ``seat``, and how it came out; it ended at ``at``.

    ``seat`` is null where it was others who played it, on one's phone.
    """

    table: str
    match: int
    hand: int
    at: str
    rules: str
    seat: str | None
    players: list[Player]
    end: Ending | None
    winner: str
    decided_by: Decision
    side: str | None
    points: dict[str, int]
    net: dict[str, int]
    total: dict[str, int]


class MyHands(msgspec.Struct, frozen=True):
    """The finished hands that somebody has played, the latest first; ``next`` asks for those before them."""

    hands: list[PlayedHand]
    next: str | None


class Step(msgspec.Struct, frozen=True):
    """What a seat did; ``forced`` where it could do nothing else."""

    seat: str
    action: str
    forced: bool


class Position(msgspec.Struct, frozen=True):
    """A finished hand as it stood after some of its steps, everything open; ``legal`` is of the seat on turn."""

    line: list[str]
    root: int
    ends: tuple[int, int] | None
    turn: str | None
    hands: dict[str, list[str]]
    dead: dict[str, list[str]]
    legal: list[str]


class Note(msgspec.Struct, frozen=True):
    """What a computer player did for a person, or a person took back, after so many steps."""

    after: int
    kind: Literal["taken_over", "handed_back", "time_up", "rewound"]
    seat: str
    level: str | None
    why: Why | None


class Replay(msgspec.Struct, frozen=True):
    """A finished hand, step by step: ``positions`` has one more than ``steps``, the first before any of them.

    ``open`` is whether those may see it who have never sat at the table, ``alone`` whether one person played it against
    computer players, so that anybody may play it on from somewhere, ``seat`` where the receiver sat, ``opener``
    who had the right to begin, ``stock`` what was left over besides ``turned_up``, ``total`` everybody's after it.
    """

    table: str
    match: int
    hand: int
    at: str
    rules: str
    rules_short: str
    direction: Direction
    open: bool
    alone: bool
    players: list[Player]
    seat: str | None
    starter: str
    opener: str | None
    turned_up: str | None
    stock: list[str]
    steps: list[Step]
    positions: list[Position]
    notes: list[Note]
    outcome: Outcome
    total: dict[str, int]
    previous: HandPlace | None
    next: HandPlace | None


class PuzzleListed(msgspec.Struct, frozen=True):
    """A puzzle: its name, what is asked, and how hard it is, from 1 to 5."""

    name: str
    kind: Kind
    level: int


class PuzzleList(msgspec.Struct, frozen=True):
    """All puzzles, by kind and level."""

    puzzles: list[PuzzleListed]


class PuzzleAsked(msgspec.Struct, frozen=True):
    """A puzzle as its seat sees it, and what is asked in words; ``sides`` are the sides in teams, by seat."""

    name: str
    kind: Kind
    level: int
    question: str
    view: View
    sides: dict[str, str]


class PuzzleAnswered(msgspec.Struct, frozen=True):
    """Whether an answer is right; the right one, and ``why``. docs/puzzles.md says what the proof is.

    ``hands``, ``dead`` and ``stock`` are everybody's tiles at that moment.
    """

    right: bool
    answer: list[str]
    why: str
    worlds: int
    margin: int | None
    missed: dict[str, float]
    hands: dict[str, list[str]]
    dead: dict[str, list[str]]
    stock: list[str]
