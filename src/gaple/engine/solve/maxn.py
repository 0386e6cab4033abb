"""The search for as many parties as there are seats: max-n.

Every seat takes what is best for itself, and each knows that the others do. Where several actions are equally good to
it, it takes the one with the first tile in the order 00, 01, …, 66, and of a tile's two ends the one with the lower
number: a rule that needs no left and right, so that a mirrored line is worth the same.

There is no window to narrow here, so much more has to be searched than for two parties. Moves are tried in the order of
the rule, and so a later one only counts where it is better. That lets two things be left out: all that comes after a
move that gives the seat the most it can have, by bounds from pips; and a move after which it can have no more than it
has already.
"""

from __future__ import annotations

from typing import Final

from gaple.engine.bits import count, lowest
from gaple.engine.jit import INTS, Ints, inline, kernel
from gaple.engine.tables import BY_RANK

from .board import (
    ALL_IN_HAND,
    FAR,
    GAME,
    IN_HAND,
    LEFT,
    MOVER,
    NEIGHBOURS,
    RIGHT,
    ROW,
    SEATS,
    SUIT,
    WEIGHT,
    Game,
    able,
    bounds,
    bury,
    finish,
    following,
    has_ended,
    lay,
    set_up,
    worth,
)
from .prove import DISCARD, FEW, HIGH_END, LIST, LOW_END
from .table import find, key_of

NODES, LIMIT, MOVE, ENTRIES, DEPTH, _AT_SEAT, _AT_LOW, _AT_HIGH = range(8)
"""Places of ``task``: positions searched so far, and the number to stop at; the move that is taken; the number of
entries of the table; how deep the search stands (-1 at rest), and where."""
TASK: Final = 8

_SEAT, _LOW, _HIGH, _DONE, _TRIED, _COUNT, _KEY, _MOST, _TAKEN, _VALUES = range(10)
FRAME: Final = 9 + SEATS

ENTRY: Final = 2 + SEATS
"""Numbers in an entry of the table: the key, the move that is taken, and what the position is worth to each seat."""
MOST_ENTRIES: Final = 1 << 19
"""28 MiB; a table has no need to be in the cache where so little else can be left out."""

_BLOCK: Final = SEATS * ROW
"""Numbers in the weights of one seat."""


@inline
def list_in_order(board: Ints, moves: Ints, first: int, seat: int, low: int, high: int) -> int:
    """Writes the moves in the order in which they are to be tried, and returns how many."""
    held, left = board[IN_HAND + seat], board[ALL_IN_HAND]
    found = 0
    playable = held & (SUIT[low] | SUIT[high])
    if playable == 0:
        lonely = False
        while held:
            tile = lowest(held)
            held &= held - 1
            found = insert(moves, first, found, DISCARD + tile)
        kept = 0  # of the tiles that nobody can ever play, the first stands for all
        for place in range(found):
            move = moves[first + place]
            alone = NEIGHBOURS[move - DISCARD] & left == 0
            if not (alone and lonely):
                moves[first + kept] = move
                kept += 1
            lonely |= alone
        return kept
    while playable:
        tile = lowest(playable)
        playable &= playable - 1
        if SUIT[low] >> tile & 1:
            found = insert(moves, first, found, LOW_END + tile)
        if high != low and SUIT[high] >> tile & 1:
            found = insert(moves, first, found, HIGH_END + tile)
    return found


@inline
def insert(moves: Ints, first: int, found: int, move: int) -> int:
    """Puts a move behind all whose tile does not come later, and returns how many there are now."""
    place = first + found
    tile = BY_RANK[move & 31]
    while place > first and BY_RANK[moves[place - 1] & 31] > tile:
        moves[place] = moves[place - 1]
        place -= 1
    moves[place] = move
    return found + 1


@inline
def take_back(board: Ints, seat: int, move: int) -> None:
    """Undoes a move."""
    if move >= DISCARD:
        bury(board, seat, move & 31)
    else:
        lay(board, seat, move & 31)


@inline
def few(game: Game, board: Ints) -> bool:
    """Whether bounds from pips are worth their time."""
    return game.rows == 1 or count(board[ALL_IN_HAND]) <= FEW


