"""What each action was worth with all tiles in sight: no yardstick for a choice, but how it lay.

Where the solver gets to the end, everybody is taken to see everything and to play for the most: sides against each
other in teams, else each for itself (max-n). Else the actions are played out in the deal as it was, the others by the
model and the seat itself by the network.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from gaple.engine.net import play_out, trained
from gaple.engine.net.stakes import HAND
from gaple.engine.params import Params
from gaple.engine.solve import solve
from gaple.engine.state import code_of, position_of
from gaple.hand import Hand
from gaple.players.chance import seed_of

from .budget import Budget
from .values import Valued, representatives

POSITIONS: Final = 100_000
"""So many positions are searched at most."""
PLAYOUTS: Final = 250
_OWN: Final = 0.01


@dataclass(frozen=True, slots=True)
class Hindsight:
    """By action what it was worth; ``solved`` is exact, ``playouts`` an average of :data:`PLAYOUTS`."""

    method: Literal["solved", "playouts"]
    convention: str
    values: tuple[float, ...]


def look_back(hand: Hand, valued: Valued, budget: Budget) -> Hindsight:
    """The actions of the seat on turn in ``hand``, seen as ``valued.view``; nets as :class:`Valued` tells them."""
    rules = hand.rules
    convention: Literal["teams", "maxn"] = "teams" if rules.teams else "maxn"
    solution = solve(hand, convention, positions=POSITIONS)
    if solution.exact:
        return Hindsight("solved", convention, tuple([float(solution.values[action]) for action in valued.actions]))
    same = representatives(valued.view)
    distinct = list(dict.fromkeys(same.values()))
    values = _played_out(hand, valued, [code_of(action) for action in distinct], budget)
    sign = -1 if rules.low_is_good else 1
    return Hindsight(
        "playouts", "model", tuple([sign * float(values[distinct.index(same[action])]) for action in valued.actions])
    )


def _played_out(hand: Hand, valued: Valued, codes: list[int], budget: Budget) -> NDArray[np.float64]:
    """Mean payoffs in the deal as it was; of what kind the others are is believed as in the likely worlds."""
    belief = valued.belief
    scene = belief.scenes[0].copy()
    scene[:10] = position_of(hand)[:10]
    kinds = np.average(belief.beliefs, axis=0, weights=belief.weights)
    values = np.empty((PLAYOUTS, len(codes)))
    play_out(
        Params.of(hand.rules), trained(), np.tile(scene, (PLAYOUTS, 1)), np.tile(kinds, (PLAYOUTS, 1, 1)),
        belief.coming, HAND, _OWN, np.array(codes), np.uint64(seed_of(budget.seed, valued.view)), 0, values,
    )  # fmt: skip
    means: NDArray[np.float64] = values.mean(axis=0)
    return means
