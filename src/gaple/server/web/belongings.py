"""What somebody has made here, for them to take away: a zip file of JSON and records."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from gaple.server.context import Server
from gaple.server.errors import Missing
from gaple.server.guests.people import Guest
from gaple.server.live import chat
from gaple.server.play import events, history
from gaple.server.play.events import Event
from gaple.server.store.register import SatAt

_DEEDS: Final = (
    events.Sat,
    events.Stood,
    events.Played,
    events.Ready,
    events.Voted,
    events.Stopped,
    events.Rematch,
)
"""What is told of what somebody did. Not here: facts that hold what nobody may know before a hand is over."""


async def collect(guest: Guest, server: Server, lang: str) -> bytes:
    """A zip file: ``me.json``, and in ``tables/`` the record of every table with a finished hand.

    A record names the others at the table, as it does for everybody who was there.
    """
    people, storage = server.people, server.storage
    known = await people.known(guest)
    told: list[dict[str, Any]] = []
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for sat in await people.tables(guest, most=None):
            log = await storage.events(sat.table)
            names = await storage.names(history.sitters(log))
            record = await asyncio.to_thread(_record, sat.table, log, names, lang)
            path = f"tables/{sat.table}.gaple"
            if record is not None:
                file.writestr(path, record)
            told.append(_table(sat, log, guest.person, path if record else None))
        me = {
            "person": guest.person,
            "name": guest.name,
            "lang": guest.lang,
            "made": _time(known.made_at),
            "devices": [_time(at) for at in known.devices],
            "recovery_code": known.code_at and _time(known.code_at),
            "bots": [
                {"person": bot.person, "name": bot.name, "made": _time(bot.made_at)}
                for bot in await server.bots.of_owner(guest)
            ],
            "companions": [
                {"person": person, "name": name} for person, name in (await people.companions(guest)).items()
            ],
            "chat": [
                {"table": table, "at": _time(at), "text": text}
                for table, at, text in await chat.written(storage, guest.person)
            ],
            "tables": told,
        }
        file.writestr("me.json", msgspec.json.format(msgspec.json.encode(me), indent=2))
    return packed.getvalue()


def _record(table: str, log: list[Event], names: Mapping[str, str | None], lang: str) -> str | None:
    try:
        return history.record(table, log, names, lang)
    except Missing:
        return None


def _table(sat: SatAt, log: Iterable[Event], person: str, record: str | None) -> dict[str, Any]:
    return {
        "table": sat.table,
        "made": _time(sat.made_at),
        "last": _time(sat.at),
        "host": sat.host,
        "record": record,
        "did": [
            {"at": _time(event.at), **msgspec.to_builtins(event.fact)}
            for event in log
            if event.by == "person" and event.person == person and isinstance(event.fact, _DEEDS)
        ],
    }


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
