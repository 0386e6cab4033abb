"""How far away people are: the time a message takes to them and back, as measured here."""

from __future__ import annotations

import itertools
import statistics
from collections import deque
from collections.abc import Callable
from typing import Final

MOST_SECONDS: Final = 1.0
"""Nobody is given more than this: whoever answers late on purpose gains no more by it."""

_LAST: Final = 5
"""So many measurements of a person count, the last ones."""


class RoundTrips:
    """The round trips of the people at a table.

    A probe is sent to a window, which sends it back at once. ``clock`` gives seconds.

    >>> seconds = iter([10.0, 10.3])
    >>> trips = RoundTrips(lambda: next(seconds))
    >>> probe = trips.begin("a window")
    >>> trips.end("a window", probe, "p_ani")
    >>> round(trips.of("p_ani"), 3), trips.of("p_budi")
    (0.3, 0.0)
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._numbers = itertools.count(1)
        self._under_way: dict[object, tuple[int, float]] = {}
        self._measured: dict[str, deque[float]] = {}

    def begin(self, window: object) -> int:
        """The number of a probe that is sent to this window now. One before it counts no more."""
        number = next(self._numbers)
        self._under_way[window] = number, self._clock()
        return number

    def end(self, window: object, number: int, person: str) -> None:
        """A window of this person has sent a probe back. One that is not under way means nothing."""
        sent = self._under_way.get(window)
        if sent and sent[0] == number:
            del self._under_way[window]
            self._measured.setdefault(person, deque(maxlen=_LAST)).append(self._clock() - sent[1])

    def forget(self, window: object) -> None:
        """The window is closed."""
        self._under_way.pop(window, None)

    def of(self, person: str | None) -> float:
        """The seconds that this person is given for the way: the median of the last, at most :data:`MOST_SECONDS`."""
        measured = self._measured.get(person or "")
        return min(statistics.median(measured), MOST_SECONDS) if measured else 0.0
