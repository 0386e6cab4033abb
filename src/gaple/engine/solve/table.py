"""The table of positions that were searched before.

Who holds or held a tile never changes below one deal. So the tiles in hands and the dead tiles, 28 bits each, with the
two ends and the turn, 8 bits, tell the positions of one deal apart: the key is exact, and no position is ever taken for
another.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gaple.engine.bits import count
from gaple.engine.jit import Ints, inline
from gaple.engine.tables import ALL

from .board import ALL_GONE, ALL_IN_HAND

_PAIR: Final[NDArray[np.int64]] = np.array(
    [sum(7 - k for k in range(min(a, b))) + abs(a - b) for a in range(7) for b in range(7)], np.int64
)
"""``int64[49]``: a number below 28 for two ends, whichever comes first."""
_HASH_A, _HASH_B = 0x1E3779B97F4A7C15, 0x56E8FEB86659FD93


@inline
def key_of(board: Ints, seat: int, low: int, high: int) -> int:
    """The position on the board, with ``seat`` on turn at these ends, as a number; never 0 while a hand goes on."""
    return int(board[ALL_IN_HAND] | board[ALL_GONE] << 28 | _PAIR[7 * low + high] << 56 | seat << 61)


@inline
def find(table: Ints, key: int, entries: int, width: int) -> int:
    """The place of the entry where a key is, or is to be put, in a table of ``entries`` times ``width`` numbers.

    ``entries`` is a power of two. Two are open to each key. The first keeps what has more tiles in hands, and so took
    more work; the second what came last.
    """
    mixed = key * _HASH_A
    mixed = (mixed ^ (mixed >> 32)) * _HASH_B
    place = ((mixed >> 32) & (entries - 2)) * width
    other = table[place]
    if other != key and (table[place + width] == key or count(other & ALL) > count(key & ALL)):
        place += width
    return place
