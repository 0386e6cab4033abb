"""What of a result was the deal's doing, and what the players': a split by a control variate.

The deal is the only chance in this game. A fixed way of playing, the same for everybody (greedy with much doubt), is
played many times in the deal as it was; what a seat nets there on average, less what it nets over all deals, is what
the deal was worth to it: its *luck*. Over all deals luck averages to zero, whatever anybody does, so the result less
the luck has the same mean as the result and spreads less. This is the correction for chance of AIVAT (Burch, Schmid,
Moravčík, Morrill and Bowling, "AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect Information
Games", AAAI 2018); its corrections for choices need to know how everybody chooses, which nobody does of people.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gaple.engine import GREEDY, Policy, play, play_on
from gaple.hand import Hand
from gaple.opening import DutyKind
from gaple.rules import Rules
from gaple.tiles import SEATS, Seat

HEAT: Final = 8.0
"""How much in doubt the yardstick is: a rank by which a choice becomes *e* times as likely."""
PLAYOUTS: Final = 1000
_DEALS: Final = 100_000
_SEED: Final = 1


@cache
def yardstick() -> Policy:
    """The fixed way of playing."""
    return Policy.weighted([math.exp(rank / HEAT) for rank in GREEDY.values])


def deal_luck(hand: Hand) -> tuple[float, ...]:
    """What the deal was worth to each seat (in teams, to its side), beyond the average deal.

    A hand that follows another is measured beside deals in which the same seat had the right to begin: that was won.
    """
    rules = hand.rules
    start = Hand(rules, hand.deal, hand.starter, hand.number, hand.view(None).duty.seat)
    if start.is_over and start.outcome is not None:
        nets = np.array(start.outcome.net, np.float64)
    else:
        nets = play_on(rules, start, PLAYOUTS, _SEED, policy=yardstick()).net.mean(axis=0)
    return tuple((_sides(rules, nets) - usual_nets(hand)).tolist())


def side_net(rules: Rules, net: Sequence[float], seat: Seat) -> float:
    """What a seat nets, in teams with its partner's."""
    return float(_sides(rules, np.array(net, np.float64))[seat])


def _sides(rules: Rules, nets: NDArray[np.float64]) -> NDArray[np.float64]:
    return nets + np.roll(nets, 2) if rules.teams else nets


def usual_nets(hand: Hand) -> NDArray[np.float64]:
    """What each seat (in teams, its side) nets on average over all deals, with the same right to begin."""
    rules, duty = hand.rules, hand.view(None).duty
    plain = replace(rules, hands=None, target=None)
    number = hand.number if rules.lead == "rising" else min(hand.number, 2)
    if duty.kind in (DutyKind.HOLDER, DutyKind.DRAWN):
        nets = _expected(plain, number)
        return _sides(rules, np.full_like(nets, nets.mean()))  # before the deal all seats are alike
    opener = hand.starter if duty.seat is None else duty.seat
    return _sides(rules, np.roll(_expected(plain, number), opener))


@cache
def _expected(rules: Rules, number: int) -> NDArray[np.float64]:
    nets = play(rules, _DEALS, _SEED, policy=yardstick(), number=number, opener=SEATS[0]).net.mean(axis=0)
    return np.asarray(nets, np.float64)


@dataclass(frozen=True, slots=True)
class Interval:
    """A sum over hands, and the ends of its 95% interval (Student's t); ``None`` for fewer than two hands."""

    total: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, figures: Sequence[float]) -> Interval:
        """Of one figure a hand."""
        n, total = len(figures), math.fsum(figures)
        if n < 2:
            return cls(total, None, None)
        mean = total / n
        spread = math.sqrt(math.fsum((figure - mean) ** 2 for figure in figures) / (n - 1) * n)
        return cls(total, total - student(n - 1) * spread, total + student(n - 1) * spread)

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        low, high = (None if end is None else round(end, 2) for end in (self.low, self.high))
        return {"total": round(self.total, 2), "low": low, "high": high}


def student(freedom: int) -> float:
    """The 97.5% quantile of Student's t with so many degrees of freedom, to 1%.

    >>> [round(student(n), 2) for n in (1, 2, 3, 5, 10, 100)]
    [12.71, 4.3, 3.18, 2.57, 2.23, 1.98]
    """
    if freedom <= 3:
        return (12.706, 4.303, 3.182)[freedom - 1]
    z, n = 1.959964, freedom  # the Cornish-Fisher expansion
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
