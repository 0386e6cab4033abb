"""What each action is worth to a seat that does not see the others' tiles.

In every world that the view leaves possible (:mod:`gaple.engine.infer`) each action has an exact value; here they are
averaged. Where the worlds are few, over all of them, so that the average is exact; otherwise over a sample, with its
standard error.

Such an average answers: what is the action worth if from the next turn on everybody sees everything? It is no value of
the game with hidden tiles, for nobody can play differently in worlds that it cannot tell apart, and no action has worth
for what it would find out or hide. It is what strong players of games with hidden tiles start from all the same.

>>> import random
>>> from gaple import Hand, Rules
>>> hand, rng = Hand.dealt(Rules(settle="pairwise"), seed=2026), random.Random(1)
>>> for _ in range(18):
...     hand.play(rng.choice(hand.legal_actions()))
>>> solution = solve_view(hand.view(hand.turn), worlds=1000)
>>> solution.worlds, solution.enumerated
(840, True)
>>> {str(action): round(value, 2) for action, value in solution.values.items()}
{'46<': -16.43, '66<': -12.02}
>>> sample = solve_view(hand.view(hand.turn), worlds=100)
>>> {str(action): f"{value:.1f} ± {sample.errors[action]:.1f}" for action, value in sample.values.items()}
{'46<': '-17.0 ± 0.8', '66<': '-12.8 ± 0.7'}
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaple.actions import Action
from gaple.engine.checks import MOST_SEED, whole
from gaple.engine.infer.exact import MOST_WORLDS, Worlds, infer
from gaple.engine.infer.kernels import draw
from gaple.engine.infer.weights import Weighted
from gaple.engine.infer.worlds import Batch
from gaple.tiles import Seat
from gaple.view import View

from .budget import Budget
from .goal import Convention, Goal, Objective, SolveError
from .hand import limits
from .root import Root

WORLDS: Final = 200
"""So many worlds are solved at most unless told otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewSolution:
    """What the actions of the seat on turn are worth on average, from what it can know.

    ``values`` has for each legal action the mean over the worlds that were solved, in the terms of
    :class:`gaple.engine.solve.Solution`; ``errors`` its standard error, 0 where ``enumerated``: where all worlds were
    solved. ``best`` are the actions with the best mean. ``worlds`` is how many worlds there are, ``solved`` how many
    were solved (of a sample one may be among them twice); ``outcomes`` has for each of those and each action, in the
    order of ``values``, the value there.
    """

    turn: Seat
    convention: Convention
    objective: Objective
    values: Mapping[Action, float]
    errors: Mapping[Action, float]
    best: tuple[Action, ...]
    worlds: int
    solved: int
    enumerated: bool
    outcomes: NDArray[np.int64]
    searched: int


def solve_view(
    view: View,
    convention: Convention | None = None,
    objective: Objective = "net",
    *,
    worlds: int = WORLDS,
    weighted: Weighted | None = None,
    seed: int = 0,
    positions: int | None = None,
    seconds: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> ViewSolution:
    """Values the actions of the seat on turn from its view; conventions and objectives are those of :func:`solve`.

    Solves every world where there are no more than ``worlds``, else a sample of so many, drawn with ``seed``. With
    ``weighted`` worlds of this view (:func:`gaple.engine.infer.weights.weigh`) each counts by its weight.

    The limits are for all worlds together; where one is reached, the worlds solved by then are the sample. Raises
    :class:`SolveError` where the view's seat is not on turn or the limits are too narrow for a single world, and what
    :func:`gaple.engine.infer.infer` raises where the view is impossible.
    """
    if view.turn is None:
        raise SolveError("solve-over")
    if view.seat != view.turn:
        raise SolveError("solve-turn", seat=view.seat, turn=view.turn)
    goal = Goal.of(view.rules, view.turn, convention, objective)
    budget = limits(positions, seconds, progress)
    possible = infer(view)
    chosen = _choose(possible, weighted, whole("worlds", worlds, 1, MOST_WORLDS), whole("seed", seed, 0, MOST_SEED))
    outcomes = goal.sign * _solve_each(Root(goal), chosen.worlds.positions(), budget)
    solved = len(outcomes)
    if not solved:
        raise SolveError("solve-no-world")
    enumerated = chosen.complete and solved == len(chosen.worlds)
    means, errors = _average(outcomes, chosen.weights[:solved])
    best = means == (means.max() if goal.sign > 0 else means.min())
    return ViewSolution(
        turn=view.turn,
        convention=goal.convention,
        objective=goal.objective,
        values=dict(zip(view.legal, means.tolist(), strict=True)),
        errors=dict.fromkeys(view.legal, 0.0) if enumerated else dict(zip(view.legal, errors.tolist(), strict=True)),
        best=tuple([action for action, is_best in zip(view.legal, best, strict=True) if is_best]),
        worlds=possible.count,
        solved=solved,
        enumerated=enumerated,
        outcomes=outcomes,
        searched=budget.spent,
    )


class _Chosen(NamedTuple):
    """Worlds in the order in which they are to be solved, and what each counts; whether they are all there are."""

    worlds: Batch
    weights: NDArray[np.float64]
    complete: bool


def _choose(possible: Worlds, weighted: Weighted | None, most: int, seed: int) -> _Chosen:
    if weighted is None:
        if possible.count > most:
            return _Chosen(possible.sample(most, seed), np.ones(most), False)
        order = np.argsort(_chances(possible.count, seed))  # at random, for a limit may make a sample of the first ones
        return _Chosen(possible.batch(order), np.ones(len(order)), True)
    worlds, weights = weighted.worlds, weighted.weights
    if weighted.exact and len(worlds) <= most:
        order = np.argsort(_chances(len(worlds), seed))
        return _Chosen(Batch(worlds.evidence, worlds.rows[order]), weights[order], True)
    order = np.searchsorted(np.cumsum(weights)[:-1], _chances(most, seed), side="right")
    return _Chosen(Batch(worlds.evidence, worlds.rows[order]), np.ones(most), False)


def _chances(count: int, seed: int) -> NDArray[np.float64]:
    """So many numbers from 0 to 1, the same for one seed on every machine."""
    numbers = np.empty(count, np.int64)
    draw(np.uint64(seed), 1 << 53, numbers)
    return numbers / (1 << 53)


def _solve_each(root: Root, positions: NDArray[np.int64], budget: Budget) -> NDArray[np.int64]:
    """What each action is worth in each of the worlds that the budget suffices for, a row each."""
    rows: list[list[int]] = []
    for position in positions:
        found = root.values(position, budget)
        if not found.exact:
            break
        rows.append([low for low, _ in found.bounds.values()])
    return np.array(rows, np.int64)


def _average(outcomes: NDArray[np.int64], weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """Weighted means by column, and their standard errors."""
    weights = weights / weights.sum()
    means = weights @ outcomes
    count = len(outcomes)
    if count == 1:
        return means, np.full_like(means, math.inf)
    return means, np.sqrt(weights**2 @ (outcomes - means) ** 2 * count / (count - 1))
