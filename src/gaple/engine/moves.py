"""The steps of :mod:`gaple.engine.state` and :mod:`gaple.engine.score` for Python, one position at a time.

These check nothing: the position must come from :func:`gaple.engine.state.position_of`, and the code from
:func:`legal_codes`.
"""

from __future__ import annotations

from .jit import INT, INTS, Ints, kernel
from .params import PARAMS, Params
from .score import outcome
from .state import legal, step


@kernel(PARAMS, INTS, INTS)
def legal_codes(params: Params, position: Ints, codes: Ints) -> int:
    """Writes all legal actions into ``codes`` (``int64[56]``), ascending, and returns how many."""
    return legal(params, position, codes)


@kernel(PARAMS, INTS, INT)
def take_step(params: Params, position: Ints, code: int) -> None:
    """The seat on turn does this, in place."""
    step(params, position, code)


@kernel(PARAMS, INTS, INTS, INTS)
def find_outcome(params: Params, position: Ints, points: Ints, net: Ints) -> int:
    """Writes every seat's points and net (``int64[5]`` each) and returns the winner."""
    return outcome(params, position, points, net)
