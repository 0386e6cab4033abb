"""What a command comes to: facts, or a refusal that says why. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from gaple import PASS, Action, IllegalAction, Rules, Seat
from gaple.players import check_level
from gaple.server.errors import Refusal

from . import absence, claims, events, one_phone, practice
from .checks import as_host, as_member, countable, fresh, in_waiting_room, seat_named, seated
from .commands import (
    CLOCK,
    COMPUTER,
    Actor,
    AnswerSeat,
    AnyCommand,
    AskSeat,
    BeReady,
    CallTime,
    Chat,
    Close,
    Command,
    CommitNonce,
    DealNext,
    Fill,
    HandOver,
    KeepSeat,
    Play,
    PlayAgain,
    PutComputer,
    Remove,
    Report,
    RevealNonce,
    Rewind,
    Say,
    Sit,
    Stand,
    Start,
    Stop,
    TakeBack,
    TakeOver,
    Vote,
)
from .dealing import Facts, commit_nonce, deal_next, reveal_nonce
from .events import PATIENT, PRIVATE, Company, Direction, Timing
from .table import Occupant, Phase, TableState


def found(
    host: str,
    rules: Rules,
    direction: Direction,
    level: str | None,
    secret: bytes,
    timing: Timing = PATIENT,
    company: Company = PRIVATE,
    companions: Mapping[Seat, str] | None = None,
) -> Facts:
    """A new table, its host at A; or ``companions`` on their seats, among whom the host's phone is passed around.

    With a ``level``, computer players are on all other seats, and the first hand is about to be
    dealt from ``secret``. Raises :class:`gaple.GapleError` for a level that there is not.
    """
    created = events.Created(host, rules.full, direction, timing, replace(company, one_phone=companions is not None))
    sitters = {Seat.A: host} if companions is None else companions
    facts: Facts = (created, *(events.Sat(str(seat), person) for seat, person in sitters.items()))
    if level is None:
        return facts
    check_level(level)
    others = tuple(events.Computer(str(seat), level) for seat in rules.seats[1:])
    return (*facts, *others, *_begin(1, secret))


def decide(
    state: TableState,
    command: AnyCommand,
    actor: Actor,
    secret: bytes,
    present: Collection[str],
    patience: float = 0.0,
) -> Facts:
    """What ``command`` comes to: nothing where everything is already as it asks.

    ``secret`` is what a hand is dealt from, should one be, ``present`` are the persons connected,
    ``patience`` is how many seconds longer whoever is on turn must be waited for. Raises
    :class:`Refusal` or :class:`gaple.GapleError`, never with a tile in it that ``actor`` did not name.
    """
    if state.closed and not isinstance(command, Close):
        raise Refusal("table-closed")
    match command:
        case Sit():
            return _sit(state, command, actor)
        case Stand():
            return _stand(state, actor)
        case PutComputer():
            return _put_computer(state, command, actor, present)
        case Remove():
            return _remove(state, command, actor, present)
        case Start():
            return _start(state, command, actor, secret, present)
        case Fill():
            return _fill(state, command, actor, secret, present)
        case Play():
            return _play(state, command, actor)
        case Rewind():
            return practice.rewind(state, command, actor)
        case BeReady():
            return _be_ready(state, command, actor)
        case Stop():
            return _stop(state, command, actor)
        case PlayAgain():
            return _play_again(state, command, actor)
        case CallTime():
            return absence.call_time(state, command)
        case TakeOver():
            return absence.take_over(state, command, present)
        case Vote():
            return absence.vote(state, command, actor, present, patience)
        case Close():
            return () if state.closed else (events.Closed(),)
        case Say() | Chat() | Report():
            return ()  # what is said is in no log
        case HandOver():
            return absence.hand_over(state, actor)
        case TakeBack():
            return absence.take_back(state, actor)
        case AskSeat():
            return claims.ask_seat(state, command, actor, present)
        case AnswerSeat():
            return claims.answer_seat(state, command, actor, present)
        case KeepSeat():
            return claims.keep_seat(state, command, present)
        case CommitNonce():
            return commit_nonce(state, command, actor)
        case RevealNonce():
            return reveal_nonce(state, command, actor)
        case DealNext():
            return deal_next(state, command, secret)


def _sit(state: TableState, command: Sit, actor: Actor) -> Facts:
    in_waiting_room(state)
    seat = seat_named(state, command.seat)
    occupant = state.seats[seat]
    if actor.person is None:
        raise Refusal("name-needed")
    if state.one_phone:
        raise Refusal("one-phone")
    if occupant and occupant.person:
        if occupant.person != actor.person:
            raise Refusal("seat-taken", seat=seat)
        return ()
    countable(state)
    return (events.Sat(str(seat), actor.person),)


def _stand(state: TableState, actor: Actor) -> Facts:
    in_waiting_room(state)
    seat = seated(state, actor)
    countable(state)
    return (events.Stood(str(seat)),)


def _put_computer(state: TableState, command: PutComputer, actor: Actor, present: Collection[str]) -> Facts:
    """On an empty seat, another computer player's, or that of somebody who is away."""
    as_host(state, actor, present)
    in_waiting_room(state)
    seat = seat_named(state, command.seat)
    occupant = state.seats[seat]
    if occupant and occupant.person in present:
        raise Refusal("seat-taken", seat=seat)
    if command.level is not None:
        check_level(command.level)
    if occupant == (Occupant(level=command.level) if command.level else None):
        return ()
    countable(state)
    return (events.Computer(str(seat), command.level),)


