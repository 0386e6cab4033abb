"""What many deals say: the gain with its interval, shares, times, and who failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gaple.rules import Rules
from gaple.scoring import Ending

from .contest import Contest
from .deals import PlayedDeal, gain
from .times import Times

RESAMPLED: Final = 2000
"""So many times are the deals drawn anew for an interval."""

_AT_A_TIME: Final = 2**20


@dataclass(frozen=True, slots=True)
class Measured:
    """What one way of sitting came to.

    ``gain`` is what the candidate netted a hand, and a seat (in teams: the side), beyond the table's average
    (:func:`gaple.arena.deals.gain`): with chips, simply its chips. ``low`` and ``high`` are the ends of its 95%
    bootstrap interval over deals, ``None`` for fewer than two deals. ``won`` is the share of hands that a candidate
    won, ``fair`` what it would be among equals, ``blocked`` the share of hands that were blocked.
    """

    hands: int
    gain: float
    low: float | None
    high: float | None
    won: float
    fair: float
    blocked: float


@dataclass(frozen=True, slots=True)
class Taken:
    """How many decisions a player had to make, and how long they took in milliseconds."""

    decisions: int
    median: float
    p95: float

    @classmethod
    def of(cls, times: Times) -> Taken:
        """From how long each took."""
        return cls(times.total(), times.quantile(0.5), times.quantile(0.95))


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of so many ``deals``: by way of sitting, and by player's name times and faults."""

    deals: int
    ways: Mapping[str, Measured]
    times: Mapping[str, Taken]
    faults: Mapping[str, Mapping[str, int]]

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return asdict(self)


def summarise(contest: Contest, deals: Iterable[PlayedDeal]) -> Summary:
    """What these deals say. Nothing in it but the times depends on the order of deals or the machine."""
    deals = sorted(deals, key=lambda deal: deal.number)
    times, faults = collect(deals)
    ways = dict.fromkeys(seating.way for seating in contest.seatings)
    return Summary(
        deals=len(deals),
        ways={way: _measure(contest, deals, way) for way in ways} if deals else {},
        times={name: Taken.of(each) for name, each in times.items()},
        faults=faults,
    )


def collect(deals: Iterable[PlayedDeal]) -> tuple[dict[str, Times], dict[str, dict[str, int]]]:
    """By player's name: how long decisions took, and how often what went wrong."""
    times: dict[str, Times] = {}
    faults: dict[str, Counter[str]] = {}
    for deal in deals:
        for name, taken in deal.times.items():
            times.setdefault(name, Times()).update(taken)
        for name, counted in deal.faults.items():
            faults.setdefault(name, Counter()).update(counted)
    return times, {name: dict(sorted(counted.items())) for name, counted in sorted(faults.items())}


def gains(rules: Rules, deals: Sequence[PlayedDeal], way: str) -> NDArray[np.float64]:
    """``float64[deals]``: the candidate's mean gain over all seatings of each deal."""
    return np.array([gain(rules, [hand for hand in deal.hands if hand.seating.way == way]) for deal in deals])


def interval(values: NDArray[np.float64]) -> tuple[float, float] | None:
    """The 95% bootstrap interval of the mean (percentiles of means of redrawn values); ``None`` for less than two.

    >>> low, high = interval(np.arange(100.0))
    >>> 40 < low < 49.5 < high < 60
    True
    """
    if len(values) < 2:
        return None
    rng = np.random.default_rng(0)
    rows = max(_AT_A_TIME // len(values), 1)
    means: list[NDArray[np.float64]] = []
    for first in range(0, RESAMPLED, rows):
        drawn = rng.integers(0, len(values), (min(rows, RESAMPLED - first), len(values)))
        means.append(values[drawn].mean(axis=1))
    low, high = np.percentile(np.concatenate(means), (2.5, 97.5))
    return float(low), float(high)


def _measure(contest: Contest, deals: Sequence[PlayedDeal], way: str) -> Measured:
    hands = [hand for deal in deals for hand in deal.hands if hand.seating.way == way]
    values = gains(contest.rules, deals, way)
    low, high = interval(values) or (None, None)
    return Measured(
        hands=len(hands),
        gain=float(values.mean()),
        low=low,
        high=high,
        won=sum(hand.is_won for hand in hands) / len(hands),
        fair=len(hands[0].seating.seats) / contest.rules.players,
        blocked=sum(hand.end is Ending.BLOCKED for hand in hands) / len(hands),
    )
