"""What one person may see of a table: the only way from its state to anything that is sent.

What is hidden comes from ``Hand.view`` alone, so from what that seat, or an onlooker, may know.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Final

import msgspec

from gaple import Match, Seat, View, commitment

from . import events
from .claim import Claim
from .claims import judges
from .events import Event
from .messages import EventTold, Happened, Missed, State, encode
from .shuffle import Shuffle
from .table import Phase, TableState
from .views import (
    ClaimView,
    ClockView,
    CompanyView,
    HandResult,
    MatchView,
    NextHand,
    SeatView,
    ShuffleView,
    Stage,
    Standing,
    StandInView,
    TableView,
    You,
)

NULL = msgspec.Raw(b"null")

MOST_HANDS: Final = 200
"""So many finished hands of a match are told, the last ones; the record has all of them."""


class Projection:
    """One moment of a table, told to many: every part is made once, however many see it.

    ``names`` are what persons are called, ``present`` those who are connected, ``event`` is what
    has just happened (``None``: nothing, somebody has come), ``left`` the seconds left of this turn.
    """

    def __init__(
        self,
        state: TableState,
        names: Mapping[str, str | None],
        present: Collection[str],
        onlookers: int,
        event: Event | None = None,
        left: float | None = None,
    ) -> None:
        self._state = state
        self._names = names
        self._present = present
        self._onlookers = onlookers
        self._event = event
        self._left = left
        self._seen: dict[Seat | None, tuple[msgspec.Raw, Happened | None]] = {}

    def told(self, person: str | None, missed: list[Missed] | None = None) -> bytes:
        """The message for this person: ``event`` where there is one, else ``state``, with what they have missed."""
        state = self._state
        seat = state.seat_of(person)
        if seat not in self._seen:
            self._seen[seat] = self._look(seat)
        view, happened = self._seen[seat]
        asks = state.asks(person)
        you = You(person, _letter(seat), person == state.host, _letter(asks))
        if happened is None:
            return encode(State(state.seq, self._table, view, you, msgspec.UNSET if missed is None else missed))
        return encode(EventTold(state.seq, happened, self._table, view, you))

    @property
    def table_view(self) -> TableView:
        """What has nothing to do with hidden tiles."""
        hands = MOST_HANDS if self._event is None else 1  # who is told an event knows those before
        return table_view(self._state, self._names, self._present, self._onlookers, hands, self._left)

    @cached_property
    def _table(self) -> msgspec.Raw:
        return msgspec.Raw(encode(self.table_view))

    def _look(self, seat: Seat | None) -> tuple[msgspec.Raw, Happened | None]:
        hand = self._state.hand
        view = hand.view(seat) if hand else None
        told = msgspec.Raw(encode(view.to_dict())) if view else NULL
        return told, happening(self._event, view) if self._event else None


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else str(seat)


def happening(event: Event, view: View | None) -> Happened:
    """The event as the seat of ``view`` is told it: another's discard without its tile."""
    fact, by = event.fact, event.by
    match fact:
        case events.Committed(number, secret):
            return Happened(fact.kind, by, hand=number, commit=commitment(bytes.fromhex(secret)))
        case events.NonceCommitted(where, commit):
            return Happened(fact.kind, by, seat=where, commit=commit)
        case events.NonceRevealed(where, _):
            return Happened(fact.kind, by, seat=where)
        case events.Sat(where, _) | events.Stood(where) | events.Removed(where) | events.Ready(where):
            return Happened(fact.kind, by, seat=where)
        case events.Computer(where, level) | events.TimeUp(where, level):
            return Happened(fact.kind, by, seat=where, level=level)
        case events.TakenOver(where, level, why):
            return Happened(fact.kind, by, seat=where, level=level, why=why)
        case events.Voted(where, about):
            return Happened(fact.kind, by, seat=where, about=about)
        case events.SeatAnswered(where, _, yes):
            return Happened(fact.kind, by, seat=where, yes=yes)
        case events.SeatKept(where, why):
            return Happened(fact.kind, by, seat=where, why=why)
        case events.HandedBack(where) | events.SeatAsked(where, _) | events.SeatGiven(where, _):
            return Happened(fact.kind, by, seat=where)
        case events.MatchBegun(number):
            return Happened(fact.kind, by, match=number)
        case events.Dealt() if view:
            return Happened(fact.kind, by, hand=view.number, starter=str(view.starter))
        case events.Played() if view:
            seat, action = view.actions[-1]
            return Happened(fact.kind, by, seat=str(seat), action=str(action))
        case _:
            return Happened(fact.kind, by)


