"""Who is connected to a table, who is not any more, and since when."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Set
from types import MappingProxyType
from typing import Protocol

from .latency import RoundTrips


class Watcher(Protocol):
    """A window: somebody connected to a table; ``person`` is who, where that is known."""

    @property
    def person(self) -> str | None:
        """Their opaque id."""

    @property
    def adds_nonces(self) -> bool:
        """Whether they take part in dealing, so that the table waits for their nonce."""

    def tell(self, message: bytes) -> None:
        """Take a message to be sent. Never waits."""

    def drop(self) -> None:
        """End the connection: the table cannot serve it any more. Coming back helps."""

    def make_way(self) -> None:
        """End the connection: the same person has opened the table too often elsewhere."""

    def turn_out(self) -> None:
        """End the connection: its person may not look any longer."""


class Attendance:
    """The windows on a table, in the order in which they came. Times are seconds of ``clock``.

    ``watched`` is since when anybody watches, ``quiet`` since when nobody does. ``trips`` are the round trips of those
    who are here. Who has no window of their own is where another is: ``along`` says with whom.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, along: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.watched = self.quiet = clock()
        self.trips = RoundTrips(clock)
        self._clock = clock
        self._along = along
        self._opened = self.watched
        self._windows: dict[Watcher, None] = {}
        self._gone: dict[str, float] = {}
        self._count()

    def __iter__(self) -> Iterator[Watcher]:
        """The windows that there are now: whatever happens to one of them ends no loop."""
        return iter(tuple(self._windows))

    def __contains__(self, watcher: object) -> bool:
        return watcher in self._windows

    def __len__(self) -> int:
        return len(self._windows)

    def _count(self) -> None:
        """Who is here, which is asked for at every event and changes when somebody comes or goes."""
        self._connected = frozenset(watcher.person for watcher in self._windows if watcher.person)
        self._unknown = sum(watcher.person is None for watcher in self._windows)
        self._present = self._connected.union(one for one, other in self._along.items() if other in self._connected)

    @property
    def connected(self) -> Set[str]:
        """The persons who have a window here."""
        return self._connected

    @property
    def present(self) -> Set[str]:
        """The persons connected, by a window of their own or another's."""
        return self._present

    @property
    def unknown(self) -> int:
        """How many windows are nobody's who is known."""
        return self._unknown

    @property
    def dealing(self) -> set[str]:
        """The persons connected who take part in dealing."""
        return {watcher.person for watcher in self._windows if watcher.person and watcher.adds_nonces}

    def of(self, person: str | None) -> list[Watcher]:
        """A person's windows, the oldest first."""
        return [watcher for watcher in self._windows if person and watcher.person == person]

    def come(self, watcher: Watcher) -> None:
        """A window is opened."""
        if not self._windows:
            self.watched = self._clock()
        self._windows[watcher] = None
        self._count()
        if watcher.person:
            self._gone.pop(watcher.person, None)

    def go(self, watcher: Watcher) -> None:
        """A window is closed."""
        del self._windows[watcher]
        self._count()
        self.trips.forget(watcher)
        self.quiet = self._clock()
        if watcher.person and not self.of(watcher.person):
            self._gone[watcher.person] = self.quiet

    def away_since(self, person: str) -> float:
        """Since when somebody who is not connected is not: who has not been seen at all, since the table was loaded."""
        return self._gone.get(self._along.get(person, person), self._opened)
