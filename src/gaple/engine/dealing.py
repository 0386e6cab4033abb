"""Dealing and opening a hand inside a kernel (rules 1, 3, 4 and 13).

These deals are for playouts only. Whoever deals for people uses :class:`gaple.Dealing`, which can be verified.
"""

from __future__ import annotations

from typing import Any

from .bits import count, select
from .jit import Ints, inline
from .params import DRAWN, HOLDER, TURNED_UP, WINNER_DOUBLE, Opening, Params
from .rng import advance, below, mix, rest
from .state import (
    BLOCKED,
    DEAD,
    END,
    GOES_ON,
    HELD,
    LEADABLE,
    LEFT_END,
    NO_LINE,
    NOBODY,
    RIGHT_END,
    TURN,
    TURNS,
    in_hands,
    plays,
)
from .tables import ALL, DOUBLES, HIGH, LOW

_SHARE = 6  # draws from one word of chance: 28 * 27 * … * 23 is below 2^32


@inline
def deal(params: Params, opening: Opening, position: Ints, state: Any) -> tuple[Any, int]:
    """A fresh deal, opened, in ``position``; returns the generator's state and the seat that begins."""
    state = advance(state)
    bits, shared = mix(state), 0
    free, n = ALL, 28
    for seat in range(5):
        before = free
        if n == params.size and seat + 1 == params.players:
            free = 0  # what is left
        elif seat < params.players:
            for _ in range(params.size):
                free ^= 1 << select(free, below(bits, n))
                bits = rest(bits, n)
                n -= 1
                shared += 1
                if shared == _SHARE:
                    state = advance(state)
                    bits, shared = mix(state), 0
        position[HELD + seat] = before ^ free
        position[DEAD + seat] = 0
    position[LEFT_END] = position[RIGHT_END] = NO_LINE
    position[END] = GOES_ON
    position[TURNS] = 0
    state = advance(state)
    return state, open_hand(params, opening, position, free, mix(state))


@inline
def open_hand(params: Params, opening: Opening, position: Ints, stock: int, bits: Any) -> int:
    """Opens a hand that has just been dealt, and returns the seat that begins (though it may be blocked already)."""
    position[LEADABLE] = 0
    if opening.kind == TURNED_UP:
        n = count(stock)
        tile = select(stock, below(bits, n))
        position[LEFT_END], position[RIGHT_END] = LOW[tile], HIGH[tile]
        turn = below(rest(bits, n), params.players) if opening.seat == DRAWN else opening.seat
        position[TURN] = turn
        if plays(in_hands(position), position[LEFT_END], position[RIGHT_END]) == 0:
            position[END], position[TURN] = BLOCKED, NOBODY
        return turn
    leads = ALL
    if opening.kind == HOLDER:
        leads = 1 << opening.tile
    elif opening.kind == WINNER_DOUBLE:
        leads = DOUBLES
    turn = max(opening.seat, 0)
    while position[HELD + turn] & leads == 0:  # every tile is dealt, so somebody has one
        turn += 1
        if turn == params.players:
            turn = 0
    position[LEADABLE], position[TURN] = leads, turn
    return turn