@kernel(GAME, INTS, INTS, INTS, INTS, INTS, INTS, INTS)
def solve_all(
    game: Game, weights: Ints, board: Ints, task: Ints, values: Ints, table: Ints, frames: Ints, moves: Ints
) -> int:
    """Searches until ``values`` (``int64[5]``) has what the board is worth to every seat, or the limit is reached.

    ``task[MOVE]`` is then what the seat on turn does.

    ``weights`` are those of all seats one after the other. Returns whether it is known; if not, another call goes on
    from where this one stopped. The hand on the board must not have ended.
    """
    depth, seat, low, high = task[DEPTH], task[_AT_SEAT], task[_AT_LOW], task[_AT_HIGH]
    if depth < 0:
        depth, seat, low, high = 0, board[MOVER], board[LEFT], board[RIGHT]
    arriving, entries = True, task[ENTRIES]
    while True:
        frame = depth * FRAME
        if arriving:
            if task[NODES] >= task[LIMIT]:
                task[DEPTH], task[_AT_SEAT], task[_AT_LOW], task[_AT_HIGH] = depth, seat, low, high
                return 0
            task[NODES] += 1
            if low > high:
                low, high = high, low
            seat = able(game, board, seat, low, high)
            found = list_in_order(board, moves, depth * LIST, seat, low, high)
            known = False
            most = FAR
            if found > 1:
                key = key_of(board, seat, low, high)
                place = find(table, key, entries, ENTRY)
                known = table[place] == key
                if known:
                    task[MOVE] = table[place + 1]
                    for other in range(SEATS):
                        values[other] = table[place + 2 + other]
                else:
                    frames[frame + _KEY] = key
                    if few(game, board):
                        most = bounds(game, weights, seat * _BLOCK, board)[1]
            if not known:
                frames[frame + _SEAT], frames[frame + _LOW], frames[frame + _HIGH] = seat, low, high
                frames[frame + _TRIED], frames[frame + _COUNT], frames[frame + _MOST] = 0, found, most
                frames[frame + _VALUES + seat] = -FAR
        else:  # ``values`` is what a move of this frame is worth
            seat, low, high = frames[frame + _SEAT], frames[frame + _LOW], frames[frame + _HIGH]
            take_back(board, seat, frames[frame + _DONE])
            if values[seat] > frames[frame + _VALUES + seat]:
                frames[frame + _TAKEN] = frames[frame + _DONE]
                for other in range(SEATS):
                    frames[frame + _VALUES + other] = values[other]
            known = False
        if not known:
            best = frames[frame + _VALUES + seat]
            tried, found = frames[frame + _TRIED], frames[frame + _COUNT]
            stays = True
            while stays and tried < found and best < frames[frame + _MOST]:
                move = moves[depth * LIST + tried]
                tried += 1
                tile = move & 31
                below, above = low, high
                if move >= DISCARD:
                    bury(board, seat, tile)
                else:
                    lay(board, seat, tile)
                    if move >= HIGH_END:
                        above = WEIGHT[tile] - high
                    else:
                        below = WEIGHT[tile] - low
                if has_ended(game, board, seat, below, above):
                    row = finish(game, board)
                    for other in range(SEATS):
                        values[other] = worth(game, weights, other * _BLOCK + row, board)
                    stays, arriving = False, False
                elif best > -FAR and few(game, board) and bounds(game, weights, seat * _BLOCK, board)[1] <= best:
                    take_back(board, seat, move)
                else:
                    stays, arriving = False, True
                if not stays:
                    frames[frame + _TRIED], frames[frame + _DONE] = tried, move
                    if arriving:
                        seat, low, high, depth = following(game, seat), below, above, depth + 1
            if not stays:
                continue
            task[MOVE] = frames[frame + _TAKEN]
            for other in range(SEATS):
                values[other] = frames[frame + _VALUES + other]
            if found > 1:
                key = frames[frame + _KEY]
                place = find(table, key, entries, ENTRY)
                table[place], table[place + 1] = key, task[MOVE]
                for other in range(SEATS):
                    table[place + 2 + other] = values[other]
        depth -= 1
        if depth < 0:
            task[DEPTH] = -1
            return 1
        arriving = False


@kernel(GAME, INTS, INTS, INTS, INTS, INTS)
def place_all(game: Game, weights: Ints, position: Ints, board: Ints, task: Ints, values: Ints) -> int:
    """Sets the board to a position (:mod:`gaple.engine.state`), and returns whether the hand has ended.

    Then ``values`` is what it is worth to every seat.
    """
    set_up(position, board)
    task[DEPTH] = -1
    if board[MOVER] >= 0:
        return 0
    row = finish(game, board)
    for seat in range(SEATS):
        values[seat] = worth(game, weights, seat * _BLOCK + row, board)
    return 1
