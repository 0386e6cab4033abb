"""What is answered over HTTP (docs/protocol.md). Every answer and every error is JSON."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from typing import Any, Final, cast

from litestar import Request, Response, get, post, put
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery

from gaple import Rules, Seat
from gaple.players import available
from gaple.server import lan
from gaple.server.context import Server, TheServer
from gaple.server.errors import InputError, Missing, Refusal
from gaple.server.guard import check_origin, network_of
from gaple.server.guests.names import clean_name
from gaple.server.guests.people import COOKIE, Guest
from gaple.server.play import history
from gaple.server.play.events import Company, Event, Timing
from gaple.server.wire.messages import AskRules, CallCompanion, Lang, MakeTable, Me, Person, PlayNow, read_body
from gaple.server.wire.project import alias
from gaple.server.wire.views import TableView
from gaple.texts import LANGUAGES

from .answers import ChatAllowed, Levels, Link, RulesTold, TableMade
from .described import described

Ask = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]

FEWEST_COMPANIONS: Final = 2
"""A phone is passed around among so many at least."""
_YEARS: Final = 5 * 365 * 24 * 3600
_CHOSEN: Final = "gaple_lang"
_LOOK: Final = "gaple_look"
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


@get("/api/me", opt=described(Person, errors=(429,)))
async def get_me(request: Ask, server: TheServer) -> Response[Person]:
    """Who I am; a newcomer is given a device token.

    Every page begins with this, so a cookie is renewed here: browsers keep none longer than some 400 days.
    """
    guest, cookies = await guest_of(request, server)
    if not cookies and not guest.is_bot:
        cookies = [cookie_with(request.cookies[COOKIE], request, server)]
    return Response(told(guest), cookies=cookies)


@put("/api/me", opt=described(Person, body=Me, errors=(413, 429)))
async def put_me(request: Ask, server: TheServer) -> Response[Person]:
    """What I am called, and which language I read."""
    asked = read_body(await request.body(), Me)
    name = None if asked.name is None else clean_name(asked.name)
    guest, cookies = await guest_of(request, server)
    changed = await server.people.change(guest, name, asked.lang)
    if name is not None:
        server.tables.renamed(changed)
    return Response(told(changed), cookies=cookies)


@post("/api/rules", status_code=200, opt=described(RulesTold, body=AskRules, errors=(413,)))
async def post_rules(request: Ask) -> RulesTold:
    """Rules, checked: their canonical text, and every option written out."""
    rules = Rules.parse(read_body(await request.body(), AskRules).rules)
    return RulesTold(str(rules), rules.full)


@get("/api/levels", opt=described(Levels))
async def get_levels() -> Levels:
    """The computer players that there are here, the weakest first."""
    return Levels(list(available()))


@get("/api/chat", opt=described(ChatAllowed))
async def get_chat(server: TheServer) -> ChatAllowed:
    """Whether a table may have a chat here."""
    return ChatAllowed(server.settings.chat)


@post("/api/tables", opt=described(TableMade, 201, MakeTable, (403, 413, 429)))
async def post_tables(request: Ask, server: TheServer) -> TableMade:
    """A new table, the maker at A."""
    asked = read_body(await request.body(), MakeTable)
    host = named(request)
    rules = Rules.parse(asked.rules)
    companions = None if asked.companions is None else _companions(asked, asked.companions, rules)
    if asked.chat and not server.settings.chat:
        raise Refusal("chat-off")
    move = {"off": None, "relaxed": server.settings.relaxed, "brisk": server.settings.brisk}[asked.clock]
    timing = Timing(move, float(asked.grace))
    company = Company(asked.public, asked.onlookers, asked.delay if asked.onlookers else 0, chat=asked.chat)
    make = server.tables.make
    return TableMade(await make(host, rules, asked.direction, timing=timing, company=company, companions=companions))


@put(
    "/api/tables/{table:str}/companions/{seat:str}",
    status_code=204,
    opt=described(status=204, body=CallCompanion, errors=(403, 404, 413)),
)
async def put_companion(request: Ask, table: FromPath[str], seat: FromPath[str], server: TheServer) -> None:
    """What somebody who plays on my phone is called."""
    name = clean_name(read_body(await request.body(), CallCompanion).name)
    host = named(request)
    seats = (await (await server.tables.reach(table)).view(host.person)).seats
    whose = {alias(person): person for person in await server.people.companions(host)}
    here = {it.seat: whose[it.who] for it in seats if it.who in whose}
    if seat not in here:
        raise Missing("no-companion", seat=seat[:8])
    if name.casefold() in {it.name.casefold() for it in seats if it.name and it.seat != seat}:
        raise InputError("companions-alike")
    server.tables.renamed(await server.people.call(here[seat], name))


@post("/api/play-now", opt=described(TableMade, 201, PlayNow, (403, 413, 429)))
async def post_play_now(request: Ask, server: TheServer) -> TableMade:
    """A new table full of computer players, dealt."""
    asked = read_body(await request.body(), PlayNow)
    host = named(request)
    rules = Rules.parse(asked.rules)
    return TableMade(await server.tables.make(host, rules, asked.direction, asked.level))


@get("/api/tables/{table:str}", opt=described(TableView, errors=(403, 404)))
async def get_table(request: Ask, table: FromPath[str], server: TheServer) -> TableView:
    """A table, without anything that is hidden."""
    guest: Guest | None = request.state.guest
    return await (await server.tables.reach(table)).view(guest.person if guest else None)


@get("/api/tables/{table:str}/link", opt=described(Link, errors=(404,)))
async def get_link(request: Ask, table: FromPath[str], server: TheServer) -> Link:
    """The table's address for others."""
    await server.tables.reach(table)
    return Link(_link(request, server, table))


