"""The OpenAPI document of the HTTP half of the wire.

Litestar knows the addresses, methods and parameters; what bodies and answers hold is said beside each route
(:func:`described`) and comes from the types themselves.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from litestar import Litestar, Request
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

from gaple.server.guests.people import COOKIE
from gaple.server.wire.messages import ErrorTold

from .described import KEY, Described, Schema, schemas_of

_ALWAYS: Final = (400, 401, 429, 500, 503)
"""A malformed request, a token that is not known, too many at once, a fault of the server, a database that is away."""
_METHODS: Final = ("get", "post", "put", "delete")


class Document(JsonRenderPlugin):
    """Serves the document."""

    def __init__(self) -> None:
        super().__init__()
        self._complete: Schema | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: Schema) -> bytes:
        """The document as JSON."""
        if self._complete is None:
            self._complete = complete(request.app, openapi_schema)
        return super().render(request, self._complete)


def complete(app: Litestar, document: Schema) -> Schema:
    """The document with all that Litestar does not know. Raises ``KeyError`` for a route that is not described."""
    operations = {
        (route.path_format, method.lower()): (handler.opt[KEY], handler.fn.__doc__)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method, (handler, _) in route.route_handler_map.items()
        if handler.resolve_include_in_schema() and method.lower() in _METHODS
    }
    kinds = [ErrorTold]
    for told, _ in operations.values():
        kinds += [kind for kind in (told.answer, told.body, *told.others.values()) if kind is not None]
    found, components = schemas_of(kinds)
    schemas = list(zip(kinds, found, strict=True))

    def schema(kind: Any) -> Schema:
        return next(schema for known, schema in schemas if known is kind)

    paths: Schema = {}
    for (path, method), (told, doc) in operations.items():
        operation = {**document["paths"][path][method], "summary": (doc or "").strip().partition("\n")[0]}
        operation.pop("deprecated", None)
        operation["responses"] = _answers(operation["responses"], told, schema)
        if told.body is not None:
            content = {"application/json": {"schema": schema(told.body)}}
            operation["requestBody"] = {"required": True, "content": content}
        paths.setdefault(path, {})[method] = operation
    return {
        **document,
        "info": {**document["info"], "description": "Live tables of Gaple. docs/protocol.md says what it all means."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bot": {"type": "http", "scheme": "bearer", "description": "A bot's token."},
                "guest": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "A guest's device."},
            },
        },
        "security": [{}, {"bot": []}, {"guest": []}],
    }


def _answers(known: Schema, told: Described, schema: Any) -> Schema:
    """What one route answers, by status."""
    answers: Schema = {}
    content = known.get(str(told.status), {}).get("content")
    answers[str(told.status)] = {"description": HTTPStatus(told.status).phrase}
    if content:
        given = schema(told.answer) if told.answer is not None else {"type": "string"}
        answers[str(told.status)]["content"] = {media_type: {"schema": given} for media_type in content}
    for status in sorted({*_ALWAYS, *told.errors, *told.others}):
        content = {"application/json": {"schema": schema(told.others.get(status, ErrorTold))}}
        answers[str(status)] = {"description": HTTPStatus(status).phrase, "content": content}
    return answers
