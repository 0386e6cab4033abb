"""Exact solving: what every action is worth when all tiles are seen.

>>> import random
>>> from gaple import Hand, Rules
>>> hand, rng = Hand.dealt(Rules(teams=True, settle="pairwise"), seed=2026), random.Random(1)
>>> for _ in range(11):
...     hand.play(rng.choice(hand.legal_actions()))
>>> solution = solve(hand)
>>> str(solution.turn), {str(action): value for action, value in solution.values.items()}
('A', {'03<': -16, '35<': 44, '36<': -58})
>>> [str(action) for action in solution.best], solution.exact
(['35<'], True)
>>> " ".join(map(str, solution.line))
'35< 16> 56> 25< 02< 06< 26< 12< 05> x22 13< x46 03> x24'
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gaple.actions import Action
from gaple.engine.checks import EngineError, whole
from gaple.engine.state import LEFT_END, NO_LINE, action_of, position_of
from gaple.hand import Hand
from gaple.tiles import Seat

from .budget import Budget
from .goal import Convention, Goal, Objective, SolveError
from .many import Nets
from .root import Root, in_order
from .tree import Bounds

POSITIONS: Final = 100_000_000
"""So many positions are searched at most unless told otherwise: some ten seconds."""
_MOST: Final = 10**15


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """What the actions of the seat on turn are worth.

    ``values`` has for each action, in the order of ``Hand.legal_actions``, what the seat on turn nets by the record's
    settlement (rule 11), in ``teams`` the sum for its side; under the objective ``win``, 1 where it wins (in teams: its
    side) and 0 where it does not. With ``settle=points`` less is better. ``best`` are all best actions, ``line`` is how
    play goes on with them, each the first by the tie rule: the first tile in the order 00, 01, …, 66, then the end with
    the lower number.

    Where ``exact`` is false a limit was reached first. A value is then what the seat is sure of, and ``bounds`` (by
    action, least and greatest value) say how far it may be off; ``line`` stops where the search did. ``nets`` has under
    ``maxn`` what every seat gets after each action whose value is exact. ``searched`` is the number of positions looked
    at.
    """

    turn: Seat
    convention: Convention
    objective: Objective
    values: Mapping[Action, int]
    best: tuple[Action, ...]
    line: tuple[Action, ...]
    exact: bool
    bounds: Mapping[Action, tuple[int, int]]
    nets: Mapping[Action, Nets]
    searched: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, as ``gaple solve --json`` tells them."""
        return {
            "turn": str(self.turn),
            "as": self.convention,
            "objective": self.objective,
            "values": {str(action): value for action, value in self.values.items()},
            "best": [str(action) for action in self.best],
            "line": [str(action) for action in self.line],
            "exact": self.exact,
        }


def solve(
    hand: Hand,
    convention: Convention | None = None,
    objective: Objective = "net",
    *,
    positions: int | None = POSITIONS,
    seconds: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> Solution:
    """Solves a position with all tiles in sight, from the seat on turn.

    ``convention`` is ``"teams"`` (the two sides against each other), ``"paranoid"`` (all others want the seat on turn
    to get the least) or ``"maxn"`` (each wants the most for itself; see :mod:`gaple.engine.solve.maxn` for ties);
    without it, ``teams`` where the rules have them, else ``paranoid``. ``paranoid`` and ``maxn`` take each seat by
    itself in a game in teams too. ``objective`` is ``"net"`` or ``"win"``.

    At most ``positions`` positions are searched, for at most ``seconds`` (``None``: without end); ``progress`` is
    called with the number so far. Ctrl-C stops it at once. Raises :class:`SolveError` where the hand is over, or for
    ``teams`` where there are none.
    """
    if hand.turn is None:
        raise SolveError("solve-over")
    goal = Goal.of(hand.rules, hand.turn, convention, objective)
    budget = limits(positions, seconds, progress)
    position = position_of(hand)
    root = Root(goal)
    found = root.values(position, budget)
    actions = {code: action_of(code, hand.ends is None) for code in found.bounds}
    surest = max(low for low, _ in found.bounds.values())
    best = in_order([code for code, (low, _) in found.bounds.items() if low == surest], position)
    line = root.line(position, best[0], surest, budget) if found.exact else [(position, best[0])]
    return Solution(
        turn=hand.turn,
        convention=goal.convention,
        objective=goal.objective,
        values={actions[code]: goal.sign * low for code, (low, _) in found.bounds.items()},
        best=tuple([actions[code] for code in best]),
        line=tuple([action_of(code, bool(before[LEFT_END] == NO_LINE)) for before, code in line]),
        exact=found.exact,
        bounds={actions[code]: _told(known, goal.sign) for code, known in found.bounds.items()},
        nets={actions[code]: tuple([goal.sign * net for net in nets]) for code, nets in found.nets.items()},
        searched=budget.spent,
    )


def limits(positions: int | None, seconds: float | None, progress: Callable[[int], None] | None) -> Budget:
    """A budget. Raises :class:`EngineError` for limits that are none."""
    if positions is not None:
        positions = whole("positions", positions, 1, _MOST)
    if seconds is not None and not 0 < seconds < math.inf:
        raise EngineError("engine-seconds", value=seconds)
    return Budget(positions, seconds, progress)


def _told(known: Bounds, sign: int) -> Bounds:
    return known if sign > 0 else (-known[1], -known[0])
