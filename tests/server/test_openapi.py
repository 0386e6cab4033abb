from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from gaple.server.app import ROUTES
from tests.server.answers import DESCRIPTION, document
from tests.server.client import Person

HANDLERS = [handler for handler in ROUTES if handler.include_in_schema is not False]


WITHOUT_BODY = ("/api/me/recovery",)


def test_every_route_is_described() -> None:
    described = {(path, method) for path, told in document()["paths"].items() for method in told}
    there = {
        (re.sub(r":\w+", "", path), method.lower())
        for handler in HANDLERS
        for path in handler.paths
        for method in handler.http_methods
    }
    assert described == there


def test_every_operation_says_what_it_takes_and_answers() -> None:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"].endswith("."), (path, method)
            assert ("requestBody" in operation) == (method in ("post", "put") and path not in WITHOUT_BODY), (
                path,
                method,
            )
            assert {"400", "401", "500", "503"} <= operation["responses"].keys()
            named = {parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "path"}
            assert named == {part.strip("{}") for part in path.split("/") if part.startswith("{")}


def test_every_reference_leads_somewhere() -> None:
    schemas = document()["components"]["schemas"]
    for name, schema in schemas.items():
        Draft202012Validator.check_schema(schema)
        assert schema.get("description"), f"{name} has no description"
    for found in references(document()):
        place, _, name = found.rpartition("/")
        assert place == "#/components/schemas"
        assert name in schemas


def test_every_default_is_a_value_that_may_be_given() -> None:
    for schema in document()["components"]["schemas"].values():
        for told in schema.get("properties", {}).values():
            if "default" in told:
                Draft202012Validator({**told, "components": document()["components"]}).validate(told["default"])


def references(value: Any) -> list[str]:
    match value:
        case {"$ref": str(reference)}:
            return [reference]
        case dict():
            return [found for inner in value.values() for found in references(inner)]
        case list():
            return [found for inner in value for found in references(inner)]
    return []


async def test_it_is_served(base: str) -> None:
    async with Person.stranger(base) as stranger:
        served = await stranger.get(DESCRIPTION)
        assert served.json() == json.loads(json.dumps(document()))
        assert served.json()["openapi"].startswith("3.1")


async def test_an_answer_that_is_not_as_described_is_noticed(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check in every test's client is one that can fail."""
    async with Person.named(base, "Ani") as ani:
        monkeypatch.setattr("gaple.server.web.http.told", lambda _: {"person": 5})
        with pytest.raises(ValidationError):
            await ani.get("/api/me")
        monkeypatch.setattr("gaple.server.web.http.available", lambda: 1 / 0)
        assert (await ani.get("/api/levels")).status_code == 500
