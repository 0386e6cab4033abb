"""What is answered over HTTP about oneself: being oneself elsewhere, taking all away, being forgotten."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from litestar import Response, delete, get, post

from gaple.server.context import TheServer
from gaple.server.errors import Missing, Refusal
from gaple.server.guests.people import COOKIE, Guest
from gaple.server.store.register import MOST_TABLES
from gaple.server.wire.messages import Person, Restore, read_body

from . import belongings
from .answers import Forgotten, MyTables, Recovery, RecoveryCode, SignedOut, TableSat
from .described import described
from .http import Ask, cookie_with, guest_of, language, network, told


@get("/api/me/recovery", opt=described(Recovery, errors=(404,)))
async def get_recovery(request: Ask, server: TheServer) -> Recovery:
    """Since when I have a recovery code; the code itself is told only once."""
    at = (await server.people.known(_known(request))).code_at
    return Recovery(None if at is None else _day(at))


@post("/api/me/recovery", opt=described(RecoveryCode, 201, errors=(403, 429)))
async def post_recovery(request: Ask, server: TheServer) -> Response[RecoveryCode]:
    """A recovery code, told this once; the one before is worth nothing any more."""
    guest, cookies = await guest_of(request, server)
    if guest.is_bot:
        raise Refusal("not-for-bots")
    return Response(RecoveryCode(await server.people.new_code(guest)), cookies=cookies)


@post("/api/me/restore", status_code=200, opt=described(Person, body=Restore, errors=(403, 413, 429)))
async def post_restore(request: Ask, server: TheServer) -> Response[Person]:
    """Be on this device whoever has this code. Whatever is wrong with a code, the answer is the same."""
    asked = read_body(await request.body(), Restore)
    asking: Guest | None = request.state.guest
    if asking and asking.is_bot:
        raise Refusal("not-for-bots")
    server.attempts.take(network(request), "too-many-attempts")
    if asking:
        server.attempts.take(asking.person, "too-many-attempts")
    token = request.cookies.get(COOKIE) if asking else None
    restored = await server.people.restore(asked.code, token)
    if restored is None:
        raise Refusal("code-unknown")
    guest, new = restored
    if asking:
        server.tables.dismissed(asking.person)
    return Response(told(guest), cookies=[cookie_with(new, request, server)])


@delete("/api/me/devices", status_code=200, opt=described(SignedOut, errors=(403, 404)))
async def delete_devices(request: Ask, server: TheServer) -> SignedOut:
    """Be myself on this device alone."""
    guest = _known(request)
    if guest.is_bot:
        raise Refusal("not-for-bots")
    devices = await server.people.leave_devices(guest, request.cookies[COOKIE])
    server.tables.dismissed(guest.person)
    return SignedOut(devices)


@get("/api/me/tables", opt=described(MyTables, errors=(404,)))
async def get_tables(request: Ask, server: TheServer) -> MyTables:
    """The tables that I made or sat at, the latest first."""
    sat = await server.people.tables(_known(request), MOST_TABLES)
    return MyTables([TableSat(one.table, _day(one.made_at), _day(one.at), one.host) for one in sat])


@get("/api/me/data", media_type="application/zip", opt=described(errors=(404, 429)))
async def get_data(request: Ask, server: TheServer) -> Response[bytes]:
    """All that I made here, as a zip file."""
    guest = _known(request)
    server.downloads.take(guest.person, "too-many-downloads")
    content = await belongings.collect(guest, server, language(request))
    return Response(content, headers={"content-disposition": 'attachment; filename="gaple.zip"'})


@delete("/api/me", status_code=200, opt=described(Forgotten, errors=(404,)))
async def delete_me(request: Ask, server: TheServer) -> Response[Forgotten]:
    """Forget me and my bots: names, devices, codes. The hands stay, and nobody is named in them."""
    guest = _known(request)
    for person in await server.people.erase(guest):
        await server.tables.erased(person)
    return Response(Forgotten(), cookies=[cookie_with(None, request, server)])


ROUTES: Final = (get_recovery, post_recovery, post_restore, delete_devices, get_tables, get_data, delete_me)


def _known(request: Ask) -> Guest:
    """Who is asking. Raises :class:`Missing` where this device is nobody's."""
    guest: Guest | None = request.state.guest
    if guest is None:
        raise Missing("device-unknown")
    return guest


def _day(at: int) -> str:
    """Milliseconds since 1970 as JSON has a time."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
