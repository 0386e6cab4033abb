"""What has to be so before something may be done at a table. Each raises :class:`Refusal` where it is not."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from gaple import Seat
from gaple.server.errors import Refusal

from .commands import Actor, Command
from .table import Phase, TableState

MOST_CHANGES: Final = 500
"""So often may seats change before a match: the log of a table that never begins has an end, too."""


def fresh(state: TableState, command: Command) -> None:
    """Nothing was played or dealt since whoever asks has looked."""
    if not state.moved_seq <= command.seq <= state.seq:
        raise Refusal("stale")


def in_waiting_room(state: TableState) -> None:
    """No match is going on."""
    if state.phase is not Phase.WAITING:
        raise Refusal("match-begun")


def in_play(state: TableState) -> None:
    """A match is going on."""
    if state.phase not in (Phase.DEALING, Phase.PLAYING, Phase.HAND_OVER):
        raise Refusal("not-in-play")


def countable(state: TableState) -> None:
    """Seats may change once more."""
    if state.changes >= MOST_CHANGES:
        raise Refusal("seats-changed-too-often", limit=MOST_CHANGES)


def as_host(state: TableState, actor: Actor, present: Collection[str]) -> None:
    """The host, or while they are away, whoever sits here: nobody's absence may end a table."""
    stands_in = state.host not in present and state.seat_of(actor.person) is not None
    if actor.person != state.host and not stands_in:
        raise Refusal("not-host")


def seated(state: TableState, actor: Actor) -> Seat:
    """Where whoever asks sits."""
    seat = state.seat_of(actor.person)
    if seat is None:
        raise Refusal("not-seated")
    return seat


def as_member(state: TableState, actor: Actor) -> None:
    """Whoever sits here, or made the table and watches."""
    if actor.person != state.host:
        seated(state, actor)


def seat_named(state: TableState, letter: str) -> Seat:
    """The seat of this letter."""
    seat = Seat.parse(letter)
    if seat not in state.rules.seats:
        raise Refusal("seat-not-here", seat=seat, last=state.rules.seats[-1])
    return seat
