"""What happens at a table by itself.

Computer players move, a turn without a choice passes, the next hand begins. All of it is commands,
through the table's one writer like everybody's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gaple import PASS, SEATS, Seat
from gaple.server.play.claims import is_offered
from gaple.server.play.commands import (
    CLOCK,
    Actor,
    AnyCommand,
    CallTime,
    DealNext,
    Fill,
    KeepSeat,
    Play,
    TakeBack,
    TakeOver,
)
from gaple.server.play.dealing import waited_for
from gaple.server.play.table import Phase, TableState
from gaple.server.settings import Settings

from .attendance import Attendance

SETTLE: Final = 10.0
"""After a restart the person on turn has at least this long (or the whole time for a move, where that is less)."""

FULL: Final = 3.0
"""A table that gathers people, and on which everybody sits, begins after so much time to look round."""


class What(StrEnum):
    """The things that happen by themselves."""

    MOVE = "move"
    """A computer player moves."""
    PASS = "pass"
    """A person who can only pass does."""
    TIME_UP = "time_up"
    """The time of the person on turn is over."""
    TAKE_OVER = "take_over"
    """A computer player takes over from a person who is away."""
    HAND_BACK = "hand_back"
    """Who was away is back, and has their seat again."""
    KEEP = "keep"
    """A seat is not asked for any more: its person is back, or who asked is gone."""
    BEGIN = "begin"
    """A table that gathers people begins."""
    DEAL = "deal"
    """The next step towards the next hand is taken."""


@dataclass(frozen=True, slots=True)
class Due:
    """What is to happen, and ``at`` which time (seconds of ``time.monotonic``); where it is about a seat, to whom."""

    what: What
    at: float
    seat: Seat | None = None


@dataclass(slots=True)
class Since:
    """Since when things are as they are, in seconds of ``time.monotonic``.

    The times in the log are of no use here: somebody may set the clock of the machine.
    ``event`` is when the last event was taken in, ``moved`` when a tile was played or a step taken towards a deal,
    ``ready`` when the first person said that they want to go on. ``spent`` is how much of this turn was over when the
    table was loaded: that alone is from the log.
    """

    event: float
    moved: float
    ready: float
    spent: float = 0.0


def out_of_time(state: TableState, here: Attendance, since: Since) -> float | None:
    """When the time for this move is over, round trips aside; ``None`` where none is counted.

    A turn without a choice is not counted.
    """
    limit = state.timing.move
    if limit is None or state.on_turn is None or state.hand is None or state.hand.is_legal(PASS):
        return None
    return max(since.moved, here.watched) + max(limit - since.spent, min(limit, SETTLE))


def begins(state: TableState, here: Attendance, since: Since, settings: Settings) -> float | None:
    """When a table that gathers people begins by itself; ``None`` where it does not, or nobody is there who sits."""
    if state.gathers is None or here.present.isdisjoint(state.persons.values()):
        return None
    is_full = here.present >= set(state.persons.values()) and len(state.persons) == state.rules.players
    wait = min(settings.gather_for, FULL) if is_full else settings.gather_for
    return max(since.event, here.watched) + wait


def due(state: TableState, here: Attendance, since: Since, settings: Settings) -> Due | None:
    """What happens next by itself; ``None`` where people are waited for.

    ``here`` says who is connected. Time in which nobody watched does not count, so a table that was
    left alone goes on at its pace.
    """
    step = _play(state, here, since, settings)
    if not state.claims:
        return step
    coming = (*_claims(state, here, since), step)
    return min((one for one in coming if one), key=lambda due: due.at, default=None)


def _claims(state: TableState, here: Attendance, since: Since) -> Iterator[Due]:
    """Of the seats that are asked for, which are not to be for long."""
    for seat, claim in state.claims.items():
        if claim.absent in here.present and not is_offered(state, seat):
            yield Due(What.KEEP, since.event, seat)
        elif claim.person not in here.present and state.company.onlookers:  # else they cannot be here
            away = max(here.away_since(claim.person), here.watched)
            yield Due(What.KEEP, away + state.timing.grace, seat)


def _play(state: TableState, here: Attendance, since: Since, settings: Settings) -> Due | None:
    """The next step of the game itself."""
    phase = state.phase
    if phase is Phase.DEALING:
        limit = max(since.moved, here.watched) + settings.shuffle_within
        return Due(What.DEAL, limit if waited_for(state, here.dealing) else since.event)
    if phase is Phase.WAITING and state.gathers is not None:
        begin = begins(state, here, since, settings)
        return None if begin is None else Due(What.BEGIN, begin)
    if phase not in (Phase.PLAYING, Phase.HAND_OVER):
        return None
    for seat, occupant in zip(SEATS, state.seats, strict=False):
        stand_in = occupant and occupant.stand_in
        if occupant and stand_in and stand_in.why == "away" and occupant.person in here.present:
            return Due(What.HAND_BACK, since.event, seat)
    return _turn(state, here, since, settings) if phase is Phase.PLAYING else _deal(state, here, since, settings)


def _turn(state: TableState, here: Attendance, since: Since, settings: Settings) -> Due | None:
    """In a hand: whoever is on turn moves, or it is done for them."""
    assert state.hand
    start = max(since.moved, here.watched)
    if state.computer_on_turn:
        return Due(What.MOVE, start if state.time_up else start + settings.pace)
    if state.hand.is_legal(PASS):
        return Due(What.PASS, start + settings.pass_after)
    person = state.on_turn
    assert person
    coming = []
    if person not in here.present and not state.one_phone:
        away = max(here.away_since(person), here.watched)
        coming.append(Due(What.TAKE_OVER, away + state.timing.grace, state.hand.turn))
    if (end := out_of_time(state, here, since)) is not None:
        coming.append(Due(What.TIME_UP, end + here.trips.of(person)))
    return min(coming, key=lambda due: due.at, default=None)


def _deal(state: TableState, here: Attendance, since: Since, settings: Settings) -> Due | None:
    """Between hands: those who play themselves and are here decide, but nobody waits for one of them for ever."""
    start = max(since.event, here.watched)
    people = {seat: person for seat, person in state.persons.items() if not state.stand_in(seat)}
    there = {seat for seat, person in people.items() if person in here.present}
    if there and there <= state.ready:
        return Due(What.DEAL, since.event)
    if state.ready:
        return Due(What.DEAL, since.ready + settings.next_after)
    if not people:
        return Due(What.DEAL, start + settings.look_for)
    if not there and not state.one_phone:
        return Due(What.DEAL, max(start, *map(here.away_since, people.values())) + state.timing.grace)
    return None


def asked(coming: Due, state: TableState) -> tuple[AnyCommand, Actor]:
    """The command for what is due, and whose it is. What a computer player does is not known here."""
    seq = state.seq
    match coming:
        case Due(What.DEAL):
            return DealNext(seq=seq), CLOCK
        case Due(What.BEGIN):
            return Fill(seq=seq), CLOCK
        case Due(What.PASS):
            return Play(seq=seq, action=str(PASS)), CLOCK
        case Due(What.TIME_UP):
            return CallTime(seq=seq), CLOCK
        case Due(What.TAKE_OVER, seat=seat):
            return TakeOver(seq=seq, seat=str(seat)), CLOCK
        case Due(What.KEEP, seat=seat):
            return KeepSeat(seq=seq, seat=str(seat)), CLOCK
        case Due(What.HAND_BACK, seat=Seat() as seat):
            return TakeBack(seq=seq), Actor("person", state.persons[seat])
    raise ValueError(coming)
