"""Against computer players alone: hints, moves taken back, the same deal again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, PLAIN, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

THINKERS = 2


def alone(person: Person, server: Server, host: str = HERE) -> None:
    """Begins to play against computer players, and waits for one's turn."""
    person.page.goto(server.url(host))
    person.by("play-now").click()
    person.name("Ani")
    my_turn(person)


def my_turn(person: Person) -> None:
    expect(person.page.locator('[data-testid^="own-tile-"][data-playable="true"]').first).to_be_visible()


@pytest.mark.parametrize(("lang", "size", "host"), [("id", "phone", PLAIN), ("en", "desktop", HERE)])
def test_hint_take_back_and_the_same_deal(browser: Browser, server: Server, lang: str, size: str, host: str) -> None:
    ani = Person.arrive(browser, size, lang)
    alone(ani, server, host)

    # A hint marks a tile, and says why; it is not there before it is asked for.
    marked = ani.page.locator(".advised")
    expect(marked).to_have_count(0)
    ani.by("hint").click()
    expect(marked).to_have_count(1)
    why = ani.page.locator(".duty.hint")
    expect(why).to_have_text(re.compile(r"\.$"))
    told = why.inner_text()
    expect(ani.by("said")).to_have_text(told)
    expect(marked).to_have_attribute("aria-label", re.compile({"id": "disarankan", "en": "suggested"}[lang]))
    ani.fits()

    # A move is taken back by keyboard, and one is where one was.
    tiles = ani.own_tiles()
    assert len(tiles) == 7
    while ani.own_tiles() == tiles:
        ani.act()
        ani.page.wait_for_timeout(60)
    expect(marked).to_have_count(0)
    ani.by("rewind").focus()
    ani.page.keyboard.press("Enter")
    expect(ani.page.locator('[data-testid^="own-tile-"]')).to_have_count(len(tiles))
    assert ani.own_tiles() == tiles
    expect(ani.by("rewind")).to_be_focused()
    my_turn(ani)

    # The menu has the same deal again; so has the result, and there it is told that it was.
    ani.act()
    ani.by("menu").click()
    ani.by("menu-same-deal").click()
    expect(ani.by("menu-sheet")).to_have_count(0)
    expect(ani.page.locator('[data-testid^="own-tile-"]')).to_have_count(len(tiles))
    assert ani.own_tiles() == tiles
    ani.play_until(ani.sees("result"))
    expect(ani.by("rewound")).to_be_visible()
    ani.fits()
    ani.by("same-deal").click()
    expect(ani.by("result")).to_have_count(0)
    my_turn(ani)
    ani.play_until(ani.sees("result"))
    ani.by("rewind-last").click()
    expect(ani.by("result")).to_have_count(0)
    ani.play_until(ani.sees("result"))
    href = ani.by("replay-link").get_attribute("href")
    assert href
    ani.by("next-hand").click()
    expect(ani.by("result")).to_have_count(0)
    my_turn(ani)

    # From the replay the hand is played on from somewhere, at another table; that its deal is not new is said there.
    ani.page.goto(server.url(host, href))
    expect(ani.by("replay-table")).to_be_visible()
    ani.page.keyboard.press("End")
    expect(ani.by("what-if")).to_be_disabled()
    ani.by("replay-slider").fill("6")
    line = ani.by("line-tile").count()
    ani.fits()
    ani.by("what-if").click()
    my_turn(ani)
    assert ani.by("line-tile").count() >= line > 0
    ani.play_until(ani.sees("result"))
    expect(ani.by("repeated")).to_be_visible()
    expect(ani.by("check-deal")).to_have_count(0)
    ani.fits()
    assert ani.by("repeated").get_by_role("link").get_attribute("href") == href
    assert ani.complaints == []
    ani.page.context.close()


def test_nothing_of_it_is_there_among_people(browser: Browser, server: Server) -> None:
    ani, budi = (Person.arrive(browser, "phone", "id") for _ in range(2))
    asked: list[str] = []
    ani.page.on("request", lambda request: asked.extend(re.findall(r"practice", request.url)))
    ani.page.goto(server.url(HERE, "/baru"))
    ani.by("options").click()
    ani.by("option-players-2").check(force=True)
    ani.by("make-table").click()
    ani.name("Ani")
    expect(ani.by("waiting")).to_be_visible()
    budi.page.goto(ani.page.url)
    budi.by("sit-B").click()
    budi.name("Budi")
    ani.by("start").click()
    ani.play_until(ani.sees("result"), (budi,))
    assert ani.by("hint").count() + ani.by("rewind").count() + ani.by("same-deal").count() == 0
    assert asked == []
    for person in (ani, budi):
        assert person.complaints == []
        person.page.context.close()