@get("/api/tables/{table:str}/qr.svg", media_type="image/svg+xml", opt=described(errors=(404,)))
async def get_qr(request: Ask, table: FromPath[str], server: TheServer) -> bytes:
    """The table's address for others, as a QR code."""
    import segno  # asked for seldom, and slow to come

    await server.tables.reach(table)
    drawn = io.BytesIO()
    code = segno.make_qr(_link(request, server, table), error="m")
    code.save(drawn, kind="svg", xmldecl=False, omitsize=True, light="#fff", lineclass=None)
    return drawn.getvalue()


@get("/api/tables/{table:str}/record", media_type="text/plain", opt=described(errors=(403, 404, 429)))
async def get_record(
    request: Ask,
    table: FromPath[str],
    server: TheServer,
    match: FromQuery[int | None] = None,
    hand: FromQuery[int | None] = None,
) -> Response[str]:
    """Finished hands as a record."""
    log, sitters = await readable(request, server, table)
    names = await server.storage.names(sitters)
    content = await asyncio.to_thread(history.record, table, log, names, language(request), match, hand)
    wanted = "".join(f"-{number}" for number in (match, hand) if number is not None)
    disposition = f'attachment; filename="gaple-{table}{wanted}.gaple"'
    return Response(content, headers={"content-disposition": disposition})


ROUTES: Final = (
    get_me,
    put_me,
    post_rules,
    get_levels,
    get_chat,
    post_tables,
    put_companion,
    post_play_now,
    get_table,
    get_link,
    get_qr,
    get_record,
)


def language(connection: Connection) -> str:
    """The language to answer in: chosen in this browser, as a cookie says, else by this person, else the browser's."""
    chosen = connection.cookies.get(_CHOSEN)
    if chosen in LANGUAGES:
        return chosen
    guest: Guest | None = connection.state.get("guest")
    return (guest and guest.lang) or browser_language(connection)


