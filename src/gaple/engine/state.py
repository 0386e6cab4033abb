"""A position as kernels hold it, and the steps between positions (rules 5 to 7).

This is the fast telling of :mod:`gaple.hand`. A position is ``int64[16]``, its places named by the constants below;
many positions are ``int64[n, 16]``. All information is in it: it comes from a :class:`gaple.Hand`, or a world that
inference made, never straight from a view.

An action is a number: ``LEFT + tile`` and ``RIGHT + tile`` are plays on an end (a lead counts as a play on the right),
``DISCARD + tile`` is a discard, ``PASS`` the pass; ``ACTIONS`` is how many there are. Their order is that of
``Hand.legal_actions``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gaple.actions import DISCARDS, LEADS, LEFTS, RIGHTS, Action, Kind
from gaple.actions import PASS as PASSING
from gaple.hand import Hand
from gaple.scoring import Ending
from gaple.tiles import TileSet

from .bits import lowest
from .jit import Ints, inline
from .params import Params
from .tables import FITS, HIGH, LOW, PIPS, SUITS

Position = NDArray[np.int64]
"""``int64[16]``."""

HELD: Final = 0
"""``HELD + seat``: the tiles in a seat's hand, as a set; no tiles for a seat that is not at the table."""
DEAD: Final = 5
"""``DEAD + seat``: the tiles that a seat has discarded."""
LEFT_END: Final = 10
"""The number at the left end; ``NO_LINE`` while the table is empty."""
RIGHT_END: Final = 11
TURN: Final = 12
"""The seat on turn; ``NOBODY`` when the hand is over."""
END: Final = 13
"""``GOES_ON``, ``OUT`` or ``BLOCKED``."""
LEADABLE: Final = 14
"""The tiles that may be led to the empty table, whoever holds them."""
TURNS: Final = 15
"""How many actions there have been."""
SIZE: Final = 16

NO_LINE: Final = -1
NOBODY: Final = -1
GOES_ON, OUT, BLOCKED = 0, 1, 2

LEFT, RIGHT, DISCARD, PASS, ACTIONS = 0, 28, 56, 84, 85

ENDINGS: Final = {GOES_ON: None, OUT: Ending.OUT, BLOCKED: Ending.BLOCKED}

# Between the ground floor and the kernels


def position_of(hand: Hand) -> Position:
    """The position that a hand is in.

    >>> from gaple import Rules
    >>> position = position_of(Hand.dealt(Rules(), seed=1))
    >>> int(position[TURN]), int(position[LEFT_END]), int(position[LEADABLE])
    (3, -1, 1)
    """
    position = np.zeros(SIZE, np.int64)
    for seat in hand.rules.seats:
        position[HELD + seat] = _mask(tile.bit for tile in hand.tiles(seat))
        position[DEAD + seat] = _mask(tile.bit for tile in hand.dead(seat))
    position[LEFT_END], position[RIGHT_END] = hand.ends or (NO_LINE, NO_LINE)
    position[TURN] = NOBODY if hand.turn is None else hand.turn
    position[END] = {ending: code for code, ending in ENDINGS.items()}[hand.end]
    position[LEADABLE] = hand.duty.leads((1 << 28) - 1)
    position[TURNS] = len(hand.moves)
    return position


def _mask(bits: Iterable[int]) -> TileSet:
    return sum(bits)


def action_of(code: int, position: Position) -> Action:
    """The action that a number stands for in this position.

    >>> from gaple import Rules
    >>> action_of(RIGHT, position_of(Hand.dealt(Rules(), seed=1)))
    Action.parse('00')
    """
    if code == PASS:
        return PASSING
    kind, tile = divmod(int(code), 28)
    right = LEADS if position[LEFT_END] == NO_LINE else RIGHTS
    return (LEFTS, right, DISCARDS)[kind][tile]


def code_of(action: Action) -> int:
    """The number of an action whose tile is known.

    >>> code_of(Action.parse("00<")), code_of(Action.parse("66>")), code_of(Action.parse("--"))
    (0, 55, 84)
    """
    if action.tile is None:
        if action.kind is Kind.PASS:
            return PASS
        raise ValueError(f"a hidden discard has no number: {action}")
    return {Kind.LEFT: LEFT, Kind.DISCARD: DISCARD}.get(action.kind, RIGHT) + action.tile.index


# Inside a kernel


@inline
def fits(left: int, right: int) -> int:
    """The tiles that fit one of two ends."""
    return int(FITS[7 * left + right])


@inline
def plays_left(position: Ints) -> int:
    """The tiles that the seat on turn may play on the left end."""
    if position[LEFT_END] < 0:
        return 0
    return position[HELD + position[TURN]] & int(SUITS[position[LEFT_END]])


@inline
def plays_right(position: Ints) -> int:
    """The tiles that the seat on turn may play on the right end, or lead."""
    held = position[HELD + position[TURN]]
    if position[LEFT_END] < 0:
        return held & position[LEADABLE]
    return held & int(SUITS[position[RIGHT_END]])


@inline
def in_hands(position: Ints) -> int:
    """All tiles that are in somebody's hand."""
    return position[HELD] | position[HELD + 1] | position[HELD + 2] | position[HELD + 3] | position[HELD + 4]


@inline
def next_turn(params: Params, position: Ints) -> None:
    """The turn passes on; a seat with dead tiles only is skipped (rule 7)."""
    turn = position[TURN]
    while True:
        turn += 1
        if turn == params.players:
            turn = 0
        if position[HELD + turn] != 0:
            break
    position[TURN] = turn


@inline
def settle_turn(params: Params, position: Ints) -> None:
    """After a tile has gone from the hand of the seat on turn: out, blocked, or the next one's turn (rule 7)."""
    seat = position[TURN]
    if position[HELD + seat] == 0 and (params.clean == 0 or position[DEAD + seat] == 0):
        position[END] = OUT
        position[TURN] = NOBODY
    elif in_hands(position) & fits(position[LEFT_END], position[RIGHT_END]) == 0:
        position[END] = BLOCKED
        position[TURN] = NOBODY
    else:
        next_turn(params, position)


@inline
def step(params: Params, position: Ints, code: int) -> None:
    """The seat on turn does this action, which must be legal."""
    position[TURNS] += 1
    if code == PASS:
        next_turn(params, position)
        return
    tile = code % 28
    seat = position[TURN]
    position[HELD + seat] ^= 1 << tile
    if code >= DISCARD:
        position[DEAD + seat] |= 1 << tile
    elif position[LEFT_END] < 0:
        position[LEFT_END] = LOW[tile]
        position[RIGHT_END] = HIGH[tile]
    elif code >= RIGHT:
        position[RIGHT_END] = PIPS[tile] - position[RIGHT_END]
    else:
        position[LEFT_END] = PIPS[tile] - position[LEFT_END]
    settle_turn(params, position)


@inline
def legal(params: Params, position: Ints, codes: Ints) -> int:
    """Writes the numbers of all legal actions into ``codes``, ascending, and returns how many; none when it is over."""
    if position[TURN] < 0:
        return 0
    found = 0
    left, right = plays_left(position), plays_right(position)
    first, tiles = LEFT, left
    if left | right == 0:
        if params.discard == 0:
            codes[0] = PASS
            return 1
        first, tiles = DISCARD, position[HELD + position[TURN]]
    while tiles:
        codes[found] = first + lowest(tiles)
        tiles &= tiles - 1
        found += 1
    while right:
        codes[found] = RIGHT + lowest(right)
        right &= right - 1
        found += 1
    return found
