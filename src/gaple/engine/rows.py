"""Kernels that take one step in each of many hands (:class:`gaple.envs.BatchedEnv`).

A hand in play is a *row*, ``int64[WIDTH]``: a position (:mod:`gaple.engine.state`) and what the table remembers besides
(:mod:`gaple.engine.seen`). Beside the rows lie, one place a row:

============ =================== ==================================================================================
``numbers``  ``int64[n]``        the number of the hand in its row, from 0; -1 before the first
``chance``   ``uint64[n]``       the generator of the hand at hand, for the deal and for whoever chooses by chance
``traces``   ``int16[n, T]``     every action so far, as ``seat * ACTIONS + action``
``mask``     ``bool[n, 85]``     which actions are legal
``turn``     ``int8[n]``         the seat on turn, -1 when the hand is over
``rewards``  ``float32[n, P]``   what the hand that ended with the last step is worth; zeros where none has
``done``     ``bool[n]``         whether the hand ended with the last step
============ =================== ==================================================================================

Row *i* of a seed has a generator of its own, and so has each of its hands. What is dealt and chosen by chance does not
depend on how rows are cut into batches, nor on how the hands before went.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import typeof, types
from numpy.typing import NDArray

from .bits import count, lowest, select
from .choice import RANKED, UNIFORM, ranked, weighted
from .dealing import deal
from .jit import FLOAT_ROWS, INT, INTS, SEED, Ints, inline, kernel, routine
from .params import OPENING, PARAMS, POINTS, Opening, Params
from .rng import advance, below, mix, stream
from .score import outcome
from .seen import LINE, VOIDS, WIDTH
from .state import (
    ACTIONS,
    BLOCKED,
    DISCARD,
    END,
    GOES_ON,
    HELD,
    LEFT,
    LEFT_END,
    PASS,
    RIGHT_END,
    TURN,
    TURNS,
    plays_now,
    step,
    tile_of,
)


class Table(NamedTuple):
    """The arrays of a batch, as kernels take them."""

    rows: NDArray[np.int64]
    numbers: NDArray[np.int64]
    chance: NDArray[np.uint64]
    traces: NDArray[np.int16]
    mask: NDArray[np.bool_]
    turn: NDArray[np.int8]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]

    @classmethod
    def of(cls, count: int, players: int, turns: int) -> Table:
        """Room for ``count`` hands of ``players`` seats and at most ``turns`` actions; no hand has been dealt yet."""
        return cls(
            rows=np.zeros((count, WIDTH), np.int64),
            numbers=np.full(count, -1, np.int64),
            chance=np.zeros(count, np.uint64),
            traces=np.zeros((count, turns), np.int16),
            mask=np.zeros((count, ACTIONS), np.bool_),
            turn=np.full(count, -1, np.int8),
            rewards=np.zeros((count, players), np.float32),
            done=np.zeros(count, np.bool_),
        )


_type_of: Any = typeof  # Numba is typed in part only
TABLE: Final = _type_of(Table.of(1, 2, 1))
"""The Numba type of a :class:`Table`."""
_FLAGS: Final = types.boolean[::1]


@inline
def index_of(low: int, high: int) -> int:
    """The tile with these two ends, the lower one first."""
    return low * (13 - low) // 2 + high


@inline
def show_legal(params: Params, table: Any, i: int) -> None:
    """Writes whose turn it is in a row, and what that seat may do."""
    row = table.rows[i]
    table.turn[i] = row[TURN]
    for action in range(ACTIONS):
        table.mask[i, action] = False
    if row[TURN] < 0:
        return
    first, options = LEFT, plays_now(row)
    if options == 0:
        if params.discard == 0:
            table.mask[i, PASS] = True
            return
        first, options = DISCARD, row[HELD + row[TURN]]
    while options:
        table.mask[i, first + lowest(options)] = True
        options &= options - 1


@routine
def deal_row(params: Params, opening: Opening, seed: Any, number: int, table: Any, i: int) -> None:
    """The next hand of row ``i``, which is row ``number`` of the seed; one that is blocked at once is dealt again."""
    row = table.rows[i]
    table.numbers[i] += 1
    state = stream(stream(seed, number), table.numbers[i])
    row[END] = BLOCKED
    while row[END] != GOES_ON:
        state, _ = deal(params, opening, row, state)
    table.chance[i] = state
    row[VOIDS] = row[LINE] = 0
    if row[LEFT_END] >= 0:
        row[LINE] = 1 << index_of(row[LEFT_END], row[RIGHT_END])


@inline
def act(params: Params, table: Any, i: int, code: int) -> None:
    """The seat on turn in row ``i`` does this, which is legal."""
    row = table.rows[i]
    table.traces[i, row[TURNS]] = row[TURN] * ACTIONS + code
    if code >= DISCARD:
        row[VOIDS] |= (1 << row[LEFT_END] | 1 << row[RIGHT_END]) << (7 * row[TURN])
    else:
        row[LINE] |= 1 << tile_of(code)
    step(params, row, code)


@kernel(PARAMS, OPENING, SEED, INT, _FLAGS, TABLE)
def deal_rows(params: Params, opening: Opening, seed: Any, first: int, chosen: Any, table: Any) -> None:
    """Deals the next hand to the chosen rows. Row *i* of the batch is number ``first + i`` of the seed."""
    for i in range(len(chosen)):
        if chosen[i]:
            deal_row(params, opening, seed, first + i, table, i)
            for seat in range(params.players):
                table.rewards[i, seat] = 0.0
            table.done[i] = False
            show_legal(params, table, i)


@kernel(PARAMS, OPENING, SEED, INT, INT, INTS, TABLE, INTS)
def step_rows(
    params: Params, opening: Opening, seed: Any, first: int, again: int, actions: Any, table: Any, score: Any
) -> int:
    """Takes one action in every row whose hand goes on; where ``again``, a hand that ends is followed by the next.

    Returns -1; or the first row whose action is not legal, and then nothing has changed. ``score`` (``int64[10]``) is
    room to work in.
    """
    for i in range(len(actions)):
        if table.turn[i] >= 0 and not (0 <= actions[i] < ACTIONS and table.mask[i, actions[i]]):
            return i
    points, net = score[:5], score[5:]
    for i in range(len(actions)):
        table.done[i] = False
        for seat in range(params.players):
            table.rewards[i, seat] = 0.0
        if table.turn[i] < 0:
            continue
        act(params, table, i, actions[i])
        row = table.rows[i]
        if row[TURN] < 0:
            outcome(params, row, points, net)
            for seat in range(params.players):
                table.rewards[i, seat] = -net[seat] if params.settle == POINTS else net[seat]
            table.done[i] = True
            if again != 0:
                deal_row(params, opening, seed, first + i, table, i)
        show_legal(params, table, i)
    return -1


@kernel(INTS, FLOAT_ROWS, PARAMS, TABLE, INTS)
def choose_rows(modes: Ints, values: Any, params: Params, table: Any, actions: Any) -> None:
    """Writes for every row what the seat on turn chooses by its policy; -1 where the hand is over."""
    for i in range(len(actions)):
        row = table.rows[i]
        turn = row[TURN]
        if turn < 0:
            actions[i] = -1
            continue
        first, options = LEFT, plays_now(row)
        if options == 0:
            if params.discard == 0:
                actions[i] = PASS
                continue
            first, options = DISCARD, row[HELD + turn]
        mode = modes[turn]
        if mode == RANKED:
            actions[i] = first + ranked(values, turn, options, first)
            continue
        table.chance[i] = advance(table.chance[i])
        bits = mix(table.chance[i])
        if mode == UNIFORM:
            actions[i] = first + select(options, below(bits, count(options)))
        else:
            actions[i] = first + weighted(values, turn, options, first, bits)
