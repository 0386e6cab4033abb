"""What is answered over HTTP (docs/protocol.md), where it is not told by the socket too."""

from __future__ import annotations

from typing import Literal

import msgspec

from gaple.server.wire.messages import State


class RulesTold(msgspec.Struct, frozen=True):
    """Rules, checked: their canonical text, and every option written out."""

    rules: str
    full: str


class Levels(msgspec.Struct, frozen=True):
    """The computer players that there are here, the weakest first."""

    levels: list[str]


class ChatAllowed(msgspec.Struct, frozen=True):
    """Whether a table may have a chat here."""

    allowed: bool


class TableMade(msgspec.Struct, frozen=True):
    """The id of a new table."""

    table: str


class Link(msgspec.Struct, frozen=True):
    """A table's address for others."""

    url: str


class Health(msgspec.Struct, frozen=True):
    """The server is well."""

    status: Literal["ok"]
    version: str


class Readiness(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether people should be sent to this server: whether what it stands on answers."""

    status: Literal["ok", "failing"]
    database: Literal["ok", "failing"]
    redis: Literal["ok", "failing"] | None = None


class Recovery(msgspec.Struct, frozen=True):
    """Since when somebody has a recovery code; ``since`` is null where they have none."""

    since: str | None


class RecoveryCode(msgspec.Struct, frozen=True):
    """A recovery code: it is told here and never again."""

    code: str


class SignedOut(msgspec.Struct, frozen=True):
    """On how many other devices somebody was themselves."""

    devices: int


class TableSat(msgspec.Struct, frozen=True):
    """A table that somebody made or sat at; ``last`` is when something happened there last."""

    table: str
    made: str
    last: str
    host: bool


class MyTables(msgspec.Struct, frozen=True):
    """The tables that somebody made or sat at, the latest first."""

    tables: list[TableSat]


class Forgotten(msgspec.Struct, frozen=True):
    """Somebody and their bots were forgotten."""


class BotTold(msgspec.Struct, frozen=True):
    """A bot as told to its owner; ``made_at`` in milliseconds since 1970."""

    person: str
    name: str | None
    made_at: int


class BotMade(msgspec.Struct, frozen=True):
    """A new bot, and its token: it is told here and never again."""

    person: str
    name: str
    token: str


class BotsTold(msgspec.Struct, frozen=True):
    """Somebody's bots, the oldest first."""

    bots: list[BotTold]


class NotDone(msgspec.Struct, frozen=True):
    """An error about a command that was not carried out, and how things stand."""

    code: str
    params: dict[str, str | int]
    text: str
    state: State
