"""Room to work in, made inside a kernel.

Numba compiles ``np.empty`` to the end, machine code and all, for every kind of array and of caller. Here each kind of
array has one caller, which kernels share.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import routine


@routine
def ints(n: int) -> Any:
    """``int64[n]``, of any numbers."""
    return np.empty(n, np.int64)


@routine
def zeros(n: int) -> Any:
    """``int64[n]``, all 0."""
    numbers = ints(n)
    for place in range(n):
        numbers[place] = 0
    return numbers


@routine
def int_rows(n: int, width: int) -> Any:
    """``int64[n, width]``, of any numbers."""
    return np.empty((n, width), np.int64)


@routine
def floats(n: int) -> Any:
    """``float64[n]``, of any numbers."""
    return np.empty(n, np.float64)


@routine
def float_rows(n: int, width: int) -> Any:
    """``float64[n, width]``, of any numbers."""
    return np.empty((n, width), np.float64)


@routine
def singles(n: int) -> Any:
    """``float32[n]``, of any numbers."""
    return np.empty(n, np.float32)
