"""How a playout chooses, inside a kernel: uniformly, by rank, or by weight.

A policy is a mode and a number for each action. The choice is made among *options*, a set of tiles or of plays as bits;
``first`` is the action that bit 0 stands for.
"""

from __future__ import annotations

from typing import Any

from .bits import count, lowest, select
from .jit import routine
from .rng import below, fraction

UNIFORM, RANKED, WEIGHTED = range(3)
"""Modes: any option; the first of those with the highest number; an option as likely as its number is large."""

SHARE = 8  # uniform draws from one word of chance: there are at most 14 options, and 14^8 is below 2^32


@routine
def ranked(values: Any, seat: int, options: int, first: int) -> int:
    """The index of the option with the highest number, of equals the first."""
    best = lowest(options)
    options &= options - 1
    while options:
        other = lowest(options)
        if values[seat, first + other] > values[seat, first + best]:
            best = other
        options &= options - 1
    return best


@routine
def weighted(values: Any, seat: int, options: int, first: int, bits: Any) -> int:
    """An option's index, as likely as its weight is large; any one where all weights are nought."""
    total = 0.0
    others = options
    while others:
        total += values[seat, first + lowest(others)]
        others &= others - 1
    if total <= 0.0:
        return select(options, below(bits, count(options)))
    left = fraction(bits) * total
    chosen = lowest(options)
    while options:
        other = lowest(options)
        weight = values[seat, first + other]
        if weight > 0.0:
            chosen = other
            if left < weight:
                break
            left -= weight
        options &= options - 1
    return chosen
