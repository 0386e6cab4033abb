"""What is answered over HTTP about hands that are over: which ones somebody has played, and one step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery

from gaple import Hand, Rules, Seat
from gaple.server.context import TheServer
from gaple.server.errors import Missing
from gaple.server.guests.people import Guest
from gaple.server.play import history, practice
from gaple.server.play.ended import Ended, Sitter
from gaple.server.play.events import BOT, Created, Event, HandedBack, Rewound, TakenOver, TimeUp
from gaple.server.store import hands
from gaple.server.store.hands import Cursor, HandAt
from gaple.server.wire.messages import TryAgain, read_body
from gaple.server.wire.views import Outcome
from gaple.texts import LANGUAGES, text

from . import results
from .answers import HandPlace, MyHands, Note, PlayedHand, Player, Position, Replay, Step, TableMade
from .described import described
from .http import Ask, language, named, network, readable
from .picture import Shown, Sitting, draw, legible

MOST: Final = 20
"""So many hands are listed at a time."""


@get("/api/me/hands", opt=described(MyHands, errors=(404, 429)))
async def get_hands(request: Ask, server: TheServer, before: FromQuery[str | None] = None) -> MyHands:
    """The finished hands that I have played, the latest first, some at a time."""
    guest: Guest | None = request.state.guest
    if guest is None:
        raise Missing("device-unknown")
    server.records.take(network(request), "too-many-records")
    cursor = Cursor.read(before) if before is not None else None
    if before is not None and cursor is None:
        return MyHands([], None)
    rows = await server.storage.read(hands.played_by(guest.person, cursor, MOST + 1))
    found = hands.read(rows)
    names = await server.storage.names({sat.person for one in found for sat in one.ended.seats if sat.person})
    more = str(found[MOST - 1].cursor) if len(found) > MOST else None
    return MyHands([_listed(one, guest.person, names) for one in found[:MOST]], more)


@get("/api/tables/{table:str}/hands/{match:int}/{hand:int}", opt=described(Replay, errors=(403, 404, 429)))
async def get_replay(
    request: Ask, table: FromPath[str], match: FromPath[int], hand: FromPath[int], server: TheServer
) -> Replay:
    """A finished hand, step by step."""
    log, sitters = await readable(request, server, table)
    if request.state.guest:  # who sees it embedded elsewhere is nobody, and has no review there
        server.reviews.expect()
    names = await server.storage.names(sitters)
    places = [HandPlace(*place) for place in await server.storage.read(hands.places(table))]
    guest: Guest | None = request.state.guest
    return await asyncio.to_thread(_replay, table, log, HandPlace(match, hand), places, names, guest)


@get(
    "/api/tables/{table:str}/hands/{match:int}/{hand:int}/picture.png",
    media_type="image/png",
    opt=described(errors=(403, 404, 429)),
)
async def get_picture(
    request: Ask,
    table: FromPath[str],
    match: FromPath[int],
    hand: FromPath[int],
    server: TheServer,
    lang: FromQuery[str | None] = None,
) -> bytes:
    """A finished hand as messengers show it: who won and how, the line, everybody's points."""
    log, sitters = await readable(request, server, table)
    names = await server.storage.names(sitters)
    told = lang if lang in LANGUAGES else language(request)
    return await asyncio.to_thread(_picture, table, log, HandPlace(match, hand), names, server.page.font, told)


@post(
    "/api/tables/{table:str}/hands/{match:int}/{hand:int}/again",
    opt=described(TableMade, 201, TryAgain, (403, 404, 413, 429)),
)
async def post_again(
    request: Ask, table: FromPath[str], match: FromPath[int], hand: FromPath[int], server: TheServer
) -> TableMade:
    """A new table at which I play a finished hand on from somewhere, against the same computer players."""
    asked = read_body(await request.body(), TryAgain)
    host = named(request)
    log, _ = await readable(request, server, table)
    found = await asyncio.to_thread(history.one, table, log, match, hand)
    return TableMade(await server.tables.open(host, practice.again(host.person, _created(log), found, asked.keep)))


ROUTES: Final = (get_hands, get_replay, get_picture, post_again)


def _listed(one: HandAt, person: str, names: Mapping[str, str | None]) -> PlayedHand:
    ended = one.ended
    rules = Rules.parse(ended.rules)

    def by_seat(values: Sequence[int]) -> dict[str, int]:
        return {str(seat): value for seat, value in zip(rules.seats, values, strict=True)}

    seats = (str(seat) for seat, sat in zip(rules.seats, ended.seats, strict=True) if sat.person == person)
    return PlayedHand(
        table=one.table,
        match=ended.match,
        hand=ended.hand,
        at=_time(one.at),
        rules=ended.rules,
        seat=next(seats, None),
        players=_players(rules, ended.seats, names),
        end=ended.end,
        winner=ended.winner,
        decided_by=ended.decided_by,
        side=ended.side,
        points=by_seat(ended.points),
        net=by_seat(ended.net),
        total=by_seat(ended.total),
    )


