"""Flat Monte Carlo: every action is tried in the same worlds, and the hand played out greedily from there.

"Flat" says that nothing is searched: after the action everybody plays as :class:`gaple.players.Greedy` does. What it
knows beyond that yardstick is which hidden tiles are possible, exactly (:mod:`gaple.engine.infer`), and how the hand is
scored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gaple.actions import Action
from gaple.errors import GapleError
from gaple.rules import Rules
from gaple.tiles import Seat
from gaple.view import View

from .chance import seed_of
from .greedy import worth
from .player import Considered

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# The engine is imported where it is first needed: `gaple.players` works without its packages.

WORLDS: Final = 100
"""As many as the yardstick ``flat100`` looks at; docs/strength.md tells what more of them gain."""


class Flat:
    """Tries each action in ``worlds`` ways in which the hidden tiles can lie, and takes the best on average.

    What is played for is the net of this hand by the rules' settlement (rule 11), in teams the side's together; what
    winning is worth for the next hand does not count. The worlds are drawn with equal chance from all that the view
    leaves possible, and are the same for every action; where there are no more than ``worlds``, all of them are taken.
    Of actions that come out the same it takes the one that the greedy player likes best.

    A choice depends on ``seed`` and the view alone. Needs ``gaple[engine]``.

    >>> from gaple import Hand, Rules
    >>> hand = Hand.dealt(Rules(hand=6, settle="pairwise"), seed=1)
    >>> considered = Flat(seed=1).consider(hand.view(hand.turn))
    >>> {str(action): value for action, value in considered.values.items()}
    {'14<': -14.57, '33>': -1.39, '36>': -4.73}
    >>> considered.worlds, Flat(seed=1).choose(hand.view(hand.turn)) is considered.action
    (100, True)
    """

    def __init__(self, seed: int, worlds: int = WORLDS) -> None:
        if worlds < 1:
            raise GapleError("player-worlds", worlds=worlds)
        self.seed = seed
        self.worlds = worlds

    def choose(self, view: View) -> Action:
        """The best action; where there is but one, without a thought."""
        return view.legal[0] if len(view.legal) == 1 else self.consider(view).action

    def consider(self, view: View) -> Considered:
        """The values of all actions. Raises :class:`GapleError` where the view's seat is not on turn."""
        from gaple.engine.infer import infer

        if view.seat is None or not view.legal:
            raise GapleError("player-not-on-turn", seat=view.seat, turn=view.turn)
        possible = infer(view)
        few = possible.count <= self.worlds
        batch = possible.all(self.worlds) if few else possible.sample(self.worlds, seed_of(self.seed, view))
        return play_out(view.rules, view.seat, view.legal, batch.positions())


def play_out(rules: Rules, seat: Seat, legal: Sequence[Action], positions: NDArray[np.int64]) -> Considered:
    """What each action of the seat on turn comes to when all play greedily after it, on average over ``positions``.

    ``positions`` are ``int64[n, 16]`` as :mod:`gaple.engine.state` lays them out; each action is tried in all of them.
    """
    import numpy as np

    from gaple.engine import GREEDY, play_on
    from gaple.engine.moves import take_step
    from gaple.engine.params import Params
    from gaple.engine.state import code_of

    params, worlds = Params.of(rules), len(positions)
    after = np.tile(positions, (len(legal), 1))
    for place, action in enumerate(legal):
        code = code_of(action)
        for position in after[place * worlds : (place + 1) * worlds]:
            take_step(params, position, code)
    nets = play_on(rules, after, 1, 0, policy=GREEDY).net
    mine = next((list(side) for side in rules.sides if seat in side), [seat])
    totals = nets[:, mine].sum(axis=1).reshape(len(legal), worlds).sum(axis=1).tolist()
    sign = -1 if rules.low_is_good else 1
    best = max(range(len(legal)), key=lambda place: (sign * totals[place], worth(legal[place])))
    values = {action: total / worlds for action, total in zip(legal, totals, strict=True)}
    return Considered(legal[best], values, worlds)
