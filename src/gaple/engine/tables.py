"""The 28 tiles as arrays for kernels; Numba makes constants of them.

Everything comes from :mod:`gaple.tiles`, which is the telling that people read. Smaller sets (double-two, double-three,
…) are subsets of this one, see :func:`universe`: a kernel needs no other tables for them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gaple.tiles import ALL as _ALL
from gaple.tiles import DOUBLES as _DOUBLES
from gaple.tiles import SUITS as _SUITS
from gaple.tiles import TILES as _TILES

ALL: Final = int(_ALL)
"""The whole set."""
DOUBLES: Final = int(_DOUBLES)
BLANK: Final = 1
"""[0-0] as a set."""

SUITS: Final[NDArray[np.int64]] = np.array(_SUITS, np.int64)
"""``int64[7]``: for each number the seven tiles that bear it."""
FITS: Final[NDArray[np.int64]] = np.array([a | b for a in _SUITS for b in _SUITS], np.int64)
"""``int64[49]``: the tiles that fit ends ``a`` and ``b``, at ``7 * a + b``."""
PIPS: Final[NDArray[np.int64]] = np.array([tile.pips for tile in _TILES], np.int64)
"""``int64[28]``: the sum of both ends. ``PIPS[tile] - end`` is the other end."""
PLAYS: Final[NDArray[np.int64]] = np.array([a | b << 28 for a in _SUITS for b in _SUITS], np.int64)
"""``int64[49]``: all plays there are on ends ``a`` and ``b``, at ``7 * a + b``; those on the right 28 bits up."""
PLAY_PIPS: Final[NDArray[np.int64]] = np.tile(PIPS, 2)
"""``int64[56]``: the pips of the tile of each play."""
LOW: Final[NDArray[np.int64]] = np.array([tile.low for tile in _TILES], np.int64)
HIGH: Final[NDArray[np.int64]] = np.array([tile.high for tile in _TILES], np.int64)

BY_RANK: Final[NDArray[np.int64]] = np.array(
    [tile.index for tile in sorted(_TILES, key=lambda tile: (tile.pips, tile.low))], np.int64
)
"""``int64[28]``: the tiles in the order in which rule (9) compares them: by pips, then by low end."""
RANK: Final[NDArray[np.int64]] = np.argsort(BY_RANK).astype(np.int64)
"""``int64[28]``: each tile's place in that order."""
NO_RANK: Final = 28
"""A place after all tiles."""

ONES, TWOS, FOURS, EIGHTS = (sum(tile.bit for tile in _TILES if tile.pips >> k & 1) for k in range(4))
"""The tiles whose pips have this power of two in them, for counting a set's pips by counting bits."""


def universe(suits: int) -> int:
    """The tiles of a smaller set: those whose ends are both below ``suits``.

    >>> universe(3).bit_count(), universe(7) == ALL
    (6, True)
    """
    return sum(tile.bit for tile in _TILES if tile.high < suits)
