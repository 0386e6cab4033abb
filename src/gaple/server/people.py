"""Guests: a device token in a cookie, an opaque person id, and a name kept apart from the events.

The token is 256 random bits; only its SHA-256 is kept, and neither is ever logged.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from .events import BOT
from .storage import Storage

COOKIE: Final = "gaple_device"
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a device: ``person`` is their id; name and language once they gave them."""

    person: str
    name: str | None = None
    lang: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether this is a program."""
        return self.person.startswith(BOT)


class People:
    """Who the people are. ``chance`` makes random bytes, ``now`` tells the time in milliseconds."""

    def __init__(self, storage: Storage, chance: Callable[[int], bytes], now: Callable[[], int]) -> None:
        self._storage = storage
        self._chance = chance
        self._now = now

    async def of_token(self, token: str | None) -> Guest | None:
        """The guest whose device this is; ``None`` for no token, or one that was never given."""
        if token is None or not _TOKEN.fullmatch(token):
            return None
        known = await self._storage.person_of(_hash(token))
        return None if known is None else Guest(*known)

    async def welcome(self) -> tuple[Guest, str]:
        """A new guest, and the token for their device."""
        token = _text(self._chance(32))
        guest = Guest("p_" + _text(self._chance(12)))
        await self._storage.add_person(guest.person, _hash(token), self._now())
        return guest, token

    async def change(self, guest: Guest, name: str | None, lang: str | None) -> Guest:
        """Give a guest a new name (a clean one) or language; ``None`` leaves it as it is."""
        if name is None and lang is None:
            return guest
        return Guest(guest.person, *await self._storage.change_person(guest.person, name, lang))

    async def name_of(self, guest: Guest) -> str | None:
        """What a guest is called now; it may have changed since ``guest`` was read."""
        return (await self._storage.names([guest.person])).get(guest.person)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _text(random: bytes) -> str:
    return base64.urlsafe_b64encode(random).rstrip(b"=").decode()
