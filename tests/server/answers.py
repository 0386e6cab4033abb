"""Real answers of a server, checked against its OpenAPI document."""

from __future__ import annotations

import json
import re
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import httpx
from jsonschema import Draft202012Validator

from gaple.server import Server, Settings
from gaple.server.app import create_app
from gaple.server.web.openapi import complete

DESCRIPTION = "/api/openapi/openapi.json"


@cache
def document() -> dict[str, Any]:
    """What the server says of itself."""
    app = create_app(cast(Server, SimpleNamespace(settings=Settings())))
    return complete(app, app.openapi_schema.to_schema())


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    """The addresses that there are, those without parameters first."""
    paths = sorted(document()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in paths]


@cache
def _validator(path: str, method: str, status: int, media_type: str) -> Draft202012Validator:
    operation = document()["paths"][path][method]
    answer = operation["responses"].get(str(status))
    assert answer is not None, f"{method} {path} is not described as answering {status}"
    content = answer.get("content", {"": {"schema": {}}})
    assert media_type in content, f"{method} {path} is not described as answering {media_type or 'nothing'}"
    return Draft202012Validator({**content[media_type]["schema"], "components": document()["components"]})


@cache
def _body(path: str, method: str) -> Draft202012Validator:
    content = document()["paths"][path][method]["requestBody"]["content"]["application/json"]
    return Draft202012Validator({**content["schema"], "components": document()["components"]})


async def check(answer: httpx.Response) -> None:
    """Raises ``AssertionError`` where an answer is not as described."""
    request = answer.request
    path = next((path for pattern, path in _paths() if pattern.fullmatch(request.url.path)), None)
    method = request.method.lower()
    if path is None or method not in document()["paths"][path]:
        return
    media_type = answer.headers.get("content-type", "").partition(";")[0]
    validator = _validator(path, method, answer.status_code, media_type)
    if media_type == "application/json":
        await answer.aread()
        validator.validate(answer.json())
    if answer.is_success and (body := await request.aread()):  # what was taken is what is described, too
        _body(path, method).validate(json.loads(body))
