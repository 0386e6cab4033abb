"""What others make of the page's address: messengers that unfold it, and phones that install it."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def size(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@pytest.mark.parametrize("lang", ["id", "en"])
def test_a_link_unfolds_with_the_words_of_the_page(browser: Browser, server: Server, lang: str) -> None:
    guest = Person.arrive(browser, "phone", lang)
    guest.page.goto(server.url(HERE, "/baru"))
    guest.by("preset-teams").click()
    guest.by("options").click()
    for choice in ("stuck-pass", "end-clean", "lone-25", "lead-6-6", "next-lead", "side-total", "settle-points"):
        guest.by(f"option-{choice}").check(force=True)
    guest.by("option-hands-number").fill("1")
    guest.by("option-target-number").fill("70")
    guest.by("option-clock-brisk").check(force=True)
    guest.by("make-table").click()
    guest.name("Ani")
    expect(guest.by("waiting")).to_be_visible()
    shown = guest.by("waiting").locator(".rules li").all_inner_texts()
    guest.page.reload()
    expect(guest.by("waiting")).to_be_visible()
    told = guest.page.locator('meta[property="og:description"]').get_attribute("content") or ""
    words = told.rpartition("; ")[0].split(", ")
    assert len(words) == 13
    assert words == shown[:13]  # then it says who may come
    assert "Ani" in (guest.page.locator('meta[property="og:title"]').get_attribute("content") or "")
    assert guest.complaints == []
    guest.page.context.close()


@pytest.mark.parametrize("lang", ["id", "en"])
def test_the_page_can_be_installed(browser: Browser, server: Server, lang: str) -> None:
    guest = Person.arrive(browser, "phone", lang)
    guest.page.goto(server.url(HERE))
    expect(guest.by("play-now")).to_be_visible()
    chromium = guest.page.context.new_cdp_session(guest.page)
    found = chromium.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == server.url(HERE, f"/manifest-{lang}.webmanifest")
    missing = chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in missing] in ([], ["in-incognito"])  # as every profile of a test is
    manifest: dict[str, Any] = json.loads(found["data"])
    assert manifest["lang"] == lang
    for key, other in (("name", "title"), ("description", "description")):
        told = guest.page.locator(f'meta[property="og:{other}"]').get_attribute("content")
        assert manifest[key] == told
    purposes = set()
    touch = guest.page.locator('link[rel="apple-touch-icon"]').get_attribute("href")
    for icon in [*manifest["icons"], {"src": touch, "sizes": "180x180", "type": "image/png"}]:
        answer = guest.page.request.get(server.url(HERE, icon["src"]))
        assert (answer.status, answer.headers["content-type"].split(";")[0]) == (200, icon["type"])
        if icon["sizes"] != "any":
            assert "x".join(map(str, size(answer.body()))) == icon["sizes"]
        purposes.add(icon.get("purpose", "any"))
    assert purposes == {"any", "maskable"}
    assert guest.complaints == []
    guest.page.context.close()
