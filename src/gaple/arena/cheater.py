"""A yardstick for what hidden tiles hide: a player that sees all hands."""

from __future__ import annotations

from gaple.actions import Action
from gaple.hand import Hand
from gaple.players.flat import play_out


class Cheater:
    """Plays as :class:`gaple.players.Flat` would if the true world were all that its view left possible.

    Its one playout in that world is right where the others play greedily, and only a guess where they don't
    (docs/strength.md).

    It is no :class:`gaple.players.Player`: it takes a hand, which the arena gives to this class alone.
    """

    def choose_seeing(self, hand: Hand) -> Action:
        """The best action when all play greedily after it. Raises :class:`ValueError` where the hand is over."""
        from gaple.engine.state import position_of

        if hand.turn is None:
            raise ValueError("the hand is over")
        return play_out(hand.rules, hand.turn, hand.legal_actions(), position_of(hand)[None]).action
