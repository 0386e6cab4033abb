"""The positions below one, searched for each seat by itself (max-n)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gaple.engine.state import DISCARD as DISCARDED
from gaple.engine.state import HELD, LEFT, LEFT_END, RIGHT, RIGHT_END, Position
from gaple.engine.tables import BY_RANK
from gaple.rules import Rules

from . import maxn as searching
from .board import BOARD, ROW, SEATS
from .budget import Budget
from .goal import Worth, weights_of
from .prove import DEPTHS, DISCARD, HIGH_END, LIST
from .tree import game_of

Nets = tuple[int, ...]
"""What something is worth to each seat."""


class Forest:
    """A search in which the end of a hand is worth ``worths[seat]`` to a seat, and each wants the most of its own.

    Begins empty: :meth:`begin` first. Memory: 28 MiB at most.
    """

    def __init__(self, rules: Rules, worths: Sequence[Worth]) -> None:
        self._rules = rules
        weights = np.zeros((SEATS, SEATS, ROW), np.int64)
        self._units = []
        self._rows = 1
        for seat, worth in enumerate(worths):
            weights[seat], unit, rows = weights_of(worth, rules.players)
            self._units.append(unit)
            self._rows = max(self._rows, rows)
        self._weights = weights.reshape(-1)
        self._board = np.zeros(BOARD, np.int64)
        self._task = np.zeros(searching.TASK, np.int64)
        self._values = np.zeros(SEATS, np.int64)
        self._frames = np.zeros(DEPTHS * searching.FRAME, np.int64)
        self._moves = np.zeros(DEPTHS * LIST, np.int64)

    def begin(self, position: Position) -> None:
        """Makes this position the root: from now on only positions that can come after it may be asked for."""
        self._game = game_of(self._rules, position, self._rows)
        tiles = sum(int(held).bit_count() for held in position[HELD : HELD + SEATS])
        entries = min(
            1 << max(tiles - 4, 8), searching.MOST_ENTRIES
        )  # enough for most; a larger one takes time to clear
        self._task[searching.ENTRIES] = entries
        self._table = np.zeros(entries * searching.ENTRY, np.int64)

    def nets(self, position: Position, budget: Budget) -> Nets:
        """What a position is worth to each seat. Raises :class:`LimitReached`."""
        self._search(position, budget)
        return tuple([int(value) * unit for value, unit in zip(self._values, self._units, strict=False)])

    def taken(self, position: Position, budget: Budget) -> int:
        """The number of the action that the seat on turn takes; it must have a choice. Raises :class:`LimitReached`."""
        self._search(position, budget)
        move = int(self._task[searching.MOVE])
        tile = int(BY_RANK[move & 31])
        if move >= DISCARD:
            return DISCARDED + tile
        on_higher = move >= HIGH_END
        left_is_higher = bool(position[LEFT_END] > position[RIGHT_END])
        return (LEFT if on_higher == left_is_higher else RIGHT) + tile

    def _search(self, position: Position, budget: Budget) -> None:
        task = self._task
        if searching.place_all(self._game, self._weights, position, self._board, task, self._values):
            return
        known = 0
        while not known:
            task[searching.NODES], task[searching.LIMIT] = 0, budget.slice()
            known = searching.solve_all(
                self._game, self._weights, self._board, task, self._values, self._table, self._frames, self._moves
            )
            budget.spend(int(task[searching.NODES]))
