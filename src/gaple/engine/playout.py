"""Kernels that play hands to the end."""

from __future__ import annotations

from typing import Any, Final

from .bits import count, select
from .choice import RANKED, SHARE, UNIFORM, ranked, weighted
from .dealing import deal
from .jit import BYTES, FLOAT_ROWS, INT, INTS, ROWS, SEED, SHORTS, Ints, inline, kernel
from .params import OPENING, PARAMS, Opening, Params
from .rng import advance, below, mix, rest, stream
from .score import outcome
from .state import (
    DISCARD,
    END,
    HELD,
    LEFT,
    LEFT_END,
    PASS,
    RIGHT_END,
    SIZE,
    TURN,
    TURNS,
    after,
    bury,
    ends_after,
    fitting,
    in_hands,
    next_turn,
    on_both,
    plays_now,
    take,
    tile_of,
)

MOST_TURNS: Final = 28 * 5
"""No hand has more actions: every tile is played at most once, and at most all others pass before that."""


@inline
def choose(
    uniform: bool, modes: Ints, values: Any, turn: int, options: int, first: int, state: Any, bits: Any, shared: int
) -> tuple[int, Any, Any, int]:
    """The option that the seat on turn takes, and the chance that is left: the state, a word, and its uses so far."""
    if uniform or modes[turn] == UNIFORM:
        n = count(options)
        option = select(options, below(bits, n))
        bits = rest(bits, n)
        shared += 1
        if shared == SHARE:
            state = advance(state)
            bits, shared = mix(state), 0
    elif modes[turn] == RANKED:
        option = ranked(values, turn, options, first)
    else:
        state = advance(state)
        option = weighted(values, turn, options, first, mix(state))
    return option, state, bits, shared


@inline
def play_on(params: Params, position: Ints, uniform: bool, modes: Ints, values: Any, state: Any, trace: Any) -> None:
    """Plays a hand to its end by each seat's policy, and writes the actions into ``trace``.

    ``uniform`` says that everybody's policy is: given as a constant, it makes a loop without the other ones. What
    changes on every turn stays in registers.
    """
    left, right, turn = position[LEFT_END], position[RIGHT_END], position[TURN]
    everybody, end, turns = in_hands(position), position[END], 0
    state = advance(state)
    bits, shared = mix(state), 0
    fits = 0 if left < 0 else fitting(left, right)
    while turn >= 0:
        held = position[HELD + turn]
        options = plays_now(position) if left < 0 else on_both(held) & fits
        if options != 0:
            code, state, bits, shared = choose(uniform, modes, values, turn, options, LEFT, state, bits, shared)
            trace[turns] = code
            left, right = ends_after(left, right, code)
            fits = fitting(left, right)
            take(position, turn, tile_of(code))
            everybody ^= 1 << tile_of(code)
            turn, end = after(params, position, fits, turn, everybody)
        elif params.discard != 0:
            tile, state, bits, shared = choose(uniform, modes, values, turn, held, DISCARD, state, bits, shared)
            trace[turns] = DISCARD + tile
            bury(position, turn, tile)
            everybody ^= 1 << tile
            turn, end = after(params, position, fits, turn, everybody)
        else:
            trace[turns] = PASS
            turn = next_turn(params, position, turn)
        turns += 1
    position[LEFT_END], position[RIGHT_END], position[TURN], position[END] = left, right, turn, end
    position[TURNS] += turns


@kernel(PARAMS, OPENING, ROWS, INT, INTS, FLOAT_ROWS, SEED, INT, ROWS, BYTES, ROWS, BYTES, SHORTS, INTS, INTS, BYTES)
def play_hands(
    params: Params,
    opening: Opening,
    positions: Any,
    each: int,
    modes: Ints,
    values: Any,
    seed: Any,
    first: int,
    points: Any,
    winner: Any,
    net: Any,
    end: Any,
    turns: Any,
    position: Any,
    score: Any,
    trace: Any,
) -> None:
    """Plays hands ``first``, ``first + 1``, … of a seed, as many as the results have places.

    Where ``each`` is 0 every hand is dealt; else hand *i* goes on from position ``i // each``. ``position``, ``score``
    (``int64[10]``) and ``trace`` (``int8[MOST_TURNS]``) are room to work in; they have the last hand's end, its points
    and net, and its actions when all is done.
    """
    own, gain = score[:5], score[5:]
    uniform = True
    for seat in range(params.players):
        uniform = uniform and modes[seat] == UNIFORM
    for i in range(len(winner)):
        state = stream(seed, first + i)
        if each == 0:
            state, _ = deal(params, opening, position, state)
        else:
            for place in range(SIZE):
                position[place] = positions[(first + i) // each, place]
        if uniform:
            play_on(params, position, True, modes, values, state, trace)
        else:
            play_on(params, position, False, modes, values, state, trace)
        winner[i] = outcome(params, position, own, gain)
        for seat in range(params.players):
            points[i, seat] = own[seat]
            net[i, seat] = gain[seat]
        end[i] = position[END]
        turns[i] = position[TURNS]


@kernel(PARAMS, OPENING, SEED, INT, INTS)
def deal_hand(params: Params, opening: Opening, seed: Any, number: int, position: Any) -> int:
    """The position that hand ``number`` of a seed is dealt to; returns the seat that begins."""
    _, starter = deal(params, opening, position, stream(seed, number))
    return starter
