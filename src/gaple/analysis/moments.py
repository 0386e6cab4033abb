"""The moments of a hand that decided it: what cost most, and where somebody's outlook turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from gaple.rules import Rules
from gaple.tiles import Seat

from .decision import Decision
from .verdict import THRESHOLDS, unit

MOST: Final = 3
"""So many of each kind are picked."""
SWING: Final = 0.7
"""An outlook that changes by so many units has turned."""


@dataclass(frozen=True, slots=True)
class Moment:
    """``cost``: at action ``move`` (from 1) ``seat`` lost so many ``chips`` for certain.

    ``turn``: between its choice at ``move`` and ``until``, its next one or the end of the hand (then ``until`` is the
    last action), what it could expect changed by ``chips``: what others did, or what came to light.
    """

    kind: Literal["cost", "turn"]
    seat: Seat
    move: int
    until: int
    chips: float

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "kind": self.kind,
            "seat": str(self.seat),
            "move": self.move,
            "until": self.until,
            "chips": round(self.chips, 2),
        }


def pick(rules: Rules, decisions: Sequence[Decision], nets: Sequence[float] | None, moves: int) -> tuple[Moment, ...]:
    """The moments in the order of the hand; ``nets`` (in teams, the side's) where it is over."""
    size, doubtful = unit(rules), THRESHOLDS[-1][1]
    costs = [
        Moment("cost", each.seat, each.move, each.move, each.loss.chips)
        for each in decisions
        if each.loss.low >= doubtful * size
    ]
    sign = -1 if rules.low_is_good else 1
    turns = []
    for seat in rules.seats:
        own = [each for each in decisions if each.seat == seat]
        after = [(each.move, each.expected) for each in own[1:]]
        if nets is not None:
            after.append((moves, nets[seat]))
        for each, (until, then) in zip(own, after, strict=False):
            change = sign * (then - each.played_value)
            if abs(change) >= SWING * size and until > each.move:
                turns.append(Moment("turn", seat, each.move, until, change))
    costs.sort(key=lambda moment: -moment.chips)
    turns.sort(key=lambda moment: -abs(moment.chips))
    return tuple(sorted([*costs[:MOST], *turns[:MOST]], key=lambda moment: (moment.until, moment.move, moment.seat)))
