"""What each legal action is worth to the seat on turn, judged by what it can know.

The worlds that its view leaves possible are weighed by a model of the others (:mod:`gaple.engine.net.believing`). Where
they are few, the best plan that begins with each action is found exactly, as the best response to that model. Else each
action is played out in the same likely worlds, against the same others and with the same chance, so that the noise they
have in common falls out of their differences.

Of several noisy values the highest is too high on average. So what a choice has lost is measured across: the best
action is picked by all playouts but one part of them, its lead is measured in that part, and this for every part. And
"nothing was better" is only said where no action at all can be better, all of them looked at together.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from gaple.actions import Action, Kind
from gaple.engine.infer import infer
from gaple.engine.net import Belief, play_out, respond, trained
from gaple.engine.net.believing import weighed
from gaple.engine.net.stakes import HAND
from gaple.engine.params import Params
from gaple.engine.state import code_of
from gaple.players.chance import seed_of
from gaple.rules import Rules
from gaple.view import View

from .budget import Budget, ReviewError
from .verdict import settled

Floats = NDArray[np.float64]
Method = Literal["plan", "playouts"]

ERROR: Final = 0.005
"""How often a bound of a loss may be wrong by chance, on one side."""

PARTS: Final = 8
_FIRST: Final = 3  # parts, before anything is decided
_BEHIND: Final = 4.0  # standard errors: an action that is so far behind is given up
_OWN: Final = 0.01  # how the seat itself plays on in playouts: by the network, quite sure of itself
_UPPER: Final = NormalDist().inv_cdf


@dataclass(frozen=True, slots=True)
class Loss:
    """What a choice has cost against the best, in the unit of the nets: an estimate and its bounds, never below 0."""

    chips: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Valued:
    """The worth of ``actions`` (all legal ones) to the seat on turn: its net, in teams the side's together (rule 11).

    ``values`` are told as nets are, so with ``settle=points`` less is better; ``errors`` are their standard errors.
    ``gaps`` says how much each is behind the best, ``gap_errors`` how sure that is (paired, so surer than the values).
    Under ``plan`` there is no chance in any of them. ``worlds`` is how many there are, ``weighed`` how many were
    weighed, ``effective`` how many drawn by weight they are worth, ``playouts`` how many were made of the best action.
    """

    view: View
    belief: Belief
    actions: tuple[Action, ...]
    values: Floats
    errors: Floats
    gaps: Floats
    gap_errors: Floats
    method: Method
    worlds: int
    effective: float
    playouts: int
    samples: Floats | None
    """``float64[playouts, actions]`` payoffs (more is better), not a number where an action was given up."""

    @property
    def weighed(self) -> int:
        """How many worlds were weighed: all there are, or a sample."""
        return len(self.belief.weights)

    @property
    def is_complete(self) -> bool:
        """Whether all worlds were weighed."""
        return self.belief.exact

    @property
    def best(self) -> Action:
        """The action with the highest value; the first of several."""
        return self.actions[int(np.argmin(self.gaps))]

    def value(self, action: Action) -> float:
        """What this action is worth."""
        return float(self.values[self.actions.index(action)])

    def loss(self, action: Action) -> Loss:
        """What this action costs against the best, corrected for having picked the best of noisy values."""
        place = self.actions.index(action)
        if self.samples is None:
            lost = float(self.gaps[place])
            return Loss(lost, lost, lost)
        return _loss(self.samples, place, self._spread)

    @property
    def _spread(self) -> float:
        return 0.0 if self.belief.exact else 1 / self.effective


def representatives(view: View) -> dict[Action, Action]:
    """For each legal action one that comes to the same; where both ends show the same number, left is right."""
    same = view.ends is not None and view.ends[0] == view.ends[1]
    found: dict[object, Action] = {}
    result = {}
    for action in view.legal:
        key = (action.tile, action.is_play) if same and action.kind in (Kind.LEFT, Kind.RIGHT) else action
        result[action] = found.setdefault(key, action)
    return result


def is_choice(view: View) -> bool:
    """Whether the seat on turn has several actions that do not come to the same."""
    return len(set(representatives(view).values())) > 1


def value(view: View, budget: Budget | None = None, played: Action | None = None) -> Valued:
    """Values the actions of the seat on turn.

    With ``played`` the playouts stop as soon as it is clear what to say of that action, else once they show which one
    is best; or when the budget is used up. Raises :class:`ReviewError` where the view's seat is not on turn, and
    :class:`gaple.engine.infer.ViewError` where the view is impossible.
    """
    budget = budget or Budget()
    if view.seat is None or not view.legal:
        raise ReviewError("review-not-on-turn", seat=view.seat, turn=view.turn)
    same = representatives(view)
    distinct = list(dict.fromkeys(same.values()))
    columns = [distinct.index(same[action]) for action in view.legal]
    codes = np.array([code_of(action) for action in distinct])
    chance, params, possible = seed_of(budget.seed, view), Params.of(view.rules), infer(view)
    exact = possible.count <= budget.worlds
    batch = possible.all(budget.worlds) if exact else possible.sample(budget.worlds, chance)
    belief = weighed(view, batch, exact, budget.others)
    effective = float(1 / (belief.weights**2).sum())
    sign = -1 if view.rules.low_is_good else 1
    samples: Floats | None = None
    if exact and (plan := _plan(params, belief, codes, budget.work)) is not None:
        values, errors, gap_errors = plan, np.zeros_like(plan), np.zeros_like(plan)
    else:
        of = None if played is None else distinct.index(same[played])
        samples = _play(params, belief, codes, chance, budget.playouts, of, view.rules, 0.0 if exact else 1 / effective)
        values, errors, gap_errors = _means(samples, 0.0 if exact else 1 / effective)
        samples = np.ascontiguousarray(samples[:, columns])
    return Valued(
        view=view,
        belief=belief,
        actions=view.legal,
        values=(sign * values)[columns] + 0.0,
        errors=errors[columns],
        gaps=(values.max() - values)[columns],
        gap_errors=gap_errors[columns],
        method="plan" if samples is None else "playouts",
        worlds=possible.count,
        effective=effective,
        playouts=0 if samples is None else len(samples),
        samples=samples,
    )


def _plan(params: Params, belief: Belief, codes: NDArray[np.int64], limit: int) -> Floats | None:
    """What the best plan that begins with each action comes to; ``None`` where there are too many cases."""
    values = np.empty(len(codes))
    work = respond(
        params, trained(), belief.scenes[0], belief.cases, belief.weights, belief.beliefs, belief.coming, HAND, codes,
        limit, values,
    )  # fmt: skip
    return values if work <= limit else None


def _play(
    params: Params,
    belief: Belief,
    codes: NDArray[np.int64],
    chance: int,
    total: int,
    played: int | None,
    rules: Rules,
    spread: float,
) -> Floats:
    """The payoffs of playouts, a part after the other, until it is clear what to say."""
    drawn = belief.drawn(total, chance)
    order = np.random.default_rng(chance).permutation(total)  # drawn worlds lie in their order
    scenes, beliefs = drawn.scenes[order], drawn.beliefs[order]
    samples, left, done = np.full((total, len(codes)), np.nan), np.arange(len(codes)), 0
    for number, part in enumerate(np.array_split(np.arange(total), PARTS), 1):
        first, done = int(part[0]), int(part[-1]) + 1
        fresh = np.empty((done - first, len(left)))
        play_out(
            params, trained(), scenes[first:done], beliefs[first:done], belief.coming, HAND, _OWN, codes[left],
            np.uint64(chance), first, fresh,
        )  # fmt: skip
        samples[first:done, left] = fresh
        if number < _FIRST:
            continue
        means, _, errors = _means(samples[:done], spread)
        behind = (means.max() - means) > _BEHIND * errors
        if played is not None:
            lost = _loss(samples[:done], played, spread)
            if settled(lost.low, lost.high, rules):
                break
            behind[played] = False
        elif behind.sum() == len(codes) - 1:
            break
        left = left[~behind[left]]
    return samples[:done]


def _means(samples: Floats, spread: float) -> tuple[Floats, Floats, Floats]:
    """Of each action: mean payoff, its standard error, and the standard error of its gap to the best.

    ``spread`` is one over how many worlds drawn by weight the sample is worth, 0 for all worlds: a small sample of
    worlds does not become a large one by playing it out more often.
    """
    counts = (~np.isnan(samples)).sum(axis=0)
    means = np.nanmean(samples, axis=0)
    errors = np.nanstd(samples, axis=0) * np.sqrt(1 / counts + spread)
    whole = counts == len(samples)
    best = int(np.argmax(np.where(whole, means, -np.inf)))
    gap_errors = np.empty_like(means)
    shifted = means.copy()
    for place in range(len(means)):
        differences = _shared(samples[:, best] - samples[:, place])
        gap_errors[place] = _error(differences, spread)
        shifted[place] = means[best] - differences.mean()  # of what was given up early: beside the best in its rounds
    return shifted, errors, gap_errors


def _loss(samples: Floats, place: int, spread: float) -> Loss:
    own, actions = samples[:, place], samples.shape[1]
    parts = np.array_split(np.arange(len(samples)), _FIRST if len(samples) < PARTS else PARTS)
    lost = np.empty(len(samples))
    for part in parts:
        others = np.delete(np.arange(len(samples)), part)
        alive = ~np.isnan(samples[part]).any(axis=0)
        means = np.where(alive, np.nanmean(samples[others], axis=0), -np.inf)
        lost[part] = samples[part, int(np.argmax(means))] - own[part]
    mean, error = float(lost.mean()), _error(lost, spread)
    certainty = _UPPER(1 - ERROR / max(actions - 1, 1))  # whichever of the others it is
    low, high = mean - certainty * error, 0.0
    for other in range(actions):
        if other != place:
            differences = _shared(samples[:, other] - own)
            high = max(high, float(differences.mean()) + certainty * _error(differences, spread))
    mean = max(mean, 0.0)
    return Loss(mean, min(max(low, 0.0), mean), max(high, mean))


def _shared(differences: Floats) -> Floats:
    return differences[~np.isnan(differences)]


def _error(differences: Floats, spread: float) -> float:
    return float(differences.std() * np.sqrt(1 / len(differences) + spread))
