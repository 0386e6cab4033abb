"""The positions below one, searched for two parties: what a position is worth to the one against the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from gaple.engine.params import Params
from gaple.engine.state import HELD, TURN, Position
from gaple.rules import Rules
from gaple.tiles import Seat

from . import prove as proving
from .board import BOARD, Game
from .budget import Budget
from .goal import Worth, weights_of

_STEP: Final = 4
Bounds = tuple[int, int]
"""The least and the most that something is worth; equal where it is known."""


def game_of(rules: Rules, position: Position, rows: int, ours: Sequence[Seat] = ()) -> Game:
    """What a search has to know of the rules, for positions that can come after this one, which must not be over."""
    params = Params.of(rules)
    first_out = -1
    if params.discard and not params.clean:  # whose hand takes the fewest turns to empty
        turn, players = int(position[TURN]), params.players
        sizes = [int(position[HELD + seat]).bit_count() for seat in range(players)]
        first_out = min(range(players), key=lambda seat: (seat - turn) % players + players * (sizes[seat] - 1))
    return Game(
        players=params.players,
        discard=params.discard,
        clean=params.clean,
        total=params.total,
        lone=params.lone,
        parity=int(not params.discard and rules.all_dealt),
        first_out=first_out,
        rows=rows,
        ours=sum(1 << seat for seat in ours),
    )


class Tree:
    """A search for the seats ``ours``, to whom the end of a hand is ``worth``; all others play against it.

    Begins empty: :meth:`begin` first. What goes in and comes out is in the unit of ``worth``. All memory is taken here,
    some 550 KiB.
    """

    def __init__(self, rules: Rules, worth: Worth, ours: Sequence[Seat]) -> None:
        self._rules = rules
        self.ours = ours
        weights, self._unit, self._rows = weights_of(worth, rules.players)
        self._weights = weights.reshape(-1)
        self._board = np.zeros(BOARD, np.int64)
        self._task = np.zeros(proving.TASK, np.int64)
        self._history = np.zeros(proving.MOVES, np.int64)
        self._table = np.zeros(proving.ENTRIES * proving.ENTRY, np.int64)
        self._frames = np.zeros(proving.DEPTHS * proving.FRAME, np.int64)
        self._moves = np.zeros(proving.DEPTHS * proving.LIST, np.int64)

    def begin(self, position: Position) -> None:
        """Makes this position the root: from now on only positions that can come after it may be asked for."""
        self._game = game_of(self._rules, position, self._rows, self.ours)
        self._table[:] = 0
        self._history[:] = 0

    def bounds(self, position: Position) -> Bounds:
        """What a position can be worth, at a glance."""
        low, high = self._place(position)
        return low * self._unit, high * self._unit

    def narrow(self, position: Position, known: list[Bounds], budget: Budget, guess: int = 0) -> None:
        """Narrows ``known[0]``, bounds of what a position is worth, until it is known exactly.

        Raises :class:`LimitReached` at the end of the budget; what was found until then is kept. A good ``guess`` makes
        it quicker.
        """
        low, high = self._place(position)
        low, high = max(low, -(-known[0][0] // self._unit)), min(high, known[0][1] // self._unit)
        goal, step = guess // self._unit, _STEP
        above = below = False  # whether something was proved from either side
        while True:
            known[0] = low * self._unit, high * self._unit
            if low == high:
                return
            goal = min(max(goal, low + 1), high)
            found = self._prove(goal, budget)
            if found >= goal:
                low, above = max(low, found), True
                goal = low + step
            else:
                high, below = min(high, found), True
                goal = high - step + 1
            if above and below:
                goal = low + (high - low + 1) // 2
            step += step // 4

    def is_at_least(self, position: Position, worth: int, budget: Budget) -> bool:
        """Whether a position is worth so much. Raises :class:`LimitReached`."""
        low, high = self._place(position)
        goal = -(-worth // self._unit)
        if low >= goal or high < goal:
            return low >= goal
        return self._prove(goal, budget) >= goal

    def _place(self, position: Position) -> Bounds:
        task = self._task
        if proving.place(self._game, self._weights, position, self._board, task):
            return int(task[proving.VALUE]), int(task[proving.VALUE])
        return int(task[proving.LEAST]), int(task[proving.MOST])

    def _prove(self, goal: int, budget: Budget) -> int:
        task = self._task
        task[proving.GOAL] = goal
        while True:
            task[proving.NODES], task[proving.LIMIT] = 0, budget.slice()
            known = proving.prove(
                self._game, self._weights, self._board, task, self._history, self._table, self._frames, self._moves
            )
            budget.spend(int(task[proving.NODES]))
            if known:
                return int(task[proving.VALUE])
