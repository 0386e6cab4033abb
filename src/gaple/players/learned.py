"""The player that has learned: what the network likes best, without looking at worlds."""

from __future__ import annotations

from gaple.actions import Action
from gaple.errors import GapleError
from gaple.view import View

from .greedy import worth
from .player import Considered


class Learned:
    """Plays what the network of :mod:`gaple.engine.net` likes best, at once.

    It reasons about nothing: of the hidden tiles it knows what its features say, such as who is void in which suit and
    how many tiles of a suit are unseen. What it has learned to play for is the net of the hand by the rules' settlement
    (rule 11), in teams the side's together. It has no chance in it. Needs ``gaple[engine]``.

    >>> from gaple import Hand, Rules
    >>> hand = Hand.dealt(Rules(hand=6, settle="pairwise"), seed=1)
    >>> considered = Learned().consider(hand.view(hand.turn))
    >>> considered.worlds, considered.action in hand.legal_actions()
    (0, True)
    """

    def choose(self, view: View) -> Action:
        """The best action; where there is but one, without a thought."""
        return view.legal[0] if len(view.legal) == 1 else self.consider(view).action

    def consider(self, view: View) -> Considered:
        """What the hand should come to after each action. Raises :class:`GapleError` where the seat is not on turn.

        The choice goes by the differences, which the network has learned apart and better than these sums.
        """
        from gaple.engine.net import judge

        if view.seat is None or not view.legal:
            raise GapleError("player-not-on-turn", seat=view.seat, turn=view.turn)
        leans, values = judge(view)
        best = max(range(len(leans)), key=lambda place: (leans[place], worth(view.legal[place])))
        return Considered(view.legal[best], dict(zip(view.legal, values, strict=True)), 0)
