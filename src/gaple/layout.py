"""Where each tile of the line lies on a table, for whoever draws it.

The line grows from its root in both directions. The right arm runs to the right and, at the edge, turns down and comes
back a row lower; the left arm is the same picture turned by half a circle. The page lays lines out by the same steps
(``web/src/layout/line.ts``, which says more about them), and a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from .line import Line

_STEP: Final = 0.92
_TURN: Final = 0.5
_LEAST: Final = (10, 4)


class Placed(NamedTuple):
    """A tile's centre, and by how many degrees it is turned clockwise from lying with its first half left."""

    x: float
    y: float
    rotation: int


class Layout(NamedTuple):
    """The side of a half (a tile is ``size`` by twice that), and every tile's place, in the order of the line."""

    size: float
    tiles: tuple[Placed, ...]


def lay_out(line: Line, width: float, height: float, largest: float) -> Layout:
    """A line in a box, as large as it can be and no larger than ``largest``; measured from the upper left corner.

    >>> from gaple.actions import Action
    >>> lay_out(Line.lay(None, map(Action.parse, ("44", "34>"))), 400, 200, 20)
    Layout(size=20, tiles=(Placed(x=200.0, y=100.0, rotation=90), Placed(x=230.0, y=100.0, rotation=0)))
    """
    if not line.halves:
        return Layout(largest, ())
    size = min(largest, width / _LEAST[0], height / _LEAST[1])
    while True:
        tiles = _course(line.halves, line.root, width / size / 2)
        reach = [(place.y, 0.5 if place.rotation % 180 == 0 else 1.0) for place in tiles]
        top, bottom = min(y - half for y, half in reach), max(y + half for y, half in reach)
        if (bottom - top) * size <= height or size < 1:
            break
        size *= _STEP
    y0 = min(max(height / 2, -top * size), height - bottom * size)
    return Layout(size, tuple([Placed(width / 2 + x * size, y0 + y * size, turned) for x, y, turned in tiles]))


def _course(halves: Sequence[tuple[int, int]], root: int, limit: float) -> list[Placed]:
    """The line in halves around its root, rows reaching ``limit`` halves to either side."""
    doubles = [first == second for first, second in halves]
    arms = [_Arm(doubles[root], limit), _Arm(doubles[root], limit)]
    right = [arms[0].lay(double) for double in doubles[root + 1 :]]
    left = [arms[1].lay(double) for double in reversed(doubles[:root])]
    middle = Placed(0, 0, 90 if doubles[root] else 0)
    return [*(Placed(-x, -y, turned) for x, y, turned in reversed(left)), middle, *right]


class _Last(Enum):
    SINGLE = 1
    DOUBLE = 2
    STANDING = 3
    ACROSS = 4


class _Arm:
    """One arm as it walks away from the root: to the right first, then down, row by row.

    ``x`` is the free edge of what was laid last, ``y`` the middle of the row it lies in, ``way`` where the row runs.
    """

    def __init__(self, root_is_double: bool, limit: float) -> None:
        self.x, self.y, self.way = 0.5 if root_is_double else 1.0, 0.0, 1
        self.last = _Last.DOUBLE if root_is_double else _Last.SINGLE
        self.limit = limit

    def lay(self, double: bool) -> Placed:
        """Lay a tile and give its place."""
        along = 0 if self.way == 1 else 180
        if self.last is _Last.ACROSS:  # below a double across the way down a single hangs
            return self._turned(Placed(self.x, self.y + 1, 90), self.x, self.y + 1.5)
        if self.last is _Last.STANDING:
            return self._across() if double else self._run_below()
        room = self.limit - self.way * self.x
        if double:
            if room >= 2 + _TURN:
                self.last, self.x = _Last.DOUBLE, self.x + self.way
                return Placed(self.x - self.way / 2, self.y, 90)
            self.x, self.y = self.x - self.way / 2, self.y + 0.5
            return self._across()
        if room >= 2 + _TURN:
            self.last, self.x = _Last.SINGLE, self.x + 2 * self.way
            return Placed(self.x - self.way, self.y, along)
        if self.last is _Last.DOUBLE:  # a single stands beside it, its other half lower
            place = Placed(self.x + self.way / 2, self.y + 0.5, 90)
            self.last, self.x, self.y = _Last.STANDING, place.x, self.y + 1.5
            return place
        column = self.x - self.way / 2
        return self._turned(Placed(column, self.y + 1.5, 90), column, self.y + 2)

    def _across(self) -> Placed:
        """A double lies across the way down."""
        place = Placed(self.x, self.y + 0.5, 0)
        self.last, self.y = _Last.ACROSS, self.y + 1
        return place

    def _run_below(self) -> Placed:
        """Below one that stands, a single opens the new row."""
        self.way = -self.way
        place = Placed(self.x + self.way / 2, self.y + 0.5, 0 if self.way == 1 else 180)
        self.last, self.x, self.y = _Last.SINGLE, self.x + 1.5 * self.way, self.y + 0.5
        return place

    def _turned(self, place: Placed, column: float, y: float) -> Placed:
        """After this tile the new row leaves sideways from a half in this column."""
        self.way = -self.way
        self.last, self.x, self.y = _Last.SINGLE, column + self.way / 2, y
        return place
