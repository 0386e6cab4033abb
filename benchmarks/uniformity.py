"""`python -m benchmarks.uniformity [--deals N] [--seed TEXT]`: whether every deal is equally likely.

Chi-square tests over many deals, each from a secret of its own; of every secret hands 1 and 2 are dealt, so that it is
seen, too, whether a hand says something of the next. A p-value is the chance that honest shuffling deviates at least so
much; over many runs they are spread evenly between 0 and 1. One far below 0.001 would be a find.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.fast_dealing import deal_many

PLAYERS: Final = 4
SIZE: Final = 7
DOUBLES: Final = (0, 7, 13, 18, 22, 25, 27)
_RARE: Final = 5.0
_CHUNK: Final = 100_000

Counts = dict[str, NDArray[np.int64]]


def chi_square_p(statistic: float, freedom: float) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is at least this large.

    The regularised incomplete gamma function, by its series or its continued fraction.

    >>> round(chi_square_p(3.841458821, 1), 6), round(chi_square_p(10, 10), 6), round(chi_square_p(900, 729), 8)
    (0.05, 0.440493, 1.416e-05)
    """
    a, x = freedom / 2, statistic / 2
    front = math.exp(a * math.log(x) - x - math.lgamma(a)) if x > 0 else 0.0
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return 1 - front * total
    b = x + 1 - a
    c, d = 1e300, 1 / b
    whole = d
    for i in range(1, 10_000):
        b += 2
        d = 1 / (b - i * (i - a) * d)
        c = b - i * (i - a) / c
        whole *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * whole


def count(rows: NDArray[np.uint8], starters: NDArray[np.uint8], following: NDArray[np.uint8]) -> Counts:
    """What is counted of these deals (and of the hand that follows each of them)."""
    lies = np.argsort(rows, axis=1).astype(np.int64)  # where each tile lies
    seats = lies // SIZE
    doubles = seats[:, list(DOUBLES)]
    per_seat = [(doubles == seat).sum(axis=1) for seat in range(PLAYERS - 1)]
    pairs = {
        f"tiles {p} and {q} of the row": rows[:, p].astype(np.int64) * 28 + rows[:, q]
        for p, q in ((0, 1), (13, 14), (26, 27), (0, 27))
    }
    found = {
        "every tile in every place": np.bincount((lies + 28 * np.arange(28)).ravel(), minlength=28 * 28),
        "who has how many doubles": np.bincount(per_seat[0] * 64 + per_seat[1] * 8 + per_seat[2], minlength=512),
        "the first player, and who has [0-0]": np.bincount(starters * np.int64(28) + lies[:, 0], minlength=112),
        "[0-0] in this hand and the next": np.bincount(
            lies[:, 0] * 28 + np.argmin(following, axis=1), minlength=28 * 28
        ),
        "the last tile of this hand and the first of the next": np.bincount(
            rows[:, 27].astype(np.int64) * 28 + following[:, 0], minlength=28 * 28
        ),
    }
    return found | {name: np.bincount(pair, minlength=28 * 28) for name, pair in pairs.items()}


def judged(counts: Counts) -> Iterator[tuple[str, float, int, float]]:
    """For everything counted its name, chi-square, degrees of freedom and p-value."""
    for name, seen in counts.items():
        deals = seen.sum() // 28 if name.startswith("every") else seen.sum()
        chances = _chances(name)
        likely = chances > 0
        assert not seen[~likely].any(), name
        found, expected = _pooled(seen[likely], deals * chances[likely])
        statistic = float(((found - expected) ** 2 / expected).sum())
        freedom = len(found) - 1
        if name.startswith("every"):  # every deal has each tile once and each place once
            statistic, freedom = statistic * 27 / 28, 27 * 27
        yield name, statistic, freedom, chi_square_p(statistic, freedom)


def _pooled(seen: NDArray[np.int64], expected: NDArray[np.float64]) -> tuple[NDArray[Any], NDArray[Any]]:
    """What is too rare for the test is counted together."""
    rare = expected < _RARE
    if not rare.any():
        return seen, expected
    return np.append(seen[~rare], seen[rare].sum()), np.append(expected[~rare], expected[rare].sum())


def _chances(name: str) -> NDArray[np.float64]:
    """How likely each outcome is where every deal is."""
    if name.startswith("every"):
        return np.full(28 * 28, 1 / 28)
    if name.startswith("who has"):
        chances = np.zeros(512)
        for a in range(8):
            for b in range(8 - a):
                for c in range(8 - a - b):
                    ways = math.comb(7, a) * math.comb(7, b) * math.comb(7, c) * math.comb(7, 7 - a - b - c)
                    chances[a * 64 + b * 8 + c] = ways / math.comb(28, 7)
        return chances
    if name.startswith("the first player"):
        return np.full(112, 1 / 112)
    if name.startswith("tiles"):
        pairs = 1 - np.eye(28)
        return np.asarray((pairs / pairs.sum()).ravel(), np.float64)
    return np.full(28 * 28, 1 / 28**2)


def counted(deals: int, seed: str) -> Counts:
    """The counts over so many deals."""
    rng = np.random.default_rng(np.frombuffer(seed.encode(), np.uint8))
    total: Counts = {}
    for begun in range(0, deals, _CHUNK):
        secrets = rng.integers(0, 256, (min(_CHUNK, deals - begun), 32), np.uint8)
        rows, starters = deal_many(secrets, "k3f9abcdefgh", 1, ("",) * PLAYERS)
        following, _ = deal_many(secrets, "k3f9abcdefgh", 2, ("",) * PLAYERS)
        for name, seen in count(rows, starters, following).items():
            total[name] = total.get(name, 0) + seen
    return total


def main() -> None:
    """Deals, and prints what came of it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--deals", type=int, default=10_000_000)
    asked.add_argument("--seed", default="gaple")
    asked.add_argument("--json", action="store_true")
    args = asked.parse_args()
    begun = time.monotonic()
    results: list[dict[str, Any]] = []
    print(f"  {args.deals:,} deals, seed {args.seed}")
    for name, statistic, freedom, p in judged(counted(args.deals, args.seed)):
        print(f"  {name:<55} chi-square {statistic:8.1f}, {freedom:4} degrees of freedom, p = {p:.3f}")
        results.append({"what": name, "chi_square": statistic, "freedom": freedom, "p": p})
    print(f"  {time.monotonic() - begun:.0f} s")
    if args.json:
        print(json.dumps({"deals": args.deals, "seed": args.seed, "tests": results}))


if __name__ == "__main__":
    main()
