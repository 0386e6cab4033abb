"""What a seat may know of a hand, as numbers for learning: how they are laid out, and the kernel that writes them.

This is the fast telling of :mod:`gaple.envs.observation`, which takes the same numbers from a :class:`gaple.View`.
It works on *rows* (:mod:`gaple.engine.rows`). A row has everything in it, so what the kernel reads of it is listed here
by who may know it: a seat's own tiles and discards; everybody's numbers of tiles and discards; the line; the voids.
"""

from __future__ import annotations

from typing import Any, Final

from numba import types

from .bits import count, lowest
from .jit import INT, INTS, ROWS, Ints, inline, kernel
from .params import PARAMS, Params
from .state import ACTIONS, DEAD, DISCARD, HELD, LEFT_END, RIGHT_END, SIZE, TURN, TURNS

VOIDS: Final = SIZE
"""The place in a row of seven bits a seat, A's lowest: the numbers that it is known to hold no tile of."""
LINE: Final = SIZE + 1
"""The tiles on the table, as a set."""
WIDTH: Final = SIZE + 2
"""A row is ``int64[WIDTH]``: a position, and what the table remembers besides."""

HAND, OWN_DEAD, ON_LINE, LEFT_SHOWN, RIGHT_SHOWN, BY_SEAT = 0, 28, 56, 84, 91, 98
"""Where the parts of an observation begin; after ``BY_SEAT`` those that have places for every seat."""
PER_SEAT: Final = 1 + 1 + 7 + 1
"""Places for each seat: number of tiles, number of discards, voids, the turn."""

HIDDEN: Final = ACTIONS
"""The number of a discard whose tile is hidden, one after all others."""

_SMALL_ROWS: Final = types.int8[:, ::1]
_SHORT_ROWS: Final = types.int16[:, ::1]


@inline
def put(tiles: int, out: Any, first: int) -> None:
    """Writes a 1 at ``first + tile`` for each tile of a set."""
    while tiles:
        out[first + lowest(tiles)] = 1
        tiles &= tiles - 1


@inline
def describe(params: Params, row: Ints, seat: int, out: Any) -> None:
    """Writes what ``seat`` may know of the present; ``out`` is all zeros."""
    players = params.players
    put(row[HELD + seat], out, HAND)
    put(row[DEAD + seat], out, OWN_DEAD)
    put(row[LINE], out, ON_LINE)
    if row[LEFT_END] >= 0:
        out[LEFT_SHOWN + row[LEFT_END]] = 1
        out[RIGHT_SHOWN + row[RIGHT_END]] = 1
    for step in range(players):
        other = seat + step
        if other >= players:
            other -= players
        out[BY_SEAT + step] = count(row[HELD + other])
        out[BY_SEAT + players + step] = count(row[DEAD + other])
        put(row[VOIDS] >> (7 * other) & 127, out, BY_SEAT + 2 * players + 7 * step)
        if row[TURN] == other:
            out[BY_SEAT + 9 * players + step] = 1


@kernel(PARAMS, ROWS, INTS, INTS, _SMALL_ROWS)
def observe_rows(params: Params, rows: Any, chosen: Any, seats: Ints, out: Any) -> None:
    """Fills ``out``, a line for each chosen row, with what the given seat may know; zeros where the seat is -1."""
    for i in range(len(chosen)):
        for place in range(out.shape[1]):
            out[i, place] = 0
        if seats[i] >= 0:
            describe(params, rows[chosen[i]], seats[i], out[i])


@kernel(PARAMS, ROWS, _SHORT_ROWS, INTS, INTS, INT, _SMALL_ROWS)
def recall_rows(params: Params, rows: Any, traces: Any, chosen: Any, seats: Ints, first: int, out: Any) -> None:
    """Writes each action so far into ``out`` from place ``first`` on: the seat that acted and the action, both plus 1.

    Seats are counted from the one that looks. What others have discarded is :data:`HIDDEN`.
    """
    for i in range(len(chosen)):
        seat = seats[i]
        if seat < 0:
            continue
        row = chosen[i]
        for turn in range(rows[row, TURNS]):
            by, code = traces[row, turn] // ACTIONS, traces[row, turn] % ACTIONS
            if by != seat and DISCARD <= code < DISCARD + 28:
                code = HIDDEN
            out[i, first + 2 * turn] = (by - seat + params.players) % params.players + 1
            out[i, first + 2 * turn + 1] = code + 1
