"""The search for two parties: whether a position is worth at least so much.

A null-window alpha-beta with fail-soft bounds. It has no recursion, so that it can stop at any position and go on
later: all it knows is in the arrays of a :class:`gaple.engine.solve.tree.Tree`. The table of positions met before is
small on purpose: it stays in the processor's cache, and most positions that come again come again soon.

The line is kept with its lower end first, for its mirror image is worth the same. Where both ends are equal, one of two
equal plays is tried. So is one of the discards of tiles that share no number with any other tile in a hand: nobody can
ever play them, and their owner's points are the same whichever is dead. Passes are no positions of their own.

Moves are tried in this order: the one that was best here before; those that block the line, for they need no search;
then by how often each was best elsewhere.
"""

from __future__ import annotations

from typing import Final

from gaple.engine.bits import count, lowest
from gaple.engine.jit import INTS, Ints, inline, kernel

from .board import (
    ALL_IN_HAND,
    FAR,
    GAME,
    IN_HAND,
    LEFT,
    MOVER,
    NEIGHBOURS,
    RIGHT,
    SUIT,
    WEIGHT,
    Game,
    able,
    bounds,
    bury,
    can_block,
    finish,
    following,
    has_ended,
    lay,
    set_up,
    worth,
)
from .table import find, key_of

LOW_END, HIGH_END, DISCARD = 0, 32, 64
"""A move is the place of a tile by rule (9) plus one of these."""
MOVES: Final = 96
_MOVE_BITS: Final = 7  # in a list, a move stands below its score
_MOVE: Final = 127
_BEST, _BLOCKS, _TIRED = 1 << 50, 1 << 40, 1 << 30

GOAL, VALUE, NODES, LIMIT, LEAST, MOST, DEPTH, _AT_SEAT, _AT_LOW, _AT_HIGH = range(10)
"""Places of ``task``: what is to be proved; what was found; the number of positions searched so far, and the number to
stop at; bounds at a glance; how deep the search stands (-1 at rest), and where."""
TASK: Final = 10

_SEAT, _LOW, _HIGH, _DONE, _TRIED, _COUNT, _KEY, _VALUE, _GOOD, _LEAST, _MOST = range(11)
FRAME: Final = 11
LIST: Final = 32
DEPTHS: Final = 30
"""How deep a search can go: every move takes a tile from a hand."""

ENTRY: Final = 4
"""Numbers in an entry of the table: key, least and most worth, best move (-1: not known)."""
ENTRIES: Final = 1 << 14
"""512 KiB."""

FEW: Final = 8
"""Where the worth depends on the winner, bounds from pips pay only with so few tiles left (measured)."""


@inline
def list_moves(game: Game, board: Ints, history: Ints, moves: Ints, first: int, seat: int, low: int, high: int) -> int:
    """Writes the moves that are to be tried, with their scores, and returns how many."""
    held, left = board[IN_HAND + seat], board[ALL_IN_HAND]
    found = 0
    on_low = held & SUIT[low]
    on_high = held & SUIT[high] if high != low else 0
    if on_low | on_high == 0:
        lonely = False
        while held:
            tile = lowest(held)
            held &= held - 1
            if NEIGHBOURS[tile] & left == 0:
                if lonely:
                    continue
                lonely = True
            moves[first + found] = history[DISCARD + tile] << _MOVE_BITS | (DISCARD + tile)
            found += 1
        return found
    while on_low:
        tile = lowest(on_low)
        on_low &= on_low - 1
        end = WEIGHT[tile] - low
        score = history[LOW_END + tile]
        if can_block(game, end, high) and (SUIT[end] | SUIT[high]) & (left ^ (1 << tile)) == 0:
            score += _BLOCKS
        moves[first + found] = score << _MOVE_BITS | (LOW_END + tile)
        found += 1
    while on_high:
        tile = lowest(on_high)
        on_high &= on_high - 1
        end = WEIGHT[tile] - high
        score = history[HIGH_END + tile]
        if can_block(game, end, low) and (SUIT[end] | SUIT[low]) & (left ^ (1 << tile)) == 0:
            score += _BLOCKS
        moves[first + found] = score << _MOVE_BITS | (HIGH_END + tile)
        found += 1
    return found


@inline
def pick(moves: Ints, first: int, tried: int, found: int) -> int:
    """Brings the best of the moves not yet tried to the front of them, and returns it."""
    best = first + tried
    for other in range(best + 1, first + found):
        if moves[other] > moves[best]:
            best = other
    move = moves[best]
    moves[best] = moves[first + tried]
    moves[first + tried] = move
    return move & _MOVE


@inline
def praise(history: Ints, move: int) -> None:
    """Counts that a move was good."""
    history[move] += 1
    if history[move] > _TIRED:
        for other in range(MOVES):
            history[other] >>= 1


