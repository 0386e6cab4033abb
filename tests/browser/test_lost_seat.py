"""A browser that has lost its cookie asks for its seat, and the host gives it back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.table import PLAIN, Person, Server
from tests.browser.test_pages import new_table

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def overlaps(card: Locator, others: Locator) -> bool:
    """Whether an element lies over one of the others."""
    mine = card.bounding_box()
    boxes = [other.bounding_box() for other in others.all()]
    assert mine
    assert boxes
    return any(
        box is not None
        and box["x"] < mine["x"] + mine["width"]
        and mine["x"] < box["x"] + box["width"]
        and box["y"] < mine["y"] + mine["height"]
        and mine["y"] < box["y"] + box["height"]
        for box in boxes
    )


def test_a_lost_seat_is_given_back(browser: Browser, server: Server) -> None:
    host, old, new = (Person.arrive(browser, size, "id") for size in ("desktop", "phone", "phone"))
    link = new_table(host, server, PLAIN, "Ani")
    old.page.goto(link)
    old.by("sit-C").click()
    old.name("Budi")
    expect(old.by("stand")).to_be_visible()
    host.by("fill").click()
    host.by("start").click()
    for person in (host, old):
        expect(person.by("round")).to_be_visible()
    old.page.context.close()
    new.page.goto(link)
    new.by("claim-ask").click()
    new.fits()
    new.by("ask-C").click()
    new.name("Budi lagi")
    expect(new.by("claim-mine")).to_be_visible()
    assert not overlaps(new.by("claim-mine"), new.page.locator(".plate"))
    expect(host.by("claim-C")).to_contain_text("Budi lagi")
    host.fits()
    assert not overlaps(host.by("claim-C"), host.page.locator(".plate"))
    host.by("claim-no").click()
    expect(new.by("claim-mine")).to_be_hidden()
    new.by("claim-ask").click()
    new.by("ask-C").click()
    host.by("claim-yes").click()
    expect(host.by("claim-C")).to_be_hidden()
    expect(host.by("seat-C")).to_contain_text("Budi lagi")
    expect(new.by("claim-mine")).to_be_hidden()
    new.play_until(lambda: bool(new.own_tiles()) or new.by("result").is_visible(), others=(host,))
    assert host.complaints == new.complaints == []
    for person in (host, new):
        person.page.context.close()


def test_a_seat_is_offered_and_played_on(browser: Browser, server: Server) -> None:
    host, guest = Person.arrive(browser, "phone", "en"), Person.arrive(browser, "desktop", "en")
    link = new_table(host, server, PLAIN, "Ani")
    host.by("fill").click()
    host.by("start").click()
    expect(host.by("round")).to_be_visible()
    host.by("menu").click()
    host.by("hand-over").click()
    expect(host.by("take-back")).to_be_visible()
    guest.page.goto(link)
    guest.by("claim-ask").click()
    guest.fits()
    guest.by("ask-A").click()
    guest.name("Budi")
    expect(guest.by("claim-mine")).to_contain_text("whoever has seat A")
    expect(host.by("claim-A")).to_contain_text("would like to play on your seat")
    host.fits()
    host.by("claim-yes").click()
    expect(host.by("claim-A")).to_be_hidden()
    expect(host.by("seat-A")).to_contain_text("Budi")
    guest.play_until(lambda: bool(guest.own_tiles()) or guest.by("result").is_visible())
    assert host.complaints == guest.complaints == []
    for person in (host, guest):
        person.page.context.close()
