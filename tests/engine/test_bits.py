from __future__ import annotations

import random

import numpy as np

from gaple.engine import bits
from gaple.engine.bits import count, lowest, multiply_high, select_counted
from gaple.engine.jit import routine


@routine
def counted(mask: int) -> int:
    return count(mask)


@routine
def first(mask: int) -> int:
    return lowest(mask)


@routine
def high(a: np.uint64, b: np.uint64) -> int:
    return multiply_high(a, b)  # type: ignore[no-any-return]


def test_sets_of_bits() -> None:
    rng = random.Random(1)
    for _ in range(500):
        mask = rng.getrandbits(56) or 1
        places = [place for place in range(56) if mask >> place & 1]
        assert counted(mask) == len(places)
        assert first(mask) == places[0]
        index = rng.randrange(len(places))
        assert bits.select(mask, index) == select_counted(mask, index) == places[index]


def test_the_upper_half_of_a_product() -> None:
    rng = random.Random(2)
    for _ in range(500):
        a, b = rng.getrandbits(64), rng.getrandbits(64)
        assert high(np.uint64(a), np.uint64(b)) == a * b >> 64
