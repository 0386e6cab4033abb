"""Records played through: the position and the result of every hand (docs/record.md).

Whether a hand is legal depends on where it stands, for the one before it says who begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from .actions import HIDDEN_DISCARD
from .deal import Deal
from .errors import GapleError, RecordError, RecordIllegalError
from .hand import Hand
from .match import Match
from .partial import PartialDeal, PartialHand
from .record import Record, read_records
from .tiles import Seat, tiles_of


@dataclass(frozen=True, slots=True)
class Replayed:
    """A recorded hand, played through, and the match's total after it (the sum of the nets in this file)."""

    record: Record
    hand: Hand | PartialHand
    total: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """The hand as plain values for JSON, as ``gaple replay --json`` tells them."""
        hand, record = self.hand, self.record
        seats = record.rules.seats
        outcome = hand.outcome if isinstance(hand, Hand) else None
        winner = outcome.winner if outcome else record.winner
        return {
            "hand": record.number,
            "starter": str(record.starter),
            "over": hand.is_over,
            "end": hand.end,
            "line": list(hand.line.texts),
            "ends": list(hand.ends) if hand.ends else None,
            "turn": None if hand.turn is None else str(hand.turn),
            "hands": {str(seat): [str(tile or "??") for tile in hand.tiles(seat)] for seat in seats},
            "dead": {str(seat): sorted(str(tile or "??") for tile in hand.dead(seat)) for seat in seats},
            "points": {str(seat): outcome.points[seat] for seat in seats} if outcome else None,
            "winner": None if winner is None else str(winner),
            "decided_by": outcome.decided_by if outcome else None,
            "side": None if winner is None else record.rules.side_of(winner),
            "net": {str(seat): outcome.net[seat] for seat in seats} if outcome else None,
            "total": {str(seat): self.total[seat] for seat in seats},
            "turns": len(record.actions),
        }


def replay_text(text: str, file: str = "-") -> Iterator[Replayed]:
    """Plays every hand of a text through.

    Raises :class:`gaple.RecordSyntaxError` or :class:`gaple.RecordIllegalError` at the first fault, after the hands
    before it.
    """
    return replay_records(read_records(text, file))


def replay_records(records: Iterable[Record]) -> Iterator[Replayed]:
    """Plays records through, in the order of their file. Raises as :func:`replay_text`."""
    before: Replayed | None = None
    match: Match | None = None  # the match so far, where it is known from its first hand on
    for record in records:
        follows = before is not None and _follows(before.record, record)
        opener = before.record.winner if before is not None and follows else None
        if record.number == 1:
            match = Match(record.rules)
        elif not follows:
            match = None
        _check_place(record, match)
        hand = _play(record, opener)
        total = (0,) * record.rules.players
        if before is not None and record.number > 1 and record.rules == before.record.rules:
            total = before.total
        if isinstance(hand, Hand) and hand.outcome:
            total = tuple([sofar + net for sofar, net in zip(total, hand.outcome.net, strict=True)])
            if match is not None:
                match.add(hand)
        else:
            match = None
        before = Replayed(record, hand, total)
        yield before


def replay_record(record: Record) -> Hand | PartialHand:
    """A single record, played through.

    A :class:`Hand` where every tile is known. Raises :class:`gaple.RecordIllegalError`.
    """
    _check_place(record, None)
    return _play(record, None)


def _follows(before: Record, record: Record) -> bool:
    """Whether a record stands right after the one before it in the same match."""
    return (
        record.number == before.number + 1
        and record.rules == before.rules
        and record.names == before.names
        and before.winner is not None
    )


def _check_place(record: Record, match: Match | None) -> None:
    hands = record.rules.hands
    if (hands is not None and record.number > hands) or (match is not None and match.is_over):
        _fail(
            record,
            0,
            None,
            RecordError("match-over", number=record.number),
            "Hand" if record.source and "Hand" in record.source.headers else "Rules",
        )


def _play(record: Record, opener: Seat | None) -> Hand | PartialHand:
    try:
        hand: Hand | PartialHand
        if isinstance(record.deal, Deal) and HIDDEN_DISCARD not in record.actions:
            hand = Hand(record.rules, record.deal, record.starter, record.number, opener)
        else:
            hand = PartialHand(record.rules, _partial(record.deal), record.starter, record.number, opener)
    except GapleError as error:
        _fail(record, 0, None, error, "Starter")
    made = 0
    try:
        for action in record.actions:
            hand.play(action)
            made += 1
    except GapleError as error:
        _fail(record, made + 1, hand, error)
    _check_result(record, hand)
    return hand


def _partial(deal: Deal | PartialDeal) -> PartialDeal:
    return deal if isinstance(deal, PartialDeal) else PartialDeal(tuple(map(tiles_of, deal.hands)), deal.stock)


def _check_result(record: Record, hand: Hand | PartialHand) -> None:
    last = len(record.actions)
    if record.winner is None:
        if hand.is_over:
            _fail(record, last, hand, RecordError("record-is-over", text="*"), "=")
        return
    goes_on = hand.goes_on if isinstance(hand, PartialHand) else not hand.is_over
    text = f"={record.winner}"
    if goes_on:
        _fail(record, last, hand, RecordError("record-not-over", text=text), "=")
    if record.winner >= record.rules.players:
        expected = ", ".join(map(str, record.rules.seats))
        _fail(record, last, hand, RecordError("record-winner-seat", text=text, expected=expected), "=")
    if isinstance(hand, PartialHand):
        hand.told_over()
    elif hand.outcome and hand.outcome.winner != record.winner:
        _fail(record, last, hand, RecordError("record-wrong-winner", text=text, winner=hand.outcome.winner), "=")


def _fail(
    record: Record, move: int, hand: Hand | PartialHand | None, reason: GapleError, place: str | None = None
) -> NoReturn:
    """Raises the error at move number ``move``, or at ``place``: the name of a header, or ``"="`` for the result."""
    source = record.source
    where: dict[str, object] = {"file": None, "line": None, "column": None}
    told = ""
    if source is not None:
        offset = source.result if place == "=" else source.headers.get(place or "", 0) or source.moves[move - 1]
        where = source.at(offset)
        told = "{file}:{line}:{column}: ".format(**where)
    ends = "-".join(map(str, hand.ends)) if hand and hand.ends else "–"
    seat = hand.turn if hand and hand.turn is not None else "–"
    code = "record-illegal-header" if hand is None else "record-illegal"
    raise RecordIllegalError(
        code, place=told, **where, hand=record.number, move=move, seat=seat, ends=ends, reason=reason
    ) from reason
