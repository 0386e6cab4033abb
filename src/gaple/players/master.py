"""The strongest player: worlds weighed by how the others play, and played out by a network that has learned to.

1. Which worlds are possible is known exactly (:mod:`gaple.engine.infer`). Of few all are taken, of many a sample.
2. Each is weighed by how likely the others' choices are in it. Of what kind each of them is nobody knows: greedy, like
   the network, surer of itself or less, thinking no further than a greedy player, or doing just anything. So these are
   mixed (:mod:`gaple.engine.net.belief`), and the hand tells more and more which it is.
3. Where the worlds are few, the best plan is found exactly (:mod:`gaple.engine.net.response`). Else every action is
   played out in the likely worlds, the others by their kinds and itself by the network; an action that has fallen
   clearly behind is given up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

from gaple.actions import Action
from gaple.errors import GapleError
from gaple.view import View

from .chance import seed_of
from .greedy import worth
from .player import Considered

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gaple.engine.net import Belief, Model
    from gaple.engine.params import Params

Goal = Literal["hand", "match"]

WORLDS: Final = 16_000
"""So many worlds are weighed; the same number and fewer are few."""
PLAYOUTS: Final = 3840
"""So many of them are played out, at most."""
WORK: Final = 100_000
"""The exact plan is given up after so many cases (some 3 µs each)."""

_ROUNDS: Final = 6
_BEHIND: Final = 3.0  # standard errors: from there on an action is given up
_OWN: Final = 0.01  # how it plays on itself in playouts: by the network, quite sure of itself


class Master:
    """Weighs worlds by a mixture of players, and plays them out; ``effort`` is the share of the usual work.

    With ``goal="hand"`` it plays for the net of the hand by the rules' settlement (rule 11), in teams the side's
    together. With ``"match"`` it also counts what winning the hand is worth because the winner begins the next one,
    unless this is the last; and where the match has a target and the view tells the totals, it plays for the match by
    the score (:mod:`gaple.engine.net.stakes`).

    A choice depends on ``seed`` and the view alone. Needs ``gaple[engine]``.

    >>> from gaple import Hand, Rules
    >>> hand = Hand.dealt(Rules(hand=6, settle="pairwise"), seed=1)
    >>> considered = Master(seed=1).consider(hand.view(hand.turn))
    >>> considered.action in considered.values, considered.worlds <= PLAYOUTS
    (True, True)
    """

    def __init__(self, seed: int, goal: Goal = "hand", effort: float = 1.0, model: Model | None = None) -> None:
        if goal not in get_args(Goal):
            raise GapleError("player-goal", goal=goal, expected=", ".join(get_args(Goal)))
        if not 0.01 <= effort <= 100:
            raise GapleError("player-effort", effort=effort)
        self.seed = seed
        self.goal = goal
        self.effort = effort
        self._model = model

    def choose(self, view: View) -> Action:
        """The best action; where there is but one, without a thought."""
        return view.legal[0] if len(view.legal) == 1 else self.consider(view).action

    def consider(self, view: View) -> Considered:
        """The values of all actions. Raises :class:`GapleError` where the view's seat is not on turn.

        They are in chips (points, hands), by the goal; where a target is played for, in units as large.
        """
        import numpy as np

        from gaple.engine.net import BROAD, believe, respond, trained
        from gaple.engine.params import Params
        from gaple.engine.state import code_of

        if view.seat is None or not view.legal:
            raise GapleError("player-not-on-turn", seat=view.seat, turn=view.turn)
        params, chance = Params.of(view.rules), seed_of(self.seed, view)
        codes, stakes = np.array([code_of(action) for action in view.legal]), self._stakes(view)
        belief = believe(view, int(WORLDS * self.effort), chance, self._model or BROAD)
        values, worlds = np.empty(len(codes)), len(belief.weights)
        limit = int(WORK * self.effort) if belief.exact else 0
        work = limit + 1
        if belief.exact:
            work = respond(
                params, trained(), belief.scenes[0], belief.cases, belief.weights, belief.beliefs,
                belief.coming, stakes, codes, limit, values,
            )  # fmt: skip
        if work > limit:
            values, worlds = self._played_out(params, belief, stakes, codes, chance)
        best = max(range(len(codes)), key=lambda place: (values[place], worth(view.legal[place])))
        told = -values if view.rules.low_is_good else values
        return Considered(view.legal[best], dict(zip(view.legal, told.tolist(), strict=True)), worlds)

    def _played_out(
        self, params: Params, belief: Belief, stakes: NDArray[np.float64], codes: NDArray[np.int64], chance: int
    ) -> tuple[NDArray[np.float64], int]:
        """The mean payoff of each action (of one given up, so far), and the number of worlds that the best were in."""
        import numpy as np

        from gaple.engine.net import play_out, trained

        total = max(int(PLAYOUTS * self.effort), _ROUNDS)
        drawn = belief.drawn(total, chance)
        scenes, beliefs = drawn.scenes, drawn.beliefs
        values, kinds = np.empty((total, len(codes))), belief.coming
        means, left, done = np.zeros(len(codes)), np.arange(len(codes)), 0
        for part in np.array_split(np.arange(total), _ROUNDS):
            if len(left) == 1:
                break
            first, last = int(part[0]), int(part[-1]) + 1
            fresh = np.empty((last - first, len(left)))
            play_out(
                params, trained(), scenes[first:last], beliefs[first:last], kinds, stakes, _OWN, codes[left],
                np.uint64(chance), first, fresh,
            )  # fmt: skip
            values[first:last, left] = fresh
            done = last
            means[left] = values[:done, left].mean(axis=0)
            ahead = left[np.argmax(means[left])]
            gaps = values[:done, [ahead]] - values[:done, left]
            errors = gaps.std(axis=0) / done**0.5
            left = left[gaps.mean(axis=0) <= _BEHIND * errors]
        return means, done

    def _stakes(self, view: View) -> NDArray[np.float64]:
        from gaple.engine.net.stakes import HAND, match_stakes

        return match_stakes(view) if self.goal == "match" else HAND
