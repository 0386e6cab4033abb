"""What has happened at a table lately, kept for whoever was gone for a moment.

Kept as it was told, so nobody learns on coming back what they were not told then. It is in the memory alone: after a
restart, and for who was gone for long, how things stand is all there is.
"""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

from gaple import Seat
from gaple.server.play.events import Dealt, Event, Played
from gaple.server.play.table import TableState

from . import happened
from .happened import TableEvent
from .messages import Missed
from .project import happening

MOST: Final = 64
"""So many events are kept: two hands, or minutes of play."""


class _Told(NamedTuple):
    seq: int
    others: TableEvent
    seat: str | None
    own: TableEvent


class Recent:
    """The last events of one table, in order and without a gap."""

    def __init__(self) -> None:
        self._told: deque[_Told] = deque(maxlen=MOST)

    def note(self, event: Event, state: TableState) -> None:
        """Keep an event; ``state`` is the state after it."""
        fact, hand = event.fact, state.hand
        others = own = happening(event, hand.view(None) if hand and isinstance(fact, Dealt | Played) else None)
        seat = fact.seat if isinstance(fact, Played) else None
        if hand and isinstance(fact, Played) and isinstance(others, happened.Played) and fact.action != others.action:
            own = happening(event, hand.view(Seat.parse(fact.seat)))
        self._told.append(_Told(event.seq, others, seat, own))

    def forget(self) -> None:
        """Events may have been missed here, too."""
        self._told.clear()

    def since(self, seq: int, upto: int, seat: Seat | None) -> list[Missed] | None:
        """What happened after ``seq`` up to ``upto``, as told to ``seat`` (``None``: an onlooker).

        ``None`` where that is not known without a gap: ``seq`` is too long ago, or of another log.
        """
        if not 0 <= seq <= upto:
            return None
        letter = None if seat is None else str(seat)
        missed = [
            Missed(told.seq, told.own if letter is not None and told.seat == letter else told.others)
            for told in self._told
            if seq < told.seq <= upto
        ]
        return missed if len(missed) == upto - seq else None
