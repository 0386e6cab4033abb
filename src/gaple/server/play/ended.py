"""How a hand came out, in short: what is kept of it beside the log, to be found by who played it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, Self

import msgspec

from gaple import Action, Hand
from gaple.scoring import Decision, Ending

from .events import AnyFact, Dealt, Played, Rewound
from .history import Finished
from .table import Occupant, TableState


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat on a seat: a ``person`` (opaque id), or a computer player of a ``level``."""

    person: str | None = None
    level: str | None = None


class Ended(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished hand: who sat where, and how it came out; by seat, A first, as :class:`gaple.Outcome` has it.

    ``total`` is everybody's after it. ``host`` is on whose phone it was played, where one was passed around.
    """

    match: int
    hand: int
    rules: str
    seats: list[Sitter]
    winner: str
    decided_by: Decision
    end: Ending | None
    side: str | None
    points: list[int]
    net: list[int]
    total: list[int]
    host: str | None = None

    @classmethod
    def of(cls, finished: Finished) -> Self:
        """What is kept of this hand."""
        return cls._of(finished.match, finished.hand, finished.seats, finished.total)

    @classmethod
    def by(cls, state: TableState, facts: Sequence[AnyFact]) -> Self | None:
        """The hand that these facts will end at a table as it is now; ``None`` where they end none."""
        hand = _ahead(state, facts)
        if hand is None or hand.outcome is None or state.match is None:
            return None
        total = [before + net for before, net in zip(state.match.total, hand.outcome.net, strict=True)]
        return cls._of(state.matches, hand, state.seats, total, state.host if state.one_phone else None)

    @classmethod
    def _of(
        cls, match: int, hand: Hand, seats: Sequence[Occupant | None], total: Sequence[int], host: str | None = None
    ) -> Self:
        outcome = hand.outcome
        assert outcome is not None
        return cls(
            match=match,
            hand=hand.number,
            rules=str(hand.rules),
            seats=[Sitter(sat.person, sat.level) if sat else Sitter() for sat in seats],
            winner=str(outcome.winner),
            decided_by=outcome.decided_by,
            end=outcome.end,
            side=outcome.side,
            points=list(outcome.points),
            net=list(outcome.net),
            total=list(total),
            host=host,
        )


class TakenUp(NamedTuple):
    """A hand that was over and is to be played on: its number, and its match's."""

    match: int
    hand: int


def change(state: TableState, facts: Sequence[AnyFact]) -> Ended | TakenUp | None:
    """What these facts change of the finished hands of a table as it is now."""
    if facts and isinstance(facts[-1], Rewound) and state.hand and state.hand.is_over:
        return TakenUp(state.matches, state.hand.number)
    return Ended.by(state, facts)


def _ahead(state: TableState, facts: Sequence[AnyFact]) -> Hand | None:
    """The hand in play as the last of these facts will leave it; the table itself stays as it is."""
    match facts[-1] if facts else None:
        case Played(_, action) if state.hand and not state.hand.is_over:
            hand = state.hand.copy()
            hand.play(Action.parse(action))
            return hand
        case Dealt() if state.match and state.shuffle and state.rules.stock:  # a turned-up tile may end it at once
            return state.match.deal(replace(state.shuffle).deal(state.rules, state.table))
    return None
