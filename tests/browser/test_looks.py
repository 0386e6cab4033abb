"""How the page looks, as somebody has chosen: kept, and there before anything is painted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, PLAIN, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-pages")]

COLOUR = "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"
DOCUMENT = "async () => (await fetch(location.href)).text()"
PAPER = "() => getComputedStyle(document.documentElement).backgroundColor"


@pytest.mark.parametrize("host", [HERE, PLAIN])
def test_a_look_is_chosen_once(browser: Browser, server: Server, host: str) -> None:
    ani = Person.arrive(browser, "phone", "id")
    ani.page.goto(server.url(host, "/pengaturan"))
    usual = ani.page.evaluate(PAPER)
    ani.by("theme-dark").check()
    dark = ani.page.evaluate(PAPER)
    assert dark != usual
    ani.by("theme-contrast").check()
    assert ani.page.evaluate(PAPER) == "rgb(0, 0, 0)"
    ani.by("theme-light").check()
    assert ani.page.evaluate(PAPER) == usual
    ani.by("theme-dark").check()
    for pips in ("large", "colour"):
        ani.by(f"pips-{pips}").check()
    pip = ani.by("settings").locator("svg .pips").first
    assert ani.page.evaluate(COLOUR, "--pip-spread") != "1"
    assert pip.evaluate("it => getComputedStyle(it).fill") != "rgb(42, 31, 24)"
    ani.fits()
    # It is in the document itself, before any script has run.
    assert 'data-look="dark large colour"' in ani.page.evaluate(DOCUMENT)
    ani.page.goto(server.url(host, "/aturan"))
    expect(ani.page.locator("html")).to_have_attribute("data-look", "dark large colour")
    assert ani.page.evaluate(PAPER) == dark
    ani.page.goto(server.url(host, "/pengaturan"))
    expect(ani.by("theme-dark")).to_be_checked()
    ani.by("theme-auto").check()
    ani.by("pips-large").uncheck()
    ani.by("pips-colour").uncheck()
    assert 'data-look=""' in ani.page.evaluate(DOCUMENT)
    assert ani.complaints == []


def test_whoever_asks_every_page_for_contrast_has_it_here(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "en")
    ani.page.emulate_media(contrast="more")
    ani.page.goto(server.url(HERE))
    expect(ani.by("play-now")).to_be_visible()
    expect(ani.page.locator("html")).to_have_attribute("data-look", "contrast")
    ani.page.emulate_media(contrast="no-preference")
    expect(ani.page.locator("html")).to_have_attribute("data-look", "")
