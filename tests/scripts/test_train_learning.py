"""What a network learns of lessons: the gradient, against finite differences, and many steps by it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from gaple.engine.net.features import MOST
from gaple.engine.net.network import Net
from scripts.train_net.learning import NAIVE, WORTH, Adam, gradient, learn


class Lessons(NamedTuple):
    """What :func:`teach` fills, in its order."""

    features: NDArray[np.int16]
    values: NDArray[np.float64]
    naive: NDArray[np.float64]
    choice: NDArray[np.int64]


def some_lessons(rows: int = 60) -> Lessons:
    """Choices of two to six actions with a few features each, and values that depend on them."""
    rng = np.random.default_rng(2)
    features = np.full((rows, MOST), -1, np.int16)
    choice = np.empty(rows, np.int64)
    row = 0
    while row < rows:
        n = min(int(rng.integers(2, 7)), rows - row)
        choice[row : row + n] = row
        row += n
    for row in range(rows):
        there = rng.choice(40, int(rng.integers(3, 9)), replace=False)
        features[row, : len(there)] = there
    there = features[:, :1].astype(float)
    values = there[:, 0] / 40 + rng.normal(0, 0.1, rows)
    return Lessons(features, values, values * 0.5 + rng.normal(0, 0.1, rows), choice)


def loss(net: list[NDArray[np.float64]], lessons: Lessons) -> NDArray[np.float64]:
    """The three sums of squares, in double precision."""
    rows, bias, inner, inner_bias, outer, outer_bias = net
    told = []
    for found in lessons.features:
        wide = np.maximum(bias + rows[found[found >= 0]].sum(axis=0), 0)
        told.append(np.maximum(inner_bias + wide @ inner, 0) @ outer + outer_bias)
    lean, naive, worth = np.array(told).T
    total = np.array([0.0, 0.0, ((worth - lessons.values) ** 2).sum()])
    for begin in np.unique(lessons.choice):
        of = lessons.choice == begin
        for place, (out, value) in enumerate(((lean, lessons.values), (naive, lessons.naive))):
            off = out[of] - value[of]
            total[place] += ((off - off.mean()) ** 2).sum()
    return total


def gradients(net: Net, lessons: Lessons) -> tuple[NDArray[np.float64], Net]:
    grad = Net(*(np.zeros_like(array) for array in net))
    lost = gradient(net, *lessons, 0, len(lessons.values), grad)
    return np.array(lost), grad


def test_the_gradient_is_that_of_finite_differences() -> None:
    lessons, rng = some_lessons(), np.random.default_rng(4)
    net = Net(*(array + rng.normal(0, 0.05, array.shape).astype(np.float32) for array in Net.fresh(1)))
    lost, grad = gradients(net, lessons)
    exact = [array.astype(np.float64) for array in net]
    weights = np.array([1, NAIVE, WORTH])
    np.testing.assert_allclose(lost, loss(exact, lessons), rtol=1e-4)
    compared = 0
    for name, array, found in zip(Net._fields, exact, grad, strict=True):
        largest = float(np.abs(found).max())
        flat, told = array.reshape(-1), found.reshape(-1)
        for place in {*rng.integers(0, 40 * 64 if name == "rows" else flat.size, 25).tolist(), int(abs(told).argmax())}:
            kept, step = flat[place], 1e-6
            flat[place] = kept + step
            more = loss(exact, lessons) @ weights
            flat[place] = kept - step
            less = loss(exact, lessons) @ weights
            flat[place] = kept
            assert told[place] == pytest.approx((more - less) / (2 * step), rel=1e-2, abs=1e-3 * largest), name
            compared += abs(told[place]) > 1e-3 * largest
    assert compared > 60


def test_a_gradient_is_added_up_in_parts() -> None:
    lessons, net = some_lessons(), Net.fresh(1)
    lost, whole = gradients(net, lessons)
    cut = int(np.unique(lessons.choice)[4])
    parts = Net(*(np.zeros_like(array) for array in net))
    first = gradient(net, *lessons, 0, cut, parts)
    second = gradient(net, *lessons, cut, len(lessons.values), parts)
    np.testing.assert_allclose(np.add(first, second), lost, rtol=1e-5)
    for array, expected in zip(parts, whole, strict=True):
        np.testing.assert_allclose(array, expected, rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("threads", [1, 2])
def test_learning_lowers_the_loss(threads: int) -> None:
    lessons, adam = some_lessons(400), Adam(Net.fresh(1))
    with ThreadPoolExecutor(threads) as pool:
        losses = [learn(adam, *lessons, 64, 3e-3, pool, threads) for _ in range(30)]
    first, last = np.array(losses[0]), np.array(losses[-1])
    assert (last < 0.5 * first).all()
    assert all(np.isfinite(array).all() for array in adam.net)


@pytest.mark.parametrize("rows", [60, 59, 7, 2])
@pytest.mark.parametrize("batch", [1, 3, 8, 50, 1000])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_batches_of_any_size(rows: int, batch: int, threads: int) -> None:
    """Cuts fall between choices: every row counts once, and none is empty, which would teach nonsense."""
    lessons, net = some_lessons(rows), Net.fresh(1)
    expected = gradients(net, lessons)[0] / rows
    adam = Adam(net)
    with ThreadPoolExecutor(threads) as pool:
        found = learn(adam, *lessons, batch, 1e-12, pool, threads)
    assert found == pytest.approx(expected.tolist(), rel=1e-3)
    assert all(np.isfinite(array).all() for array in net)
