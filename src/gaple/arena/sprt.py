"""Stopping as soon as enough is known: a sequential test of per-deal gains, taken as normally distributed."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

from gaple.errors import GapleError

LEAST: Final = 32
"""Before so many deals their spread is not known well enough to judge by."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """After how many ``deals`` it was clear whether the candidate is ``better``, and the logarithm of the ratio."""

    better: bool
    deals: int
    ratio: float

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's test of "gains ``gain`` a hand" against "gains nothing", each wrong with a chance of about ``error``.

    The spread of the gains is estimated from the deals so far. Deals are looked at in their order, whichever was played
    first, so the verdict is the same on any number of processes. Raises :class:`gaple.GapleError` for a gain that is
    not above 0, or an error not between 0 and 0.5.

    >>> verdict = Sprt(1.0).verdict([1.5, 0.5, 2.0, 1.0] * 100)
    >>> verdict.better, verdict.deals
    (True, 32)
    """

    gain: float
    error: float = 0.05

    def __post_init__(self) -> None:
        if not (self.gain > 0 and math.isfinite(self.gain)):
            raise GapleError("arena-gain", value=self.gain)
        if not 0 < self.error < 0.5:
            raise GapleError("arena-error", value=self.error)

    def verdict(self, gains: Iterable[float]) -> Verdict | None:
        """The verdict at the first deal where there is one; ``None`` while there is none."""
        bound = math.log((1 - self.error) / self.error)
        count, mean, squares = 0, 0.0, 0.0
        for gain in gains:
            count += 1
            off = gain - mean
            mean += off / count
            squares += off * (gain - mean)
            if count < LEAST or squares <= 0:
                continue
            ratio = self.gain * (mean - self.gain / 2) * count / (squares / (count - 1))
            if abs(ratio) >= bound:
                return Verdict(ratio > 0, count, ratio)
        return None
