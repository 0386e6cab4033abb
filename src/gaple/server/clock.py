"""What happens at a table by itself.

Computer players move, a turn without a choice passes, the next hand begins. All of it is commands,
through the table's one writer like everybody's.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gaple import PASS

from .settings import Settings
from .table import Phase, TableState

SETTLE: Final = 10.0
"""After a restart the person on turn has at least this long (or the whole time for a move, where that is less)."""


class What(StrEnum):
    """The things that happen by themselves."""

    MOVE = "move"
    """A computer player moves."""
    PASS = "pass"
    """A person who can only pass does."""
    TIME_UP = "time_up"
    """The time of the person on turn is over."""
    DEAL = "deal"
    """The next hand is dealt."""


@dataclass(frozen=True, slots=True)
class Due:
    """What is to happen, and ``at`` which time (seconds of ``time.monotonic``)."""

    what: What
    at: float


@dataclass(slots=True)
class Since:
    """Since when things are as they are, in seconds of ``time.monotonic``.

    The times in the log are of no use here: somebody may set the clock of the machine.
    ``event`` is when the last event was taken in, ``moved`` when a tile was played or dealt last, ``ready`` when the
    first person said that they want to go on, ``watched`` when somebody began to watch. ``spent`` is how much of this
    turn was over when the table was loaded: that alone is from the log.
    """

    event: float
    moved: float
    ready: float
    watched: float
    spent: float = 0.0


def out_of_time(state: TableState, since: Since, trip: float) -> float | None:
    """When the time for this move is over; ``None`` where none is counted.

    ``trip`` is the round trip of the person on turn, which is theirs on top. A turn without a choice is not counted.
    """
    limit = state.timing.move
    hand = state.hand
    if limit is None or state.phase is not Phase.PLAYING or hand is None:
        return None
    if state.computer_on_turn or hand.is_legal(PASS):
        return None
    return max(since.moved, since.watched) + max(limit - since.spent, min(limit, SETTLE)) + trip


def due(state: TableState, present: Collection[str], since: Since, settings: Settings, trip: float = 0.0) -> Due | None:
    """What happens next by itself; ``None`` where people are waited for.

    ``present`` are the persons connected, ``trip`` is the round trip of the one on turn. Time in which
    nobody watched does not count, so a table that was left alone goes on at its pace.
    """
    start = max(since.event, since.watched)
    if state.phase is Phase.PLAYING and state.hand and state.hand.turn is not None:
        moved = max(since.moved, since.watched)
        if state.time_up:
            return Due(What.MOVE, moved)
        if state.computer_on_turn:
            return Due(What.MOVE, moved + settings.pace)
        if state.hand.is_legal(PASS):
            return Due(What.PASS, moved + settings.pass_after)
        at = out_of_time(state, since, trip)
        return None if at is None else Due(What.TIME_UP, at)
    if state.phase is Phase.HAND_OVER:
        there = {seat for seat, person in state.persons.items() if person in present}
        if there and there <= state.ready:
            return Due(What.DEAL, since.event)
        if state.ready:
            return Due(What.DEAL, since.ready + settings.next_after)
        if not state.persons:
            return Due(What.DEAL, start + settings.look_for)
    return None
