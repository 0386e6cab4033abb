"""Learning by gradient: the loss of a network on lessons, and Adam.

Of each choice the *differences* between its actions are learned (the lean), and what the hand came to (the worth):

    loss = sum over actions of (lean - mean lean - (value - mean value))^2 + WORTH * (worth - value)^2

and NAIVE times the same as the first for the naive lean and what came out with everybody greedy. So the leans need no
strength for telling good hands from bad ones.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

from gaple.engine.net.network import NARROW, WIDE, Net

NAIVE: Final = 0.3
WORTH: Final = 0.1


@numba.njit(nogil=True, fastmath=True, error_model="numpy")
def gradient(net: Any, features: Any, values: Any, plain: Any, choice: Any, start: int, stop: int, grad: Any) -> Any:
    """Adds the gradient of the loss on rows ``start`` to ``stop`` (whole choices) to ``grad``; returns the losses."""
    wide, narrow = np.zeros((56, WIDE), np.float32), np.zeros((56, NARROW), np.float32)
    lean, naive, worth = np.zeros(56), np.zeros(56), np.zeros(56)
    back, deep = np.zeros(NARROW, np.float32), np.zeros(WIDE, np.float32)
    lost_lean = lost_naive = lost_worth = 0.0
    row = start
    while row < stop:
        n = 1
        while row + n < stop and choice[row + n] == row:
            n += 1
        mean_lean = mean_naive = mean_value = mean_plain = 0.0
        for a in range(n):
            found = features[row + a]
            wide[a] = net.bias
            for k in range(len(found)):
                if found[k] < 0:
                    break
                wide[a] += net.rows[found[k]]
            narrow[a] = net.inner_bias
            for j in range(WIDE):
                if wide[a, j] > 0:
                    for k in range(NARROW):
                        narrow[a, k] += wide[a, j] * net.inner[j, k]
            lean[a], naive[a], worth[a] = net.outer_bias[0], net.outer_bias[1], net.outer_bias[2]
            for k in range(NARROW):
                if narrow[a, k] > 0:
                    lean[a] += narrow[a, k] * net.outer[k, 0]
                    naive[a] += narrow[a, k] * net.outer[k, 1]
                    worth[a] += narrow[a, k] * net.outer[k, 2]
            mean_lean += lean[a] / n
            mean_naive += naive[a] / n
            mean_value += values[row + a] / n
            mean_plain += plain[row + a] / n
        for a in range(n):
            off = lean[a] - mean_lean - values[row + a] + mean_value
            naively = naive[a] - mean_naive - plain[row + a] + mean_plain
            away = worth[a] - values[row + a]
            lost_lean += off * off
            lost_naive += naively * naively
            lost_worth += away * away
            by_lean, by_naive = np.float32(2 * off), np.float32(2 * NAIVE * naively)
            by_worth = np.float32(2 * WORTH * away)
            grad.outer_bias[2] += by_worth
            for k in range(NARROW):
                back[k] = 0
                if narrow[a, k] > 0:
                    grad.outer[k, 0] += by_lean * narrow[a, k]
                    grad.outer[k, 1] += by_naive * narrow[a, k]
                    grad.outer[k, 2] += by_worth * narrow[a, k]
                    back[k] = by_lean * net.outer[k, 0] + by_naive * net.outer[k, 1] + by_worth * net.outer[k, 2]
            for k in range(NARROW):
                grad.inner_bias[k] += back[k]
            for j in range(WIDE):
                deep[j] = 0
                if wide[a, j] > 0:
                    total = np.float32(0)
                    for k in range(NARROW):
                        grad.inner[j, k] += wide[a, j] * back[k]
                        total += net.inner[j, k] * back[k]
                    deep[j] = total
            for j in range(WIDE):
                grad.bias[j] += deep[j]
            found = features[row + a]
            for k in range(len(found)):
                if found[k] < 0:
                    break
                for j in range(WIDE):
                    grad.rows[found[k], j] += deep[j]
        row += n
    return lost_lean, lost_naive, lost_worth


class Adam:
    """Kingma and Ba's optimizer (2015), for the arrays of a :class:`Net`, in place."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self._mean = [np.zeros_like(array) for array in net]
        self._square = [np.zeros_like(array) for array in net]
        self._steps = 0

    def step(self, grad: Net, rate: float) -> None:
        """One step against a gradient."""
        self._steps += 1
        rate *= (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
        for array, by, mean, square in zip(self.net, grad, self._mean, self._square, strict=True):
            mean += 0.1 * (by - mean)
            square += 0.001 * (by * by - square)
            array -= rate * mean / (np.sqrt(square) + 1e-8)


def learn(
    adam: Adam,
    features: NDArray[np.int16],
    values: NDArray[np.float64],
    plain: NDArray[np.float64],
    choice: NDArray[np.int64],
    batch: int,
    rate: float,
    pool: ThreadPoolExecutor,
    threads: int,
) -> list[float]:
    """Goes once through all lessons; ``choice`` says at which row each row's choice begins. Returns the mean losses."""
    begins = np.append(np.flatnonzero(choice == np.arange(len(choice))), len(choice))
    places = np.searchsorted(begins, range(0, len(choice), max(batch // threads, 1)))
    cuts = np.unique(np.append(begins[places], len(choice))).tolist()  # between choices, no two the same
    spans = list(pairwise(cuts))
    totals = np.zeros(3)
    for place in range(0, len(spans), threads):
        part = spans[place : place + threads]
        grads = [Net(*(np.zeros_like(array) for array in adam.net)) for _ in part]
        rows = part[-1][1] - part[0][0]
        jobs = [
            pool.submit(gradient, adam.net, features, values, plain, choice, *span, grad)
            for span, grad in zip(part, grads, strict=True)
        ]
        for job in jobs:
            totals += job.result()
        whole = Net(*(np.sum(arrays, axis=0) / rows for arrays in zip(*grads, strict=True)))
        adam.step(whole, rate)
    return [float(total / len(values)) for total in totals]
