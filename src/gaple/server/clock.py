"""What happens at a table by itself.

Computer players move, a turn without a choice passes, the next hand begins. All of it is commands,
through the table's one writer like everybody's.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from gaple import PASS

from .settings import Settings
from .table import Phase, TableState


class What(StrEnum):
    """The things that happen by themselves."""

    MOVE = "move"
    """A computer player moves."""
    PASS = "pass"
    """A person who can only pass does."""
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
    ``event`` is when the last event was taken in, ``ready`` when the first person said that they
    want to go on, ``watched`` when somebody began to watch.
    """

    event: float
    ready: float
    watched: float


def due(state: TableState, present: Collection[str], since: Since, settings: Settings) -> Due | None:
    """What happens next by itself; ``None`` where people are waited for.

    ``present`` are the persons connected. Time in which nobody watched does not count, so a table
    that was left alone goes on at its pace.
    """
    start = max(since.event, since.watched)
    if state.phase is Phase.PLAYING and state.hand and state.hand.turn is not None:
        occupant = state.seats[state.hand.turn]
        if occupant and occupant.level:
            return Due(What.MOVE, start + settings.pace)
        if state.hand.is_legal(PASS):
            return Due(What.PASS, start + settings.pass_after)
    if state.phase is Phase.HAND_OVER:
        there = {seat for seat, person in state.persons.items() if person in present}
        if there and there <= state.ready:
            return Due(What.DEAL, since.event)
        if state.ready:
            return Due(What.DEAL, since.ready + settings.next_after)
        if not state.persons:
            return Due(What.DEAL, start + settings.look_for)
    return None
