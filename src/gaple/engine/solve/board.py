"""What a solver searches: a position, and what its end is worth.

Two things make the search quick, and both are right for every rule set.

*Tiles in the order of rule (9).* Here bit *k* of a set is the tile with *k* others before it by pips, then by low end.
The tile that breaks a tie is then a set's lowest bit, and so is the lightest tile of a hand.

*A key without collisions.* Who holds or held a tile never changes below one deal. So the tiles in hands and the dead
tiles, 28 bits each, with the ends and the turn, 8 bits, tell positions of one deal apart exactly.

The worth of an end is linear in the points once the winner is known, in every settlement of rule (11): ``weights`` has
for each possible winner a factor for each seat's points and a constant (:mod:`gaple.engine.solve.goal`).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import typeof
from numpy.typing import NDArray

from gaple.engine.bits import lowest
from gaple.engine.jit import Ints, inline
from gaple.engine.state import DEAD, HELD, LEFT_END, RIGHT_END, TURN, in_hands
from gaple.engine.tables import BY_RANK, HIGH, LOW, PIPS, RANK

SEATS: Final = 5
FAR: Final = 1 << 62
"""More than anything is worth."""
ROW: Final = SEATS + 1
"""Numbers in a row of ``weights``: a factor for each seat, and the constant."""

# Tables in the order of rule (9)

WEIGHT: Final[NDArray[np.int64]] = PIPS[BY_RANK]
"""``int64[28]``: pips."""
SUIT: Final[NDArray[np.int64]] = np.array(
    [sum(1 << k for k in range(28) if end in (LOW[BY_RANK[k]], HIGH[BY_RANK[k]])) for end in range(7)], np.int64
)
"""``int64[7]``: the tiles that bear a number."""
NEIGHBOURS: Final[NDArray[np.int64]] = np.array(
    [(SUIT[LOW[BY_RANK[k]]] | SUIT[HIGH[BY_RANK[k]]]) & ~(1 << k) for k in range(28)], np.int64
)
"""``int64[28]``: the other tiles that share a number with this one."""
BLANKS: Final = int(SUIT[0])

# A board is int64[SIZE]: a position, with what the search keeps up to date beside it

IN_HAND: Final = 0
"""``IN_HAND + seat``: the tiles in a hand."""
GONE: Final = 5
"""``GONE + seat``: a seat's dead tiles."""
PIPS_LEFT: Final = 10
"""``PIPS_LEFT + seat``: pips on both."""
PIPS_GONE: Final = 15
"""``PIPS_GONE + seat``: pips on the dead ones."""
LEAST: Final = 20
"""``LEAST + seat``: room for the fewest points that a seat can still end with."""
MOST: Final = 25
"""``MOST + seat``: room for the most."""
ALL_IN_HAND: Final = 30
"""The tiles in all hands."""
ALL_GONE: Final = 31
"""All dead tiles."""
MOVER, LEFT, RIGHT = 32, 33, 34
BOARD: Final = 35


class Game(NamedTuple):
    """What of the rules matters to the search; truths are 0 or 1.

    ``parity`` is whether the parity theorem holds (:func:`can_block`): nothing is discarded and every tile was dealt.
    ``first_out`` is the only seat that can ever be out, where that is known, else -1 (see :func:`bounds`). ``rows`` is
    how many rows the weights have: 1 where the worth of an end does not depend on the winner. ``ours`` is the set of
    seats that play for the worth; all others play against it.
    """

    players: int
    discard: int
    clean: int
    total: int
    lone: int
    parity: int
    first_out: int
    rows: int
    ours: int


_type_of: Any = typeof  # Numba is typed in part only
GAME: Final = _type_of(Game(*range(len(Game._fields))))


@inline
def by_rank(tiles: int) -> int:
    """A set of tiles in the order of rule (9)."""
    found = 0
    while tiles:
        found |= 1 << RANK[lowest(tiles)]
        tiles &= tiles - 1
    return found


@inline
def set_up(position: Ints, board: Ints) -> None:
    """The board of a position (:mod:`gaple.engine.state`) with a line on the table."""
    for seat in range(SEATS):
        board[IN_HAND + seat] = by_rank(position[HELD + seat])
        board[GONE + seat] = by_rank(position[DEAD + seat])
        board[PIPS_GONE + seat] = pips(board[GONE + seat])
        board[PIPS_LEFT + seat] = pips(board[IN_HAND + seat]) + board[PIPS_GONE + seat]
    board[ALL_IN_HAND] = by_rank(in_hands(position))
    board[ALL_GONE] = 0
    for seat in range(SEATS):
        board[ALL_GONE] |= board[GONE + seat]
    board[MOVER] = position[TURN]
    board[LEFT] = position[LEFT_END]
    board[RIGHT] = position[RIGHT_END]


@inline
def pips(tiles: int) -> int:
    """All pips on the tiles of a set."""
    total = 0
    while tiles:
        total += WEIGHT[lowest(tiles)]
        tiles &= tiles - 1
    return total


@inline
def winner(game: Game, board: Ints) -> int:
    """Who wins by rules (9) and (10); the points are in ``MOST``."""
    first, step = 0, 1
    if game.total != 0:
        difference = board[MOST] + board[MOST + 2] - board[MOST + 1] - board[MOST + 3]
        if difference != 0:
            first, step = int(difference > 0), 2
    best = first
    for seat in range(first + step, game.players, step):
        if board[MOST + seat] < board[MOST + best]:
            best = seat
        elif board[MOST + seat] == board[MOST + best]:
            a, b = board[IN_HAND + best] | board[GONE + best], board[IN_HAND + seat] | board[GONE + seat]
            if b & -b < a & -a:  # no tile at all is 0, and comes first
                best = seat
    return best