def _players(rules: Rules, seats: Sequence[Sitter], names: Mapping[str, str | None]) -> list[Player]:
    return [
        Player(
            seat=str(seat),
            kind="person" if sat.person else "computer" if sat.level else "empty",
            name=names.get(sat.person) if sat.person else None,
            bot=sat.person is not None and sat.person.startswith(BOT),
            level=sat.level,
            side=rules.side_of(seat),
        )
        for seat, sat in zip(rules.seats, seats, strict=True)
    ]


def _replay(
    table: str,
    log: Sequence[Event],
    place: HandPlace,
    places: Sequence[HandPlace],
    names: Mapping[str, str | None],
    guest: Guest | None,
) -> Replay:
    """Raises :class:`Missing` where there is no such hand, or it is not over."""
    found = history.one(table, log, *_order(place))
    hand, rules = found.hand, found.hand.rules
    positions = list(_positions(hand))
    last = hand.view(None)
    told = last.to_dict()
    seats = [Sitter(sat.person, sat.level) if sat else Sitter() for sat in found.seats]
    mine = [str(seat) for seat, sat in zip(rules.seats, seats, strict=True) if guest and sat.person == guest.person]
    return Replay(
        table=table,
        match=found.match,
        hand=hand.number,
        at=_time(found.dealt_at),
        rules=rules.full,
        rules_short=str(rules),
        direction=_created(log).direction,
        open=history.is_open(log),
        alone=found.alone,
        players=_players(rules, seats, names),
        seat=mine[0] if mine else None,
        starter=told["starter"],
        opener=told["opener"],
        turned_up=told["turned_up"],
        stock=told["hidden_stock"],
        steps=[
            Step(str(seat), str(action), len(before.legal) == 1)
            for (seat, action), before in zip(last.actions, positions, strict=False)
        ],
        positions=positions,
        notes=[_note(*note) for note in found.notes],
        outcome=msgspec.convert(told["outcome"], Outcome),
        total={str(seat): found.total[seat] for seat in rules.seats},
        previous=max((one for one in places if _order(one) < _order(place)), key=_order, default=None),
        next=min((one for one in places if _order(one) > _order(place)), key=_order, default=None),
    )


def _picture(
    table: str,
    log: Sequence[Event],
    place: HandPlace,
    names: Mapping[str, str | None],
    font: bytes | None,
    lang: str,
) -> bytes:
    """Raises :class:`Missing` where there is no such hand, or it is not over."""
    found = history.one(table, log, *_order(place))
    ended = Ended.of(found)
    nameless = results.seat_names(ended, {}, lang)
    called = [
        legible(name, font, instead)
        for name, instead in zip(results.seat_names(ended, names, lang), nameless, strict=True)
    ]
    won = results.winners(ended)
    return draw(
        Shown(
            headline=results.headline(ended, called, lang),
            reasons=results.reasons(ended, called, lang),
            where=text("page.replay.title", lang, n=place.hand),
            line=found.hand.line,
            seats=tuple(
                [
                    Sitting(called[seat], text("page.result.points", lang, n=ended.points[seat]), seat in won)
                    for seat in found.hand.rules.seats
                ]
            ),
            font=font,
        )
    )


def _created(log: Sequence[Event]) -> Created:
    created = log[0].fact
    assert isinstance(created, Created)
    return created


def _order(place: HandPlace) -> tuple[int, int]:
    """By which hands of a table are ordered."""
    return place.match, place.hand


def _positions(over: Hand) -> Iterator[Position]:
    """A finished hand before its first step and after each: what all seats together knew, and so nothing but views."""
    hand = over.copy()
    steps = over.actions
    for _ in steps:
        hand.undo()
    for step in (*steps, None):
        views = {seat: hand.view(seat) for seat in hand.rules.seats}
        told = {str(seat): view.to_dict() for seat, view in views.items()}
        turn = None if hand.turn is None else str(hand.turn)
        any_of = told[turn or str(Seat.A)]
        yield Position(
            line=any_of["line"],
            root=any_of["root"],
            ends=any_of["ends"] and (any_of["ends"][0], any_of["ends"][1]),
            turn=turn,
            hands={seat: view["tiles"] for seat, view in told.items()},
            dead={seat: view["dead"][seat] for seat, view in told.items()},
            legal=any_of["legal"] if turn else [],
        )
        if step:
            hand.play(step)


def _note(after: int, fact: TakenOver | HandedBack | TimeUp | Rewound) -> Note:
    if isinstance(fact, HandedBack):
        return Note(after, "handed_back", fact.seat, None, None)
    if isinstance(fact, Rewound):
        return Note(after, "rewound", fact.seat, None, None)
    if isinstance(fact, TimeUp):
        return Note(after, "time_up", fact.seat, fact.level, None)
    return Note(after, "taken_over", fact.seat, fact.level, fact.why)


def _time(at: int) -> str:
    """Milliseconds since 1970 as JSON has a time."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
