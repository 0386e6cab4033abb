from __future__ import annotations

import asyncio
import logging
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import gaple
from gaple.players import LEVELS
from gaple.server import lan
from gaple.server.guests.people import People
from gaple.server.settings import Settings
from tests.server import wire
from tests.server.client import Person, browser, serving, settings
from tests.waiting import PATIENCE


def error_of(answer: httpx.Response, status: int) -> wire.Error:
    assert answer.status_code == status, answer.text
    return msgspec.json.decode(answer.content, type=wire.Error)


async def test_a_newcomer_is_somebody_from_the_first_answer(base: str) -> None:
    async with browser(base) as client:
        first = await client.get("/api/me")
        cookie = first.headers["set-cookie"]
        assert first.json() == {"person": first.json()["person"], "name": None, "lang": None, "bot": False}
        assert first.json()["person"].startswith("p_")
        for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age="):
            assert part in cookie
        assert "Secure" not in cookie
        assert first.headers["cache-control"] == "no-store"
        again = await client.get("/api/me")
        assert again.json() == first.json()
        assert again.headers["set-cookie"] == cookie  # with every page it is kept for longer
        changed = await client.put("/api/me", json={"name": " Pak  Budi ", "lang": "en"})
        assert changed.json() == first.json() | {"name": "Pak Budi", "lang": "en"}
        assert (await client.put("/api/me", json={})).json() == changed.json()
        assert (await client.get("/api/me")).json() == changed.json()


async def test_under_https_the_cookie_is_secure(tmp_path: Path) -> None:
    chosen = settings(tmp_path, public_url="https://gaple.test")
    async with serving(chosen) as base, browser(base) as client:
        answer = await client.put("/api/me", json={"name": "Bayu"}, headers={"origin": "https://gaple.test"})
        assert "Secure" in answer.headers["set-cookie"]
        token = answer.cookies["gaple_device"]
        known = {"cookie": f"gaple_device={token}"}
        made = await client.post("/api/tables", json={"rules": "players=2 hand=7"}, headers=known)
        link = await client.get(f"/api/tables/{made.json()['table']}/link")
        assert link.json() == {"url": f"https://gaple.test/meja/{made.json()['table']}"}


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "name-empty"), ("x" * 30, "name-long"), ("\u202eBayu", "name-character")],
)
@pytest.mark.parametrize("lang", ["id", "en"])
async def test_names_that_cannot_be(base: str, name: str, code: str, lang: str) -> None:
    async with Person.named(base, "Bayu", lang) as person:
        error = error_of(await person.client.put("/api/me", json={"name": name}), 400)
        assert error.code == code
        assert error.text == gaple.GapleError(code, **error.params).told(lang)
        assert (await person.get("/api/me")).json()["name"] == "Bayu"


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (b"", "$"),
        (b"{", "$"),
        (b"[]", "$"),
        (b'{"name": 5}', "$.name"),
        (b'{"lang": "jv"}', "$.lang"),
        (b'{"nmae": "Bayu"}', "$"),
        (b"\xff\xfe", "$"),
        (b'{"name": "\\ud800"}', "$"),
        (b'{"x": ' + b"[" * 10_000, "$"),
        (b'{"name": "\xff"}', "$"),
    ],
)
async def test_bodies_that_cannot_be_read(base: str, body: bytes, where: str) -> None:
    async with Person.named(base, "Bayu") as person:
        error = error_of(await person.client.put("/api/me", content=body), 400)
        assert error.code == "message-malformed"
        assert error.params["where"] == where


