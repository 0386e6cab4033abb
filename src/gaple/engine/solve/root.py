"""A position's actions, each with what it is worth, and how play goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from gaple.engine.moves import legal_codes, take_step
from gaple.engine.params import Params
from gaple.engine.state import ACTIONS, DISCARD, END, GOES_ON, LEFT_END, PASS, RIGHT, RIGHT_END, TURN, Position

from .budget import Budget, LimitReached
from .goal import Goal
from .many import Forest, Nets
from .tree import Bounds, Tree


@dataclass(frozen=True, slots=True)
class Found:
    """What was found about the actions of a position, by their numbers, in the order of ``Hand.legal_actions``.

    ``bounds`` are in the unit of the goal, more being better; ``nets`` has what every seat gets, under max-n, where
    that is known.
    """

    bounds: dict[int, Bounds] = field(default_factory=dict)
    nets: dict[int, Nets] = field(default_factory=dict)

    @property
    def exact(self) -> bool:
        """Whether every action's worth is known."""
        return all(low == high for low, high in self.bounds.values())


class Root:
    """Solves positions for one goal: one after the other, with the same memory."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self._params = Params.of(goal.rules)
        self._tree = Tree(goal.rules, goal.worth, goal.ours)
        self._forest = Forest(goal.rules, goal.worths) if goal.convention == "maxn" else None

    def values(self, position: Position, budget: Budget) -> Found:
        """What each action is worth, as far as the budget reaches; it must be the turn of the goal's seat."""
        self._tree.begin(position)
        found = Found()
        after = {code: self._after(position, code) for code in self._codes(position)}
        for code, child in after.items():
            found.bounds[code] = self._tree.bounds(child)
        if self._forest is None:
            _share(after, budget, lambda code, part: self._narrow(found, code, after[code], part))
            return found
        # What a seat gets when all are against it is the least that it gets when each is for itself: at its own turns
        # it takes the best in both, at the others' turns what they take is at least as good for it as the worst.
        floor = Found(dict(found.bounds))
        _share(after, budget.part(4), lambda code, part: self._narrow(floor, code, after[code], part))
        for code, (low, _) in floor.bounds.items():
            found.bounds[code] = low, found.bounds[code][1]
        self._forest.begin(position)
        _share(after, budget, lambda code, part: self._solve(found, code, after[code], part))
        return found

    def line(self, position: Position, code: int, worth: int, budget: Budget) -> list[tuple[Position, int]]:
        """How play goes on with an action that is worth so much, each action with the position that it is done in.

        As far as the budget reaches. After :meth:`values`.
        """
        line = [(position, code)]
        position = self._after(position, code)
        try:
            while position[END] == GOES_ON:
                codes = in_order(self._codes(position), position)
                if len(codes) == 1:
                    code = codes[0]
                elif self._forest is not None:
                    code = self._forest.taken(position, budget)
                else:
                    code = next(
                        code
                        for code in codes
                        if code == codes[-1] or self._keeps(position, self._after(position, code), worth, budget)
                    )
                line.append((position, code))
                position = self._after(position, code)
        except LimitReached:
            pass
        return line

    def _narrow(self, found: Found, code: int, child: Position, budget: Budget) -> None:
        known = [found.bounds[code]]
        exact = [low for low, high in found.bounds.values() if low == high]
        try:
            self._tree.narrow(child, known, budget, guess=exact[-1] if exact else 0)
        finally:
            found.bounds[code] = known[0]

    def _solve(self, found: Found, code: int, child: Position, budget: Budget) -> None:
        assert self._forest is not None
        nets = found.nets[code] = self._forest.nets(child, budget)
        found.bounds[code] = nets[self.goal.seat], nets[self.goal.seat]

    def _keeps(self, position: Position, child: Position, worth: int, budget: Budget) -> bool:
        """Whether a move loses nothing for the side on turn, where the position is worth so much."""
        if position[TURN] in self.goal.ours:
            return self._tree.is_at_least(child, worth, budget)
        return not self._tree.is_at_least(child, worth + 1, budget)

    def _codes(self, position: Position) -> list[int]:
        room = np.empty(ACTIONS, np.int64)
        return [int(code) for code in room[: legal_codes(self._params, position, room)]]

    def _after(self, position: Position, code: int) -> Position:
        child = position.copy()
        take_step(self._params, child, code)
        return child


def in_order(codes: list[int], position: Position) -> list[int]:
    """The actions by the tie rule: by tile, then by the number at the end where it is played; left before right."""

    def key(code: int) -> tuple[int, int, int]:
        if code == PASS or code >= DISCARD:
            return code % 28, 0, code
        return code % 28, int(position[RIGHT_END if code >= RIGHT else LEFT_END]), code

    return sorted(codes, key=key)


def _share(todo: dict[int, Position], budget: Budget, do: Callable[[int, Budget], None]) -> None:
    """Does this for every action with an equal share of the budget; where that was not enough, again with the rest."""
    left = list(todo)
    for _ in range(2):
        again = []
        for index, code in enumerate(left):
            try:
                do(code, budget.part(len(left) - index))
            except LimitReached:
                again.append(code)
        left = again
