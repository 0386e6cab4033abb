"""What comes later than the page: it is there before the network goes, and what cannot come can be asked for again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.table import HERE, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def sit_down(person: Person, server: Server) -> None:
    """A table against three computer players, dealt."""
    person.page.goto(server.url(HERE))
    person.by("play-now").click()
    person.name("Ani")
    expect(person.by("round")).to_be_visible()


def come_without_scripts(person: Person, server: Server) -> list[Route]:
    """Opens the first page, whose script is held back until it is let go on: so far it has been asked for once."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person.page.route("**/assets/index-*.js", hold)
    person.page.goto(server.url(HERE), wait_until="commit")
    return held


@pytest.mark.parametrize(("tapped", "leads_to"), [("play-now", "name-input"), ("make-table", "presets")])
def test_what_is_tapped_before_the_scripts_are_there_is_done_then(
    browser: Browser, server: Server, tapped: str, leads_to: str
) -> None:
    ani = Person.arrive(browser, "phone", "en")
    held = come_without_scripts(ani, server)
    expect(ani.by("join-input")).to_be_disabled()  # what is typed there now would be lost
    ani.page.wait_for_function("'early' in document.documentElement.dataset")
    ani.by("lobby-link").click()
    ani.by(tapped).click()
    expect(ani.by(tapped)).to_be_visible()
    held[0].continue_()
    expect(ani.by(leads_to).or_(ani.by("options")).first).to_be_visible()
    assert ani.complaints == []


def test_the_first_page_is_the_same_once_the_scripts_are_there(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "id")
    held = come_without_scripts(ani, server)
    expect(ani.by("play-now")).to_be_visible()
    ani.page.evaluate("document.querySelector('[data-testid=\"play-now\"]').marked = true")
    place = ani.by("play-now").bounding_box()
    held[0].continue_()
    expect(ani.by("join-input")).to_be_enabled()
    assert ani.by("play-now").evaluate("it => it.marked")  # no other was put in its place
    assert ani.by("play-now").bounding_box() == place
    assert ani.complaints == []


def test_what_a_table_may_need_is_there_before_the_network_goes(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "id")
    with ani.page.expect_event("requestfinished", lambda request: "/Closed-" in request.url):  # the last of them
        sit_down(ani, server)
    ani.page.context.set_offline(True)
    ani.by("menu").click()
    expect(ani.by("menu-sheet")).to_be_visible()
    ani.page.keyboard.press("Escape")
    expect(ani.by("menu-sheet")).to_be_hidden()
    ani.by("say").click()
    expect(ani.by("say-sheet")).to_be_visible()


def test_what_does_not_come_is_said_and_can_be_asked_for_again(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "en")
    for part in ("TableMenu", "NewTable"):
        ani.page.route(f"**/{part}-*.js", lambda route: route.abort())
    sit_down(ani, server)
    ani.by("menu").click()
    expect(ani.by("notice")).to_contain_text("No connection")
    ani.page.unroute("**/TableMenu-*.js")
    ani.by("menu").click()
    expect(ani.by("menu-sheet")).to_be_visible()
    ani.page.goto(server.url(HERE))
    ani.by("make-table").click()
    expect(ani.by("not-here")).to_be_visible()
    ani.page.unroute("**/NewTable-*.js")
    ani.by("again").click()
    expect(ani.by("presets").or_(ani.by("options")).first).to_be_visible()


def test_what_a_browser_does_not_ask_for_again_comes_with_the_whole_page(browser: Browser, server: Server) -> None:
    """Some keep a script that could not be had as failed for as long as the page stands."""
    ani = Person.arrive(browser, "phone", "id")
    ani.page.route("**/NewTable-*.js", lambda route: route.abort())
    ani.page.goto(server.url(HERE))
    ani.page.evaluate("window.standing = true")
    ani.by("make-table").click()
    with ani.page.expect_event("requestfailed"):
        ani.by("again").click()
    expect(ani.by("again")).to_be_visible()
    # While the server cannot be reached at all the page stays, and asks for the part alone.
    ani.page.route("**/favicon.svg", lambda route: route.abort())
    with ani.page.expect_event("requestfailed", lambda request: "/NewTable-" in request.url):
        ani.by("again").click()
    ani.page.unroute("**/favicon.svg")
    assert ani.page.evaluate("window.standing")
    with ani.page.expect_event("load"):
        ani.by("again").click()
    assert ani.page.evaluate("window.standing === undefined")
    assert [told for told in ani.complaints if "ERR_FAILED" not in told] == []
    ani.page.context.close()


def test_a_result_that_does_not_come_is_not_lost(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "id")
    lost = ("**/Result-*.js", "**/Result-*.css", "**/texts-id-result-*")
    for part in lost:
        ani.page.route(part, lambda route: route.abort())
    sit_down(ani, server)
    ani.play_until(ani.sees("not-here"))
    expect(ani.by("not-here")).to_contain_text("coba lagi")
    ani.fits()
    for part in lost:
        ani.page.unroute(part)
    ani.by("again").click()
    expect(ani.by("result")).to_be_visible()
    expect(ani.by("next-hand")).to_be_visible()
    assert ani.by("result").evaluate("sheet => getComputedStyle(sheet).position") == "absolute"  # with its looks
    assert [told for told in ani.complaints if "ERR_FAILED" not in told] == []
    ani.page.context.close()
