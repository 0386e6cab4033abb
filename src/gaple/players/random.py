"""The player that does anything it may."""

from __future__ import annotations

import random

from gaple.actions import Action
from gaple.view import View


class Random:
    """Chooses uniformly among the legal actions."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View) -> Action:
        """Any of ``view.legal``."""
        return self._rng.choice(view.legal)
