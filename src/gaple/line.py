"""The line of tiles on the table, as it lies (rule 5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from .actions import Action, Kind
from .tiles import Tile

_HALVES: Final = tuple(tuple((a, b) for b in range(7)) for a in range(7))
"""One object for each way in which a tile can lie, for a server holds very many lines."""

_TEXTS: Final = {halves: f"{halves[0]}{halves[1]}" for row in _HALVES for halves in row}


@dataclass(frozen=True, slots=True)
class Line:
    """The tiles from left to right, each as its two halves with touching halves equal.

    ``root`` is the index of the tile that was laid first.

    >>> line = Line.lay(None, map(Action.parse, ("44", "34>", "14<", "--", "x55", "36>")))
    >>> str(line), line.root, line.ends
    ('14 44 43 36', 1, (1, 6))
    """

    halves: tuple[tuple[int, int], ...] = ()
    root: int = 0

    @classmethod
    def lay(cls, turned_up: Tile | None, actions: Iterable[Action]) -> Line:
        """The line that the turned-up tile and the plays among ``actions`` make. They must be legal."""
        right: list[tuple[int, int]] = []  # from the first tile on
        left: list[tuple[int, int]] = []  # from the first tile outwards
        if turned_up:
            right.append(_HALVES[turned_up.low][turned_up.high])
        for action in actions:
            tile = action.tile
            if tile is None or action.kind is Kind.DISCARD:
                continue
            if action.kind is Kind.LEFT:
                end = (left or right)[-1 if left else 0][0]
                left.append(_HALVES[tile.pips - end][end])
            elif action.kind is Kind.RIGHT:
                end = right[-1][1]
                right.append(_HALVES[end][tile.pips - end])
            else:
                right.append(_HALVES[tile.low][tile.high])
        return cls((*reversed(left), *right), len(left))

    @property
    def ends(self) -> tuple[int, int] | None:
        """The numbers at the left and the right end; ``None`` while the table is empty."""
        return (self.halves[0][0], self.halves[-1][1]) if self.halves else None

    @property
    def texts(self) -> tuple[str, ...]:
        """Each tile as two digits, the half that touches its left neighbour first."""
        return tuple([_TEXTS[halves] for halves in self.halves])

    def __len__(self) -> int:
        return len(self.halves)

    def __str__(self) -> str:
        return " ".join(self.texts)
