"""What the network thinks of the actions in a view, at once and without looking at worlds."""

from __future__ import annotations

from typing import Any

import numpy as np

from gaple.engine.jit import FLOATS, INTS, Ints, kernel
from gaple.engine.params import PARAMS, Params
from gaple.view import View

from .network import NET, Net, desk, scale, think, trained
from .retelling import retell
from .scene import choices


def judge(view: View, net: Net | None = None) -> tuple[list[float], list[float]]:
    """The lean of each of ``view.legal``, and what the hand should come to after it, in chips (points, hands).

    Of leans only the differences count, and more is better; with ``settle=points`` less is better in the second list.
    The view's seat must be on turn.
    """
    params = Params.of(view.rules)
    lean, worth = np.empty(len(view.legal)), np.empty(len(view.legal))
    opinion(params, net or trained(), retell(view)[2], lean, worth)
    return lean.tolist(), (-worth if view.rules.low_is_good else worth).tolist()


@kernel(PARAMS, NET, INTS, FLOATS, FLOATS)
def opinion(params: Params, net: Any, scene: Ints, lean: Any, worth: Any) -> None:
    """Lean and worth of every legal action of the seat on turn, in the order of ``Hand.legal_actions``."""
    room = desk()
    options, first = choices(params, scene)
    n = think(params, net, scene, options, first, room)
    for k in range(n):
        lean[k], worth[k] = room.lean[k], room.worth[k] * scale(params)
