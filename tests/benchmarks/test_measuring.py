"""Means, and the interval of one whose figures come in groups."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.measuring import Mean
from gaple.arena.summary import interval


def test_a_mean_has_the_interval_of_the_arena() -> None:
    figures = [1.0, 4.0, 2.0, 9.0]
    assert Mean.of(figures) == Mean(4.0, *(interval(np.array(figures)) or ()))
    assert Mean.of([3.0]) == Mean(3.0, None, None)


def test_a_mean_of_groups_counts_figures_and_redraws_groups() -> None:
    assert Mean.of_groups([[1.0, 2.0], [], [6.0]]).mean == 3.0
    assert Mean.of_groups([[], [1.0, 3.0]]) == Mean(2.0, None, None)
    rng = np.random.default_rng(1)
    hands = [[float(each)] * 10 for each in rng.normal(0.0, 1.0, 200)]
    whole, apart = Mean.of_groups(hands), Mean.of_groups([[each] for hand in hands for each in hand])
    assert whole.mean == pytest.approx(apart.mean)
    assert _width(whole) == pytest.approx(10**0.5 * _width(apart), rel=0.2)  # ten alike say no more than one


def test_how_a_mean_is_told() -> None:
    assert str(Mean(1.0, 0.5, 1.254)) == "1.00 (0.50 to 1.25)"
    assert str(Mean(1.0, None, None)) == "1.00"


def _width(mean: Mean) -> float:
    assert mean.low is not None
    assert mean.high is not None
    return mean.high - mean.low
