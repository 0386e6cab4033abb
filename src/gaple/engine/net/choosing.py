"""How a seat of a playout chooses, where it may be more than a table of numbers: by chance, greedily, by the network.

Kinds of player are numbers of the type ``float64``: ``UNIFORM``, ``GREEDY``, or a positive *heat*, and then an action
is as likely as exp(lean / heat). With ``NAIVE`` added to the heat it is the naive lean.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gaple.engine.bits import count, lowest, select
from gaple.engine.jit import Ints, inline, routine
from gaple.engine.params import Params
from gaple.engine.policy import GREEDY as _GREEDY
from gaple.engine.rng import advance, below, fraction, mix
from gaple.engine.state import PASS, TURN

from .network import think
from .scene import act, choices

UNIFORM: Final = 0.0
GREEDY: Final = -1.0
NAIVE: Final = 16.0

RANKS: Final[NDArray[np.int64]] = np.array(_GREEDY.values).astype(np.int64)
"""``int64[85]``: the greedy player likes the legal action with the highest best."""


@inline
def greedy_choice(options: int, first: int) -> int:
    """The place (in ascending order) of the option that the greedy player takes."""
    best = place = 0
    high = -1
    while options:
        rank = int(RANKS[first + lowest(options)])
        options &= options - 1
        if rank > high:
            high, best = rank, place
        place += 1
    return best


@routine
def soften(lean: Any, n: int, heat: float, chance: Any) -> None:
    """Makes chances of the first ``n`` leans: as exp(lean / heat)."""
    top = lean[0]
    for k in range(1, n):
        top = max(top, lean[k])
    total = 0.0
    for k in range(n):
        chance[k] = exp((lean[k] - top) / heat)
        total += chance[k]
    for k in range(n):
        chance[k] /= total


@routine
def expect(lean: Any, naive: Any, n: int, kind: float, options: int, first: int, chance: Any) -> None:
    """How likely a player of this kind takes each of ``n`` options; ``lean`` and ``naive`` as the network has them."""
    if kind > 0.0:
        if kind >= NAIVE:
            soften(naive, n, kind - NAIVE, chance)
        else:
            soften(lean, n, kind, chance)
        return
    for k in range(n):
        chance[k] = 1.0 / n if kind == UNIFORM else 0.0
    if kind == GREEDY:
        chance[greedy_choice(options, first)] = 1.0


@routine
def choose(params: Params, net: Any, scene: Ints, kind: float, options: int, first: int, bits: Any, room: Any) -> int:
    """The option (as a bit's number) that a seat of this kind takes by these bits of chance."""
    n = count(options)
    if n == 1:
        return lowest(options)
    if kind == UNIFORM:
        return select(options, below(bits, n))
    if kind < 0.0:
        return select(options, greedy_choice(options, first))
    think(params, net, scene, options, first, room)
    expect(room.lean, room.naive, n, kind, options, first, room.chance)
    left, place = fraction(bits), 0
    while place < n - 1 and left >= room.chance[place]:
        left -= room.chance[place]
        place += 1
    return select(options, place)


@routine
def finish(params: Params, net: Any, scene: Ints, kinds: Any, state: Any, room: Any) -> None:
    """Plays a hand to its end, every seat by its kind."""
    while scene[TURN] >= 0:
        options, first = choices(params, scene)
        if options == 0:
            act(params, scene, PASS)
            continue
        state = advance(state)
        option = choose(params, net, scene, kinds[scene[TURN]], options, first, mix(state), room)
        act(params, scene, first + option)
