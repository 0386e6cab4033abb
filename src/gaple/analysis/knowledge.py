"""What a seat could know at a moment: where every hidden tile could be, how much is left to know, and why.

Only what follows is told, from the constraints alone (:mod:`gaple.engine.infer`): every way in which the tiles can lie
counts the same. How the others play is no part of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaple.engine.infer import Where, infer
from gaple.opening import DutyKind
from gaple.tiles import DOUBLES, FITS, SEATS, Seat, TileSet, tiles_of
from gaple.view import View


@dataclass(frozen=True, slots=True)
class Void:
    """``seat`` was stuck on ``ends`` at the action with this number (from 1), so it holds none of ``tiles``.

    ``tiles`` are those that fit and whose place the view's seat does not know: six of them say more than one.
    """

    seat: Seat
    move: int
    ends: tuple[int, int]
    passed: bool
    tiles: TileSet

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "code": "passed" if self.passed else "discarded",
            "seat": str(self.seat),
            "move": self.move,
            "ends": list(self.ends),
            "tiles": [str(tile) for tile in tiles_of(self.tiles)],
        }


@dataclass(frozen=True, slots=True)
class PassedOver:
    """``seat`` could have begun with any double and did not: it was dealt none of ``tiles``, the hidden doubles."""

    seat: Seat
    tiles: TileSet

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        tiles = [str(tile) for tile in tiles_of(self.tiles)]
        return {"code": "passed-over", "seat": str(self.seat), "move": 0, "ends": None, "tiles": tiles}


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What ``seat`` could know: in how many ways the tiles could lie, where each can be, and what says so."""

    seat: Seat | None
    worlds: int
    bits: float
    unseen: TileSet
    where: Where
    reasons: tuple[Void | PassedOver, ...]

    def places(self) -> dict[str, NDArray[np.float64]]:
        """By place (``A``, …, ``Ax`` for A's discards, ``stock``) the probability of each tile (``float64[28]``).

        Places where no hidden tile can be are left out.
        """
        hidden = np.array([bool(self.unseen >> index & 1) for index in range(28)])
        found: dict[str, NDArray[np.float64]] = {}
        for seat in range(self.where.hands.shape[1]):
            found[f"{SEATS[seat]}"] = self.where.hands[:, seat] * hidden
            found[f"{SEATS[seat]}x"] = self.where.dead[:, seat] * hidden
        found["stock"] = self.where.stock * hidden
        return {place: chances for place, chances in found.items() if chances.any()}

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it: by place a list of 28 probabilities in the order of tiles, 00 to 66."""
        return {
            "seat": None if self.seat is None else str(self.seat),
            "worlds": self.worlds,
            "bits": round(self.bits, 2),
            "where": {
                place: [round(float(chance), 3) for chance in chances] for place, chances in self.places().items()
            },
            "why": [reason.to_dict() for reason in self.reasons],
        }


def know(view: View) -> Knowledge:
    """What the view's seat can know. Raises :class:`gaple.engine.infer.ViewError` where no hand has this view."""
    worlds = infer(view)
    unseen = view.unseen
    return Knowledge(view.seat, worlds.count, worlds.bits, unseen, worlds.where, reasons(view, unseen))


def reasons(view: View, unseen: TileSet) -> tuple[Void | PassedOver, ...]:
    """What says where hidden tiles are not, in order of time; only where it says something of a hidden tile."""
    found: list[Void | PassedOver] = []
    duty = view.duty
    if duty.kind is DutyKind.WINNER_DOUBLE and duty.seat is not None:
        step = duty.seat
        while step != view.starter:
            if step != view.seat and unseen & DOUBLES:
                found.append(PassedOver(step, unseen & DOUBLES))
            step = SEATS[(step + 1) % view.rules.players]
    left, right = (view.turned_up.low, view.turned_up.high) if view.turned_up else (-1, -1)
    for number, (seat, action) in enumerate(view.actions, 1):
        tile = action.tile
        if action.is_play and tile is not None:
            if left < 0:
                left, right = tile.low, tile.high
            elif action.text.endswith("<"):
                left = tile.other_end(left)
            else:
                right = tile.other_end(right)
        elif seat != view.seat and unseen & FITS[left][right]:
            found.append(Void(seat, number, (left, right), action.is_pass, unseen & FITS[left][right]))
    return tuple(found)
