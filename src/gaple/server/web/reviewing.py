"""Reviews of finished hands over HTTP, line by line as they are made (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Final

from litestar import get
from litestar.params import FromPath
from litestar.response import Stream

from gaple import GapleError, Hand
from gaple.server.context import Server, TheServer
from gaple.server.guests.people import Guest
from gaple.server.play import history
from gaple.server.stream import MEDIA_TYPE
from gaple.server.wire.messages import Failed, encode, tell
from gaple.server.wire.reviewed import ReviewLine

from .described import described
from .http import Ask, language, network, readable

_HEADERS: Final = {"x-accel-buffering": "no"}  # nginx would wait for more


@get(
    "/api/tables/{table:str}/hands/{match:int}/{hand:int}/review",
    media_type=MEDIA_TYPE,
    opt=described(ReviewLine, errors=(403, 404, 429)),
)
async def get_review(
    request: Ask, table: FromPath[str], match: FromPath[int], hand: FromPath[int], server: TheServer
) -> Stream:
    """What every move of a finished hand was worth, a line for each thing that is found."""
    log, _ = await readable(request, server, table)
    found = (await asyncio.to_thread(history.one, table, log, match, hand)).hand
    lines = await server.reviews.kept(found)
    if lines is not None:
        return Stream(_kept(lines), media_type=MEDIA_TYPE, headers=_HEADERS)
    if not server.reviews.is_made(found):
        server.reviewed.take(network(request), "too-many-reviews")
    return Stream(_made(request, server, found), media_type=MEDIA_TYPE, headers=_HEADERS)


ROUTES: Final = (get_review,)


async def _kept(lines: list[bytes]) -> AsyncIterator[bytes]:
    yield b"\n".join(lines) + b"\n"


async def _made(request: Ask, server: Server, hand: Hand) -> AsyncIterator[bytes]:
    """The lines as they come; the last says so where it could not be made."""
    try:
        with _place(request, server), server.reviews.waiting(hand) as review:
            async for line in server.reviews.lines(review):
                yield line + b"\n"
    except GapleError as error:
        yield encode(Failed(tell(error, language(request)))) + b"\n"


@contextlib.contextmanager
def _place(request: Ask, server: Server) -> Iterator[None]:
    """A place among those who wait: of the person, of whom anybody can be many, and of where they are."""
    guest: Guest | None = request.state.guest
    with contextlib.ExitStack() as places:
        places.enter_context(server.waiting_there.place(network(request), "reviews-from-here"))
        if guest:
            places.enter_context(server.waiting.place(guest.person, "reviews-at-once"))
        yield
