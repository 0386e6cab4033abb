"""A position together with what everybody has seen of it.

A policy that is learned looks at more than hands and ends: which suits a seat is known not to hold, which it has
opened, whose the ends are. A *scene* is ``int64[32]``: a position (:mod:`gaple.engine.state`) in its first sixteen
places, then the public memory in the places named here. A scene holds everybody's tiles; what a seat's choice is made
from is only what that seat may know of it (:mod:`gaple.engine.net.features`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gaple.engine.jit import Ints, inline, routine
from gaple.engine.params import Params
from gaple.engine.state import (
    DISCARD,
    END,
    HELD,
    LEADABLE,
    LEFT_END,
    PASS,
    RIGHT,
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
    take,
    tile_of,
)

Scene = NDArray[np.int64]
"""``int64[32]``."""

LAID: Final = SIZE
"""The tiles of the line, as a set."""
VOID: Final = 17
"""``VOID + seat``: the suits (bit 0 to 6) that a seat is known not to hold, for it was stuck on them (rule 6)."""
OPENED: Final = 22
"""``OPENED + seat``: the suits that a seat has made an end of."""
LEFT_OWNER: Final = 27
"""The seat that made the left end what it is; -1 for the turned-up tile's."""
RIGHT_OWNER: Final = 28
WIDTH: Final = 32

NOBODYS: Final = -1


@inline
def copy(source: Ints, target: Ints) -> None:
    """Makes ``target`` the same scene. Place by place, as all here is copied: Numba is slow to compile slices."""
    for place in range(WIDTH):
        target[place] = source[place]


@inline
def remember_nothing(scene: Ints) -> None:
    """The memory of a hand in which nothing has been done yet; a turned-up tile lies on the table."""
    for place in range(SIZE, WIDTH):
        scene[place] = 0
    scene[LEFT_OWNER] = scene[RIGHT_OWNER] = NOBODYS
    left, right = scene[LEFT_END], scene[RIGHT_END]
    if left >= 0:
        scene[LAID] = 1 << tile_at(left, right)


@inline
def tile_at(low: int, high: int) -> int:
    """The index of the tile with these ends, the lower first."""
    return low * (15 - low) // 2 + high - low


@routine
def act(params: Params, scene: Ints, code: int) -> None:
    """The seat on turn does this, which must be legal; everybody remembers it."""
    left, right, turn = scene[LEFT_END], scene[RIGHT_END], scene[TURN]
    scene[TURNS] += 1
    if code >= DISCARD:
        scene[VOID + turn] |= 1 << left | 1 << right
        if code == PASS:
            scene[TURN] = next_turn(params, scene, turn)
            return
        bury(scene, turn, tile_of(code))
    else:
        tile = tile_of(code)
        take(scene, turn, tile)
        scene[LAID] |= 1 << tile
        if left < 0:
            scene[LEFT_OWNER] = turn
        left, right = ends_after(left, right, code)
        scene[LEFT_END], scene[RIGHT_END] = left, right
        if code >= RIGHT:
            scene[RIGHT_OWNER] = turn
            scene[OPENED + turn] |= 1 << right
        else:
            scene[LEFT_OWNER] = turn
            scene[OPENED + turn] |= 1 << left
    scene[TURN], scene[END] = after(params, scene, fitting(left, right), turn, in_hands(scene))


@inline
def choices(params: Params, scene: Ints) -> tuple[int, int]:
    """All legal actions as a set, and the action that its bit 0 stands for; an empty set is a pass."""
    held = scene[HELD + scene[TURN]]
    left = scene[LEFT_END]
    if left < 0:
        return (held & scene[LEADABLE]) << RIGHT, 0
    plays = on_both(held) & fitting(left, scene[RIGHT_END])
    if plays == 0 and params.discard != 0:
        return held, DISCARD
    return plays, 0
