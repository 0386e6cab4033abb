"""Measuring two things in turn, so that a machine whose speed drifts still gives an honest ratio.

Each round times ours, then the peer's, and the ratio is taken round by round; medians are quoted, with the least and
the most. With ``--json`` the figures are printed as JSON too.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Spread:
    """Median, least and most of some figures."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, figures: list[float]) -> Spread:
        """The spread of these figures."""
        return cls(statistics.median(figures), min(figures), max(figures))

    def __str__(self) -> str:
        return f"{self.median:,.4g} ({self.least:,.4g} to {self.most:,.4g})"


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many units of work are done a second of CPU time; ``work`` does some and says how many."""
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        done += work()
    return done / spent


def compare(
    unit: str, ours: Callable[[], int], peers: dict[str, Callable[[], int]], rounds: int = 7, seconds: float = 1.0
) -> dict[str, Spread]:
    """Rates of ours and of each peer, in turn, and the ratios ours / peer; printed, and returned by name."""
    rates: dict[str, list[float]] = {"ours": [], **{name: [] for name in peers}}
    for work in (ours, *peers.values()):  # the first time is for caches
        work()
    for _ in range(rounds):
        rates["ours"].append(rate(ours, seconds))
        for name, work in peers.items():
            rates[name].append(rate(work, seconds))
    spreads = {name: Spread.of(figures) for name, figures in rates.items()}
    for name in peers:
        ratios = [a / b for a, b in zip(rates["ours"], rates[name], strict=True)]
        spreads[f"ours / {name}"] = Spread.of(ratios)
    for name, spread in spreads.items():
        print(f"  {name:<24} {spread}{'' if '/' in name else f' {unit}/s'}")
    if "--json" in sys.argv:
        print(json.dumps({"unit": unit, **{name: asdict(spread) for name, spread in spreads.items()}}))
    return spreads
