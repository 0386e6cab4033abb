"""What those who have no seat may see of a table: nothing, everything that is public, or that some moves late.

Who sees it late sees another fold of the same log, which does not have the last moves yet. So what they are told is,
byte for byte, what it was then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from gaple.server.errors import Refusal
from gaple.server.play.events import Event, Played
from gaple.server.play.table import Phase, TableState, begin


class Late:
    """A table as it was ``delay`` moves of the hand in play ago; between hands, as it is."""

    def __init__(self, first: Event, table: str) -> None:
        self.state = begin(table, first)
        self._delay = self.state.company.delay
        self._waiting: deque[Event] = deque()
        self._moves = 0

    def wait(self, event: Event) -> None:
        """Something has happened that may not be told yet."""
        self._waiting.append(event)
        self._moves += isinstance(event.fact, Played)

    def release(self, now: TableState) -> Iterator[Event]:
        """Take in what may be told by now, things standing as ``now``: one event after the other."""
        # What was taken back is no secret any more.
        since = len(now.hand.actions) - now.kept if now.hand and now.phase is Phase.PLAYING else 0
        held = min(self._delay, since)
        while self._waiting:
            is_move = isinstance(self._waiting[0].fact, Played)
            if is_move and self._moves <= held:
                return  # all that comes after it waits, too
            self._moves -= is_move
            self.state.apply(event := self._waiting.popleft())
            yield event


def late_of(log: Sequence[Event], now: TableState) -> Late | None:
    """The table of this log as those see it who see it late, things standing as ``now``.

    ``None`` where nobody does.
    """
    if not now.company.delay:
        return None
    late = Late(log[0], now.table)
    for event in log[1:]:
        late.wait(event)
    for _ in late.release(now):
        pass
    return late


def may_look(state: TableState, person: str | None) -> bool:
    """Whether somebody may see the table at all: before play they may come to sit, then perhaps no more."""
    return state.company.onlookers or state.phase is Phase.WAITING or state.takes_part(person)


def check_welcome(state: TableState, person: str | None) -> None:
    """Raises :class:`Refusal` where somebody may not look."""
    if not may_look(state, person):
        raise Refusal("no-onlookers")
