"""What a link tells before it is opened: the tags in the page's head from which messengers unfold it.

Of a table no more is told than :func:`gaple.server.web.http.get_table` tells a stranger, and less: who made it, its
rules, and whether there is a seat. Of a finished hand it is who won and how, with a picture, where strangers may see
it step by step. A link is unfolded for everybody who is sent it, and fetched again whenever somebody opens it: so no
table is loaded for it, and none changes its owner.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
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
from gaple.server.play.history import is_open
from gaple.server.play.table import Phase, TableState, begin, fold
from gaple.server.store import hands
from gaple.server.store.glance import glance
from gaple.server.tables import ID
from gaple.texts import LANGUAGES, catalogue, text

from . import results
from .http import address_of, language, network
from .results import isolated

log = logging.getLogger("gaple.server.app")

Ask = Request[Any, Any, Any]

PICTURE: Final = "card.png"
PICTURE_SIZE: Final = (1200, 630)

_LOCALES: Final = {"id": "id_ID", "en": "en_US"}
_MOST_EVENTS: Final = 48
"""So long a log is read as a whole: that of a table to which people are still invited."""
_SECONDS: Final = 1.0
"""Nobody waits longer than this for a table to be told of."""
_MOST: Final = 2**31
"""No match and no hand has this number."""


class _Seen(NamedTuple):
    """A table as strangers see it; ``whole`` is whether more than its rules is known."""

    state: TableState
    names: Mapping[str, str | None]
    whole: bool = True


class _Told(NamedTuple):
    """What is told of an address; the ``picture`` is a path."""

    title: str
    description: str
    picture: str
    alt: str


async def tags(request: Ask, server: Server) -> str:
    """The tags (HTML) for the document at the address that was asked for, in the language of whoever asks.

    Where the table or the hand of an address is not known, closed, not for everybody's eyes or not to be had now, they
    tell what Gaple is.
    """
    lang = language(request)
    place = request.path_params
    table: str | None = place.get("table") or place.get("of")
    base = address_of(request, server)
    address = base + quote(request.scope["path"])
    told = None
    if table is not None and "match" in place:
        told = await _try(request, server, table, _hand(server, table, place["match"], place["hand"], lang), reads=True)
    elif table is not None and "table" in place:
        told = await _try(request, server, table, _table(server, table, lang))
    usual = text("server.link-picture", lang)
    told = told or _Told(text("web.landing.title", lang), text("web.landing.lead", lang), f"/{PICTURE}", usual)
    head = [
        _meta("name", "description", told.description),
        '<meta name="robots" content="noindex">'  # a table's link is its key
        if "table" in place or "match" in place
        else f'<link rel="canonical" href="{escape(address)}">',
        _meta("property", "og:site_name", "Gaple"),
        _meta("property", "og:type", "website"),
        _meta("property", "og:title", told.title),
        _meta("property", "og:description", told.description),
        _meta("property", "og:url", address),
        _meta("property", "og:locale", _LOCALES[lang]),
        *(_meta("property", "og:locale:alternate", _LOCALES[other]) for other in LANGUAGES if other != lang),
    ]
    if told.picture != f"/{PICTURE}" or PICTURE in server.page.files:
        head += [
            _meta("property", "og:image", base + told.picture),
            _meta("property", "og:image:type", "image/png"),
            _meta("property", "og:image:width", str(PICTURE_SIZE[0])),
            _meta("property", "og:image:height", str(PICTURE_SIZE[1])),
            _meta("property", "og:image:alt", told.alt),
            _meta("name", "twitter:card", "summary_large_image"),
        ]
    return "".join(f"{tag}\n" for tag in head)


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


async def _try(
    request: Ask, server: Server, table: str, looking: Coroutine[Any, Any, _Told | None], *, reads: bool = False
) -> _Told | None:
    """What comes of looking; ``None`` where nothing is to be told, or not now: the page must come all the same.

    Looking ``reads`` the database in any case, or only where the table is not in the memory.
    """
    try:
        if reads or not server.tables.in_memory(table):
            server.requests.take(f"{network(request)} unfolding", "requests-too-fast")
        async with asyncio.timeout(_SECONDS):
            return await looking
    except (GapleError, TimeoutError):
        return None
    except Exception as error:  # noqa: BLE001 (whatever it is)
        failures.report(log, f"unfolding {table}", error)
        return None
    finally:
        looking.close()


async def _hand(server: Server, table: str, match: int, hand: int, lang: str) -> _Told | None:
    """A finished hand, from what is kept of it beside the log."""
    if not ID.fullmatch(table) or not (0 < match < _MOST and 0 < hand < _MOST):
        return None
    first = await glance(server.storage, table, 1)
    found = hands.read(await server.storage.read(hands.at(table, match, hand)))
    if not first or not found or not is_open(first):
        return None
    ended = found[0].ended
    names = await server.storage.names({sat.person for sat in ended.seats if sat.person})
    called = results.seat_names(ended, names, lang)
    title, why = results.headline(ended, called, lang), results.reasons(ended, called, lang)
    where = text("page.replay.title", lang, n=hand)
    picture = f"/api/tables/{table}/hands/{match}/{hand}/picture.png?lang={lang}"
    return _Told(f"{title} · {where}", why, picture, f"{title}. {why}")


async def _table(server: Server, table: str, lang: str) -> _Told | None:
    """A table, where strangers may see it."""
    seen = await _look(server, table)
    if seen is None:
        return None
    return _Told(_title(seen, lang), _description(seen, lang), f"/{PICTURE}", text("server.link-picture", lang))


async def _look(server: Server, table: str) -> _Seen | None:
    """The table as strangers see it; ``None`` where nothing is to be told of it."""
    if live := server.tables.in_memory(table):
        welcome = may_look(live.state, None) and not live.state.closed
        return _Seen(live.seen_by(None), live.names) if welcome else None
    return await _glance(server, table) if ID.fullmatch(table) else None


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
    return text("server.link-table", lang, name=isolated(name)) if name else text("server.link-nameless", lang)


def _description(seen: _Seen, lang: str) -> str:
    state = seen.state
    rules = ", ".join(rules_in_words(state.rules, state.timing, lang))
    if not seen.whole:
        return rules
    if state.free:
        return f"{rules}; {text('web.lobby.free', lang, n=state.free)}"
    return f"{rules}; {text('web.lobby.full' if state.phase is Phase.WAITING else 'web.lobby.playing', lang)}"


def _meta(kind: str, key: str, content: str) -> str:
    return f'<meta {kind}="{key}" content="{escape(content)}">'
