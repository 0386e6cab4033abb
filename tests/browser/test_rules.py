"""The rules, with examples that one can play with; none of it asks the server."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, PLAIN, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-pages")]


@pytest.mark.parametrize(("lang", "size", "host"), [("id", "phone", PLAIN), ("en", "desktop", HERE)])
def test_the_examples_can_be_played_with(browser: Browser, server: Server, lang: str, size: str, host: str) -> None:
    guest = Person.arrive(browser, size, lang)
    guest.page.goto(server.url(host, "/aturan"))
    expect(guest.by("try-line")).to_be_visible()
    guest.page.context.set_offline(True)
    line = guest.by("line-tile")
    expect(line).to_have_count(4)
    guest.by("try-36").click()
    expect(guest.by("try-told")).to_contain_text({"id": "tidak cocok", "en": "does not fit"}[lang])
    expect(line).to_have_count(4)
    guest.by("try-34").press("Enter")  # fits one end, and is laid; the keyboard stays with the tiles
    expect(line).to_have_count(5)
    assert guest.page.evaluate("document.activeElement.closest('[data-testid=try-line]') !== null")
    guest.by("try-15").click()
    guest.by("try-36").click()
    guest.by("try-06").click()
    expect(line).to_have_count(8)
    expect(guest.by("try-told")).to_contain_text({"id": "dibuang", "en": "discard"}[lang])
    guest.by("try-45").click()
    expect(guest.by("try-told")).to_contain_text("9")
    guest.fits()
    guest.by("try-again").click()
    expect(line).to_have_count(4)
    guest.by("try-45").click()
    guest.by("spot-left").click()
    expect(line.first).to_have_attribute("data-tile", "45")

    why = guest.by("try-why")
    for kind, winner in (("points", "D"), ("tile", "A"), ("low_end", "B"), ("out", "B"), ("lone", "D")):
        guest.by(f"example-{kind}").click()
        expect(guest.by("try-count").locator(".won")).to_have_count(0)
        before = why.inner_text()
        guest.by("try-count").get_by_role("button").first.click()
        guest.by("turn-all").click()
        expect(guest.by("try-count").locator(".won")).to_contain_text(winner)
        expect(why).not_to_have_text(before)
        guest.fits()
    assert [told for told in guest.complaints if "ERR_INTERNET_DISCONNECTED" not in told] == []
    guest.page.context.close()
