"""What is told of a table, of its seats, and of a hand as one seat may see it (docs/protocol.md)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from gaple.opening import DutyKind
from gaple.players.advice import Reason
from gaple.scoring import Decision, Ending
from gaple.server.play.events import Direction, Why
from gaple.server.play.table import Phase


class StandInView(msgspec.Struct, frozen=True):
    """The computer player that plays for a person, and why."""

    level: str
    why: Why


class SeatView(msgspec.Struct, frozen=True):
    """A seat and who is on it; ``bot`` where that is somebody's program.

    ``who`` is the same for a person wherever they are, and says nothing about them: so they can be muted.
    """

    seat: str
    kind: Literal["person", "computer", "empty"]
    name: str | None
    who: str | None
    bot: bool
    level: str | None
    connected: bool
    ready: bool
    host: bool
    side: str | None
    stand_in: StandInView | None


class HandResult(msgspec.Struct, frozen=True):
    """A finished hand of the match."""

    hand: int
    starter: str
    end: Ending | None
    points: dict[str, int]
    winner: str
    decided_by: Decision
    side: str | None
    net: dict[str, int]
    total: dict[str, int]


class Standing(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int
    seat: str
    total: int


class NextHand(msgspec.Struct, frozen=True):
    """Who begins the hand that is next (or in play), and with what duty."""

    hand: int
    kind: DutyKind
    seat: str | None
    tile: str | None


class MatchView(msgspec.Struct, frozen=True):
    """How the match stands. ``hands`` are the last finished ones alone: a match can be long."""

    number: int
    hands: list[HandResult]
    total: dict[str, int]
    standings: list[Standing]
    over: bool
    next: NextHand | None


class ClockView(msgspec.Struct, frozen=True):
    """How long the table waits, in seconds; ``left`` is what is left of this turn, where it is counted."""

    move: float | None
    grace: float
    left: float | None


class CompanyView(msgspec.Struct, frozen=True):
    """Who may come: whether the table is in the lobby, and whether, and how many moves late, one may watch.

    With ``chat``, who sits may write what they like. With ``one_phone`` the host's is passed around by those who sit.
    """

    public: bool
    onlookers: bool
    delay: int
    chat: bool
    one_phone: bool


class GatheringView(msgspec.Struct, frozen=True):
    """That the table begins by itself: with computer players of which level, and in how many seconds, where known."""

    level: str
    left: float | None


Stage: TypeAlias = Literal["commit", "reveal", "dealt", "over"]


class ShuffleView(msgspec.Struct, frozen=True):
    """What the hand is dealt from, as far as everybody may know: secret and nonces only once it is over."""

    hand: int
    stage: Stage
    commit: str
    nonce_commits: dict[str, str]
    nonces: dict[str, str] | None
    secret: str | None


class ClaimView(msgspec.Struct, frozen=True):
    """Somebody called ``name`` asks for a seat: ``yes`` and ``no`` of ``of`` decide, or ``host`` or ``owner`` alone."""

    seat: str
    name: str | None
    yes: int
    no: int
    of: int
    host: bool
    owner: bool


class RepeatedView(msgspec.Struct, frozen=True):
    """The finished hand of which this one is the repetition."""

    table: str
    match: int
    hand: int


class PracticeView(msgspec.Struct, frozen=True):
    """One person plays against computer players alone; ``rewound`` is how often they have taken this hand back.

    A ``repeated`` hand is one that was over already, and no ``shuffle`` is told of it: nothing was committed to anew.
    """

    rewound: int
    repeated: RepeatedView | None = None


class HintView(msgspec.Struct, frozen=True):
    """What the strongest computer player here would do after the first ``after`` actions of hand ``hand``, and why.

    ``why`` is the ``only`` one, or ``better`` than ``instead`` (the next best) by ``gap``, or as good (``level``), on
    average over ``worlds`` ways in which the hidden tiles may lie; else a rule of thumb, or ``none``. ``gap`` is what
    the hand is worth, for ``settle=hands`` a side's chance to win.
    """

    hand: int
    after: int
    action: str
    why: Reason
    instead: str | None
    gap: float | None
    worlds: int | None


class TableView(msgspec.Struct, frozen=True):
    """What has nothing to do with hidden tiles."""

    id: str
    phase: Phase
    rules: str
    rules_short: str
    direction: Direction
    clock: ClockView
    company: CompanyView
    gathering: GatheringView | None
    seats: list[SeatView]
    votes: list[str]
    claims: list[ClaimView]
    onlookers: int
    match: MatchView | None
    shuffle: ShuffleView | None
    practice: PracticeView | None = None


class ChatLine(msgspec.Struct, frozen=True):
    """Something that somebody has written; no two at a table have the same ``at`` (milliseconds since 1970)."""

    at: int
    who: str
    name: str | None
    text: str


class You(msgspec.Struct, frozen=True):
    """Who the receiver is here: to others ``who``, with a seat or without; ``asks`` is the seat that they ask for."""

    person: str | None
    who: str | None
    seat: str | None
    host: bool
    asks: str | None


class Payment(msgspec.Struct, frozen=True, rename={"payer": "from", "payee": "to"}):
    """Chips from one seat to another."""

    payer: str
    payee: str
    chips: int


class Outcome(msgspec.Struct, frozen=True):
    """How a hand came out; ``level`` are the seats that were level at the decisive points."""

    end: Ending | None
    points: dict[str, int]
    winner: str
    decided_by: Decision
    side: str | None
    net: dict[str, int]
    level: list[str]
    lowest: dict[str, str | None]
    payments: list[Payment]


class SeatAction(msgspec.Struct, frozen=True):
    """What a seat did."""

    seat: str
    action: str


class View(msgspec.Struct, frozen=True):
    """What a seat, or an onlooker (``seat`` null), may know of the hand. It is made by ``gaple.View.to_dict``."""

    seat: str | None
    rules: str
    hand: int
    starter: str
    opener: str | None
    turn: str | None
    lead: list[str] | None
    tiles: list[str]
    counts: dict[str, int]
    dead: dict[str, list[str]]
    turned_up: str | None
    stock: int
    line: list[str]
    root: int
    ends: tuple[int, int] | None
    actions: list[SeatAction]
    legal: list[str]
    over: bool
    outcome: Outcome | None
    hands: dict[str, list[str]] | None
    hidden_stock: list[str] | None
