"""Computer players: from a View to an Action.

A player is anything with a ``choose(view)`` that returns one of ``view.legal``; it sees nothing but the view. One that
weighs its choices tells them to whoever asks, with ``consider(view)``; :func:`advise` says it in few words.
"""

from __future__ import annotations

from .advice import Advice, advise
from .beginner import Beginner
from .casual import Casual
from .flat import Flat
from .greedy import Greedy
from .learned import Learned
from .levels import LEVELS, Level, available, check_level, make, make_for_match
from .master import Master
from .player import Considered, Player, Thinker
from .random import Random

__all__ = [
    "LEVELS",
    "Advice",
    "Beginner",
    "Casual",
    "Considered",
    "Flat",
    "Greedy",
    "Learned",
    "Level",
    "Master",
    "Player",
    "Random",
    "Thinker",
    "advise",
    "available",
    "check_level",
    "make",
    "make_for_match",
]
