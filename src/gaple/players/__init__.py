"""Computer players: from a View to an Action.

A player is anything with a ``choose(view)`` that returns one of ``view.legal``; it sees nothing but the view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from gaple.actions import Action
from gaple.errors import GapleError
from gaple.view import View

from .greedy import Greedy
from .random import Random

__all__ = ["LEVELS", "Greedy", "Player", "Random", "make"]


class Player(Protocol):
    """From what a seat may know to what it does."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, which is not empty."""
        ...


_MAKERS: Final[dict[str, Callable[[int], Player]]] = {"random": Random, "greedy": lambda seed: Greedy()}

LEVELS: Final = tuple(_MAKERS)
"""The levels of computer players, weakest first."""


def make(level: str, seed: int) -> Player:
    """A player of this level; ``seed`` fixes its chance. Raises :class:`GapleError` for an unknown level."""
    try:
        return _MAKERS[level](seed)
    except KeyError:
        raise GapleError("level-unknown", level=level, expected=", ".join(LEVELS)) from None
