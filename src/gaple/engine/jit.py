"""How kernels are compiled: two decorators, and warming up.

``@inline`` is for functions that kernels call, ``@kernel(...)`` for those that Python calls. Both release the GIL, both
divide as NumPy does (no exception inside a kernel), and neither may be given values that Python has not checked:
there are no bounds checks.

Integers are ``int64`` throughout, masks too. Numba makes a *float* of an ``int64`` and a ``uint64``, so only
:mod:`gaple.engine.rng` has unsigned numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

import numba
from numba import types

from .cache import FOLDER, KernelCache


class Ints(Protocol):
    """How kernel code types an array of numbers: an item is an ``int``."""

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: int, value: int, /) -> None: ...


_F = TypeVar("_F", bound=Callable[..., Any])

_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "boundscheck": False}

INT: Final = types.int64
"""The type of every number in a kernel."""
SEED: Final = types.uint64
INTS: Final = types.int64[::1]
"""A contiguous array of numbers."""
ROWS: Final = types.int64[:, ::1]
BYTES: Final = types.int8[::1]
SHORTS: Final = types.int16[::1]
FLOAT_ROWS: Final = types.float64[:, ::1]
FLOATS: Final = types.float64[::1]


class Progress(Protocol):
    """Told before each kernel that is readied, and once when all are."""

    def __call__(self, done: int, total: int, name: str) -> None:
        """``done`` kernels of ``total`` are ready; ``name`` comes next (empty when all are)."""
        ...


_KERNELS: Final[list[tuple[Any, tuple[Any, ...]]]] = []


def inline(function: _F) -> _F:
    """A function for kernels, put in the place of each call: constants given to it specialise the kernel."""
    compiled: _F = _one_for_all_constants(numba.njit(forceinline=True, **_OPTIONS)(function))
    return compiled


def routine(function: _F) -> _F:
    """A function for kernels that is worth a call of its own: large, seldom used, or recursive with declared types."""
    compiled: _F = _one_for_all_constants(numba.njit(**_OPTIONS)(function))
    return compiled


def _one_for_all_constants(dispatcher: Any) -> Any:
    """Keeps Numba from compiling a function once more for every constant that it is called with.

    LLVM sees the constants all the same, and it is there that they are of use.
    """
    ordinary = dispatcher.get_call_template
    unliteral: Any = types.unliteral

    def get_call_template(args: Any, kws: Any) -> Any:
        args = tuple(unliteral(kind) for kind in args)
        return ordinary(args, {name: unliteral(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def kernel(*signature: Any) -> Callable[[_F], _F]:
    """A function that Python calls, for arguments of these Numba types.

    Compiled when first called or by :func:`warm_up`, and kept on disk from then on.
    """

    def compile_later(function: _F) -> _F:
        dispatcher: Any = numba.njit(**_OPTIONS)(function)
        if FOLDER is not None:
            kept: Any = KernelCache
            dispatcher._cache = kept(function)
        _KERNELS.append((dispatcher, signature))
        compiled: _F = dispatcher
        return compiled

    return compile_later


def is_warm() -> bool:
    """Whether every kernel of these sources is on disk, so that readying them takes no time worth telling of."""
    return FOLDER is not None and (FOLDER / _mark()).exists()


def warm_up(progress: Progress | None = None) -> None:
    """Readies every kernel of the modules imported so far: from disk, else by compiling it.

    ``progress`` is told of each; the first time on a machine takes seconds, later ones milliseconds a kernel.
    """
    total = len(_KERNELS)
    for done, (dispatcher, signature) in enumerate(_KERNELS):
        if progress:
            progress(done, total, dispatcher.__name__)
        dispatcher.compile(signature)
    if progress:
        progress(total, total, "")
    if FOLDER is not None and FOLDER.is_dir():
        (FOLDER / _mark()).touch()


def _mark() -> str:
    """The file that says that as many kernels as there are now have been readied once."""
    return f"warm-{len(_KERNELS)}"
