"""How long decisions took: a histogram that stays small however many there are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Final, Self

_STEPS: Final = 40  # a factor of ten in time: what is told is right within 3%
_LEAST: Final = 1e-7


class Times(Counter[int]):
    """Numbers of decisions by length: key *k* stands for about 10^(*k* / 40) microseconds.

    >>> times = Times.of([0.001, 0.002, 0.003, 0.1])
    >>> [round(times.quantile(share), 1) for share in (0.5, 0.95)]
    [2.0, 100.0]
    """

    @classmethod
    def of(cls, seconds: Iterable[float]) -> Self:
        """So many lengths."""
        times = cls()
        for each in seconds:
            times.add(each)
        return times

    def add(self, seconds: float) -> None:
        """One decision more."""
        self[round(_STEPS * math.log10(max(seconds, _LEAST) * 1e6))] += 1

    def quantile(self, share: float) -> float:
        """The length, in milliseconds, that this share of all decisions did not exceed. Of none at all it is NaN."""
        wanted, seen = share * self.total(), 0
        for step in sorted(self):
            seen += self[step]
            if seen >= wanted:
                return float(10 ** (step / _STEPS)) / 1000
        return math.nan
