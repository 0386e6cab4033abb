"""Calling from Python what is for kernels only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba


def callable_from_python(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function behind a kernel of its own."""
    compile_now: Any = numba.njit

    def call(*arguments: Any) -> Any:
        return function(*arguments)

    compiled: Callable[..., Any] = compile_now(call)
    return compiled


def callables_from_python(*functions: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """The same for several."""
    return tuple(map(callable_from_python, functions))
