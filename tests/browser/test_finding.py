"""People who do not know each other find a table."""

from __future__ import annotations

import contextlib

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.browser.table import HERE, PLAIN, TAP_MS, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


COVERED = """it => {
  const { x, y, width, height } = it.getBoundingClientRect();
  it.style.pointerEvents = "auto";
  return document.elementFromPoint(x + width / 2, y + height / 2) !== it;
}"""
"""Whether something lies over an element."""


STAYS = """const later = window.setTimeout;
window.setTimeout = (act, after, ...more) => later(act, after === 5000 ? 1e9 : after, ...more);"""
"""What somebody says stays, however slow the machine that looks for it."""


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
        with contextlib.suppress(Error):  # it may begin by itself at this moment
            budi.by("begin").click(timeout=TAP_MS)
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


def test_people_say_something_and_whom_one_has_muted_is_not_heard(browser: Browser, server: Server) -> None:
    ani, budi = (Person.arrive(browser, size, lang) for size, lang in (("phone", "id"), ("desktop", "en")))
    for person in (ani, budi):
        person.page.add_init_script(STAYS)
    ani.page.goto(server.url(HERE, "/baru"))
    ani.by("make-table").click()
    ani.name("Ani")
    expect(ani.by("waiting")).to_be_visible()
    budi.page.goto(server.url(HERE, "/meja/" + ani.page.url.rpartition("/")[2]))
    budi.by("sit-C").click()
    budi.name("Budi")
    expect(budi.by("stand")).to_be_visible()
    budi.by("say").click()
    budi.by("say-hello").click()
    expect(ani.by("bubble-C")).to_have_text("Halo semua!")  # before they play, too
    ani.fits()
    ani.by("fill").click()
    ani.by("start").click()
    for person in (ani, budi):
        expect(person.by("round")).to_be_visible()
    ani.by("say").click()
    ani.fits()
    ani.by("say-good_game").click()
    expect(budi.by("bubble-A")).to_have_text("Well played!")
    expect(budi.by("said")).to_contain_text("Ani")
    expect(ani.by("bubble-A")).to_have_text("Main bagus!")
    assert not budi.by("bubble-A").evaluate(COVERED)
    ani.fits()
    budi.by("say").click()
    budi.by("mute-A").check()
    budi.page.keyboard.press("Escape")
    ani.by("say").click()
    ani.by("say-heart").click()
    expect(ani.by("bubble-A")).to_have_text("❤️")
    budi.by("say").click()
    budi.by("say-thanks").click()  # told after the heart
    expect(budi.by("bubble-C")).to_be_visible()
    expect(budi.by("bubble-A")).to_have_text("Well played!")  # nothing since
    # And between hands, beside the result.
    ani.play_until(ani.sees("result"), others=(budi,))
    expect(budi.by("result")).to_be_visible()
    budi.by("say").click()
    budi.by("say-lucky").click()
    expect(ani.by("result").get_by_test_id("bubble-C")).to_have_text("Hoki banget!")
    assert not ani.by("bubble-C").evaluate(COVERED)
    ani.fits()
    for person in (ani, budi):
        assert not person.complaints
