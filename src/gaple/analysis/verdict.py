"""When a choice is called good, doubtful, a mistake or a blunder.

A verdict is only given where the loss is clear of its error: *good* where even the upper bound of the loss is below
what makes a choice doubtful, each of the others where the lower bound reaches its threshold. Where neither holds, there
is none. Thresholds are shares of what a hand comes to, give or take, by its rules.

===========  ========================  =======================================
verdict      the loss is, for certain  with 4 players and ``settle=pairwise``
===========  ========================  =======================================
``good``     below 0.1 units           below 2.2 chips
``doubtful`` 0.1 units or more         2.2 chips or more
``mistake``  0.25 units or more        5.5 chips or more
``blunder``  0.6 units or more         13.2 chips or more
===========  ========================  =======================================
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from gaple.rules import Rules


class Verdict(StrEnum):
    """What is said of a choice."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS: Final = ((Verdict.BLUNDER, 0.6), (Verdict.MISTAKE, 0.25), (Verdict.DOUBTFUL, 0.1))
"""From which loss on, in units, worst first."""


def unit(rules: Rules) -> float:
    """About what a hand comes to for a seat (in teams, a side), give or take, in the unit of its nets.

    >>> unit(Rules(settle="pairwise")), unit(Rules(settle="hands"))
    (22.0, 0.5)
    """
    if rules.settle == "hands":
        return 1.0 if rules.teams else 0.5
    if rules.settle == "points":
        return 16.0 if rules.teams else 8.0
    if rules.teams:
        return 45.0
    return 22.0 if rules.settle == "pairwise" else 16.0


def judge(low: float, high: float, rules: Rules) -> Verdict | None:
    """The verdict on a loss between these bounds; ``None`` where it is not clear.

    >>> rules = Rules(settle="pairwise")
    >>> [str(judge(low, high, rules)) for low, high in ((0, 1), (0, 4), (3, 9), (6, 9), (20, 30))]
    ['good', 'None', 'doubtful', 'mistake', 'blunder']
    """
    size = unit(rules)
    for verdict, share in THRESHOLDS:
        if low >= share * size:
            return verdict
    return Verdict.GOOD if high < THRESHOLDS[-1][1] * size else None


def settled(low: float, high: float, rules: Rules) -> bool:
    """Whether a verdict stands, and no worse one is in sight."""
    verdict = judge(low, high, rules)
    if verdict is None:
        return False
    worse = [share for other, share in THRESHOLDS if _ORDER.index(other) > _ORDER.index(verdict)]
    return verdict is Verdict.GOOD or all(high < share * unit(rules) for share in worse)


_ORDER: Final = tuple(Verdict)
