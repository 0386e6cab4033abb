"""A hand as a view tells it, told once more as scenes: the one before each move, and the present one.

Of what is hidden only the number of tiles is right, so nothing hidden could get in here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gaple.actions import Action, Kind
from gaple.engine.state import DEAD, DISCARD, HELD, LEADABLE, LEFT_END, NO_LINE, NOBODY, RIGHT_END, TURN, code_of
from gaple.tiles import ALL, Seat, tile_set
from gaple.view import View

from .belief import FACTS
from .scene import LAID, LEFT_OWNER, NOBODYS, OPENED, RIGHT_OWNER, VOID, WIDTH, Scene


def retell(view: View) -> tuple[NDArray[np.int64], NDArray[np.int64], Scene]:
    """The scenes before each move (``int64[m, 32]``), the moves (``int64[m, FACTS]``), and the present scene.

    In a scene every hidden hand, and all hidden discards of a seat, are any tiles, as many as there were.
    """
    scene = np.zeros(WIDTH, np.int64)
    counts, deads = [view.rules.hand] * view.rules.players, [0] * view.rules.players
    up = view.turned_up
    scene[LEFT_END], scene[RIGHT_END] = (up.low, up.high) if up else (NO_LINE, NO_LINE)
    scene[LAID] = up.bit if up else 0
    scene[LEFT_OWNER] = scene[RIGHT_OWNER] = NOBODYS
    scene[LEADABLE] = view.duty.leads(ALL)
    before = np.empty((len(view.actions), WIDTH), np.int64)
    moves = np.empty((len(view.actions), FACTS), np.int64)
    column = view.rules.players + 1
    for number, (seat, action) in enumerate(view.actions):
        _count(scene, counts, deads)
        scene[TURN] = seat
        before[number] = scene
        moves[number] = seat, DISCARD if action.is_discard else code_of(action), column if action.is_discard else -1
        column += action.is_discard
        deads[seat] += action.is_discard
        counts[seat] -= not action.is_pass
        _see(scene, seat, action)
    _count(scene, counts, deads)
    scene[TURN] = NOBODY if view.turn is None else view.turn
    if view.seat is not None:
        scene[HELD + view.seat] = tile_set(view.tiles)
        scene[DEAD + view.seat] = tile_set([tile for tile in view.dead[view.seat] if tile])
    return before, moves, scene


def _count(scene: Scene, counts: list[int], deads: list[int]) -> None:
    for seat, (held, dead) in enumerate(zip(counts, deads, strict=True)):
        scene[HELD + seat] = (1 << held) - 1
        scene[DEAD + seat] = (1 << dead) - 1


def _see(scene: Scene, seat: Seat, action: Action) -> None:
    """What everybody keeps in mind of an action."""
    left, right, tile = int(scene[LEFT_END]), int(scene[RIGHT_END]), action.tile
    if not action.is_play or tile is None:
        scene[VOID + seat] |= 1 << left | 1 << right
        return
    scene[LAID] |= tile.bit
    if action.kind is Kind.LEAD:
        scene[LEFT_END], scene[RIGHT_END] = tile.low, tile.high
        scene[LEFT_OWNER] = scene[RIGHT_OWNER] = seat
        scene[OPENED + seat] |= 1 << tile.high
    elif action.kind is Kind.LEFT:
        scene[LEFT_END], scene[LEFT_OWNER] = tile.other_end(left), seat
        scene[OPENED + seat] |= 1 << scene[LEFT_END]
    else:
        scene[RIGHT_END], scene[RIGHT_OWNER] = tile.other_end(right), seat
        scene[OPENED + seat] |= 1 << scene[RIGHT_END]