@kernel(GAME, INTS, INTS, INTS, INTS, INTS, INTS, INTS)
def prove(
    game: Game, weights: Ints, board: Ints, task: Ints, history: Ints, table: Ints, frames: Ints, moves: Ints
) -> int:
    """Searches until it is known whether the board is worth at least ``task[GOAL]``, or the limit is reached.

    Returns whether it is known. Then ``task[VALUE]`` is a lower bound where it is not below the goal, else an upper
    one. When it is not known, another call goes on from where this one stopped. The hand on the board must not have
    ended.
    """
    goal, depth, nodes, limit = task[GOAL], task[DEPTH], 0, task[LIMIT]
    seat, low, high = task[_AT_SEAT], task[_AT_LOW], task[_AT_HIGH]
    if depth < 0:
        depth, seat, low, high = 0, board[MOVER], board[LEFT], board[RIGHT]
    value, arriving = 0, True
    while True:
        frame = depth * FRAME
        if arriving:
            if nodes == limit:
                task[DEPTH], task[NODES] = depth, nodes
                task[_AT_SEAT], task[_AT_LOW], task[_AT_HIGH] = seat, low, high
                return 0
            nodes += 1
            if low > high:
                low, high = high, low
            seat = able(game, board, seat, low, high)
            known = False
            least, most, good = -FAR, FAR, -1
            found = list_moves(game, board, history, moves, depth * LIST, seat, low, high)
            if found > 1:
                key = key_of(board, seat, low, high)
                place = find(table, key, ENTRIES, ENTRY)
                frames[frame + _KEY] = key
                if table[place] == key:
                    least, most, good = table[place + 1], table[place + 2], table[place + 3]
                    for listed in range(depth * LIST, depth * LIST + found):
                        if moves[listed] & _MOVE == good:
                            moves[listed] += _BEST
                elif game.rows == 1 or count(board[ALL_IN_HAND]) <= FEW:
                    least, most = bounds(game, weights, 0, board)
                known = least >= goal or most < goal
                if known:
                    value = least if least >= goal else most
            if known:
                depth -= 1
            else:
                frames[frame + _SEAT], frames[frame + _LOW], frames[frame + _HIGH] = seat, low, high
                frames[frame + _TRIED], frames[frame + _COUNT] = 0, found
                frames[frame + _LEAST], frames[frame + _MOST] = least, most
                frames[frame + _VALUE] = -FAR if game.ours >> seat & 1 else FAR
                frames[frame + _GOOD] = good
        else:  # a move of this frame was worth ``value``
            seat, low, high = frames[frame + _SEAT], frames[frame + _LOW], frames[frame + _HIGH]
            move = frames[frame + _DONE]
            if move >= DISCARD:
                bury(board, seat, move & 31)
            else:
                lay(board, seat, move & 31)
            ours = game.ours >> seat & 1
            if value > frames[frame + _VALUE] if ours else value < frames[frame + _VALUE]:
                frames[frame + _VALUE] = value
            known = value >= goal if ours else value < goal
            if known or frames[frame + _TRIED] == frames[frame + _COUNT]:
                value = frames[frame + _VALUE]
                if frames[frame + _COUNT] > 1:
                    if known:
                        praise(history, move)
                    place = find(table, frames[frame + _KEY], ENTRIES, ENTRY)
                    table[place] = frames[frame + _KEY]
                    table[place + 1] = max(frames[frame + _LEAST], value) if value >= goal else frames[frame + _LEAST]
                    table[place + 2] = min(frames[frame + _MOST], value) if value < goal else frames[frame + _MOST]
                    table[place + 3] = move if known else frames[frame + _GOOD]
                known = True
                depth -= 1
            else:
                known = False
        if known:
            if depth < 0:
                task[VALUE], task[DEPTH], task[NODES] = value, -1, nodes
                return 1
            arriving = False
            continue
        # the next move
        move = pick(moves, depth * LIST, frames[frame + _TRIED], frames[frame + _COUNT])
        frames[frame + _TRIED] += 1
        frames[frame + _DONE] = move
        tile = move & 31
        if move >= DISCARD:
            bury(board, seat, tile)
        else:
            lay(board, seat, tile)
            if move >= HIGH_END:
                high = WEIGHT[tile] - high
            else:
                low = WEIGHT[tile] - low
        if has_ended(game, board, seat, low, high):
            value, arriving = worth(game, weights, finish(game, board), board), False
        else:
            seat = following(game, seat)
            depth, arriving = depth + 1, True


@kernel(GAME, INTS, INTS, INTS, INTS)
def place(game: Game, weights: Ints, position: Ints, board: Ints, task: Ints) -> int:
    """Sets the board to a position (:mod:`gaple.engine.state`), and returns whether the hand has ended.

    Then ``task[VALUE]`` is what it is worth; else ``task[LEAST]`` and ``task[MOST]`` are bounds from pips.
    """
    set_up(position, board)
    task[DEPTH] = -1
    if board[MOVER] >= 0:
        task[LEAST], task[MOST] = bounds(game, weights, 0, board)
        return 0
    task[VALUE] = worth(game, weights, finish(game, board), board)
    return 1
