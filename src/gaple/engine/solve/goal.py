"""What is played for: conventions, objectives, and what the end of a hand is worth under them.

Every settlement of rule (11) is linear in the points once the winner is known; so are sums of nets, and "won or not".
That is all that a search has to know of settlements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Self, get_args

import numpy as np
from numpy.typing import NDArray

from gaple.errors import GapleError
from gaple.rules import Rules
from gaple.tiles import Seat

from .board import ROW, SEATS

Convention = Literal["teams", "paranoid", "maxn"]
Objective = Literal["net", "win"]
CONVENTIONS: Final[tuple[Convention, ...]] = get_args(Convention)
OBJECTIVES: Final[tuple[Objective, ...]] = get_args(Objective)

Worth = NDArray[np.int64]
"""``int64[5, 6]``: for each possible winner a factor for each seat's points, and a constant."""


class SolveError(GapleError):
    """A position that cannot be solved, or not in the way asked for."""


def worth_of(rules: Rules, objective: Objective, seat: Seat) -> Worth:
    """What the end of a hand is to one seat, more being better.

    Under ``net``, the seat's net by rule (11), less being better for points, those are negative. Under ``win``, 1 where
    the seat has won, in teams where its side has, else 0.

    >>> worth_of(Rules(settle="pairwise"), "net", Seat.B)[0]
    array([ 1, -3,  1,  1,  0,  0])
    """
    worth = np.zeros((SEATS, ROW), np.int64)
    for winner in rules.seats:
        row = worth[winner]
        won = _together(rules, seat, winner)
        others = [other for other in rules.seats if not _together(rules, other, seat)]
        if objective == "win" or rules.settle == "hands":
            row[SEATS] = won
        elif rules.settle == "points":
            row[seat] = -1
        elif rules.side == "total":  # what the other side has more; of two that have won or lost alike, each gets it
            for other in rules.seats:
                row[other] = 1 if other in others else -1
        elif rules.settle == "pairwise" and not rules.teams:
            row[: rules.players] = 1
            row[seat] -= rules.players
        elif won:  # each of the others pays its points less the winner's
            row[others] = 1
            row[winner] -= len(others)
        else:  # and so does this seat, to each who has won
            receivers = 2 if rules.teams else 1
            row[seat], row[winner] = -receivers, receivers
    return worth


def _together(rules: Rules, a: Seat, b: Seat) -> bool:
    return a == b or (rules.teams and (a - b) % 2 == 0)


def weights_of(worth: Worth, players: int) -> tuple[Worth, int, int]:
    """The same in the largest whole unit, the unit, and how many rows matter: 1 where all winners' are alike."""
    used = worth[:players]
    unit = int(np.gcd.reduce(used, axis=None)) or 1
    rows = 1 if (used == used[0]).all() else players
    return np.ascontiguousarray(worth // unit), unit, rows


@dataclass(frozen=True)
class Goal:
    """What the seat on turn plays for. ``worths`` is what the end of a hand is to each seat by itself."""

    rules: Rules
    seat: Seat
    convention: Convention
    objective: Objective

    @classmethod
    def of(cls, rules: Rules, seat: Seat, convention: str | None, objective: str) -> Self:
        """The goal, with the convention that the rules suggest where none is given.

        Raises :class:`SolveError` for what there is not.
        """
        if convention is None:
            convention = "teams" if rules.teams else "paranoid"
        if convention not in CONVENTIONS:
            raise SolveError("solve-convention", value=convention, expected="|".join(CONVENTIONS))
        if objective not in OBJECTIVES:
            raise SolveError("solve-objective", value=objective, expected="|".join(OBJECTIVES))
        if convention == "teams" and not rules.teams:
            raise SolveError("solve-no-teams")
        return cls(rules, seat, convention, objective)

    @property
    def sign(self) -> int:
        """1 where more is better, -1 where less is: points as nets (rule 11)."""
        return -1 if self.objective == "net" and self.rules.low_is_good else 1

    @property
    def ours(self) -> Sequence[Seat]:
        """The seats that play for the goal, where there are two parties."""
        if self.convention == "teams":
            return self.rules.sides[self.seat % 2]
        return (self.seat,)

    @property
    def worth(self) -> Worth:
        """What the end of a hand is to them: the sum of their nets; 1 or 0 under ``win``."""
        if self.objective == "win":
            return self.worths[self.seat]
        return sum((self.worths[seat] for seat in self.ours), np.zeros((SEATS, ROW), np.int64))

    @property
    def worths(self) -> list[Worth]:
        """What it is to each seat."""
        return [worth_of(self.rules, self.objective, seat) for seat in self.rules.seats]
