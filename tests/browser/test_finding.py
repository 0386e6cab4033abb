"""People who do not know each other find a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, PLAIN, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_two_who_want_to_play_now_come_to_one_table(browser: Browser, server: Server) -> None:
    ani, budi, citra = (Person.arrive(browser, size, "id") for size in ("phone", "desktop", "phone"))
    citra.page.goto(server.url(HERE, "/lobi"))
    expect(citra.by("lobby-count")).to_contain_text("0")
    for person, name in ((ani, "Ani"), (budi, "Budi")):
        person.page.goto(server.url(PLAIN))
        person.by("pair").click()
        person.name(name)
    table = ani.page.url.rpartition("/")[2]
    # By now the first may have begun with computer players: then the second looks for others.
    if budi.page.url.endswith(table) and budi.by("begin").is_visible():
        budi.by("begin").click()
    for person in (ani, budi):
        expect(person.by("round")).to_be_visible()
        person.fits()
    # The lobby has noticed by itself, and offers to watch.
    listed = citra.by(f"listed-{table}")
    expect(listed).to_contain_text("Ani")
    expect(citra.by(f"go-{table}")).to_have_text("Tonton")
    citra.fits()
    citra.by(f"go-{table}").click()
    expect(citra.by("round")).to_be_visible()
    for person in (ani, budi, citra):
        assert not person.complaints
