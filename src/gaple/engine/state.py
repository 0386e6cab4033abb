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
from .tables import LOW, PLAY_PIPS, PLAYS

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


def action_of(code: int, leading: bool = False) -> Action:
    """The action that a number stands for, to an empty table where ``leading``.

    >>> action_of(RIGHT), action_of(RIGHT, leading=True)
    (Action.parse('00>'), Action.parse('00'))
    """
    if code == PASS:
        return PASSING
    kind, tile = divmod(code, 28)
    return (LEFTS, LEADS if leading else RIGHTS, DISCARDS)[kind][tile]


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
def fitting(left: int, right: int) -> int:
    """All plays there are on these ends, as a set of actions: bit ``LEFT + tile`` or ``RIGHT + tile``."""
    return int(PLAYS[7 * left + right])


@inline
def on_both(tiles: int) -> int:
    """These tiles as plays on both ends, whether they fit or not."""
    return tiles | tiles << RIGHT


@inline
def plays(held: int, left: int, right: int) -> int:
    """The plays that this hand has on these ends, as a set of actions."""
    return on_both(held) & fitting(left, right)


@inline
def plays_now(position: Ints) -> int:
    """The same for the seat on turn, leads included."""
    held = position[HELD + position[TURN]]
    if position[LEFT_END] < 0:
        return (held & position[LEADABLE]) << RIGHT
    return plays(held, position[LEFT_END], position[RIGHT_END])


@inline
def in_hands(position: Ints) -> int:
    """All tiles that are in somebody's hand."""
    return position[HELD] | position[HELD + 1] | position[HELD + 2] | position[HELD + 3] | position[HELD + 4]


@inline
def tile_of(code: int) -> int:
    """The tile of an action that has one."""
    if code >= DISCARD:
        return code - DISCARD
    return code - RIGHT if code >= RIGHT else code


@inline
def next_turn(params: Params, position: Ints, turn: int) -> int:
    """Whose turn it is after this seat's; a seat with dead tiles only is skipped (rule 7)."""
    turn += 1
    if turn == params.players:
        turn = 0
    while position[HELD + turn] == 0:
        turn += 1
        if turn == params.players:
            turn = 0
    return turn


@inline
def ends_after(left: int, right: int, code: int) -> tuple[int, int]:
    """Both ends after a play or a lead."""
    pips = int(PLAY_PIPS[code])
    if left < 0:  # a lead is a play to the right of its own low end
        left = right = int(LOW[tile_of(code)])
    if code >= RIGHT:
        return left, pips - right
    return pips - left, right


@inline
def take(position: Ints, turn: int, tile: int) -> None:
    """The tile leaves the hand of the seat on turn."""
    position[HELD + turn] ^= 1 << tile


@inline
def bury(position: Ints, turn: int, tile: int) -> None:
    """The tile leaves the hand of the seat on turn and lies face down."""
    take(position, turn, tile)
    position[DEAD + turn] |= 1 << tile


@inline
def after(params: Params, position: Ints, fits: int, turn: int, everybody: int) -> tuple[int, int]:
    """Who is next, and how the hand has ended, after a tile has left the hand of ``turn`` (rule 7).

    ``fits`` are all plays on the ends as they are now, ``everybody`` the tiles that are in hands.
    """
    if position[HELD + turn] == 0 and (params.clean == 0 or position[DEAD + turn] == 0):
        return NOBODY, OUT
    if on_both(everybody) & fits == 0:
        return NOBODY, BLOCKED
    return next_turn(params, position, turn), GOES_ON


@inline
def step(params: Params, position: Ints, code: int) -> None:
    """The seat on turn does this action, which must be legal."""
    left, right, turn = position[LEFT_END], position[RIGHT_END], position[TURN]
    position[TURNS] += 1
    if code == PASS:
        position[TURN] = next_turn(params, position, turn)
        return
    if code >= DISCARD:
        bury(position, turn, tile_of(code))
    else:
        take(position, turn, tile_of(code))
        left, right = ends_after(left, right, code)
        position[LEFT_END], position[RIGHT_END] = left, right
    position[TURN], position[END] = after(params, position, fitting(left, right), turn, in_hands(position))


@inline
def legal(params: Params, position: Ints, codes: Ints) -> int:
    """Writes the numbers of all legal actions into ``codes``, ascending, and returns how many; none when it is over."""
    if position[TURN] < 0:
        return 0
    first, options = 0, plays_now(position)
    if options == 0:
        if params.discard == 0:
            codes[0] = PASS
            return 1
        first, options = DISCARD, position[HELD + position[TURN]]
    found = 0
    while options:
        codes[found] = first + lowest(options)
        options &= options - 1
        found += 1
    return found