def browser_language(connection: Connection) -> str:
    """The first language that a browser asks for and we have, else Indonesian."""
    for part in connection.headers.get("accept-language", "")[:200].split(","):
        lang = part.split(";")[0].split("-")[0].strip().lower()
        if lang in LANGUAGES:
            return lang
    return LANGUAGES[0]


def page_look(request: Ask) -> str:
    """How the page is to look: the words chosen in this browser, as a cookie says."""
    return request.cookies.get(_LOOK) or ""


async def readable(request: Ask, server: Server, table: str) -> tuple[list[Event], set[str]]:
    """A table's log, for whoever may know what has been played there, and everybody who has had a seat.

    Raises :class:`Missing`, :class:`Refusal`, and :class:`gaple.server.errors.TooMany`: a long log is much work, so who
    cannot do without it has it, but not again and again.
    """
    log = await server.storage.events(table)
    if not log:
        raise Missing("no-such-table", table=table[:32])
    sitters = history.sitters(log)
    guest: Guest | None = request.state.guest
    if not history.is_open(log) and (guest is None or guest.person not in sitters):
        raise Refusal("no-onlookers")
    server.records.take(network(request), "too-many-records")
    return log, sitters


async def guest_of(request: Ask, server: Server) -> tuple[Guest, list[Cookie]]:
    """Who is asking, a new guest if need be, and the cookie for them."""
    guest: Guest | None = request.state.guest
    if guest:
        return guest, []
    # A page of another site could make any number of guests by asking who somebody is.
    check_origin(request.headers, request.url.scheme, server.settings.public_url)
    server.newcomers.take(network(request), "too-many-guests")
    guest, token = await server.people.welcome()
    return guest, [cookie_with(token, request, server)]


def cookie_with(token: str | None, request: Ask, server: Server) -> Cookie:
    """The cookie by which a device is known; ``None`` takes it away."""
    return Cookie(
        key=COOKIE,
        value=token or "",
        path="/",
        max_age=_YEARS if token else 0,
        httponly=True,
        samesite="lax",
        secure=address_of(request, server).startswith("https:"),
    )


def network(connection: Connection) -> str:
    """Where a request or a socket comes from, for limits."""
    return network_of(connection.client.host if connection.client else "")


def named(request: Ask) -> Guest:
    """Who is asking, with a name. Raises :class:`Refusal`."""
    guest: Guest | None = request.state.guest
    if guest is None or guest.name is None:
        raise Refusal("name-needed")
    return guest


def told(guest: Guest) -> Person:
    """A guest, as told to themselves."""
    return Person(guest.person, guest.name, cast("Lang | None", guest.lang), guest.is_bot)


def address_of(request: Ask, server: Server) -> str:
    """Where people find the server: its public address, or where this request did."""
    return (server.settings.public_url or f"{request.url.scheme}://{request.url.netloc}").rstrip("/")


def _companions(asked: MakeTable, names: Sequence[str | None], rules: Rules) -> dict[Seat, str]:
    """Who plays on the maker's phone, by seat. Raises :class:`InputError`."""
    if asked.public or asked.chat or asked.clock != "off":
        raise InputError("one-phone-alone")
    if len(names) > rules.players:
        raise InputError("companions-many", most=rules.players)
    sit = {Seat(place): clean_name(name) for place, name in enumerate(names) if name is not None}
    if len(sit) < FEWEST_COMPANIONS:
        raise InputError("companions-few", least=FEWEST_COMPANIONS)
    if len({name.casefold() for name in sit.values()}) < len(sit):
        raise InputError("companions-alike")
    return sit


def _link(request: Ask, server: Server, table: str) -> str:
    """The table's address as others can reach it, if they can: ``localhost`` is of no use to a phone."""
    settings, address = server.settings, address_of(request, server)
    if settings.public_url is None and settings.everywhere and request.url.hostname in _LOOPBACK:
        address = next(iter(lan.addresses(request.url.port or 80, request.url.scheme)), address)
    return f"{address}/meja/{table}"
