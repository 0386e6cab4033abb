"""Chance inside a kernel: a 64-bit counter generator (SplitMix64) and draws from its bits.

The state is a ``uint64`` in a local variable. ``state = advance(state)`` and then ``bits = mix(state)`` give 64 fresh
bits; ``below(bits, n)`` is a draw below *n* from them and ``bits = rest(bits, n)`` what is left for the next. Draws
whose *n* multiply to no more than 2^32 may share one word: none is then off by more than 2^-32 in probability.

Every hand of a batch has a generator of its own, started from the seed and the hand's number. So results don't depend
on how a batch is cut into threads, and hand 1,000,000 can be had without the others. The scheme is from Steele, Lea
and Flood, "Fast splittable pseudorandom number generators" (2014); the constants are Stafford's variant 13.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from .bits import multiply_high
from .jit import inline

_GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
_A: Final = np.uint64(0xBF58476D1CE4E5B9)
_B: Final = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)


@inline
def advance(state: Any) -> Any:
    """The generator's next state."""
    return state + _GAMMA


@inline
def mix(state: Any) -> Any:
    """64 bits that look random, from a state."""
    x = (state ^ (state >> _30)) * _A
    x = (x ^ (x >> _27)) * _B
    return x ^ (x >> _31)


@inline
def stream(seed: Any, number: int) -> Any:
    """The state from which hand ``number`` of this seed starts."""
    return mix(mix(seed + _GAMMA) ^ np.uint64(number) * _A)


@inline
def below(bits: Any, n: int) -> int:
    """A draw from 0 to ``n`` − 1."""
    return int(multiply_high(bits, np.uint64(n)))


@inline
def rest(bits: Any, n: int) -> Any:
    """What is left of the bits after a draw below ``n``."""
    return bits * np.uint64(n)


@inline
def fraction(bits: Any) -> float:
    """A draw from 0 to 1, 1 left out."""
    return float(bits >> np.uint64(11)) * (1.0 / 9007199254740992.0)
