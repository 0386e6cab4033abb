"""Choosing how well the computer players play."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, expect

from gaple.players import LEVELS
from gaple.texts import text
from tests.browser.table import HERE, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

THINKERS = 2


def levels(person: Person) -> list[str | None]:
    """The level at every seat of the table that the person is at."""
    told = person.page.request.get(person.page.url.replace("/meja/", "/api/tables/")).text()
    return [seat["level"] for seat in json.loads(told)["seats"]]


@pytest.mark.parametrize(("lang", "size"), [("id", "phone"), ("en", "desktop")])
def test_an_opponent_is_chosen_and_remembered(browser: Browser, server: Server, lang: str, size: str) -> None:
    ani = Person.arrive(browser, size, lang)
    ani.page.goto(server.url(HERE))
    hint = ani.by("level-hint")
    expect(hint).to_contain_text(text("level.casual_hint", lang))
    picker = ani.page.get_by_role("radiogroup").or_(ani.page.get_by_role("group"))
    expect(picker.get_by_role("radio")).to_have_count(len(LEVELS))
    ani.fits()
    for level in LEVELS:
        choice = picker.get_by_role("radio", name=text(f"level.{level}", lang), exact=True)
        choice.check()
        expect(hint).to_contain_text(text(f"level.{level}_hint", lang))
    picker.get_by_role("radio").nth(2).press("ArrowLeft")
    expect(hint).to_contain_text(text("level.beginner_hint", lang))
    ani.page.reload()
    expect(hint).to_contain_text(text("level.beginner_hint", lang))
    ani.by("play-now").click()
    ani.name("Ani")
    expect(ani.by("round")).to_be_visible()
    assert levels(ani) == [None, "beginner", "beginner", "beginner"]
    assert ani.complaints == []
    ani.page.context.close()


@pytest.mark.parametrize(("lang", "size"), [("en", "phone"), ("id", "desktop")])
def test_every_seat_has_its_own_level(browser: Browser, server: Server, lang: str, size: str) -> None:
    host = Person.arrive(browser, size, lang)
    host.page.goto(server.url(HERE, "/baru"))
    host.by("make-table").click()
    host.name("Ani")
    host.by("computer-B").click()
    host.by("level-B").select_option("flat")
    host.by("computer-C").click()  # of the level chosen last
    expect(host.by("level-C")).to_have_value("flat")
    host.by("level-C").select_option("random")
    host.by("fill").or_(host.by("computer-D")).first.click()
    expect(host.by("level-D")).to_have_value("random")
    host.fits()
    guest = Person.arrive(browser, size, lang)
    guest.page.goto(host.page.url)
    for seat, level in zip("BCD", ("flat", "random", "random"), strict=True):
        expect(guest.by(f"seat-{seat}")).to_contain_text(text(f"level.{level}", lang))
        expect(host.by(f"seat-{seat}")).to_contain_text(text(f"level.{level}", lang))
    assert levels(host) == [None, "flat", "random", "random"]
    host.by("start").click()
    host.play_until(host.sees("result"))
    assert host.complaints == guest.complaints == []
    for person in (host, guest):
        person.page.context.close()
