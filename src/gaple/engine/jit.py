"""How kernels are compiled: two decorators, and warming up.

``@inline`` and ``@routine`` are for functions that kernels call, ``@kernel(...)`` for those that Python calls. All
release the GIL and divide as NumPy does (no exception inside a kernel), and none may be given values that Python has
not checked: there are no bounds checks.

Integers are ``int64`` throughout, masks too. Numba makes a *float* of an ``int64`` and a ``uint64``, so only
:mod:`gaple.engine.rng` has unsigned numbers.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import pkgutil
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final, NoReturn, Protocol, TypeVar

import numba
from numba import types

from .cache import FOLDER, KernelCache
from .parts import PartCompiler


class Ints(Protocol):
    """How kernel code types an array of numbers: an item is an ``int``."""

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: int, value: int, /) -> None: ...


_F = TypeVar("_F", bound=Callable[..., Any])

# Numba's rewriting is for array expressions, which no kernel has, and for dead branches, which LLVM removes too.
_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "boundscheck": False, "no_rewrites": True}

# What Python never calls needs no door to it; leaving the doors out saves a quarter of the time to compile everything
# (and gaple.engine.parts another).
_OUTER: Final[dict[str, Any]] = {"no_cfunc_wrapper": True}
_INNER: Final[dict[str, Any]] = {
    "pipeline_class": PartCompiler,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}

INT: Final = types.int64
"""The type of every number in a kernel."""
SEED: Final = types.uint64
INTS: Final = types.int64[::1]
"""A contiguous array of numbers."""
ROWS: Final = types.int64[:, ::1]
BYTES: Final = types.int8[::1]
SHORTS: Final = types.int16[::1]
FLOAT_ROWS: Final = types.float64[:, ::1]
FLOAT: Final = types.float64
FLOATS: Final = types.float64[::1]


class Progress(Protocol):
    """Told before each kernel that is readied, and once when all are."""

    def __call__(self, done: int, total: int, name: str) -> None:
        """``done`` kernels of ``total`` are ready; ``name`` comes next (empty when all are)."""
        ...


_WARM: Final = "warm"  # the file that says that all kernels of these sources have been readied once
_LOCK: Final = threading.Lock()  # several threads may be the first to call a kernel
_KERNELS: Final[list[tuple[Any, tuple[Any, ...]]]] = []


def inline(function: _F) -> _F:
    """A function for kernels, put in the place of each call: constants given to it specialise the kernel."""
    compiled: _F = _for_kernels(numba.njit(forceinline=True, **_INNER, **_OPTIONS)(function))
    return compiled


def routine(function: _F) -> _F:
    """A function for kernels that is worth a call of its own: large, seldom used, or recursive with declared types."""
    compiled: _F = _for_kernels(numba.njit(**_INNER, **_OPTIONS)(function))
    return compiled


def _for_kernels(dispatcher: Any) -> Any:
    """Keeps Numba from compiling a function once more for every constant that it is called with.

    LLVM sees the constants all the same, and it is there that they are of use. Python is refused: without a wrapper of
    its own a call would crash.
    """
    ordinary = dispatcher.get_call_template
    unliteral: Any = types.unliteral

    def get_call_template(args: Any, kws: Any) -> Any:
        args = tuple(unliteral(kind) for kind in args)
        return ordinary(args, {name: unliteral(kind) for name, kind in kws.items()})

    def refuse(*args: Any, **kws: Any) -> NoReturn:
        raise TypeError(f"{dispatcher.__name__} is for kernels only")

    dispatcher.get_call_template = get_call_template
    dispatcher._insert = lambda *args, **kws: (
        None
    )  # keeps what is compiled out of the table that Python's calls look in
    dispatcher._compile_for_args = refuse
    return dispatcher


def kernel(*signature: Any) -> Callable[[_F], _F]:
    """A function that Python calls, for arguments of these Numba types and no others.

    Compiled when first called or by :func:`warm_up`, and kept on disk from then on.
    """

    def compile_later(function: _F) -> _F:
        dispatcher: Any = numba.njit(**_OUTER, **_OPTIONS)(function)
        if FOLDER is not None:
            kept: Any = KernelCache
            dispatcher._cache = kept(function)

        def compile_for(*args: Any, **kws: Any) -> Any:
            """What Numba calls where it knows no version for these arguments: at the first call."""
            found = [dispatcher.typeof_pyval(argument) for argument in args]
            context = dispatcher.typingctx
            if len(found) != len(signature) or None in map(context.can_convert, found, signature):
                raise TypeError(f"{function.__name__} takes {signature}, not {tuple(found)}")
            return _ready(dispatcher, signature)

        dispatcher._compile_for_args = compile_for
        _KERNELS.append((dispatcher, signature))
        compiled: _F = dispatcher
        return compiled

    return compile_later


def _ready(dispatcher: Any, signature: tuple[Any, ...]) -> Any:
    """The machine code for the declared types; from now on Numba makes no version for others."""
    with _LOCK:
        if not dispatcher.overloads:
            with _garbage_kept():
                dispatcher.compile(signature)
            dispatcher.disable_compile()
    (compiled,) = dispatcher.overloads.values()
    return compiled.entry_point


@contextlib.contextmanager
def _garbage_kept() -> Iterator[None]:
    """Leaves cyclic garbage where it is for a while.

    Compiling makes objects by the hundred thousand, and to look through them for garbage again and again takes a sixth
    of the time to compile everything. What one kernel leaves is small.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def is_warm() -> bool:
    """Whether every kernel of these sources is on disk, so that readying them takes no time worth telling of."""
    return FOLDER is not None and (FOLDER / _WARM).exists()


def warm_up(progress: Progress | None = None) -> None:
    """Readies every kernel of the engine: from disk, else by compiling it.

    ``progress`` is told of each; the first time on a machine takes seconds, later ones milliseconds a kernel.
    """
    _import_all()
    total = len(_KERNELS)
    for done, (dispatcher, signature) in enumerate(_KERNELS):
        if progress:
            progress(done, total, dispatcher.__name__)
        _ready(dispatcher, signature)
    if progress:
        progress(total, total, "")
    if FOLDER is not None and FOLDER.is_dir():
        (FOLDER / _WARM).touch()


def _import_all() -> None:
    """Imports the engine's modules, for that is what makes their kernels known."""
    package = importlib.import_module(__package__)
    for module in pkgutil.walk_packages(package.__path__, f"{__package__}."):
        importlib.import_module(module.name)
