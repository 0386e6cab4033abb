"""Sets of tiles as the processor sees them: counting bits, finding them, and a 128-bit product.

Numba reaches these through LLVM; where the processor has no instruction, LLVM has a substitute, but for ``pdep``, whose
substitute is here.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import Any, Final, cast

import numba
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from .jit import inline

_WORD: Final = ir.IntType(64)
_TWO_WORDS: Final = ir.IntType(128)
_config: Any = numba.config  # Numba is typed in part only


def _unary(kind: Any, build: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """A function for kernels of one argument, from how LLVM computes it."""

    def typed(typing_context: Any, a: Any) -> Any:
        return kind(kind), lambda context, builder, signature, arguments: build(builder, *arguments)

    return cast(Any, intrinsic(typed))  # type: ignore[no-any-return]


def _binary(kind: Any, build: Callable[[Any, Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The same for two arguments."""

    def typed(typing_context: Any, a: Any, b: Any) -> Any:
        return kind(kind, kind), lambda context, builder, signature, arguments: build(builder, *arguments)

    return cast(Any, intrinsic(typed))  # type: ignore[no-any-return]


def _multiply_high(builder: Any, a: Any, b: Any) -> Any:
    product = builder.mul(builder.zext(a, _TWO_WORDS), builder.zext(b, _TWO_WORDS))
    return builder.trunc(builder.lshr(product, ir.Constant(_TWO_WORDS, 64)), _WORD)


def _deposit(builder: Any, source: Any, mask: Any) -> Any:
    name = "llvm.x86.bmi.pdep.64"
    kind = ir.FunctionType(_WORD, (_WORD, _WORD))
    return builder.call(builder.module.globals.get(name) or ir.Function(builder.module, kind, name), (source, mask))


count: Callable[[int], int] = _unary(types.int64, lambda builder, mask: builder.ctpop(mask))
"""How many tiles a set has."""

lowest: Callable[[int], int] = _unary(
    types.int64, lambda builder, mask: builder.cttz(mask, ir.Constant(ir.IntType(1), 1))
)
"""The first tile of a set, which must not be empty, as an index."""

multiply_high: Callable[[Any, Any], Any] = _binary(types.uint64, _multiply_high)
"""The upper 64 bits of the product of two ``uint64``."""

deposit: Callable[[int, int], int] = _binary(types.int64, _deposit)
"""x86's ``pdep``: the low bits of the first laid where the second has bits. Only where :data:`HAS_DEPOSIT`."""


@inline
def select_deposited(mask: int, index: int) -> int:
    """:func:`select` on a processor with ``pdep``."""
    return lowest(deposit(1 << index, mask))


@inline
def select_counted(mask: int, index: int) -> int:
    """:func:`select` on any processor."""
    for _ in range(index):
        mask &= mask - 1
    return lowest(mask)


def _has_deposit() -> bool:
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    if _config.CPU_NAME is not None or _config.CPU_FEATURES is not None:  # kernels are made for another processor
        return "+bmi2" in (_config.CPU_FEATURES or "")
    return bool(llvm.get_host_cpu_features().get("bmi2"))


HAS_DEPOSIT: Final = _has_deposit()

select = select_deposited if HAS_DEPOSIT else select_counted
"""The tile of a set that has ``index`` others before it, as an index; the set must have that many."""