async def test_a_body_has_a_limit(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        big = await person.client.put("/api/me", content=b" " * 20_000)
        assert error_of(big, 413).code == "body-too-large"

        async def endless() -> Any:
            for _ in range(100):
                yield b" " * 1000

        streamed = await person.client.put("/api/me", content=endless())
        assert error_of(streamed, 413).code == "body-too-large"


async def test_rules_are_checked(base: str) -> None:
    async with Person.named(base) as person:
        answer = await person.client.post("/api/rules", json={"rules": "hand=6 players=4 stuck=pass teams=no"})
        assert answer.status_code == 200
        assert answer.json()["rules"] == "players=4 hand=6 stuck=pass"
        assert answer.json()["full"].startswith("players=4 hand=6 teams=no stuck=pass end=empty")
        for rules in ("players=6 hand=4", "players=4", "cards=7", "<script>"):
            answer = await person.client.post("/api/rules", json={"rules": rules})
            assert error_of(answer, 400).code.startswith("rules-")
        answer = await person.client.post("/api/rules", json={"rules": "x" * 501})
        assert error_of(answer, 400).code == "message-malformed"


async def test_a_table_needs_a_name(base: str) -> None:
    async with Person.named(base) as person:
        for path in ("/api/tables", "/api/play-now"):
            answer = await person.client.post(path, json={"rules": "players=4 hand=7"})
            assert error_of(answer, 403).code == "name-needed"
    async with browser(base) as nobody:
        answer = await nobody.post("/api/tables", json={"rules": "players=4 hand=7"})
        assert error_of(answer, 403).code == "name-needed"


async def test_a_table_is_made_and_told(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7", direction="counterclockwise")
        answer = await person.get(f"/api/tables/{table}")
        view = msgspec.json.decode(answer.content, type=wire.TableView)
        assert (view.id, view.phase, view.direction) == (table, "waiting", "counterclockwise")
        assert [seat.name for seat in view.seats] == ["Bayu", None]
        assert view.seats[0].host
        assert not view.seats[0].connected
        now = await person.play_now()
        view = msgspec.json.decode((await person.get(f"/api/tables/{now}")).content, type=wire.TableView)
        assert (view.phase, view.rules_short) == ("dealing", "players=4 hand=7")
        assert [seat.level for seat in view.seats] == [None, "casual", "casual", "casual"]
        for body in ({"level": "grandmaster"}, {"rules": "players=9"}, {"direction": "up"}):
            answer = await person.client.post("/api/play-now", json=body)
            assert error_of(answer, 400).text


async def test_the_levels_are_told(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that can be chosen, all of them; without the engine the simple ones, and what there is to install."""
    async with Person.named(base, "Bayu") as person:
        for level in (await person.get("/api/levels")).json()["levels"]:
            await person.play_now(level=level)
        monkeypatch.setitem(sys.modules, "numba", None)
        levels = (await person.get("/api/levels")).json()["levels"]
        assert levels == [name for name, level in LEVELS.items() if not level.needs_engine]
        answer = await person.client.post("/api/play-now", json={"level": "flat"})
        assert error_of(answer, 400).code == "level-needs-engine"
        assert "pip install 'gaple[engine]'" in error_of(answer, 400).text


@pytest.mark.parametrize("table", ["zzzzzzzzzzzz", "a", "%00", "K3F9", "x" * 300, "%F0%9F%80%A7"])
@pytest.mark.parametrize("part", ["", "/link", "/qr.svg", "/record"])
async def test_a_table_that_there_is_not(base: str, table: str, part: str) -> None:
    async with browser(base) as client:
        error = error_of(await client.get(f"/api/tables/{table}{part}"), 404)
        assert error.code == "no-such-table"
        assert len(error.text) < 200


async def test_link_and_qr_code_lead_to_the_table(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7")
        monkeypatch.setattr(lan, "addresses", lambda port, scheme: [f"{scheme}://192.168.1.5:{port}"])
        port = base.rpartition(":")[2]
        unreachable = (await person.get(f"/api/tables/{table}/link")).json()["url"]
        assert unreachable == f"{base}/meja/{table}"
        monkeypatch.setattr(Settings, "everywhere", True)
        here = (await person.get(f"/api/tables/{table}/link")).json()["url"]
        assert here == f"http://192.168.1.5:{port}/meja/{table}"
        there = await person.get(f"/api/tables/{table}/link", headers={"host": "meja.test:8000"})
        assert there.json()["url"] == f"http://meja.test:8000/meja/{table}"
        monkeypatch.setattr(lan, "addresses", lambda port, scheme: [])
        alone = (await person.get(f"/api/tables/{table}/link")).json()["url"]
        assert alone == f"{base}/meja/{table}"
        qr = await person.get(f"/api/tables/{table}/qr.svg")
        assert qr.headers["content-type"].startswith("image/svg+xml")
        assert ET.fromstring(qr.text).attrib["viewBox"]


async def test_another_sites_page_changes_nothing(base: str) -> None:
    async with Person.named(base, "Bayu") as person:
        foreign = {"origin": "http://evil.test"}
        answer = await person.client.put("/api/me", json={"name": "Evil"}, headers=foreign)
        assert error_of(answer, 400).code == "origin-foreign"
        answer = await person.client.put("/api/me", json={"name": "Budi"}, headers={"origin": base})
        assert answer.json()["name"] == "Budi"


async def test_there_is_an_end_to_making_tables_and_guests(tmp_path: Path) -> None:
    chosen = settings(tmp_path, tables_per_hour=2, guests_per_hour=3)
    async with serving(chosen) as base, Person.named(base, "Bayu") as person:
        for _ in range(2):
            await person.make_table("players=2 hand=7")
        answer = await person.client.post("/api/play-now", json={})
        assert error_of(answer, 429).code == "tables-per-hour"
        async with browser(base) as client:
            codes = []
            for _ in range(4):
                client.cookies.clear()
                codes.append((await client.get("/api/me")).status_code)
            assert codes == [200, 200, 429, 429]


async def test_nobody_asks_without_end(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, requests_in_ten_seconds=5)) as base, browser(base) as client:
        client.headers["accept-language"] = "en"
        answers = [await client.get("/api/levels") for _ in range(7)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
        assert error_of(answers[-1], 429).code == "requests-too-fast"
        assert (await client.get("/")).status_code != 429  # the page itself can be had
        for path in ("/api/health", "/api/ready"):  # whoever watches over the server is let in
            assert (await client.get(path)).status_code == 200


async def test_asking_all_at_once_gives_no_more_tables(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, tables_per_hour=5)) as base, Person.named(base, "Bayu") as person:
        body = {"rules": "players=2 hand=7"}
        answers = await asyncio.gather(*(person.client.post("/api/tables", json=body) for _ in range(12)))
        assert sorted(answer.status_code for answer in answers) == [201] * 5 + [429] * 7


async def test_what_is_wrong_is_said_in_the_language_chosen_here(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, requests_in_ten_seconds=3, sockets_per_address=0)) as base:
        async with browser(base, headers={"accept-language": "id", "cookie": "gaple_lang=en"}) as client:
            unknown = error_of(await client.get("/api/me/recovery"), 404)
            while (too_fast := await client.get("/api/levels")).status_code == 200:
                pass
        assert unknown.text.startswith("this device is not known here")
        assert error_of(too_fast, 429).text.startswith("too many requests")
        async with Person.stranger(base) as person, person.socket("any", headers={"Cookie": "gaple_lang=en"}) as window:
            assert (await window.until(wire.Failed)).error.text.startswith("too many tables")


async def test_a_table_that_cannot_be_counts_for_nothing(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, tables_per_hour=1)) as base, Person.named(base, "Bayu") as person:
        for body in ({"level": "grandmaster"}, {"rules": "players=9"}):
            error_of(await person.client.post("/api/play-now", json=body), 400)
        await person.play_now()


async def test_another_sites_page_makes_no_guest(base: str) -> None:
    async with browser(base) as client:
        for site in ("cross-site", "same-site"):
            answer = await client.get("/api/me", headers={"sec-fetch-site": site})
            assert error_of(answer, 400).code == "origin-foreign"
            assert "set-cookie" not in answer.headers
        answer = await client.get("/api/me", headers={"sec-fetch-site": "same-origin"})
        assert answer.status_code == 200


async def test_what_cannot_be_asked(base: str) -> None:
    async with browser(base, headers={"accept-language": "en"}) as client:
        assert error_of(await client.get("/api/nope"), 404).code == "address-unknown"
        assert error_of(await client.delete("/api/rules"), 405).code == "method-unknown"
        assert error_of(await client.get("/api/tables"), 405).code == "method-unknown"
        answer = await client.get("/api/tables/zzzz/record?match=one")
        assert error_of(answer, 400).code == "request-malformed"
        assert (await client.get("/api/health")).json() == {
            "status": "ok",
            "version": gaple.__version__,
        }


async def test_a_fault_of_ours_is_said_and_logged_without_what_is_hidden(
    base: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(self: People, token: str | None) -> None:
        raise KeyError(token, hidden)

    hidden = "-".join("35")

    async with Person.named(base, "Bayu", "id") as person:
        token = person.client.cookies["gaple_device"]
        monkeypatch.setattr(People, "of_token", broken)
        with caplog.at_level(logging.DEBUG):
            answer = await person.get("/api/me", headers={"accept-language": "id"})
        error = error_of(answer, 500)
    assert error.code == "internal"
    assert error.text.startswith("ada yang salah")
    assert "KeyError" in caplog.text
    assert "test_http.py" in caplog.text
    assert token not in caplog.text + answer.text
    assert hidden not in caplog.text + answer.text


@pytest.mark.parametrize("host", ["a:b", "localhost:99999", "a b", "x" * 3500])
@pytest.mark.parametrize(
    "request_line",
    [
        "GET /",
        "GET /api/me",
        "PUT /api/me",
        "GET /api/tables/zzzz/qr.svg",
        "GET /nothing",
        "GET /assets/x.js",
        "DELETE /api/me",
        "GET /api/tables/zzzz/socket",
    ],
)
async def test_a_host_that_cannot_be_harms_nothing(
    base: str, host: str, request_line: str, caplog: pytest.LogCaptureFixture
) -> None:
    upgrade = (
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" if "socket" in request_line else ""
    )
    more = upgrade + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" if upgrade else "Connection: close\r\n"
    with caplog.at_level(logging.WARNING):
        answer = await exchange(base, f"{request_line} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://x\r\n{more}\r\n")
    status = int(answer.split(b" ", 2)[1])
    assert status in (400, 403, 404, 405), answer
    assert b"Traceback" not in answer
    if status != 403 and b"Invalid" not in answer:
        assert b"content-security-policy: default-src 'none'" in answer
    assert not caplog.records


async def exchange(base: str, request: str) -> bytes:
    """What the server answers to these bytes."""
    host, _, port = base.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(request.encode())
        async with asyncio.timeout(PATIENCE):
            return await reader.read()
    finally:
        writer.close()
        await writer.wait_closed()


async def test_an_address_forges_no_line_of_the_log(
    base: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(self: People, token: str | None) -> None:
        raise KeyError

    monkeypatch.setattr(People, "of_token", broken)
    async with browser(base) as client:
        answer = await client.get("/api/tables/x%0aERROR%20forged%1b[2J/link")
        assert error_of(answer, 500).code == "internal"
        missing = await client.get("/api/x%0ay/z")
        assert error_of(missing, 404).params["path"] == r"/api/x\ny/z"
    assert "\nERROR forged" not in caplog.text
    assert "\x1b" not in caplog.text
    assert "forged" in caplog.text


async def test_the_api_describes_itself(base: str) -> None:
    async with browser(base) as client:
        described = (await client.get("/api/openapi/openapi.json")).json()
    assert "/api/me" in described["paths"]
    assert "/api/tables/{table}/record" in described["paths"]
