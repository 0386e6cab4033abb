"""What there is for programs (docs/api.md): their accounts, a table's events as lines, commands over HTTP."""

from __future__ import annotations

from typing import Any, Final, cast

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, FromQuery
from litestar.types import ASGIApp

from gaple import GapleError
from gaple.server.context import TheServer
from gaple.server.errors import Missing, Refusal, TooMany, Unavailable
from gaple.server.guests.names import clean_name
from gaple.server.guests.people import Guest
from gaple.server.play.commands import Actor, FromPerson
from gaple.server.stream import MEDIA_TYPE, Stream
from gaple.server.wire.messages import Done, MakeBot, Message, State, read_body, read_command, tell

from . import asyncapi
from .answers import BotMade, BotsTold, BotTold, NotDone
from .described import described
from .http import Ask, guest_of, language, network


@post("/api/bots", opt=described(BotMade, 201, MakeBot, (403, 413, 429)))
async def post_bots(request: Ask, server: TheServer) -> Response[BotMade]:
    """A new bot of mine. Its token is told now, and never again."""
    name = clean_name(read_body(await request.body(), MakeBot).name)
    owner, cookies = await guest_of(request, server)
    if owner.is_bot:
        raise Refusal("not-for-bots")
    bot, token = await server.bots.make(owner, name)
    return Response(BotMade(bot.person, name, token), cookies=cookies)


@get("/api/bots", opt=described(BotsTold))
async def get_bots(request: Ask, server: TheServer) -> BotsTold:
    """My bots, the oldest first."""
    owner: Guest | None = request.state.guest
    bots = await server.bots.of_owner(owner) if owner else []
    return BotsTold([BotTold(bot.person, bot.name, bot.made_at) for bot in bots])


@delete("/api/bots/{bot:str}", opt=described(status=204, errors=(404,)))
async def delete_bot(request: Ask, bot: FromPath[str], server: TheServer) -> None:
    """Make a bot's token worthless, for ever. Its owner may, and the bot itself."""
    asks: Guest | None = request.state.guest
    if asks is None:
        raise Missing("no-such-bot")
    await server.bots.revoke(asks, bot)
    server.tables.dismissed(bot)


@get("/api/tables/{table:str}/events", media_type=MEDIA_TYPE, opt=described(Message, errors=(403, 404, 429)))
async def get_events(
    request: Ask,
    table: FromPath[str],
    server: TheServer,
    since: FromQuery[int | None] = None,
    nonces: FromQuery[bool] = False,
) -> ASGIApp:
    """What happens at a table, a message a line, for as long as the connection lasts."""
    live = await server.tables.reach(table)
    place = server.sockets.place(network(request), "too-many-sockets")
    guest: Guest | None = request.state.guest
    return Stream(live, guest, server.settings, place, server.streams, since, nonces, language(request))


@post(
    "/api/tables/{table:str}/commands",
    status_code=200,
    opt=described(Done, body=FromPerson, errors=(403, 404, 413, 429), others={409: NotDone}),
)
async def post_commands(request: Ask, table: FromPath[str], server: TheServer) -> Response[Done | NotDone]:
    """A command, as on the socket. One that is refused comes back with how things stand."""
    command = read_command(await request.body())
    guest: Guest | None = request.state.guest
    if guest is None:
        raise Refusal("name-needed")
    live = await server.tables.reach(table)
    live.frames.take(guest.person, "frames-too-fast")
    live.welcome(guest.person, guest.name, command)
    try:
        seq = await live.ask(command, Actor("person", guest.person))
    except (TooMany, Unavailable):
        raise
    except GapleError as error:
        try:
            state = cast(State, msgspec.Raw(await live.shown(guest.person)))
        except Refusal:  # they may not look: what was refused is all they are told
            raise error from None
        told = tell(error, language(request))
        return Response(NotDone(told.code, told.params, told.text, state), status_code=409)
    return Response(Done(command.id, seq))


@get("/api/asyncapi.json", include_in_schema=False)
async def get_asyncapi() -> dict[str, Any]:
    """The messages of a table's socket, as an AsyncAPI document."""
    return asyncapi.document()


ROUTES: Final = (post_bots, get_bots, delete_bot, get_events, post_commands, get_asyncapi)