def _remove(state: TableState, command: Remove, actor: Actor, present: Collection[str]) -> Facts:
    as_host(state, actor, present)
    in_waiting_room(state)
    occupant = state.seats[seat_named(state, command.seat)]
    if occupant is None:
        return ()
    countable(state)
    return (events.Removed(command.seat) if occupant.person else events.Computer(command.seat, None),)


def _start(state: TableState, command: Start, actor: Actor, secret: bytes, present: Collection[str]) -> Facts:
    as_host(state, actor, present)
    if _has_just_begun(state, command):
        return ()
    in_waiting_room(state)
    empty = [str(seat) for seat in state.rules.seats if state.seats[seat] is None]
    if empty:
        raise Refusal("seats-empty", seats=", ".join(empty), n=len(empty))
    away = [str(seat) for seat, person in state.persons.items() if person not in present]
    if away:  # the hand would wait for them, and nobody could help it
        raise Refusal("seats-away", seats=", ".join(away), n=len(away))
    return _begin(state.matches + 1, secret)


def _fill(state: TableState, command: Fill, actor: Actor, secret: bytes, present: Collection[str]) -> Facts:
    if actor.by == "person":
        seated(state, actor)
    if _has_just_begun(state, command):
        return ()
    in_waiting_room(state)
    if state.gathers is None:
        raise Refusal("not-gathering")
    filled: list[events.AnyFact] = []
    for seat, occupant in zip(state.rules.seats, state.seats, strict=True):
        if occupant and occupant.person and occupant.person not in present:  # they looked in, and left
            filled.append(events.Removed(str(seat)))
            occupant = None
        if occupant is None:
            filled.append(events.Computer(str(seat), state.gathers))
    return (*filled, *_begin(state.matches + 1, secret))


def _has_just_begun(state: TableState, command: Command) -> bool:
    """Whether somebody else was quicker to begin, or the same person in another window."""
    untouched = state.phase is Phase.DEALING or (state.hand is not None and not state.hand.actions)
    return state.match is not None and state.match.number == 1 and untouched and command.seq < state.moved_seq


def _play(state: TableState, command: Play, actor: Actor) -> Facts:
    seat = one_phone.player(state, command, actor) if actor.by == "person" else None
    fresh(state, command)
    hand = state.hand
    if hand is None or state.phase is not Phase.PLAYING or hand.turn is None:
        raise Refusal("no-hand")
    if seat is not None and seat != hand.turn:
        raise Refusal("not-your-turn", turn=hand.turn)
    if actor.by == "person" and state.time_up:
        raise Refusal("time-ran-out")
    before = () if seat is None else absence.back(state, seat)
    if actor == COMPUTER and not state.computer_on_turn:
        raise Refusal("stale")  # it began to think for somebody who plays themselves now
    action = Action.parse(command.action)
    if actor == CLOCK and (action is not PASS or not hand.is_legal(PASS)):
        raise TypeError("the clock may only pass")
    reason: IllegalAction | None = hand.why_not(action)
    if reason:
        raise reason
    return (*before, events.Played(str(hand.turn), str(action)))


def _be_ready(state: TableState, command: BeReady, actor: Actor) -> Facts:
    seats = one_phone.ready(state, actor)
    fresh(state, command)
    if state.phase is not Phase.HAND_OVER:
        raise Refusal("not-between-hands")
    return tuple(
        fact
        for seat in seats
        if seat not in state.ready
        for fact in (*absence.back(state, seat), events.Ready(str(seat)))
    )


def _stop(state: TableState, command: Stop, actor: Actor) -> Facts:
    as_member(state, actor)
    fresh(state, command)
    if state.stopped and state.phase is Phase.MATCH_OVER:
        return ()  # somebody else was quicker
    if state.phase is not Phase.HAND_OVER:
        raise Refusal("not-between-hands")
    if state.rules.hands is not None or state.rules.target is not None:
        raise Refusal("match-has-an-end")
    return (events.Stopped(),)


def _play_again(state: TableState, command: PlayAgain, actor: Actor) -> Facts:
    as_member(state, actor)
    fresh(state, command)
    if state.phase is Phase.WAITING and state.match:
        return ()  # somebody else was quicker
    if state.phase is not Phase.MATCH_OVER:
        raise Refusal("match-not-over")
    return (events.Rematch(),)


def _begin(match: int, secret: bytes) -> Facts:
    return events.MatchBegun(match), events.Committed(1, secret.hex())
