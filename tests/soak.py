"""How much a test tries: some on every change, very much in ``make soak``, which sets ``GAPLE_SOAK`` to 1.

Another number makes it so many times as much.
"""

from __future__ import annotations

import os
import random


def as_many(usually: int, in_soak: int) -> int:
    """So many tries."""
    times = os.environ.get("GAPLE_SOAK")
    return max(usually, round(in_soak * float(times))) if times else usually


def fresh(what: str) -> random.Random:
    """Chance that is another in every run; ``GAPLE_TEST_SEED`` repeats it."""
    seed = f"{os.environ['GAPLE_TEST_SEED']} {what}"
    print(f"seed of this test: {seed}")  # noqa: T201 (told again where a failure is reported)
    return random.Random(seed)
