"""Bots: accounts for programs, each made by a guest and known by a token.

Whoever comes with a token is a bot at the table, for everybody to see: so nobody plays against a program without
knowing it. The token is 256 random bits, shown once; only its SHA-256 is kept, and neither is ever logged.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from gaple.server.errors import Missing, TooMany, Unknown
from gaple.server.play.events import BOT
from gaple.server.store.schema import BOTS, PERSONS
from gaple.server.store.storage import Storage

from .people import Guest

_TOKEN: Final = re.compile(r"gaple_[A-Za-z0-9_-]{43}")
_BEARER: Final = "bearer "


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as its owner sees it: its person id, what it is called, when it was made (milliseconds since 1970)."""

    person: str
    name: str | None
    made_at: int


class Bots:
    """The bots of a server; a guest has at most ``most``. ``chance`` makes random bytes, ``now`` tells milliseconds."""

    def __init__(self, storage: Storage, chance: Callable[[int], bytes], now: Callable[[], int], most: int) -> None:
        self._storage = storage
        self._chance = chance
        self._now = now
        self._most = most

    async def of_header(self, authorization: str | None) -> Guest | None:
        """The bot that an ``Authorization`` header names; ``None`` where there is no bearer token in it.

        Raises :class:`Unknown` for a token that was never given, or was revoked.
        """
        if authorization is None or authorization[: len(_BEARER)].lower() != _BEARER:
            return None  # a proxy may have a password of its own there
        token = authorization[len(_BEARER) :].strip()
        query = sa.select(PERSONS.c.id, PERSONS.c.name, PERSONS.c.lang).join(BOTS, BOTS.c.person == PERSONS.c.id)
        rows = (
            await self._storage.read(query.where(BOTS.c.token_hash == _hash(token))) if _TOKEN.fullmatch(token) else []
        )
        if not rows:
            raise Unknown("token-unknown")
        return Guest(*rows[0])

    async def make(self, owner: Guest, name: str) -> tuple[Bot, str]:
        """A new bot of this (clean) name, and its token. Raises :class:`TooMany`."""
        token = "gaple_" + _text(self._chance(32))
        bot = Bot(BOT + _text(self._chance(12)), name, self._now())
        person = {"id": bot.person, "name": name, "lang": owner.lang, "made_at": bot.made_at}
        row = {"person": bot.person, "owner": owner.person, "token_hash": _hash(token), "made_at": bot.made_at}

        def work(connection: sa.Connection) -> None:
            count = sa.select(sa.func.count()).where(BOTS.c.owner == owner.person)
            if connection.execute(count).scalar_one() >= self._most:
                raise TooMany("too-many-bots", limit=self._most)
            connection.execute(sa.insert(PERSONS).values(**person))
            connection.execute(sa.insert(BOTS).values(**row))

        await self._storage.commit(work)
        return bot, token

    async def of_owner(self, owner: Guest) -> list[Bot]:
        """A guest's bots, the oldest first."""
        query = sa.select(PERSONS.c.id, PERSONS.c.name, BOTS.c.made_at).join(BOTS, BOTS.c.person == PERSONS.c.id)
        own = query.where(BOTS.c.owner == owner.person).order_by(BOTS.c.made_at, BOTS.c.person)
        return [Bot(*row) for row in await self._storage.read(own)]

    async def revoke(self, asks: Guest, bot: str) -> None:
        """Make a bot's token worthless for ever; its owner may, and the bot itself.

        Raises :class:`Missing` where there is no such bot, or it is another's.
        """
        own = sa.or_(BOTS.c.owner == asks.person, BOTS.c.person == asks.person)

        def work(connection: sa.Connection) -> None:
            if connection.execute(sa.delete(BOTS).where(BOTS.c.person == bot, own)).rowcount != 1:
                raise Missing("no-such-bot")

        await self._storage.commit(work)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _text(random: bytes) -> str:
    return base64.urlsafe_b64encode(random).rstrip(b"=").decode()
