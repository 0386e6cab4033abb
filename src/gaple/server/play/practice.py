"""A hand taken back, against computer players alone: nobody else has anything to lose."""

from __future__ import annotations

from typing import Final

from gaple.server.errors import Refusal

from . import absence, events
from .checks import seated
from .commands import Actor, Rewind
from .events import AnyFact
from .table import Phase, TableState

MOST_REWINDS: Final = 200
"""So often may a hand be taken back: its log has an end, too."""

Facts = tuple[AnyFact, ...]


def rewind(state: TableState, command: Rewind, actor: Actor) -> Facts:
    """The hand goes on from its first ``keep`` actions; one that was over is not any more.

    What computer players have done since whoever asks has looked is taken back, too.
    """
    seat = seated(state, actor)
    if not state.is_practice:
        raise Refusal("rewind-not-alone")
    hand = state.hand
    if hand is None or state.stopped or state.phase is Phase.DEALING:
        raise Refusal("no-hand")
    if command.hand != hand.number:
        raise Refusal("stale")
    if command.keep >= len(hand.actions):
        if command.keep and command.keep == len(hand.actions):
            return ()  # it was asked for twice
        raise Refusal("rewind-nothing")
    if state.rewound >= MOST_REWINDS:
        raise Refusal("rewound-too-often", limit=MOST_REWINDS)
    return (*absence.back(state, seat), events.Rewound(str(seat), command.keep))
