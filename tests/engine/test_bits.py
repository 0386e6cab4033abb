from __future__ import annotations

import random

import numpy as np

from gaple.engine import bits
from gaple.engine.bits import count, lowest, multiply_high, select_counted
from tests.engine.calling import callables_from_python

counted, first, high, select, select_plain = callables_from_python(
    count, lowest, multiply_high, bits.select, select_counted
)


def test_sets_of_bits() -> None:
    rng = random.Random(1)
    for _ in range(500):
        mask = rng.getrandbits(56) or 1
        places = [place for place in range(56) if mask >> place & 1]
        assert counted(mask) == len(places)
        assert first(mask) == places[0]
        index = rng.randrange(len(places))
        assert select(mask, index) == select_plain(mask, index) == places[index]


def test_the_upper_half_of_a_product() -> None:
    rng = random.Random(2)
    for _ in range(500):
        a, b = rng.getrandbits(64), rng.getrandbits(64)
        assert high(np.uint64(a), np.uint64(b)) == a * b >> 64
