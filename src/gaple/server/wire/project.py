"""What one person may see of a table: the only way from its state to anything that is sent.

What is hidden comes from ``Hand.view`` alone, so from what that seat, or an onlooker, may know.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from typing import Final, cast

import msgspec

from gaple import Hand, Seat, View, commitment
from gaple.server.play import events
from gaple.server.play.claim import Claim
from gaple.server.play.claims import judges
from gaple.server.play.events import Event
from gaple.server.play.shuffle import Shuffle
from gaple.server.play.table import Phase, TableState

from . import happened, views
from .happened import TableEvent
from .kept import Kept
from .messages import EventTold, Missed, State, encode
from .views import (
    ClaimView,
    ClockView,
    CompanyView,
    GatheringView,
    HandResult,
    MatchView,
    NextHand,
    PracticeView,
    RepeatedView,
    SeatView,
    ShuffleView,
    Stage,
    Standing,
    StandInView,
    TableView,
    You,
)

MOST_HANDS: Final = 200
"""So many finished hands of a match are told, the last ones; the record has all of them."""


class Projection:
    """One moment of a table, told to many: every part is made once, however many see it.

    ``names`` are what persons are called, ``present`` those who are connected, ``event`` is what
    has just happened (``None``: nothing, somebody has come), ``left`` the seconds left of this turn,
    ``kept`` is what an earlier moment has left of parts that may be the same.
    """

    def __init__(
        self,
        state: TableState,
        names: Mapping[str, str | None],
        present: Collection[str],
        onlookers: int,
        event: Event | None = None,
        left: float | None = None,
        chat: bool = False,
        kept: Kept | None = None,
    ) -> None:
        self._state = state
        self._names = names
        self._present = present
        self._onlookers = onlookers
        self._event = event
        self._left = left
        self._chat = chat
        self._kept = kept or Kept()
        self._hands = MOST_HANDS if event is None else 1  # who is told an event knows those before
        self._seen: dict[Seat | None, tuple[views.View | None, TableEvent | None]] = {}

    def told(self, person: str | None, missed: list[Missed] | None = None) -> bytes:
        """The message for this person: ``event`` where there is one, else ``state``, with what they have missed."""
        state = self._state
        seat = state.seat_of(person)
        if seat not in self._seen:
            self._seen[seat] = self._look(seat)
        view, event = self._seen[seat]
        asks = state.asks(person)
        who = alias(person) if person else None
        you = You(person, who, _letter(seat), person == state.host, _letter(asks))
        if event is None:
            return encode(State(state.seq, self._table, view, you, msgspec.UNSET if missed is None else missed))
        return encode(EventTold(state.seq, event, self._table, view, you))

    @property
    def table_view(self) -> TableView:
        """What has nothing to do with hidden tiles."""
        state, names, present = self._state, self._names, self._present
        return self._table_view(seat_views(state, names, present), match_view(state, self._hands))

    @cached_property
    def _table(self) -> TableView:
        state, names, present, match = self._state, self._names, self._present, self._state.match
        seats = tuple(state.seats)
        named = tuple([names.get(occupant.person) if occupant and occupant.person else None for occupant in seats])
        of = seats, named, frozenset(present), frozenset(state.ready), state.phase is Phase.HAND_OVER, state.host
        seated = self._kept.get("seats", of, lambda: once(seat_views(state, names, present)))
        stands = match and (match, match.hands[-1:], state.matches, state.stopped, self._hands)
        told = match and self._kept.get("match", stands, lambda: once(match_view(state, self._hands)))
        return cast(TableView, once(self._table_view(cast(list[SeatView], seated), cast(MatchView | None, told))))

    def _table_view(self, seats: list[SeatView], match: MatchView | None) -> TableView:
        claims = claim_views(self._state, self._names, self._present)
        return table_view(self._state, seats, claims, match, self._onlookers, self._left, self._chat)

    def _look(self, seat: Seat | None) -> tuple[views.View | None, TableEvent | None]:
        hand = self._state.hand
        view = hand.view(seat) if hand else None
        told = None if hand is None or view is None else cast(views.View, once(self._told_view(hand, view)))
        return told, happening(self._event, view) if self._event else None

    def _told_view(self, hand: Hand, view: View) -> dict[str, object]:
        """A view as :meth:`gaple.View.to_dict` tells it. What an onlooker sees, too, is encoded once for all."""
        public = hand.view(None)
        parts = self._kept.get("hand", public, lambda: {name: once(part) for name, part in public.to_dict().items()})
        return {**parts, **view.beyond(public)}


def looked(state: TableState, seat: Seat) -> bytes:
    """What a seat may know of the hand in play, for whoever was found to be allowed to see it."""
    assert state.hand
    return encode(state.hand.view(seat).to_dict())


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else str(seat)


def once(part: object) -> msgspec.Raw:
    """A part of a message, encoded once for the many who are told it: what encodes the whole takes it as it is."""
    return msgspec.Raw(encode(part))


def happening(event: Event, view: View | None) -> TableEvent:
    """The event as the seat of ``view`` is told it: another's discard without its tile."""
    by = event.by
    match event.fact:
        case events.Created():
            return happened.Created(by)
        case events.Sat(seat, _):
            return happened.Sat(by, seat)
        case events.Stood(seat):
            return happened.Stood(by, seat)
        case events.Removed(seat):
            return happened.Removed(by, seat)
        case events.Computer(seat, level):
            return happened.ComputerPut(by, seat, level)
        case events.MatchBegun(number):
            return happened.MatchBegun(by, number)
        case events.Committed(number, secret):
            return happened.Committed(by, number, commitment(bytes.fromhex(secret)))
        case events.NonceCommitted(seat, commit):
            return happened.NonceCommitted(by, seat, commit)
        case events.Revealing():
            return happened.Revealing(by)
        case events.NonceRevealed(seat, _):
            return happened.NonceRevealed(by, seat)
        case events.Dealt():
            assert view is not None
            return happened.Dealt(by, view.number, str(view.starter))
        case events.Repeated():
            assert view is not None
            return happened.Repeated(by, view.number, str(view.starter))
        case events.Played():
            assert view is not None
            acted, action = view.actions[-1]
            return happened.Played(by, str(acted), str(action))
        case events.Rewound(seat, kept):
            return happened.Rewound(by, seat, kept)
        case events.TimeUp(seat, level):
            return happened.TimeUp(by, seat, level)
        case events.Voted(seat, about):
            return happened.Voted(by, seat, about)
        case events.TakenOver(seat, level, why):
            return happened.TakenOver(by, seat, level, why)
        case events.HandedBack(seat):
            return happened.HandedBack(by, seat)
        case events.SeatAsked(seat, _):
            return happened.SeatAsked(by, seat)
        case events.SeatAnswered(seat, _, yes):
            return happened.SeatAnswered(by, seat, yes)
        case events.SeatGiven(seat, _):
            return happened.SeatGiven(by, seat)
        case events.SeatKept(seat, kept):
            return happened.SeatKept(by, seat, kept)
        case events.Ready(seat):
            return happened.Ready(by, seat)
        case events.Stopped():
            return happened.Stopped(by)
        case events.Rematch():
            return happened.Rematch(by)
        case events.Closed():
            return happened.Closed(by)


