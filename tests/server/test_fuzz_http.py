"""Hostile and broken requests to everything that is described: a defined answer to each, and never a fault."""

from __future__ import annotations

import json
import random
from collections import deque
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.answers import document
from tests.server.fuzzing import TEXTS, VALUES, Sturdy, mutated, sturdy
from tests.soak import as_many
from tests.waiting import PATIENCE

OPERATIONS: Final = sorted((path, method) for path, told in document()["paths"].items() for method in told)
MIXED: Final = 4
"""So many requests are made of parts of others, for one that is drawn."""
METHODS: Final = ("get", "post", "put", "delete", "patch", "head", "options")

_WORDS: Final = st.one_of(
    TEXTS, st.sampled_from(["..", "%2e%2e%2f", "a" * 2000, "k3f9abcdefgh", "TABLE", "'; DROP TABLE x"])
)
_RULES: Final = st.sampled_from(
    ["players=4 hand=7", "players=9", "hand=7 " * 50, "players=4 hand=7 hands=999999999999999999"]
)
_FIELDS: Final = st.one_of(
    VALUES,
    st.sampled_from(["Bayu", "id", "en", "clockwise", "off", "brisk", "casual", "master", 30, 5, 600, True]),
    _RULES,
)


@st.composite
def bodies(draw: st.DrawFn, path: str, method: str) -> bytes | None:
    """What the operation takes, nearly: fields of the right names with something in them; or anything."""
    operation = document()["paths"].get(path, {}).get(method, {})
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    names = sorted(_resolved(content.get("schema", {})).get("properties", {}))
    if draw(st.integers(0, 9)) < 7 and names:
        body = {name: draw(_FIELDS) for name in names if draw(st.integers(0, 9)) < 9}
        if draw(st.integers(0, 19)) == 0:
            body["more"] = draw(VALUES)
        return json.dumps(body).encode()
    anything = st.one_of(
        st.none(),
        VALUES.map(lambda value: json.dumps(value).encode()),
        st.binary(max_size=200),
        st.sampled_from([b"[" * 10_000, b'{"name":"' + b"x" * 16_000, b"\xff\xfe", b'{"a":1,' * 2000, b"0" * 20_000]),
    )
    return draw(anything)


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = document()["components"]["schemas"][name] if name else schema
    return found


@st.composite
def requests(draw: st.DrawFn) -> dict[str, Any]:
    """A request to something that there is, in a way that may be wrong in every part."""
    path, method = draw(st.sampled_from(OPERATIONS))
    if draw(st.integers(0, 19)) == 0:
        method = draw(st.sampled_from(METHODS))
    body = draw(bodies(path, method))
    for part in [part for part in path.split("/") if part.startswith("{")]:
        path = path.replace(part, draw(st.one_of(st.just("TABLE"), _WORDS)) or "-")
    headers = draw(
        st.dictionaries(
            st.sampled_from(
                ["origin", "host", "cookie", "authorization", "accept-language", "content-type", "sec-fetch-site"]
            ),
            st.one_of(
                st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=60),
                st.sampled_from(
                    ["null", "http://evil.test", "gaple_device=" + "f" * 43, "Bearer gaple_" + "f" * 43, "x" * 4000]
                ),
            ),
            max_size=3,
        )
    )
    query = draw(st.dictionaries(st.sampled_from(["match", "hand", "seq", "lang", "after"]), _WORDS, max_size=2))
    return {
        "path": path,
        "method": method,
        "content": body,
        "headers": headers,
        "query": query,
        "known": draw(st.booleans()),
    }


def mixed(rng: random.Random, before: list[dict[str, Any]]) -> dict[str, Any]:
    """A request made of parts of others, with some of its body changed; quickly, for the many."""
    asked = {part: rng.choice(before)[part] for part in before[0]}
    asked["path"], asked["method"] = rng.choice([(it["path"], it["method"]) for it in before])
    if asked["content"] and rng.random() < 0.7:
        asked["content"] = mutated(rng, [asked["content"]])
    return asked


def ask(server: Sturdy, client: httpx.Client, token: str, table: str, asked: dict[str, Any]) -> None:
    """Send a request: the answer is one that is described, and an error is one in its usual form."""
    path = "/".join(_encoded(part) for part in asked["path"].replace("TABLE", table).split("/"))
    query = "&".join(f"{name}={_encoded(value)}" for name, value in asked["query"].items())
    known = asked["known"] and (asked["method"], path) != ("delete", "/api/me")  # or nobody would be known any more
    cookies = {"cookie": f"gaple_device={token}"} if known else {}
    content = asked["content"]
    url = f"{server.base}{path}?{query}"
    client.cookies.clear()
    with client.stream(asked["method"], url, content=content, headers=cookies | asked["headers"]) as answer:
        assert answer.status_code < 500, (answer.status_code, asked)
        if "ndjson" in answer.headers.get("content-type", ""):
            return  # a stream, which does not end
        told = answer.read()
        if answer.status_code >= 400 and asked["method"] != "head":
            error = json.loads(told)
            assert error.keys() == {"code", "params", "text"}
            assert error["text"]
            assert "{" not in error["text"] or "{" in json.dumps(error["params"])
            assert b"Traceback" not in told
            assert len(told) < 2000


def _encoded(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="{}")


@pytest.mark.soak
def test_every_request_has_a_defined_answer(tmp_path: Path) -> None:
    each_anew = httpx.Limits(max_keepalive_connections=0)
    with (
        sturdy(tmp_path) as server,
        httpx.Client(base_url=server.base, trust_env=False, timeout=PATIENCE, limits=each_anew) as client,
    ):
        assert client.put("/api/me", json={"name": "Ani", "lang": "id"}).status_code == 200
        token = client.cookies["gaple_device"]
        table = client.post("/api/tables", json={"rules": "players=4 hand=7"}).json()["table"]

        before: deque[dict[str, Any]] = deque(maxlen=50)

        @settings(max_examples=as_many(150, 200_000), suppress_health_check=list(HealthCheck), deadline=None)
        @given(asked=requests(), seed=st.integers(0, 2**32))
        def every(asked: dict[str, Any], seed: int) -> None:
            before.append(asked)
            rng = random.Random(seed)
            for each in (asked, *(mixed(rng, list(before)) for _ in range(MIXED))):
                ask(server, client, token, table, each)

        every()
        assert client.get("/api/health").json()["status"] == "ok"
        server.check(mebibytes=100)
