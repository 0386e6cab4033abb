"""How hard a puzzle is: by how often weaker players choose something else, or by how much is to be ruled out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from gaple.players import make
from gaple.view import View

from .judging import Found
from .puzzle import same_action

ASKED: Final = {"beginner": 20, "greedy": 1, "casual": 1, "learned": 1, "flat": 5}
"""The players that are asked, and with how many seeds: those that choose by chance more than once."""

_MISSED: Final = (0.2, 0.4, 0.6, 0.8)
_BITS: Final = (7.0, 9.0, 11.0, 13.0)
_LEFT: Final = (5, 6, 7, 8)


def missed(found: Found, view: View) -> tuple[tuple[str, float], ...]:
    """How often each weaker player chooses something else; empty where no action is asked for."""
    if found.kind in ("deal", "close"):
        return ()
    answer = same_action(found.answer[0], view)

    def share(level: str, seeds: int) -> float:
        chosen = (same_action(str(make(level, seed).choose(view)), view) for seed in range(seeds))
        return sum(it != answer for it in chosen) / seeds

    return tuple((level, round(share(level, seeds), 2)) for level, seeds in ASKED.items())


def level_of(found: Found, view: View, shares: Sequence[tuple[str, float]]) -> int:
    """From 1 to 5: by the mean of how often players miss an action, a fifth of them a level.

    Where the question is where the hidden tiles are, by the bits that who sees only how many tiles everybody has would
    lack; where it is how the line can be closed, by the number of tiles still in hands.
    """
    if found.kind == "deal":
        return _step(_bits(view), _BITS)
    if found.kind == "close":
        return _step(sum(view.counts) - 1, _LEFT)
    return _step(sum(share for _, share in shares) / len(shares), _MISSED)


def _bits(view: View) -> float:
    """The logarithm of the number of ways to place the hidden tiles by nothing but how many there are where."""
    others = [seat for seat in view.rules.seats if seat != view.seat]
    sizes = [view.counts[seat] for seat in others] + [sum(tile is None for tile in view.dead[seat]) for seat in others]
    sizes.append(view.unseen.bit_count() - sum(sizes))
    return (math.lgamma(sum(sizes) + 1) - sum(math.lgamma(size + 1) for size in sizes)) / math.log(2)


def _step(value: float, steps: Sequence[float]) -> int:
    return 1 + sum(value > step for step in steps)
