"""How much may be searched, in positions and in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

SLICE: Final = 200_000
"""Positions searched between two looks at the clock and at the keyboard: some ten milliseconds."""


class LimitReached(Exception):  # noqa: N818 (no error: what is known so far is the answer)
    """As many positions were searched as may be, or there is no time left."""


class Budget:
    """So many positions, and so many seconds from now; ``None`` is without end.

    ``told`` is called with the number of positions searched so far, some eighty times a second at most.
    """

    def __init__(
        self, positions: int | None = None, seconds: float | None = None, told: Callable[[int], None] | None = None
    ) -> None:
        self.positions = positions
        self.spent = 0
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._told = told
        self._whole: Budget | None = None

    def slice(self) -> int:
        """How many positions may be searched now. Raises :class:`LimitReached`."""
        left = SLICE if self.positions is None else min(SLICE, self.positions - self.spent)
        if left <= 0 or (self._deadline is not None and time.monotonic() >= self._deadline):
            raise LimitReached
        return left

    def spend(self, positions: int) -> None:
        """Counts positions that were searched."""
        self.spent += positions
        if self._whole is not None:
            self._whole.spend(positions)
        elif self._told is not None and positions:
            self._told(self.spent)

    def part(self, share: int) -> Budget:
        """One of so many equal shares of what is left."""
        part = Budget()
        part._whole = self
        if self.positions is not None:
            part.positions = max(self.positions - self.spent, 0) // share
        if self._deadline is not None:
            now = time.monotonic()
            part._deadline = now + max(self._deadline - now, 0.0) / share
        return part
