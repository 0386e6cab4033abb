"""People who go, come back and step aside in the middle of a hand, and what the others see of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize(("lang", "size"), [("id", "phone"), ("en", "desktop")])
def test_nobody_waits_for_who_is_away(browser: Browser, server: Server, lang: str, size: str) -> None:
    ani, budi = (Person.arrive(browser, size, lang) for _ in range(2))
    ani.page.goto(server.url(HERE, "/baru"))
    ani.by("option-clock-relaxed").check(force=True)
    ani.by("options").click()
    ani.by("option-players-2").check(force=True)
    ani.by("option-grace-15").check(force=True)
    ani.by("make-table").click()
    ani.name("Ani")
    expect(ani.by("waiting")).to_be_visible()
    budi.page.goto(ani.page.url)
    budi.by("sit-B").click()
    budi.name("Budi")

    # The host frees the seat, and Budi takes it again.
    ani.by("remove-B").click()
    budi.by("sit-B").click()
    expect(budi.by("stand")).to_be_visible()
    ani.by("start").click()
    expect(budi.by("round")).to_be_visible()
    expect(ani.by("time-left")).to_have_count(1)

    # Budi's page is closed: a computer player takes over when it is his turn, until it is open again.
    address = budi.page.url
    budi.page.goto("about:blank")
    ani.play_until(ani.sees("stand-in-B"))
    ani.fits()
    budi.page.goto(address)
    expect(budi.by("notice")).to_be_visible()
    expect(ani.by("stand-in-B")).to_have_count(0)

    # Ani steps aside and looks on, leaves, and takes the seat back on returning.
    ani.by("menu").click()
    ani.by("hand-over").click()
    expect(ani.by("take-back")).to_be_visible()
    expect(budi.by("stand-in-A")).to_be_visible()
    ani.page.goto("about:blank")
    ani.page.goto(address)
    expect(ani.by("take-back")).to_be_visible()
    budi.fits()
    take_back = ani.by("take-back").or_(ani.by("result-take-back"))  # if the hand is over by now, its result asks too
    take_back.last.click()
    expect(take_back).to_have_count(0)
    expect(budi.by("stand-in-A")).to_have_count(0)
    ani.play_until(ani.sees("result"), (budi,))
    for person in (ani, budi):
        assert person.complaints == []
        person.page.context.close()
