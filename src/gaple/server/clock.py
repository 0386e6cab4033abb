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
    """What is to happen, and ``at`` which time (milliseconds, the events' clock)."""

    what: What
    at: int


def due(state: TableState, present: Collection[str], since: int, settings: Settings) -> Due | None:
    """What happens next by itself; ``None`` where people are waited for.

    ``present`` are the persons connected, ``since`` is when somebody began to watch: time before
    that does not count, so a table that was left alone goes on at its pace.
    """
    start = max(state.at, since)
    if state.phase is Phase.PLAYING and state.hand and state.hand.turn is not None:
        occupant = state.seats[state.hand.turn]
        if occupant and occupant.level:
            return Due(What.MOVE, start + _ms(settings.pace))
        if state.hand.is_legal(PASS):
            return Due(What.PASS, start + _ms(settings.pass_after))
    if state.phase is Phase.HAND_OVER:
        there = {seat for seat, person in state.persons.items() if person in present}
        if there and there <= state.ready:
            return Due(What.DEAL, state.at)
        if state.ready_since is not None:
            return Due(What.DEAL, state.ready_since + _ms(settings.next_after))
        if not state.persons:
            return Due(What.DEAL, start + _ms(settings.look_for))
    return None


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