def table_view(
    state: TableState,
    seats: list[SeatView],
    claims: list[ClaimView],
    match: MatchView | None,
    onlookers: int,
    left: float | None = None,
    chat: bool = False,
) -> TableView:
    """What has nothing to do with hidden tiles, of parts that the functions below make.

    ``left`` are the seconds left of this turn, or until a table that gathers people begins; ``chat`` is
    whether there is one.
    """
    rest = None if left is None else round(left, 1)
    return TableView(
        id=state.table,
        phase=state.phase,
        rules=state.rules.full,
        rules_short=str(state.rules),
        direction=state.direction,
        clock=ClockView(state.timing.move, state.timing.grace, None if state.gathers else rest),
        company=company_view(state, chat),
        gathering=GatheringView(state.gathers, rest) if state.gathers else None,
        seats=seats,
        votes=[str(seat) for seat in sorted(state.votes)],
        claims=claims,
        onlookers=onlookers,
        match=match,
        shuffle=_shuffle_view(state, state.shuffle) if state.shuffle else None,
        practice=_practice_view(state) if state.is_practice else None,
    )


def company_view(state: TableState, chat: bool) -> CompanyView:
    """Who may come to a table; ``chat`` is whether there is one."""
    company = state.company
    return CompanyView(company.public, company.onlookers, company.delay, chat, company.one_phone)


def claim_views(state: TableState, names: Mapping[str, str | None], present: Collection[str]) -> list[ClaimView]:
    """The seats that somebody asks for, and how far those are who decide about it."""
    if not state.claims:
        return []

    def told(seat: Seat, claim: Claim) -> ClaimView:
        deciding = judges(state, seat, claim, present)
        yes, no = len(claim.yes & deciding), len(claim.no & deciding)
        owner, host = deciding == {claim.absent}, deciding == {state.host}
        return ClaimView(str(seat), names.get(claim.person), yes, no, len(deciding), host and not owner, owner)

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


def _practice_view(state: TableState) -> PracticeView:
    of = state.repeated
    return PracticeView(state.rewound, RepeatedView(of.table, of.match, of.hand) if of else None)


@lru_cache(10_000)
def alias(person: str) -> str:
    """What others may know a person by: always the same, and nothing else is known from it."""
    return hashlib.sha256(f"gaple:{person}".encode()).hexdigest()[:16]


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
                who=alias(person) if person else None,
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


def match_view(state: TableState, hands: int = MOST_HANDS) -> MatchView | None:
    """How the match stands; of its finished hands the last ``hands``."""
    match = state.match
    if match is None:
        return None

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
