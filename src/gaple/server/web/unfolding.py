"""What a link tells before it is opened: the tags in the page's head from which messengers unfold it.

Of a table no more is told than :func:`gaple.server.web.http.get_table` tells a stranger, and less: who made it, its
rules, and whether there is a seat. A link is unfolded for everybody who is sent it, and fetched again whenever
somebody opens it: so no table is loaded for it, and none changes its owner.
"""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections.abc import Mapping
from html import escape
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from litestar import Request

from gaple import GapleError, Rules
from gaple.server import failures
from gaple.server.context import Server
from gaple.server.live.audience import now
from gaple.server.live.onlooking import late_of, may_look
from gaple.server.play.events import Closed, Timing
from gaple.server.play.table import Phase, TableState, begin, fold
from gaple.server.store.glance import glance
from gaple.server.tables import ID
from gaple.texts import LANGUAGES, catalogue, text

from .http import address_of, network, page_language

log = logging.getLogger("gaple.server.app")

Ask = Request[Any, Any, Any]

PICTURE: Final = "card.png"
PICTURE_SIZE: Final = (1200, 630)

_LOCALES: Final = {"id": "id_ID", "en": "en_US"}
_MOST_EVENTS: Final = 48
"""So long a log is read as a whole: that of a table to which people are still invited."""
_SECONDS: Final = 1.0
"""Nobody waits longer than this for a table to be told of."""
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})


class _Seen(NamedTuple):
    """A table as strangers see it; ``whole`` is whether more than its rules is known."""

    state: TableState
    names: Mapping[str, str | None]
    whole: bool = True


async def tags(request: Ask, server: Server) -> str:
    """The tags (HTML) for the document at the address that was asked for, in the language of whoever asks.

    Where the table of an address is not known, closed, not for everybody's eyes or not to be had now, they tell what
    Gaple is.
    """
    lang = page_language(request)
    table: str | None = request.path_params.get("table")
    seen = await _look(request, server, table) if table is not None else None
    title = _title(seen, lang) if seen else text("web.landing.title", lang)
    description = _description(seen, lang) if seen else text("web.landing.lead", lang)
    base = address_of(request, server)
    address = base + quote(request.scope["path"])
    told = [
        _meta("name", "description", description),
        '<meta name="robots" content="noindex">'  # a table's link is its key
        if table is not None
        else f'<link rel="canonical" href="{escape(address)}">',
        _meta("property", "og:site_name", "Gaple"),
        _meta("property", "og:type", "website"),
        _meta("property", "og:title", title),
        _meta("property", "og:description", description),
        _meta("property", "og:url", address),
        _meta("property", "og:locale", _LOCALES[lang]),
        *(_meta("property", "og:locale:alternate", _LOCALES[other]) for other in LANGUAGES if other != lang),
    ]
    if PICTURE in server.page.files:
        told += [
            _meta("property", "og:image", f"{base}/{PICTURE}"),
            _meta("property", "og:image:type", "image/png"),
            _meta("property", "og:image:width", str(PICTURE_SIZE[0])),
            _meta("property", "og:image:height", str(PICTURE_SIZE[1])),
            _meta("property", "og:image:alt", text("server.link-picture", lang)),
            _meta("name", "twitter:card", "summary_large_image"),
        ]
    return "".join(f"{tag}\n" for tag in told)


def rules_in_words(rules: Rules, timing: Timing, lang: str) -> list[str]:
    """The rules of a table in a few plain words each, found in the catalogue as the page finds them.

    >>> rules_in_words(Rules.parse("players=4 hand=7 target=50"), Timing(), "en")
    ['4 players', '7 tiles', 'discard', 'hands won', 'up to 50']
    """
    words = catalogue(lang)["web"]["rules_line"]
    told = []
    for key, _, value in (choice.partition("=") for choice in rules.full.split()):
        if f"{key}_{value}" in words:
            told.append(text(f"web.rules_line.{key}_{value}", lang))
        elif key in words and int(value):
            told.append(text(f"web.rules_line.{key}", lang, n=int(value)))
    if timing.move is not None:
        told.append(text("web.rules_line.move", lang, n=round(timing.move)))
    return told


async def _look(request: Ask, server: Server, table: str) -> _Seen | None:
    """The table as strangers see it; ``None`` where nothing is to be told of it."""
    try:
        if live := server.tables.in_memory(table):
            welcome = may_look(live.state, None) and not live.state.closed
            return _Seen(live.seen_by(None), live.names) if welcome else None
        if not ID.fullmatch(table):
            return None
        server.requests.take(f"{network(request)} unfolding", "requests-too-fast")
        async with asyncio.timeout(_SECONDS):
            return await _glance(server, table)
    except (GapleError, TimeoutError):
        return None
    except Exception as error:  # noqa: BLE001 (the page itself must come all the same)
        failures.report(log, f"unfolding table {table}", error)
        return None


async def _glance(server: Server, table: str) -> _Seen | None:
    """The same for a table that is not in the memory of this process."""
    entries = await glance(server.storage, table, _MOST_EVENTS)
    if not entries:
        return None
    last = entries[-1]
    if isinstance(last.fact, Closed) or now() - last.at > server.settings.close_after * 1000:
        return None
    if last.seq > len(entries):  # what has become of the seats would be long to read
        first = begin(table, entries[0])
        return _Seen(first, {}, whole=False) if first.company.onlookers else None
    state = fold(table, entries)
    if not may_look(state, None):
        return None
    late = late_of(entries, state)
    seen = late.state if late else state
    return _Seen(seen, await server.storage.names([seen.host]))


def _title(seen: _Seen, lang: str) -> str:
    """Whose table it is, while they sit there: then everybody is told their name."""
    host = seen.state.host
    name = seen.names.get(host) if seen.whole and host in seen.state.persons.values() else None
    return text("server.link-table", lang, name=_isolated(name)) if name else text("server.link-nameless", lang)


def _description(seen: _Seen, lang: str) -> str:
    state = seen.state
    rules = ", ".join(rules_in_words(state.rules, state.timing, lang))
    if not seen.whole:
        return rules
    if state.free:
        return f"{rules}; {text('web.lobby.free', lang, n=state.free)}"
    return f"{rules}; {text('web.lobby.full' if state.phase is Phase.WAITING else 'web.lobby.playing', lang)}"


def _isolated(name: str) -> str:
    """A name that does not turn the words around it, whatever direction it is written in."""
    turns = any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in name)
    return f"\u2068{name}\u2069" if turns else name


def _meta(kind: str, key: str, content: str) -> str:
    return f'<meta {kind}="{key}" content="{escape(content)}">'
