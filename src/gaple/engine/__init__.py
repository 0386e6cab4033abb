"""Compiled kernels: playouts, exact inference and exact solving (docs/engine.md).

What :mod:`gaple` tells to be read is told here once more to be fast, on sets of tiles as 28-bit numbers, compiled by
Numba. The first use on a machine compiles for some seconds (:func:`warm_up` does it with progress); from then on the
kernels come from the user's cache.
"""

from .checks import EngineError
from .jit import is_warm, warm_up
from .playouts import Playouts, play, play_on, replay
from .policy import ACTIONS, GREEDY, UNIFORM, Policy
from .state import BLOCKED, OUT

__all__ = [
    "ACTIONS",
    "BLOCKED",
    "GREEDY",
    "OUT",
    "UNIFORM",
    "EngineError",
    "Playouts",
    "Policy",
    "is_warm",
    "play",
    "play_on",
    "replay",
    "warm_up",
]
