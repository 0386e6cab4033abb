"""Positions late in a hand, in which the hidden tiles can lie in few ways only, and the best plan in them."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from gaple import Hand, View
from gaple.engine.infer import infer
from gaple.engine.net import Belief, Model, believe, respond, trained
from gaple.engine.net.stakes import HAND
from gaple.engine.params import Params
from gaple.engine.state import code_of
from tests import strategies

PATIENT = 10**9
FEW = 600
"""So many cases are walked through in Python quickly."""


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


def believed(view: View, kinds: tuple[float, ...]) -> Belief:
    """All worlds, the others being of these kinds, one as likely as the other."""
    belief = believe(view, PATIENT, seed=1, model=Model(kinds, (1 / len(kinds),) * len(kinds)))
    assert belief.exact
    return belief


def responded(
    view: View, belief: Belief, limit: int = PATIENT, stakes: NDArray[np.float64] = HAND
) -> tuple[NDArray[np.float64], int]:
    """The value of the best plan that begins with each legal action, and the work done."""
    codes = np.array([code_of(action) for action in view.legal])
    values = np.empty(len(codes))
    work = respond(
        Params.of(view.rules), trained(), belief.scenes[0], belief.cases, belief.weights, belief.beliefs, belief.kinds,
        stakes, codes, limit, values,
    )  # fmt: skip
    return values, work
