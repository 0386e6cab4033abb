"""What one hears and feels of a table, and that each can be switched off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import PLAIN, Person, Server
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

LISTEN = """window.heard = 0; window.felt = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) { window.heard++; return start.apply(this, when); };
navigator.vibrate = () => { window.felt++; return true; };"""


def sit_down(person: Person, server: Server) -> None:
    person.page.goto(server.url(PLAIN))
    person.by("play-now").click()
    if person.by("name-input").or_(person.by("round")).first.get_attribute("data-testid") == "name-input":
        person.name("Ani")
    expect(person.by("round")).to_be_visible()


def test_tiles_are_heard_and_a_turn_is_felt(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "id")
    ani.page.add_init_script(LISTEN)
    sit_down(ani, server)
    ani.play_until(lambda: min(ani.page.evaluate("[heard, felt]")) > 0 or ani.by("result").is_visible())
    assert min(ani.page.evaluate("[heard, felt]")) > 0
    ani.play_until(ani.sees("result"))
    ani.by("next-hand").click()
    expect(ani.by("result")).to_be_hidden()
    ani.by("menu").click()
    for sense in ("sound", "vibration"):
        ani.by(f"sense-{sense}").uncheck()
    ani.page.keyboard.press("Escape")
    quiet = ani.page.evaluate("[heard, felt]")
    ani.play_until(ani.sees("result"))
    assert ani.page.evaluate("[heard, felt]") == quiet
    # It is remembered, and nothing that makes sounds is fetched again.
    fetched: list[str] = []
    ani.page.on("request", lambda request: fetched.append(request.url))
    sit_down(ani, server)
    ani.play_until(lambda: ani.by("line-tile").count() > 3 or ani.by("result").is_visible())
    assert ani.page.evaluate("[heard, felt]") == [0, 0]
    assert not [url for url in fetched if "/sounds-" in url]
    assert ani.complaints == []


def test_a_tap_that_comes_to_nothing_is_felt(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "en")
    ani.page.add_init_script(LISTEN)
    sit_down(ani, server)
    cannot = ani.page.locator('[data-testid^="own-tile-"][aria-label*="can\'t"]')
    ani.play_until(lambda: cannot.count() > 0 or ani.by("result").is_visible())
    before = ani.page.evaluate("felt")
    name = cannot.first.get_attribute("data-testid")
    assert name
    ani.by(name).click()
    expect(ani.page.locator(".hint")).to_be_visible()
    wait_until(lambda: ani.page.evaluate("felt") > before)


GLIDES = """window.glides = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (frames, how) {
  if (this.matches("[data-testid^=own-tile-]")) glides.push([Object.keys(frames[0]).join(), how.duration]);
  return animate.call(this, frames, how);
};"""


def test_what_stays_in_the_hand_closes_up(browser: Browser, server: Server) -> None:
    """By `translate` alone and soon, and not where nothing is to move."""
    ani = Person.arrive(browser, "phone", "id")
    ani.page.add_init_script(GLIDES)
    sit_down(ani, server)
    ani.play_until(lambda: ani.page.evaluate("glides.length") > 0)
    moved, takes_ms = zip(*ani.page.evaluate("glides"), strict=True)
    assert set(moved) == {"translate"}
    assert max(takes_ms) <= 300
    ani.page.emulate_media(reduced_motion="reduce")
    ani.page.evaluate("glides = []")
    tiles = len(ani.own_tiles())
    ani.play_until(lambda: 0 < len(ani.own_tiles()) < tiles or ani.by("result").is_visible())
    assert ani.page.evaluate("glides") == []
    assert ani.complaints == []
