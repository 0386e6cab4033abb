"""What other sites embed: a page that anybody may frame, the only one, and the script of an element."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.server.client import browser, serving, settings
from tests.server.test_page import INDEX, SCRIPT

EMBED = INDEX.replace('<html lang="id">', '<html lang="id" data-look="">').replace("Gaple", "Embedded")
PATH = "/sisip/k3f9wq8mnp27/1/2"


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    (dist := tmp_path / "dist").mkdir()
    for name, content in (("index.html", INDEX), ("embed.html", EMBED), ("gaple-replay.js", SCRIPT)):
        (dist / name).write_text(content)
    async with serving(settings(tmp_path / "data", page=dist)) as base, browser(base) as client:
        yield client


async def test_one_page_may_be_framed_and_no_other(site: httpx.AsyncClient) -> None:
    embedded = await site.get(PATH)
    assert embedded.status_code == 200
    assert "Embedded" in embedded.text
    policy = embedded.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; ")
    assert "frame-ancestors" not in policy
    assert "x-frame-options" not in embedded.headers
    assert embedded.headers["cross-origin-resource-policy"] == "cross-origin"
    assert (await site.head(PATH)).status_code == 200
    for other in ("/", "/riwayat/k3f9wq8mnp27/1/2", "/meja/k3f9wq8mnp27", "/sisip", "/sisip/k3f9/1", "/api/health"):
        answer = await site.get(other, headers={"accept": "text/html"})
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], other
        assert "Embedded" not in answer.text
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "Embedded" not in (await site.get("/embed.html", headers={"accept": "text/html"})).text


async def test_what_is_framed_knows_nobody(site: httpx.AsyncClient) -> None:
    """Neither does a cookie change it, nor does it set one; its language and look are asked for in its address."""
    plain = await site.get(PATH)
    assert '<html lang="id" data-look="">' in plain.text
    known = await site.get(PATH, headers={"cookie": "gaple_lang=en; gaple_look=dark"})
    assert known.text == plain.text
    assert "set-cookie" not in known.headers
    assert "cookie" not in known.headers["vary"]
    asked = await site.get(f"{PATH}?lang=en&look=large.dark.nonsense")
    assert '<html lang="en" data-look="dark large">' in asked.text
    assert '<html lang="en"' in (await site.get(f"{PATH}?lang=x", headers={"accept-language": "en-GB"})).text


async def test_any_page_may_load_the_element(site: httpx.AsyncClient) -> None:
    script = await site.get("/gaple-replay.js", headers={"origin": "https://club.example"})
    assert script.text == SCRIPT
    assert script.headers["access-control-allow-origin"] == "*"
    assert script.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "access-control-allow-origin" not in (await site.get("/")).headers


async def test_without_a_build_there_is_nothing_to_frame(tmp_path: Path) -> None:
    (dist := tmp_path / "dist").mkdir()
    (dist / "index.html").write_text(INDEX)
    async with serving(settings(tmp_path / "data", page=dist)) as base, browser(base) as client:
        answer = await client.get(PATH)
        assert answer.status_code == 503
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
