"""What is played for: the net of a hand, or the match that the hand is part of.

*Stakes* are ``float64[8]``: what winning the hand is worth beside its net (whoever wins begins the next one), the
target of the match (0: none; rule 12), a place that is not used, and every seat's total before the hand.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gaple.engine.jit import Ints, inline, routine
from gaple.engine.params import POINTS, Params
from gaple.engine.playouts import play
from gaple.engine.policy import GREEDY
from gaple.rules import Rules
from gaple.tiles import Seat
from gaple.view import View

from .network import scale, utility

BONUS, TARGET, TOTALS, STAKES = 0, 1, 3, 8

HAND: Final[NDArray[np.float64]] = np.zeros(STAKES)
"""Nothing but the net of the hand."""

_HANDS: Final = 20_000
_MATCH: Final = 4.0
"""To win the match for sure is worth so many times what a hand comes to, give or take."""


@inline
def payoff(params: Params, net: Ints, winner: int, seat: int, stakes: Any) -> float:
    """What a hand that came out like this is worth to a seat: chips (points, hands), more is better."""
    if stakes[TARGET] > 0.0:
        return _MATCH * scale(params) * chance(params, net, seat, stakes)
    worth = utility(params, net, seat)
    if seat == winner or (params.teams != 0 and (seat - winner) % 2 == 0):
        worth += stakes[BONUS]
    return worth


@routine
def chance(params: Params, net: Ints, seat: int, stakes: Any) -> float:
    """About how likely this seat (in teams, its side) wins the match after this hand.

    Where somebody has reached the target the match is over (rule 12), and whoever stands best has won it, or shares it.
    Else a lead is worth the less, the more hands are likely to come: a total's spread grows with the root of their
    number, and the chances are as exp(total / spread).
    """
    unit, sign = scale(params), -1.0 if params.settle == POINTS else 1.0
    together = params.teams != 0
    high, best = -1e300, -1e300
    for other in range(params.players):
        total = standing(net, stakes, other, together)
        reached = total if together and params.settle == POINTS else stakes[TOTALS + other] + net[other]
        high, best = max(high, reached), max(best, sign * total)
    spread = unit * max((stakes[TARGET] - high) / unit, 1.0) ** 0.5
    if high >= stakes[TARGET]:
        spread = 1e-6 * unit
    whole: float = 0.0
    for other in range(params.players):
        whole += exp((sign * standing(net, stakes, other, together) - best) / spread)
    own: float = exp((sign * standing(net, stakes, seat, together) - best) / spread)
    return (2.0 * own if together else own) / whole


@inline
def standing(net: Ints, stakes: Any, seat: int, together: bool) -> float:
    """A seat's total after the hand, in teams the side's."""
    total: float = stakes[TOTALS + seat] + net[seat]
    if together:
        total += stakes[TOTALS + (seat + 2) % 4] + net[(seat + 2) % 4]
    return total


def match_stakes(view: View) -> NDArray[np.float64]:
    """The stakes of a hand in its match, as far as the view tells."""
    stakes = HAND.copy()
    rules = view.rules
    if view.number != rules.hands:
        stakes[BONUS] = leading(rules)
    if rules.target and view.totals is not None:
        stakes[TARGET] = rules.target
        stakes[TOTALS : TOTALS + rules.players] = view.totals
    return stakes


@cache
def leading(rules: Rules) -> float:
    """What beginning a hand, as the winner of the one before, is worth on average, if all play greedily.

    >>> leading(Rules(settle="pairwise")) > 2
    True
    """
    nets = play(rules, _HANDS, 1, policy=GREEDY, number=2, opener=Seat.A).net.mean(axis=0)
    own = nets[Seat.A] + (nets[Seat.C] if rules.teams else 0.0)
    fair = nets.mean() * (2 if rules.teams else 1)
    return float(fair - own if rules.low_is_good else own - fair)