def table_view(
    state: TableState,
    names: Mapping[str, str | None],
    present: Collection[str],
    onlookers: int,
    hands: int = MOST_HANDS,
    left: float | None = None,
) -> TableView:
    """What has nothing to do with hidden tiles; of the match's finished hands the last ``hands``.

    ``left`` are the seconds left of this turn.
    """
    return TableView(
        id=state.table,
        phase=state.phase,
        rules=state.rules.full,
        rules_short=str(state.rules),
        direction=state.direction,
        clock=ClockView(state.timing.move, state.timing.grace, None if left is None else round(left, 1)),
        company=CompanyView(state.company.public, state.company.onlookers, state.company.delay),
        seats=seat_views(state, names, present),
        votes=[str(seat) for seat in sorted(state.votes)],
        claims=claim_views(state, names, present),
        onlookers=onlookers,
        match=_match_view(state, state.match, hands) if state.match else None,
        shuffle=_shuffle_view(state, state.shuffle) if state.shuffle else None,
    )


def claim_views(state: TableState, names: Mapping[str, str | None], present: Collection[str]) -> list[ClaimView]:
    """The seats that somebody asks for, and how far those are who decide about it."""

    def told(seat: Seat, claim: Claim) -> ClaimView:
        deciding = judges(state, claim, present)
        yes, no = len(claim.yes & deciding), len(claim.no & deciding)
        return ClaimView(str(seat), names.get(claim.person), yes, no, len(deciding), deciding == {state.host})

    return [told(seat, claim) for seat, claim in sorted(state.claims.items())]


def _shuffle_view(state: TableState, shuffle: Shuffle) -> ShuffleView:
    def by_seat(values: Mapping[Seat, str]) -> dict[str, str]:
        return {str(seat): values[seat] for seat in state.rules.seats if seat in values}

    over = shuffle.dealt and state.hand is not None and state.hand.is_over
    before: Stage = "reveal" if shuffle.revealing else "commit"
    return ShuffleView(
        hand=shuffle.hand,
        stage="over" if over else "dealt" if shuffle.dealt else before,
        commit=shuffle.commit,
        nonce_commits=by_seat(shuffle.commits),
        nonces=by_seat(shuffle.nonces) if over else None,
        secret=shuffle.secret if over else None,
    )


def seat_views(state: TableState, names: Mapping[str, str | None], present: Collection[str]) -> list[SeatView]:
    """Every seat and who is on it. A computer player is always there, and ready between hands."""
    between = state.phase is Phase.HAND_OVER
    views = []
    for seat, occupant in zip(state.rules.seats, state.seats, strict=True):
        person = occupant.person if occupant else None
        level = occupant.level if occupant else None
        stand_in = occupant.stand_in if occupant else None
        views.append(
            SeatView(
                seat=str(seat),
                kind="person" if person else "computer" if level else "empty",
                name=names.get(person) if person else None,
                bot=person is not None and person.startswith(events.BOT),
                level=level,
                connected=person in present if person else level is not None,
                ready=between and (bool(occupant and occupant.computer) or seat in state.ready),
                host=person is not None and person == state.host,
                side=state.rules.side_of(seat),
                stand_in=StandInView(stand_in.level, stand_in.why) if stand_in else None,
            )
        )
    return views


def _match_view(state: TableState, match: Match, hands: int) -> MatchView:
    def by_seat(values: tuple[int, ...]) -> dict[str, int]:
        return {str(seat): values[seat] for seat in match.rules.seats}

    over = match.is_over or state.stopped
    duty = None if over else match.duty
    following = (
        None
        if duty is None
        else NextHand(
            hand=match.number,
            kind=duty.kind,
            seat=None if duty.seat is None else str(duty.seat),
            tile=None if duty.tile is None else str(duty.tile),
        )
    )
    return MatchView(
        number=state.matches,
        hands=[
            HandResult(
                hand=played.number,
                starter=str(played.starter),
                end=played.outcome.end,
                points=by_seat(played.outcome.points),
                winner=str(played.outcome.winner),
                decided_by=played.outcome.decided_by,
                side=played.outcome.side,
                net=by_seat(played.outcome.net),
                total=by_seat(played.total),
            )
            for played in match.hands[-hands:]
        ],
        total=by_seat(match.total),
        standings=[Standing(place, str(seat), total) for place, seat, total in match.standings],
        over=over,
        next=following,
    )
