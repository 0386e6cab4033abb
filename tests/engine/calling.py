"""Calling from Python what is for kernels only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that calls what is for kernels, as a kernel."""
    compile_now: Any = numba.njit
    found: Callable[..., Any] = compile_now(function)
    return found


def callable_from_python(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function behind a kernel of its own."""

    def call(*arguments: Any) -> Any:
        return function(*arguments)

    return compiled(call)


def callables_from_python(*functions: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """The same for several."""
    return tuple(map(callable_from_python, functions))
