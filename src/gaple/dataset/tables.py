"""The three tables: what their columns are, and the rows of a hand. Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from gaple.actions import Kind
from gaple.tiles import Tile, tiles_of

from .played import PlayedHand

VERSION: Final = 1
"""The version of the schema; another one where a column means something else, or is no more."""

Type = Literal["integer", "text", "yes or no"]
Value = int | str | bool | None
Row = Mapping[str, Value]


class Column(NamedTuple):
    """A column: its name, what is in it, whether it may be empty, and what that means."""

    name: str
    type: Type
    may_be_empty: bool
    meaning: str


def _column(name: str, type_: Type, meaning: str, may_be_empty: bool = False) -> Column:
    return Column(name, type_, may_be_empty, meaning)


_HAND: Final = _column("hand", "integer", "the hand, counted from 1 in this export")

HANDS: Final = (
    _HAND,
    _column("table", "integer", "the table, counted from 1 in this export"),
    _column("match", "integer", "the match of that table"),
    _column("number", "integer", "which hand of the match it is"),
    _column("month", "text", "when it was dealt, such as `2026-11`", may_be_empty=True),
    _column("rules", "text", "the rules, as docs/rules.md writes them"),
    _column("players", "integer", "how many play"),
    _column("starter", "text", "the seat that began"),
    _column("stock", "text", "tiles that nobody got, the turned-up one first; empty where there are none"),
    _column("end", "text", "`out` or `blocked`, rule (7)"),
    _column("winner", "text", "the seat that won"),
    _column("decided_by", "text", "what decided, rule (9)"),
    _column("turns", "integer", "actions, passes and discards included"),
    _column("taken_back", "integer", "how often moves were taken back, which can be only alone among computers"),
)

SEATS: Final = (
    _HAND,
    _column("seat", "text", "`A` to `E`, in the order of turns"),
    _column("side", "text", "`AC` or `BD` in teams", may_be_empty=True),
    _column("kind", "text", "`person`, `bot`, `computer` or `unknown`"),
    _column("level", "text", "a computer player's level", may_be_empty=True),
    _column("tiles", "text", "what the seat was dealt, such as `00 35 66`"),
    _column("left", "text", "what it was left with, discards not among them; empty for none"),
    _column("discarded", "text", "what it discarded; empty for nothing"),
    _column("points", "integer", "its points, rule (8)"),
    _column("net", "integer", "what the hand brought it, rule (11)"),
    _column("won", "yes or no", "whether the seat, or its side, won"),
)

ACTIONS: Final = (
    _HAND,
    _column("turn", "integer", "which action of the hand, from 1"),
    _column("seat", "text", "whose it is"),
    _column("action", "text", "as a record has it: `00`, `35>`, `35<`, `x35`, `--`"),
    _column("kind", "text", "`lead`, `play`, `discard` or `pass`"),
    _column("low", "integer", "the tile's smaller number of pips", may_be_empty=True),
    _column("high", "integer", "its larger one", may_be_empty=True),
    _column("left", "integer", "the left end before it", may_be_empty=True),
    _column("right", "integer", "the right end before it", may_be_empty=True),
    _column("held", "integer", "tiles that the seat held before it"),
    _column("legal", "integer", "how many actions were legal"),
    _column("stood_in", "yes or no", "whether a computer player did it for a person"),
)

TABLES: Final[Mapping[str, tuple[Column, ...]]] = {"hands": HANDS, "seats": SEATS, "actions": ACTIONS}
"""The tables by name."""


def hand_row(number: int, played: PlayedHand) -> Row:
    """The row of a hand in ``hands``."""
    hand, outcome = played.hand, played.hand.outcome
    assert outcome is not None
    return {
        "hand": number,
        "table": played.table,
        "match": played.match,
        "number": hand.number,
        "month": played.month,
        "rules": str(hand.rules),
        "players": hand.rules.players,
        "starter": str(hand.starter),
        "stock": _told(hand.deal.stock),
        "end": str(outcome.end),
        "winner": str(outcome.winner),
        "decided_by": str(outcome.decided_by),
        "turns": len(hand.actions),
        "taken_back": played.taken_back,
    }


def seat_rows(number: int, played: PlayedHand) -> Iterator[Row]:
    """The rows of a hand in ``seats``."""
    hand, outcome = played.hand, played.hand.outcome
    assert outcome is not None
    for seat in hand.rules.seats:
        side, sitting = hand.rules.side_of(seat), played.at(seat)
        dead = hand.dead(seat)
        yield {
            "hand": number,
            "seat": str(seat),
            "side": side,
            "kind": sitting.kind,
            "level": sitting.level,
            "tiles": _told(tiles_of(hand.deal.hands[seat])),
            "left": _told(hand.tiles(seat)),
            "discarded": _told(dead),
            "points": outcome.points[seat],
            "net": outcome.net[seat],
            "won": seat == outcome.winner if outcome.side is None else side == outcome.side,
        }


def action_rows(number: int, played: PlayedHand) -> Iterator[Row]:
    """The rows of a hand in ``actions``."""
    hand = played.hand.copy()
    actions = hand.actions
    for _ in actions:
        hand.undo()
    for turn, action in enumerate(actions):
        seat, tile, ends = hand.turn, action.tile, hand.ends
        assert seat is not None
        yield {
            "hand": number,
            "turn": turn + 1,
            "seat": str(seat),
            "action": str(action),
            "kind": "play" if action.kind in (Kind.RIGHT, Kind.LEFT) else str(action.kind),
            "low": tile.low if tile else None,
            "high": tile.high if tile else None,
            "left": ends[0] if ends else None,
            "right": ends[1] if ends else None,
            "held": len(hand.tiles(seat)),
            "legal": len(hand.legal_actions()),
            "stood_in": turn in played.stood_in,
        }
        hand.play(action)


def _told(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))
