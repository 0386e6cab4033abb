"""Positions late in a hand, in which the hidden tiles can lie in few ways only."""

from __future__ import annotations

from hypothesis import strategies as st

from gaple import Hand, View
from gaple.engine.infer import infer
from gaple.tiles import Seat
from tests import strategies


@st.composite
def late_hands(draw: st.DrawFn, most: int = 50) -> Hand:
    """A hand that goes on, so far on that its seat on turn sees at most so many worlds."""
    hand = draw(strategies.hands(finished=True))
    back = draw(st.integers(1, 12))
    kept = 0
    while kept < back and hand.actions:
        action = hand.undo()
        kept += 1
        if hand.turn is not None and infer(hand.view(hand.turn)).count > most:
            hand.play(action)
            break
    return hand


def here(hand: Hand) -> tuple[Seat, View] | None:
    """Who is on turn and what that seat sees; ``None`` where the hand is over."""
    return None if hand.turn is None else (hand.turn, hand.view(hand.turn))
