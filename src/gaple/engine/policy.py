"""How the players of a playout choose."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from gaple.actions import DISCARDS, LEFTS, PASS, RIGHTS, Action, Kind
from gaple.rules import Rules
from gaple.tiles import SEATS

from . import choice
from .checks import EngineError

ACTIONS: Final[tuple[Action, ...]] = (*LEFTS, *RIGHTS, *DISCARDS, PASS)
"""All 85 actions in the order of their numbers, which is the order of ``Hand.legal_actions``.

A lead has the number of the play of its tile on the right end.
"""


@dataclass(frozen=True)
class Policy:
    """A way to choose among legal actions: a number for each of the 85, and what the numbers mean.

    Made by :meth:`weighted` or :meth:`ranked`; :data:`UNIFORM` and :data:`GREEDY` are there already. A lead is looked
    up as the play of its tile on the right end. A pass is never a choice, so its number has no effect.
    """

    mode: int
    values: tuple[float, ...] = (0.0,) * len(ACTIONS)

    @classmethod
    def weighted(cls, weights: Sequence[float] | Callable[[Action], float]) -> Self:
        """Chooses an action as often as its weight is large; uniformly, where all legal ones have weight 0.

        ``weights`` are 85 numbers in the order of :data:`ACTIONS`, or a function that tells an action's. Raises
        :class:`EngineError` for a weight that is negative or not finite.

        >>> heavy = Policy.weighted(lambda action: 2.0 ** action.tile.pips if action.is_play else 1.0)
        >>> heavy.values[ACTIONS.index(Action.parse("35>"))]
        256.0
        """
        values = tuple(float(weight) for weight in _told(weights))
        for action, value in zip(ACTIONS, values, strict=True):
            if not (value >= 0.0 and math.isfinite(value * len(ACTIONS))):
                raise EngineError("engine-weight", action=action, value=value)
        return cls(choice.WEIGHTED, values)

    @classmethod
    def ranked(cls, key: Sequence[Any] | Callable[[Action], Any]) -> Self:
        """Chooses the action with the highest key, of equals the first in the order of :data:`ACTIONS`.

        ``key`` gives anything that can be compared, for plays among each other and for discards among each other; as
        with :meth:`weighted`, 85 of them or a function.

        >>> Policy.ranked(lambda action: action.tile.pips).mode == Policy.ranked(range(85)).mode
        True
        """
        keys = _told(key)
        values = [0.0] * len(ACTIONS)
        for group in (range(2 * 28), range(2 * 28, 3 * 28)):  # plays, discards: never legal together
            ordered = sorted(group, key=keys.__getitem__)
            for place, (_, equals) in enumerate(groupby(ordered, key=keys.__getitem__)):
                for code in equals:
                    values[code] = float(place)
        return cls(choice.RANKED, tuple(values))


def _told(numbers: Sequence[Any] | Callable[[Action], Any]) -> Sequence[Any]:
    """One for each action; what is told of a pass doesn't matter, so a function is not asked for it."""
    told = [*map(numbers, ACTIONS[:-1]), 0.0] if callable(numbers) else numbers
    if len(told) != len(ACTIONS):
        raise EngineError("engine-policy-length", found=len(told), expected=len(ACTIONS))
    return told


def _greedy(action: Action) -> tuple[int, ...]:
    tile = action.tile
    assert tile is not None
    if action.kind is Kind.DISCARD:
        return (-tile.pips, -tile.low)
    return (tile.pips, tile.is_double, tile.high, action.kind is Kind.RIGHT)


UNIFORM: Final = Policy(choice.UNIFORM)
"""Any legal action, all equally likely."""

GREEDY: Final = Policy.ranked(_greedy)
"""The yardstick of :class:`gaple.players.Greedy`, choice for choice."""


@dataclass(frozen=True)
class Policies:
    """One policy a seat, as arrays for kernels."""

    seats: tuple[Policy, ...]

    @classmethod
    def of(cls, rules: Rules, policy: Policy | Sequence[Policy]) -> Self:
        """The same policy for everybody, or one a seat. Raises :class:`EngineError` for another number of them."""
        seats = (policy,) * rules.players if isinstance(policy, Policy) else tuple(policy)
        if len(seats) != rules.players or not all(isinstance(each, Policy) for each in seats):
            raise EngineError("engine-policies", found=len(seats), players=rules.players)
        return cls(seats)

    @cached_property
    def modes(self) -> NDArray[np.int64]:
        """``int64[5]``: each seat's mode."""
        return np.array([*(each.mode for each in self.seats), *[choice.UNIFORM] * (len(SEATS) - len(self.seats))])

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """``float64[5, 85]``: each seat's numbers."""
        values = np.zeros((len(SEATS), len(ACTIONS)))
        values[: len(self.seats)] = [each.values for each in self.seats]
        return values
