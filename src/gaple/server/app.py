"""Putting it together: routes, errors and headers, as an ASGI application."""

from __future__ import annotations

import logging
from typing import Any, Final

from litestar import HttpMethod, Litestar, Request, Response
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.params import FromPath, FromQuery
from litestar.types import Message, Scope

import gaple
from gaple import GapleError
from gaple.texts import LANGUAGES

from . import failures
from .context import Server, TheServer
from .errors import InputError, Missing, Refusal, TooMany, Unavailable, Unknown
from .guard import EMBEDDED_POLICY, HEADERS, WORKER_POLICY, check_host, check_origin, content_policy
from .guests.people import COOKIE
from .page import ELEMENT, WORKER, File
from .web import finding, http, mine, monitoring, programs, puzzles, replays, reviewing, unfolding
from .web.openapi import Document
from .web.socket import table_socket
from .wire.messages import tell

log = logging.getLogger("gaple.server.app")

Ask = Request[Any, Any, Any]

_PLACES: Final = [
    *("/", "/baru", "/lobi", "/aturan", "/belajar", "/pengaturan", "/meja", "/meja/{table:str}"),
    *("/teka-teki", "/teka-teki/{of:str}"),
    *("/skor", "/skor/{session:str}", "/skor/{session:str}/{part:str}"),
    *("/riwayat", "/riwayat/{of:str}/{match:int}/{hand:int}"),
]
"""The page's own addresses; all of them are the same document."""

ROUTES: Final = (
    *(*http.ROUTES, *finding.ROUTES, *mine.ROUTES, *replays.ROUTES, *reviewing.ROUTES),
    *(*puzzles.ROUTES, *programs.ROUTES, *monitoring.ROUTES),
)
"""What is answered over HTTP, the page aside."""

_UNSAFE: Final = ("POST", "PUT", "PATCH", "DELETE")
_STATUS: Final = ((Unknown, 401), (Missing, 404), (Refusal, 403), (TooMany, 429), (Unavailable, 503))


def create_app(server: Server) -> Litestar:
    """The application of an open server."""
    return Litestar(
        route_handlers=[*ROUTES, table_socket, get_page, get_embedded, get_file],
        dependencies={"server": Provide(lambda: server, sync_to_thread=False)},
        before_request=_arrive,
        before_send=[_add_headers],
        exception_handlers={Exception: _answer_error},
        request_max_body_size=server.settings.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Gaple",
            version=gaple.__version__,
            path="/api/openapi",
            render_plugins=[Document()],
        ),
        logging_config=None,
        state=State({"server": server}),
    )


@HTTPRouteHandler(_PLACES, http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
async def get_page(request: Ask, server: TheServer) -> Response[bytes]:
    """The page, wherever in it the address leads."""
    tags = await unfolding.tags(request, server)
    # A service worker keeps the document for all addresses: it does not ask for HTML as somebody does who goes there.
    first = request.scope["path"] == "/" and COOKIE not in request.cookies and _wants_the_page(request)
    return _document(request, server, 200 if server.page.built else 503, tags, first)


@HTTPRouteHandler(
    "/sisip/{of:str}/{match:int}/{hand:int}", http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False
)
async def get_embedded(
    request: Ask, server: TheServer, lang: FromQuery[str | None] = None, look: FromQuery[str] = ""
) -> Response[bytes]:
    """A finished hand for other sites' pages to frame. No cookie is looked at: it is the same for everybody."""
    told = lang if lang in LANGUAGES else http.browser_language(request)
    file = server.page.embedded(told, look)
    if file is None:
        return _document(request, server, 503, "")
    response = _sent(request, file, 200)
    response.headers["vary"] = "accept-encoding, accept-language"
    response.headers["content-security-policy"] = EMBEDDED_POLICY
    response.headers["cross-origin-resource-policy"] = "cross-origin"
    if along := server.page.along(told, table=False):
        response.headers["link"] = along
    return response


@HTTPRouteHandler("/{path:path}", http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
async def get_file(request: Ask, path: FromPath[str], server: TheServer) -> Response[bytes]:
    """A file of the page."""
    name = path.lstrip("/")
    file = server.page.files.get(name)
    if file is not None:
        response = _sent(request, file, 200)
        if name == WORKER:
            response.headers["content-security-policy"] = WORKER_POLICY
        if name == ELEMENT:  # other sites' pages load it, as a module
            response.headers["access-control-allow-origin"] = "*"
            response.headers["cross-origin-resource-policy"] = "cross-origin"
        return response
    if _wants_the_page(request):
        return _document(request, server, 404 if server.page.built else 503, "")
    raise Missing("address-unknown", path=path[:100])


def _wants_the_page(request: Ask) -> bool:
    return "text/html" in request.headers.get("accept", "") and not request.scope["path"].startswith("/api/")


def _document(request: Ask, server: Server, status: int, tags: str, first: bool = False) -> Response[bytes]:
    lang = http.language(request)
    response = _sent(request, server.page.document(lang, tags, http.page_look(request), first), status)
    response.headers["vary"] = "accept, accept-encoding, accept-language, cookie"
    response.headers["content-security-policy"] = content_policy(request.headers.get("host"))
    if along := server.page.along(lang, table="table" in request.path_params):
        response.headers["link"] = along
    return response


def _sent(request: Ask, file: File, status: int) -> Response[bytes]:
    headers = {"etag": file.etag, "cache-control": file.cache, "vary": "accept-encoding"}
    if status == 200 and file.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    content = file.content
    if file.compressed and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = file.compressed, "gzip"
    return Response(content, status_code=status, headers=headers, media_type=file.media_type)


async def _arrive(request: Ask) -> None:
    """Every request comes through here first."""
    server: Server = request.app.state.server
    check_host(request.headers.getall("host", []))
    if request.method in _UNSAFE:
        check_origin(request.headers, request.url.scheme, server.settings.public_url)
    if request.scope["path"].startswith("/api/"):
        # Whoever watches over the server may come from where all the people come from.
        watching = request.scope["path"] in monitoring.PATHS
        server.requests.take(f"{http.network(request)} {watching}", "requests-too-fast")
        bot = await server.bots.of_header(request.headers.get("authorization"))
        request.state.guest = bot or await server.people.of_token(request.cookies.get(COOKIE))


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


def _answer_error(request: Ask, error: Exception) -> Response[Any]:
    """Say what is wrong, in the language of whoever asked; where an address leads nowhere, the page says it."""
    if isinstance(error, NotFoundException) and request.method in ("GET", "HEAD") and _wants_the_page(request):
        # Below an address that there is, no other route is tried.
        server: Server = request.app.state.server
        return _document(request, server, 404 if server.page.built else 503, "")
    told, status = _told(error, ascii(request.scope["path"][:100])[1:-1])
    headers = {"www-authenticate": "Bearer"} if status == 401 else {}
    return Response(tell(told, http.language(request)), status_code=status, headers=headers)


def _told(error: Exception, path: str) -> tuple[GapleError, int]:
    """What there is to say about an exception, and with which status; ``path`` can be logged."""
    match error:
        case GapleError():
            statuses = (status for kind, status in _STATUS if isinstance(error, kind))
            return error, next(statuses, 400)
        case NotFoundException():
            return Missing("address-unknown", path=path), 404
        case HTTPException(status_code=405):
            return InputError("method-unknown", path=path), 405
        case HTTPException(status_code=413):
            return InputError("body-too-large"), 413
        case HTTPException() if error.status_code < 500:
            return InputError("request-malformed"), error.status_code
        case _:
            failures.report(log, f"a request for {path}", error)
            return Unavailable("internal"), 500
