"""Guests: a device token in a cookie, an opaque person id, and a name kept apart from the events.

The token is 256 random bits; only its SHA-256 is kept, and neither is ever logged. Who wants to be
themselves on another device as well has a recovery code (``recovery.py``).
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gaple.server.play.events import BOT, COMPANION
from gaple.server.store.register import Known, Register, SatAt
from gaple.server.store.storage import Storage

from .recovery import code_hash, new_code

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
        self._register = Register(storage)
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
        token = self._token()
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

    async def new_code(self, guest: Guest) -> str:
        """A recovery code for a guest, to be shown to them once. One that they had is worth nothing any more."""
        code = new_code(self._chance)
        await self._register.set_code(guest.person, code_hash(code), self._now())
        return code

    async def restore(self, code: str, token: str | None) -> tuple[Guest, str] | None:
        """The guest whose code this is, and a token for the device that has it; ``None`` for nobody's code.

        ``token`` is what the device had before; it is worth nothing any more.
        """
        new = self._token()
        person = await self._register.move(code_hash(code), _hash(new), token and _hash(token), self._now())
        guest = await self.of_token(new) if person else None
        return (guest, new) if guest else None

    async def leave_devices(self, guest: Guest, token: str) -> int:
        """Have a guest be themselves on the device of this token alone; how many others there were."""
        return await self._register.leave_devices(guest.person, _hash(token))

    async def known(self, guest: Guest) -> Known:
        """What there is about a guest."""
        return await self._register.known(guest.person)

    async def tables(self, guest: Guest, most: int | None) -> list[SatAt]:
        """The latest tables that a guest made or sat at; with ``None`` for ``most``, all of them."""
        return await self._register.tables(guest.person, most)

    async def companions(self, guest: Guest) -> dict[str, str | None]:
        """Who has played on a guest's phone without a device, and what each was called."""
        return await self._register.companions(guest.person)

    async def call(self, companion: str, name: str) -> Guest:
        """Give a companion a new name (a clean one)."""
        return Guest(companion, *await self._storage.change_person(companion, name))

    async def erase(self, guest: Guest) -> list[str]:
        """Forget a guest, their bots and their companions: names, language, devices, codes, tokens. Who that was.

        The ids stay in the logs, and are nobody's.
        """
        return await self._register.erase(guest.person)

    def _token(self) -> str:
        return _text(self._chance(32))


def companion_id(chance: Callable[[int], bytes]) -> str:
    """The id of a new person without a device."""
    return COMPANION + _text(chance(12))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _text(random: bytes) -> str:
    return base64.urlsafe_b64encode(random).rstrip(b"=").decode()
