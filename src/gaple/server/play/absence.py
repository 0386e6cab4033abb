"""What nobody's absence may hold up: moves and seats that a computer player takes over, and gives back."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Final

from gaple import Seat
from gaple.server.errors import Refusal

from . import events
from .checks import countable, fresh, in_play, seat_named, seated
from .commands import Actor, CallTime, TakeOver, Vote
from .events import AnyFact
from .table import Phase, TableState

STAND_IN: Final = "casual"
"""The computer player that moves for a person. It needs nothing but Python, so that there is one everywhere."""

Facts = tuple[AnyFact, ...]


def call_time(state: TableState, command: CallTime) -> Facts:
    """The time of the person on turn is up: this one move is made for them."""
    fresh(state, command)
    hand = state.hand
    if hand is None or state.phase is not Phase.PLAYING or hand.turn is None:
        raise Refusal("no-hand")
    return () if state.computer_on_turn else (events.TimeUp(str(hand.turn), STAND_IN),)


def take_over(state: TableState, command: TakeOver, present: Collection[str]) -> Facts:
    """A person has been away for too long: their seat is played for until they come back."""
    in_play(state)
    occupant = state.seats[seat_named(state, command.seat)]
    if occupant is None or occupant.computer or occupant.person in present or state.one_phone:
        return ()
    return (events.TakenOver(command.seat, STAND_IN, "away"),)


def vote(state: TableState, command: Vote, actor: Actor, present: Collection[str], patience: float) -> Facts:
    """Somebody would not wait any longer for whoever is on turn.

    More than half of the others who are here decide it.
    """
    seat = seated(state, actor)
    fresh(state, command)
    if state.phase is not Phase.PLAYING or state.hand is None or state.hand.turn is None:
        raise Refusal("no-hand")
    about = state.hand.turn
    if seat == about:
        raise Refusal("vote-own-turn")
    if state.computer_on_turn:
        return ()
    if patience > 0:
        raise Refusal("vote-early", n=math.ceil(patience))
    countable(state)
    others = {other for other, person in state.persons.items() if person in present} - {about}
    voted = () if seat in state.votes else (events.Voted(str(seat), str(about)),)
    if 2 * len((state.votes | {seat}) & others) > len(others):
        return (*voted, events.TakenOver(str(about), STAND_IN, "vote"))
    return voted


def hand_over(state: TableState, actor: Actor) -> Facts:
    """Somebody wants a computer player to play for them."""
    in_play(state)
    seat = seated(state, actor)
    occupant = state.seats[seat]
    assert occupant
    if occupant.computer:
        return ()
    countable(state)
    return (events.TakenOver(str(seat), STAND_IN, "asked"),)


def take_back(state: TableState, actor: Actor) -> Facts:
    """Somebody plays themselves again."""
    in_play(state)
    seat = seated(state, actor)
    occupant = state.seats[seat]
    assert occupant
    return (events.HandedBack(str(seat)),) if occupant.stand_in else ()


def back(state: TableState, seat: Seat) -> Facts:
    """What comes before something that a person does with their seat: who was away is back by doing it.

    Raises :class:`Refusal` where a computer player was meant to play for them.
    """
    occupant = state.seats[seat]
    if occupant is None or occupant.stand_in is None:
        return ()
    if occupant.stand_in.why != "away":
        raise Refusal("computer-plays")
    return (events.HandedBack(str(seat)),)
