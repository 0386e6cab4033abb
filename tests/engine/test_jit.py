from __future__ import annotations

import gc
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from gaple import engine
from gaple.engine import jit
from tests.engine.calling import callable_from_python


def test_warming_up_readies_every_kernel_and_tells_of_each() -> None:
    told: list[tuple[int, int, str]] = []
    engine.warm_up(lambda done, total, name: told.append((done, total, name)))
    assert [done for done, _, _ in told] == list(range(told[0][1] + 1))
    assert {"play_hands", "take_step", "legal_codes", "find_outcome"} <= {name for _, _, name in told}
    assert told[-1][2] == ""
    assert engine.is_warm()


def test_a_kernel_has_one_signature() -> None:
    """Numbers are converted, at the first call as at later ones; anything else is refused, and nothing new compiled."""

    @jit.kernel(jit.FLOAT, jit.INTS)
    def scaled(factor: float, numbers: NDArray[np.int64]) -> float:
        return factor * float(numbers[0])

    numbers = np.array([3, 4])
    with pytest.raises(TypeError):
        scaled(2.0, np.array([3.0]))
    assert scaled(2, numbers) == 6.0
    assert scaled(0.5, numbers) == 1.5
    assert scaled(2, numbers) == 6.0
    with pytest.raises(TypeError):
        scaled(2.0, np.array([3.0]))
    with pytest.raises(TypeError):
        scaled(2.0, np.array([[3, 4]])[:, ::2])
    assert len(scaled.signatures) == 1  # type: ignore[attr-defined]
    jit._KERNELS.pop()


def test_warm_is_only_said_of_these_sources(tmp_path: Path) -> None:
    code = "from gaple import engine; print(engine.is_warm())"
    environment = {**os.environ, "GAPLE_CACHE": str(tmp_path)}
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False"]


def test_constants_do_not_multiply_a_function() -> None:
    @jit.inline
    def double(number: int) -> int:
        return number + number

    @jit.routine
    def constants(number: int) -> int:
        return double(number) + double(1) + double(2)

    assert callable_from_python(constants)(5) == 16
    assert len(double.signatures) == 1  # type: ignore[attr-defined]


def test_python_is_kept_out_of_what_is_for_kernels() -> None:
    @jit.inline
    def double(number: int) -> int:
        return number + number

    with pytest.raises(TypeError, match="double is for kernels only"):
        double(2)
    assert callable_from_python(double)(2) == 4
    with pytest.raises(TypeError, match="double is for kernels only"):
        double(2)


def test_a_routine_may_call_itself() -> None:
    @jit.routine
    def triangle(number: int, so_far: int) -> int:
        if number == 0:
            return so_far
        return triangle(number - 1, so_far + number)

    @jit.routine
    def twice(number: int) -> int:
        return triangle(number, 0) + triangle(number, 0)

    assert callable_from_python(twice)(100) == 10_100


@pytest.mark.parametrize("collecting", [True, False])
def test_garbage_is_collected_after_compiling_if_it_was_before(collecting: bool) -> None:
    @jit.kernel(jit.INT)
    def predecessor(number: int) -> int:
        return number - 1

    @jit.kernel(jit.INTS)
    def impossible(numbers: NDArray[np.int64]) -> int:
        return numbers.nothing  # type: ignore[attr-defined,no-any-return]

    was = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        assert predecessor(3) == 2
        assert gc.isenabled() == collecting
        with pytest.raises(numba.TypingError):
            impossible(np.arange(3))
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if was else gc.disable)()
        del jit._KERNELS[-2:]


def test_many_threads_may_call_a_kernel_first() -> None:
    @jit.kernel(jit.INT)
    def successor(number: int) -> int:
        return number + 1

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(successor, range(64))) == list(range(1, 65))
    jit._KERNELS.pop()
