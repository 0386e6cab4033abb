"""Computer players: from a View to an Action.

A player is anything with a ``choose(view)`` that returns one of ``view.legal``; it sees nothing but the view. One that
weighs its choices tells them to whoever asks, with ``consider(view)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gaple.errors import GapleError

from .flat import Flat
from .greedy import Greedy
from .player import Considered, Player, Thinker
from .random import Random

__all__ = ["LEVELS", "Considered", "Flat", "Greedy", "Player", "Random", "Thinker", "make"]

_MAKERS: Final[dict[str, Callable[[int], Player]]] = {"random": Random, "greedy": lambda seed: Greedy()}

LEVELS: Final = tuple(_MAKERS)
"""The levels of computer players at the tables, weakest first."""


def make(level: str, seed: int) -> Player:
    """A player of this level; ``seed`` fixes its chance. Raises :class:`GapleError` for an unknown level."""
    try:
        return _MAKERS[level](seed)
    except KeyError:
        raise GapleError("level-unknown", level=level, expected=", ".join(LEVELS)) from None
