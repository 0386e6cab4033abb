"""docs/protocol.md as types, written anew: what a client may rely on, and nothing beyond it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

Seat = Literal["A", "B", "C", "D", "E"]
Side = Literal["AC", "BD"]
Tile = Annotated[str, Meta(pattern="^[0-6][0-6]$")]
TileOrHidden = Annotated[str, Meta(pattern=r"^([0-6][0-6]|\?\?)$")]
Action = Annotated[str, Meta(pattern=r"^([0-6][0-6][<>]?|x[0-6][0-6]|x\?\?|--)$")]
Level = Literal["random", "beginner", "greedy", "casual", "learned", "flat", "master"]
End = Literal["out", "blocked"]
Decided = Literal["points", "out", "tile", "low_end", "total"]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32,64}$")]
Number = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]


class Strict(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    pass


class Error(Strict, frozen=True, kw_only=True):
    code: str
    params: dict[str, str | int]
    text: Annotated[str, Meta(min_length=1)]


class You(Strict, frozen=True, kw_only=True):
    person: str | None
    who: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")] | None
    seat: Seat | None
    host: bool
    asks: Seat | None = None


class Claim(Strict, frozen=True, kw_only=True):
    seat: Seat
    name: str | None
    yes: Count
    no: Count
    of: Count
    host: bool
    owner: bool


class StandIn(Strict, frozen=True, kw_only=True):
    level: Level
    why: Literal["away", "asked", "vote"]


class SeatView(Strict, frozen=True, kw_only=True):
    seat: Seat
    kind: Literal["person", "computer", "empty"]
    name: str | None
    who: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")] | None
    bot: bool
    level: Level | None
    connected: bool
    ready: bool
    host: bool
    side: Side | None
    stand_in: StandIn | None


class HandResult(Strict, frozen=True, kw_only=True):
    hand: Number
    starter: Seat
    end: End
    points: dict[Seat, Count]
    winner: Seat
    decided_by: Decided
    side: Side | None
    net: dict[Seat, int]
    total: dict[Seat, int]


class Standing(Strict, frozen=True, kw_only=True):
    place: Number
    seat: Seat
    total: int


class NextHand(Strict, frozen=True, kw_only=True):
    hand: Number
    kind: Literal["holder", "winner-double", "winner-any", "winner-turn", "drawn"]
    seat: Seat | None
    tile: Tile | None


class MatchView(Strict, frozen=True, kw_only=True):
    number: Number
    hands: list[HandResult]
    total: dict[Seat, int]
    standings: list[Standing]
    over: bool
    next: NextHand | None


class ClockView(Strict, frozen=True, kw_only=True):
    move: Annotated[float, Meta(gt=0)] | None
    grace: Annotated[float, Meta(gt=0)]
    left: Annotated[float, Meta(ge=0)] | None


class CompanyView(Strict, frozen=True, kw_only=True):
    public: bool
    onlookers: bool
    delay: Annotated[int, Meta(ge=0, le=20)]
    chat: bool
    one_phone: bool


class GatheringView(Strict, frozen=True, kw_only=True):
    level: Level
    left: Annotated[float, Meta(ge=0)] | None


class Shuffle(Strict, frozen=True, kw_only=True):
    hand: Number
    stage: Literal["commit", "reveal", "dealt", "over"]
    commit: Hash
    nonce_commits: dict[Seat, Hash]
    nonces: dict[Seat, Nonce] | None
    secret: Hash | None


class Repeated(Strict, frozen=True, kw_only=True):
    table: str
    match: Count
    hand: Count


class Practice(Strict, frozen=True, kw_only=True):
    rewound: Count
    repeated: Repeated | None


class TableView(Strict, frozen=True, kw_only=True):
    id: str
    phase: Literal["waiting", "dealing", "playing", "hand_over", "match_over", "closed"]
    rules: str
    rules_short: str
    direction: Literal["clockwise", "counterclockwise"]
    clock: ClockView
    company: CompanyView
    gathering: GatheringView | None
    seats: list[SeatView]
    votes: list[Seat]
    claims: list[Claim]
    onlookers: Count
    match: MatchView | None
    shuffle: Shuffle | None
    practice: Practice | None


class Payment(Strict, frozen=True, kw_only=True, rename={"source": "from"}):
    source: Seat
    to: Seat
    chips: Number


class Outcome(Strict, frozen=True, kw_only=True):
    end: End
    points: dict[Seat, Count]
    winner: Seat
    decided_by: Decided
    side: Side | None
    net: dict[Seat, int]
    level: list[Seat]
    lowest: dict[Seat, Tile | None]
    payments: list[Payment]


class SeatAction(Strict, frozen=True, kw_only=True):
    seat: Seat
    action: Action


class View(Strict, frozen=True, kw_only=True):
    seat: Seat | None
    rules: str
    hand: Number
    starter: Seat
    opener: Seat | None
    turn: Seat | None
    lead: list[Tile] | None
    tiles: list[Tile]
    counts: dict[Seat, Count]
    dead: dict[Seat, list[TileOrHidden]]
    turned_up: Tile | None
    stock: Count
    line: list[Annotated[str, Meta(pattern="^[0-6][0-6]$")]]
    root: Count
    ends: tuple[int, int] | None
    actions: list[SeatAction]
    legal: list[Action]
    over: bool
    outcome: Outcome | None
    hands: dict[Seat, list[Tile]] | None
    hidden_stock: list[Tile] | None


By = Literal["person", "computer", "clock"]


class Happened(Strict, frozen=True, kw_only=True, tag_field="type"):
    by: By


class Created(Happened, frozen=True, kw_only=True, tag="created"):
    pass


class Sat(Happened, frozen=True, kw_only=True, tag="sat"):
    seat: Seat


class Stood(Happened, frozen=True, kw_only=True, tag="stood"):
    seat: Seat


class Removed(Happened, frozen=True, kw_only=True, tag="removed"):
    seat: Seat


class Computer(Happened, frozen=True, kw_only=True, tag="computer"):
    seat: Seat
    level: Level | None


class Match(Happened, frozen=True, kw_only=True, tag="match"):
    match: Number


class Committed(Happened, frozen=True, kw_only=True, tag="committed"):
    hand: Number
    commit: Hash


class NonceCommitted(Happened, frozen=True, kw_only=True, tag="nonce_committed"):
    seat: Seat
    commit: Hash


class Revealing(Happened, frozen=True, kw_only=True, tag="revealing"):
    pass


class NonceRevealed(Happened, frozen=True, kw_only=True, tag="nonce_revealed"):
    seat: Seat


class Dealt(Happened, frozen=True, kw_only=True, tag="dealt"):
    hand: Number
    starter: Seat


class HandRepeated(Happened, frozen=True, kw_only=True, tag="repeated"):
    hand: Number
    starter: Seat


class Played(Happened, frozen=True, kw_only=True, tag="played"):
    seat: Seat
    action: Action


class Rewound(Happened, frozen=True, kw_only=True, tag="rewound"):
    seat: Seat
    kept: Count


class TimeUp(Happened, frozen=True, kw_only=True, tag="time_up"):
    seat: Seat
    level: Level


class Voted(Happened, frozen=True, kw_only=True, tag="voted"):
    seat: Seat
    about: Seat


class TakenOver(Happened, frozen=True, kw_only=True, tag="taken_over"):
    seat: Seat
    level: Level
    why: Literal["away", "asked", "vote"]


class HandedBack(Happened, frozen=True, kw_only=True, tag="handed_back"):
    seat: Seat


class SeatAsked(Happened, frozen=True, kw_only=True, tag="seat_asked"):
    seat: Seat


class SeatAnswered(Happened, frozen=True, kw_only=True, tag="seat_answered"):
    seat: Seat
    yes: bool


class SeatGiven(Happened, frozen=True, kw_only=True, tag="seat_given"):
    seat: Seat


class SeatKept(Happened, frozen=True, kw_only=True, tag="seat_kept"):
    seat: Seat
    why: Literal["refused", "back", "withdrawn"]


class Ready(Happened, frozen=True, kw_only=True, tag="ready"):
    seat: Seat


class Stopped(Happened, frozen=True, kw_only=True, tag="stopped"):
    pass


class Rematch(Happened, frozen=True, kw_only=True, tag="rematch"):
    pass


class Closed(Happened, frozen=True, kw_only=True, tag="closed"):
    pass


Asked = SeatAsked | SeatAnswered | SeatGiven | SeatKept
Shuffled = Committed | NonceCommitted | Revealing | NonceRevealed


AnyEvent = (
    Created
    | Sat
    | Stood
    | Removed
    | Computer
    | Match
    | Shuffled
    | Dealt
    | HandRepeated
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


class Missed(Strict, frozen=True, kw_only=True):
    seq: Number
    event: AnyEvent


class Message(Strict, frozen=True, kw_only=True, tag_field="type"):
    pass


class State(Message, frozen=True, kw_only=True, tag="state"):
    seq: Count
    table: TableView
    view: View | None
    you: You
    missed: list[Missed] | None = None


class Event(Message, frozen=True, kw_only=True, tag="event"):
    seq: Count
    event: AnyEvent
    table: TableView
    view: View | None
    you: You


class Done(Message, frozen=True, kw_only=True, tag="done"):
    id: str
    seq: Count


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    id: str
    seq: Count
    error: Error


class Failed(Message, frozen=True, kw_only=True, tag="error"):
    error: Error
    id: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class Presence(Message, frozen=True, kw_only=True, tag="presence"):
    claims: list[Claim]
    seats: list[SeatView]
    onlookers: Count


class Said(Message, frozen=True, kw_only=True, tag="said"):
    seat: Seat
    who: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    what: str


class ChatLine(Strict, frozen=True, kw_only=True):
    at: Number
    who: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    name: str | None
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Chatted(Message, frozen=True, kw_only=True, tag="chatted"):
    line: ChatLine


class ChatLog(Message, frozen=True, kw_only=True, tag="chat_log"):
    lines: list[ChatLine]


class Hint(Strict, frozen=True, kw_only=True):
    hand: Number
    after: Count
    action: Action
    why: str
    instead: Action | None
    gap: Annotated[float, Meta(ge=0)] | None
    worlds: Number | None


class Hinted(Message, frozen=True, kw_only=True, tag="hinted"):
    hint: Hint | None
    error: Error | None


class Looked(Message, frozen=True, kw_only=True, tag="looked"):
    seq: Number
    view: View | None
    error: Error | None


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    pass


class Probe(Message, frozen=True, kw_only=True, tag="probe"):
    probe: Number


AnyMessage = (
    State | Event | Done | Refused | Failed | Presence | Said | Chatted | ChatLog | Hinted | Looked | Pong | Probe
)

read = msgspec.json.Decoder(AnyMessage).decode


def check_hands(match: MatchView, most: int) -> None:
    """The last finished hands are told, in order."""
    numbers = [hand.hand for hand in match.hands]
    assert len(numbers) <= most
    if match.next:
        finished = match.next.hand - 1
        assert numbers == list(range(1, finished + 1))[-most:]
    if numbers:
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        assert match.hands[-1].total == match.total


def check_shuffle(table: TableView) -> None:
    """Commitments before the hand, secret and nonces after it."""
    shuffle = table.shuffle
    if shuffle is None:
        repeated = table.practice is not None and table.practice.repeated is not None
        assert repeated or table.phase in ("waiting", "hand_over")  # and there only just after a match has begun
        return
    assert table.phase != "waiting"
    stages = {"dealing": ("commit", "reveal"), "playing": ("dealt",)}
    assert shuffle.stage in stages.get(table.phase, ("over",))
    assert (shuffle.secret is None, shuffle.nonces is None) == (shuffle.stage != "over",) * 2
    if shuffle.nonces is not None:
        assert shuffle.nonces.keys() <= shuffle.nonce_commits.keys()
    if shuffle.stage == "dealt" and table.match and table.match.next:
        assert shuffle.hand == table.match.next.hand


def check(told: State | Event) -> None:
    """What docs/protocol.md says of how the parts of a message fit together."""
    table, view, you = told.table, told.view, told.you
    if isinstance(told, State) and told.missed is not None:
        assert [missed.seq for missed in told.missed] == list(range(told.seq - len(told.missed) + 1, told.seq + 1))
    seats = [seat.seat for seat in table.seats]
    assert seats == list("ABCDE")[: len(seats)]
    assert you.seat is None or you.seat in seats
    assert (you.who is None) == (you.person is None)
    assert [seat.seat for seat in table.seats if seat.who and seat.who == you.who] == ([you.seat] if you.seat else [])
    for seat in table.seats:
        assert (seat.kind == "computer") == (seat.level is not None)
        assert seat.kind == "person" or (seat.name is None and not seat.bot)
        assert seat.kind == "person" or not seat.host
        if seat.kind == "computer":
            assert seat.connected
            assert seat.ready == (table.phase == "hand_over")
        if seat.stand_in:
            assert seat.kind == "person"
            assert table.phase != "waiting"
            assert seat.ready == (table.phase == "hand_over")
        if seat.kind == "empty":
            assert not seat.connected
    if table.clock.left is not None:
        assert table.clock.move is not None
        assert table.phase == "playing"
    if table.gathering:
        assert table.phase == "waiting"
        assert table.match is None
    if table.votes:
        assert table.phase in ("playing", "closed")
    if table.phase == "waiting":
        assert view is None
    elif table.phase != "closed":
        assert table.match is not None
        assert table.match.over == (table.phase == "match_over")
        assert (table.match.next is None) == table.match.over
        check_hands(table.match, 200 if isinstance(told, State) else 1)
    check_shuffle(table)
    if view is None:
        return
    assert view.seat == you.seat
    if table.phase != "closed":
        assert view.over == (table.phase in ("dealing", "hand_over", "match_over"))
    assert (view.outcome is None, view.hands is None, view.hidden_stock is None) == (not view.over,) * 3
    assert (view.turn is None) == view.over
    assert not view.legal or view.turn == view.seat
    assert view.lead is None or view.legal == view.lead
    if view.seat is None:
        assert not view.tiles
    else:
        assert len(view.tiles) == view.counts[view.seat]
    if not view.over:
        for owner, dead in view.dead.items():
            assert owner == view.seat or set(dead) <= {"??"}
        for done in view.actions:
            assert done.seat == view.seat or not done.action.startswith("x") or done.action == "x??"
    for left, right in zip(view.line, view.line[1:], strict=False):
        assert left[1] == right[0]
    if view.ends:
        assert view.ends == (int(view.line[0][0]), int(view.line[-1][1]))
