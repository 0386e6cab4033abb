"""One phone that is passed around: the host has it and no seat, and their companions play on it in turn.

A companion is a person without a device. So nobody can ask for anything in their name, and nothing is told to them:
what the host asks for counts for whoever is on turn, and what is in a hand is shown when that is asked for, once.
"""

from __future__ import annotations

from gaple import Seat
from gaple.server.errors import Refusal

from .checks import fresh, seated
from .commands import Actor, Play
from .table import TableState


def look(state: TableState, person: str | None, letter: str, seq: int) -> Seat:
    """The seat that may be shown to whoever asks to see ``letter``: the one on turn, as things stood at ``seq``."""
    if not holds(state, person):
        raise Refusal("look-not-here")
    if seq != state.seq:
        raise Refusal("stale")
    seat = on_turn(state)
    if str(seat) != letter:
        raise Refusal("not-your-turn", turn=seat)
    return seat


def player(state: TableState, command: Play, actor: Actor) -> Seat:
    """For whom somebody plays: for themselves, or on the one phone for the companion on turn."""
    if not holds(state, actor.person):
        return seated(state, actor)
    fresh(state, command)
    return on_turn(state)


def ready(state: TableState, actor: Actor) -> list[Seat]:
    """Who wants to go on when somebody says so: on the one phone all who play on it."""
    return sorted(state.persons) if holds(state, actor.person) else [seated(state, actor)]


def adds_nonce(state: TableState, actor: Actor) -> Seat:
    """As whose a nonce counts: the one phone adds one, as the first companion's."""
    return min(state.persons) if holds(state, actor.person) and state.persons else seated(state, actor)


def holds(state: TableState, person: str | None) -> bool:
    """Whether somebody has the phone that is passed around."""
    return state.one_phone and person == state.host


def on_turn(state: TableState) -> Seat:
    """The seat of the companion who is to move."""
    hand = state.hand
    if hand is None or hand.turn is None:
        raise Refusal("no-hand")
    if state.on_turn is None:
        raise Refusal("not-your-turn", turn=hand.turn)
    return hand.turn