@inline
def count_points(game: Game, board: Ints) -> None:
    """Writes everybody's points (rule 8) into ``MOST``."""
    for seat in range(SEATS):
        board[MOST + seat] = board[PIPS_LEFT + seat]
        if game.lone != 0 and (board[IN_HAND + seat] | board[GONE + seat]) & BLANKS == 1:
            board[MOST + seat] += game.lone


@inline
def finish(game: Game, board: Ints) -> int:
    """Counts the points of a hand that has ended, and returns the row of the weights that holds then."""
    count_points(game, board)
    return ROW * winner(game, board) if game.rows > 1 else 0


@inline
def worth(game: Game, weights: Ints, row: int, board: Ints) -> int:
    """What the end is worth, once :func:`finish` has found the row."""
    value = weights[row + SEATS]
    for seat in range(SEATS):
        value += weights[row + seat] * board[MOST + seat]
    return value


@inline
def bounds(game: Game, weights: Ints, first: int, board: Ints) -> tuple[int, int]:
    """The least and the most that the hand can still be worth, from pips alone; the weights begin at ``first``.

    Nobody ends with more points than now (but for ``lone``), nor with fewer than the dead tiles have. With a discard
    whenever one is stuck and ``end=empty``, every turn takes one tile from a hand; so who empties its hand first is
    known from the start, and every other seat keeps a tile, at least its lightest.
    """
    lowest_most = FAR
    for seat in range(SEATS):  # of those not at the table all is 0: a fixed number of steps is quicker
        held = board[IN_HAND + seat]
        least, most = board[PIPS_GONE + seat], board[PIPS_LEFT + seat]
        if game.first_out >= 0 and seat != game.first_out and held != 0:
            least += WEIGHT[lowest(held)]
        if game.lone != 0 and (held | board[GONE + seat]) & 1:
            most += game.lone
        board[LEAST + seat], board[MOST + seat] = least, most
        if seat < game.players:
            lowest_most = min(lowest_most, most)
    least_worth, most_worth = FAR, -FAR
    for row in range(game.rows):
        if game.rows == 1 or game.total != 0 or board[LEAST + row] <= lowest_most:
            a = b = weights[first + ROW * row + SEATS]
            for seat in range(SEATS):
                factor = weights[first + ROW * row + seat]
                with_least, with_most = factor * board[LEAST + seat], factor * board[MOST + seat]
                a += min(with_least, with_most)
                b += max(with_least, with_most)
            least_worth, most_worth = min(least_worth, a), max(most_worth, b)
    return least_worth, most_worth


@inline
def lay(board: Ints, seat: int, tile: int) -> None:
    """A tile goes from a hand onto the line, or back, for doing so twice changes nothing."""
    bit = 1 << tile
    board[IN_HAND + seat] ^= bit
    board[ALL_IN_HAND] ^= bit
    weight = WEIGHT[tile]
    board[PIPS_LEFT + seat] += weight if board[IN_HAND + seat] >> tile & 1 else -weight


@inline
def bury(board: Ints, seat: int, tile: int) -> None:
    """A tile goes from a hand to the dead ones, or back."""
    bit = 1 << tile
    board[IN_HAND + seat] ^= bit
    board[GONE + seat] ^= bit
    board[ALL_IN_HAND] ^= bit
    board[ALL_GONE] ^= bit
    weight = WEIGHT[tile]
    board[PIPS_GONE + seat] += weight if board[GONE + seat] >> tile & 1 else -weight


@inline
def can_block(game: Game, end: int, other: int) -> bool:
    """Whether a line with these ends can be blocked at all: a glance at the ends before a look at the hands.

    The parity theorem: where nothing is discarded and every tile was dealt, a blocked line has two equal ends, and all
    seven tiles of that suit are on it.

    *Proof.* Every tile is in a hand or on the line. Let the line be blocked with ends *a* and *b*. No hand has a tile
    with *a*, so all seven are on the line; they bear *a* eight times, the double twice. Inside the line equal halves
    touch in pairs, so of the halves with *a* an even number lies inside, and of eight an even number lies at the two
    ends: not none, for *a* is at an end; so both. Conversely, with *a* at both ends and no tile of *a* in a hand,
    nobody can play. ∎
    """
    return game.parity == 0 or end == other


@inline
def following(game: Game, seat: int) -> int:
    """The next seat in order of play."""
    return seat + 1 if seat + 1 < game.players else 0


@inline
def able(game: Game, board: Ints, seat: int, low: int, high: int) -> int:
    """The seat from ``seat`` on that does something: others have no tile (rule 7), or can only pass.

    There is one, since the hand goes on.
    """
    needed = SUIT[low] | SUIT[high] if game.discard == 0 else -1
    while board[IN_HAND + seat] & needed == 0:
        seat = following(game, seat)
    return seat


@inline
def has_ended(game: Game, board: Ints, seat: int, low: int, high: int) -> bool:
    """Whether the hand is over after ``seat`` has laid or discarded a tile (rule 7)."""
    if board[IN_HAND + seat] == 0 and (game.clean == 0 or board[GONE + seat] == 0):
        return True
    return bool(board[ALL_IN_HAND] & (SUIT[low] | SUIT[high]) == 0)
