"""A first hand that teaches by playing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, PLAIN, Person, Server
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-pages")]

MOMENT = """() => [document.querySelector('[data-testid=coach]').dataset.lesson ?? null,
  document.querySelector('[data-playable=true]') !== null,
  document.querySelector('[data-testid=understood]') !== null]"""
"""What is told now, and whether one may play, or go on: all of one moment."""

PACE_MS = 1_100
"""What the others take for a move."""

LESSONS = {"hand", "lead", "double", "turns", "dead", "fits", "ends", "discard", "over", "count"}


@pytest.mark.parametrize(("lang", "size", "host"), [("id", "phone", PLAIN), ("en", "desktop", HERE)])
def test_somebody_new_learns_everything_by_playing(
    browser: Browser, server: Server, lang: str, size: str, host: str
) -> None:
    """By keyboard, without a name, and without a server once the page is there."""
    ani = Person.arrive(browser, size, lang)
    ani.page.clock.install()  # the others play by it, a second for each of their moves
    ani.page.goto(server.url(host))
    ani.by("learn-link").click()
    coach = ani.by("coach")
    expect(coach).to_be_visible()
    ani.page.wait_for_load_state("networkidle")
    ani.page.context.set_offline(True)
    told: list[str] = []

    def learn() -> bool:
        lesson, can, asks = ani.page.evaluate(MOMENT)
        if lesson and lesson not in told:
            told.append(lesson)
            ani.fits()
            # What is said covers neither a tile of one's own nor the line.
            said = coach.bounding_box()
            for tile in (*ani.page.locator('[data-testid^="own-tile-"]').all(), *ani.by("line-tile").all()):
                box = tile.bounding_box()
                if said and box:
                    assert box["y"] >= said["y"] + said["height"] - 1, lesson
        if asks:
            ani.by("understood").press("Enter")
        elif can:
            ani.act()
        else:
            ani.page.clock.run_for(PACE_MS)
        return ani.by("result").is_visible() and lesson is None

    wait_until(learn)
    assert set(told) == LESSONS
    assert told[:2] == ["hand", "lead"]
    assert told[-2:] == ["over", "count"]
    ani.fits()

    # Once more is the same hand; and then it is played for real.
    ani.by("lesson-again").click()
    expect(coach).to_have_attribute("data-lesson", "hand")
    assert "00" in ani.own_tiles()
    ani.by("skip").click()
    expect(coach).to_have_count(0)

    def is_over() -> bool:
        ani.page.clock.run_for(PACE_MS)
        return ani.by("result").is_visible()

    ani.play_until(is_over)
    ani.page.context.set_offline(False)
    ani.by("lesson-play").click()
    ani.name("Ani")
    expect(ani.page).to_have_url(re.compile("/meja/"))
    assert [told for told in ani.complaints if "ERR_INTERNET_DISCONNECTED" not in told] == []
    ani.page.context.close()


def test_it_leaves_no_trace_on_the_way_to_ones_table(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "id")
    ani.page.goto(server.url(HERE))
    ani.by("play-now").click()
    ani.name("Ani")
    expect(ani.by("round")).to_be_visible()
    table = ani.page.url
    ani.page.goto(server.url(HERE, "/belajar"))
    expect(ani.by("coach")).to_be_visible()
    ani.page.goto(server.url(HERE))
    ani.by("resume").click()
    expect(ani.page).to_have_url(table)
    assert ani.complaints == []
    ani.page.context.close()
