"""Finding a table over HTTP (docs/protocol.md): the lobby, and playing now."""

from __future__ import annotations

from typing import Final

from litestar import get, post

from gaple import Rules
from gaple.server.context import TheServer
from gaple.server.lobby import LobbyTold
from gaple.server.wire.messages import Pair, read_body

from .answers import TableMade
from .described import described
from .http import Ask, named


@get("/api/lobby", opt=described(LobbyTold))
async def get_lobby(server: TheServer) -> LobbyTold:
    """The public tables where one may sit down or watch now."""
    return LobbyTold(await server.lobby.tables())


@post("/api/pair", opt=described(TableMade, 201, Pair, (403, 413, 429)))
async def post_pair(request: Ask, server: TheServer) -> TableMade:
    """A seat at a table where people wait for each other, at a new one where nobody does."""
    asked = read_body(await request.body(), Pair)
    guest = named(request)
    return TableMade(await server.pairing.pair(guest, Rules.parse(asked.rules), asked.level))


ROUTES: Final = (get_lobby, post_pair)
