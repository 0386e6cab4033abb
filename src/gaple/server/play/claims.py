"""A seat whose person cannot come back to it: somebody says that it is theirs, and those who are here agree or not.

Whoever has lost the cookie that they were known by (another browser, a server at another address) is a stranger.
The host decides about them; where it is the host who is gone, more than half of the others with a seat who are here.

Who has stepped aside, and is here, offers their seat: somebody who watches may ask for it, and they alone decide.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from gaple import Seat
from gaple.server.errors import Refusal

from . import events
from .checks import seat_named
from .claim import Claim
from .commands import Actor, AnswerSeat, AskSeat, KeepSeat
from .events import AnyFact
from .table import Phase, TableState

MOST_ASKED: Final = 20
"""So often may seats be asked for in a hand, or a waiting room: nobody is to be pestered."""

Facts = tuple[AnyFact, ...]


def is_offered(state: TableState, seat: Seat) -> bool:
    """Whether the person of a seat has stepped aside, so that it can be asked for while they are here.

    Not once the match is over: they could not take it back.
    """
    occupant = state.seats[seat]
    over = state.phase in (Phase.MATCH_OVER, Phase.CLOSED)
    return bool(not over and occupant and occupant.person and occupant.stand_in and occupant.stand_in.why == "asked")


def judges(state: TableState, seat: Seat, claim: Claim, present: Collection[str]) -> set[str]:
    """The persons who decide about a claim now.

    Who offers the seat, where they are here; the host alone; or else whoever has a seat and is here.
    """
    if claim.absent in present and is_offered(state, seat):
        return {claim.absent}
    if state.host in present and state.host not in (claim.absent, claim.person):
        return {state.host}
    return {person for person in state.persons.values() if person in present} - {claim.absent}


def ask_seat(state: TableState, command: AskSeat, actor: Actor, present: Collection[str]) -> Facts:
    """Somebody says that the seat of a person who is away is theirs, or asks for one that is offered."""
    if actor.person is None:
        raise Refusal("name-needed")
    seat = seat_named(state, command.seat)
    if state.one_phone:
        raise Refusal("one-phone")
    if state.seat_of(actor.person) is not None:
        raise Refusal("seated-already")
    absent = state.persons.get(seat)
    if absent is None:
        raise Refusal("seat-nobodys", seat=seat)
    if absent in present and not is_offered(state, seat):
        raise Refusal("seat-not-away", seat=seat)
    claim = state.claims.get(seat)
    if claim and claim.person == actor.person:
        return ()
    if claim or state.asks(actor.person) is not None:
        raise Refusal("seat-asked-already")
    if state.asked >= MOST_ASKED:
        raise Refusal("seats-asked-too-often", limit=MOST_ASKED)
    return (events.SeatAsked(str(seat), actor.person),)


def answer_seat(state: TableState, command: AnswerSeat, actor: Actor, present: Collection[str]) -> Facts:
    """Somebody agrees that a seat is given, or does not; who asked for it may think better of it."""
    seat = seat_named(state, command.seat)
    claim = state.claims.get(seat)
    if claim is None:
        raise Refusal("seat-not-asked", seat=seat)
    if actor.person == claim.person and not command.yes:
        return (events.SeatKept(str(seat), "withdrawn"),)
    if command.seq < claim.seq:
        raise Refusal("stale")  # it was about somebody else
    deciding, offered = judges(state, seat, claim, present), is_offered(state, seat)
    if actor.person is None or actor.person not in deciding:
        if deciding == {claim.absent}:
            raise Refusal("seat-theirs-to-give", seat=seat)
        raise Refusal("not-host" if deciding == {state.host} else "not-seated")
    if claim.absent in present and not offered:
        return (events.SeatKept(str(seat), "back"),)
    before = claim.yes if command.yes else claim.no
    answered = () if actor.person in before else (events.SeatAnswered(str(seat), actor.person, command.yes),)
    same = deciding & (before | {actor.person})
    if command.yes and 2 * len(same) > len(deciding):
        given = (*answered, events.SeatGiven(str(seat), claim.person))
        return (*given, events.HandedBack(str(seat))) if offered else given
    if not command.yes and 2 * len(same) >= len(deciding):
        return (*answered, events.SeatKept(str(seat), "refused"))
    return answered


def keep_seat(state: TableState, command: KeepSeat, present: Collection[str]) -> Facts:
    """Nothing is left to decide: whose seat it is has come back, or who asked for it has gone."""
    seat = Seat.parse(command.seat)
    claim = state.claims.get(seat)
    if claim is None:
        return ()
    if claim.absent in present and not is_offered(state, seat):
        return (events.SeatKept(command.seat, "back"),)
    if claim.person in present or not state.company.onlookers:
        return ()
    return (events.SeatKept(command.seat, "withdrawn"),)
