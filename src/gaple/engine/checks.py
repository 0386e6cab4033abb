"""What Python gives to a kernel is looked at here first, for a kernel looks at nothing."""

from __future__ import annotations

import operator
from typing import Final, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gaple.errors import GapleError
from gaple.rules import Rules

from .state import BLOCKED, DEAD, END, GOES_ON, HELD, LEADABLE, LEFT_END, NO_LINE, NOBODY, RIGHT_END, SIZE, TURN, TURNS
from .tables import ALL, FITS

MOST_HANDS: Final = 10**12
MOST_SEED: Final = 2**64 - 1
MOST_THREADS: Final = 1024


class EngineError(GapleError):
    """A number, a policy or a position that a kernel cannot be given."""


def whole(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """The value as an ``int``. Raises :class:`EngineError` where it is no whole number from ``least`` to ``most``.

    >>> whole("hands", 5, 0, 10)
    5
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise EngineError("engine-number", name=name, value=repr(value), least=least, most=most) from None
    if isinstance(value, bool) or not least <= number <= most:
        raise EngineError("engine-number", name=name, value=repr(value), least=least, most=most)
    return number


def checked_positions(rules: Rules, positions: ArrayLike) -> NDArray[np.int64]:
    """Positions as ``int64[n, 16]``, contiguous, each one that can be played on by these rules.

    Raises :class:`EngineError` that says which position is wrong, and how.
    """
    array = np.asarray(positions)
    if array.ndim != 2 or array.shape[1] != SIZE or array.dtype.kind not in "iu":
        raise EngineError("engine-position-shape", shape=array.shape, dtype=array.dtype, size=SIZE)
    array = np.ascontiguousarray(array, np.int64)
    for reason, wrong in _faults(rules, array):
        if wrong.any():
            raise EngineError(f"engine-position-{reason}", index=int(np.argmax(wrong)))
    return array


def _faults(rules: Rules, array: NDArray[np.int64]) -> list[tuple[str, NDArray[np.bool_]]]:
    """For each kind of fault which positions have it; a later kind may be nonsense where an earlier one is found."""
    tiles = array[:, HELD : DEAD + 5]
    held, dead = array[:, HELD : HELD + 5], array[:, DEAD : DEAD + 5]
    left, right, turn, end = array[:, LEFT_END], array[:, RIGHT_END], array[:, TURN], array[:, END]
    everywhere = np.bitwise_or.reduce(tiles, axis=1)
    each = ((held | dead)[:, :, None] >> np.arange(28) & 1).sum(axis=2)  # tiles of every seat
    absent = (held | dead)[:, rules.players :]

    empty = (left == NO_LINE) & (right == NO_LINE)
    line = (left >= 0) & (left <= 6) & (right >= 0) & (right <= 6)
    on = (end == GOES_ON) & (turn >= 0) & (turn < rules.players)
    over = (end > GOES_ON) & (end <= BLOCKED) & (turn == NOBODY)
    seat = np.where(on, turn, 0)
    mine = np.take_along_axis(held, seat[:, None], axis=1)[:, 0]
    fitting = FITS[np.where(line, 7 * left + right, 0)] & np.bitwise_or.reduce(held, axis=1)
    leads = array[:, LEADABLE] & mine
    stuck = np.where(empty, leads == 0, (fitting == 0) | (mine == 0))
    return [
        ("tiles", ((tiles < 0) | (tiles > ALL)).any(axis=1) | (tiles.sum(axis=1) != everywhere)),
        ("seats", absent.any(axis=1) | (each > rules.hand).any(axis=1)),
        ("ends", ~(empty | line) | (array[:, LEADABLE] < 0) | (array[:, LEADABLE] > ALL)),
        ("turn", ~(on | over) | (array[:, TURNS] < 0) | (array[:, TURNS] > 1000)),
        ("stuck", on & stuck),
    ]
