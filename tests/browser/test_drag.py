"""A tile can be dragged to the line, by finger and by mouse; what comes between breaks that off, and plays nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, expect

from tests.browser.table import HERE, Person, Server
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Spot = tuple[float, float]


@dataclass
class Finger:
    """Touches, as the browser gets them from a screen."""

    session: CDPSession

    @classmethod
    def of(cls, person: Person) -> Finger:
        return cls(person.page.context.new_cdp_session(person.page))

    def __call__(self, kind: str, *points: Spot) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def carry(self, start: Spot, end: Spot) -> None:
        """Takes up what is there, and holds it elsewhere."""
        self("touchStart", start)
        for step in range(1, 6):
            self("touchMove", *[tuple(a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))])  # type: ignore[arg-type]


def middle(it: Locator) -> Spot:
    box = it.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at_turn(browser: Browser, server: Server, size: str) -> tuple[Person, Locator]:
    """Somebody at a table against computer players whose turn it is, and a tile of theirs that fits an end."""
    ani = Person.arrive(browser, size, "en")
    ani.page.goto(server.url(HERE))
    ani.by("play-now").click()
    ani.name("Ani")
    expect(ani.by("round")).to_be_visible()
    fits = ani.page.locator('[data-testid^="own-tile-"][aria-label*="can be played"]')

    def ready() -> bool:
        if ani.by("next-hand").is_visible():
            ani.by("next-hand").click()
        return ani.by("line-tile").count() > 1 and fits.count() > 0

    ani.play_until(ready)
    name = fits.first.get_attribute("data-testid")
    ani.page.wait_for_timeout(350)  # tiles have come to rest
    assert name
    return ani, ani.by(name)


def line_of(person: Person) -> list[str]:
    """The tiles of the line, all read at the same moment: others may play meanwhile."""
    told: list[str] = person.by("line-tile").evaluate_all("all => all.map(it => it.dataset.tile)")
    return told


def rests(tile: Locator) -> None:
    """It lies in the hand, as before."""
    expect(tile).to_be_visible()
    assert tile.evaluate("it => it.style.translate") == ""


def aimed(person: Person) -> Locator:
    """The place on the line where a tile that is held would come to lie."""
    return person.page.locator("[data-testid^=spot-].aimed")


def test_a_mouse_drags_a_tile_to_the_line(browser: Browser, server: Server) -> None:
    ani, tile = at_turn(browser, server, "desktop")
    before = ani.by("line-tile").count()
    x, y = middle(tile)
    ani.page.mouse.move(x, y)
    ani.page.mouse.down()
    ani.page.mouse.move(x + 3, y - 3)  # trembles
    assert aimed(ani).count() == 0
    ani.page.mouse.move(*middle(ani.by("line")), steps=5)
    expect(aimed(ani)).to_have_count(1)
    ani.page.mouse.up()
    expect(tile).to_have_count(0)
    wait_until(lambda: ani.by("line-tile").count() > before)
    expect(aimed(ani)).to_have_count(0)
    assert ani.complaints == []


def test_a_finger_drags_a_tile_to_the_end_it_points_at(browser: Browser, server: Server) -> None:
    ani, tile = at_turn(browser, server, "phone")
    finger = Finger.of(ani)
    laid = line_of(ani)
    finger.carry(middle(tile), middle(ani.by("line")))
    expect(aimed(ani)).to_have_count(1)
    (end,) = aimed(ani).evaluate_all("all => all.map(it => it.dataset.testid)")
    assert ani.page.evaluate("scrollY") == 0
    finger("touchEnd")
    expect(tile).to_have_count(0)
    wait_until(lambda: ani.by("line-tile").count() > len(laid))
    line = line_of(ani)
    assert (line[: len(laid)] if end == "spot-right" else line[-len(laid) :]) == laid or len(line) > len(laid) + 1
    assert ani.complaints == []


def test_what_is_let_go_beside_the_table_is_not_played(browser: Browser, server: Server) -> None:
    ani, tile = at_turn(browser, server, "phone")
    finger = Finger.of(ani)
    finger.carry(middle(tile), (middle(tile)[0], 4.0))
    expect(aimed(ani)).to_have_count(0)
    finger("touchEnd")
    rests(tile)
    laid = ani.by("line-tile").count()
    tile.tap()  # and a tap is a tap: the tile is laid, or asked about
    wait_until(lambda: ani.by("end-left").is_visible() or ani.by("line-tile").count() > laid)
    assert ani.complaints == []


def turned(ani: Person, finger: Finger) -> None:
    ani.page.set_viewport_size({"width": 740, "height": 360})


def called(ani: Person, finger: Finger) -> None:
    finger("touchCancel")


def quitted(ani: Person, finger: Finger) -> None:
    ani.page.keyboard.press("Escape")


@pytest.mark.parametrize("comes_between", [turned, called, quitted])
def test_a_drag_is_broken_off(
    browser: Browser, server: Server, comes_between: Callable[[Person, Finger], None]
) -> None:
    ani, tile = at_turn(browser, server, "phone")
    finger = Finger.of(ani)
    before = ani.own_tiles()
    finger.carry(middle(tile), middle(ani.by("line")))
    expect(aimed(ani)).to_have_count(1)
    comes_between(ani, finger)
    expect(aimed(ani)).to_have_count(0)
    if comes_between is not called:
        finger("touchEnd")
    rests(tile)
    assert ani.own_tiles() == before
    assert tile.get_attribute("data-playable") == "true"
    ani.page.set_viewport_size({"width": 360, "height": 740})
    ani.page.wait_for_timeout(350)
    finger.carry(middle(tile), middle(ani.by("line")))  # and it can be taken up again
    finger("touchEnd")
    expect(tile).to_have_count(0)
    assert ani.complaints == []


def test_a_second_finger_takes_up_nothing(browser: Browser, server: Server) -> None:
    ani, tile = at_turn(browser, server, "phone")
    finger = Finger.of(ani)
    before = ani.own_tiles()
    start, end = middle(tile), middle(ani.by("line"))
    finger.carry(start, end)
    expect(aimed(ani)).to_have_count(1)
    other = middle(ani.page.locator('[data-testid^="own-tile-"]').last)
    finger("touchStart", end, other)
    finger("touchMove", end, (other[0], other[1] - 200))
    lifted = ani.page.locator('[data-testid^="own-tile-"]').evaluate_all("all => all.filter(it => it.style.translate)")
    assert len(lifted) == 1
    expect(aimed(ani)).to_have_count(1)
    finger("touchEnd")
    expect(tile).to_have_count(0)
    assert len(before - ani.own_tiles()) == 1
    assert ani.complaints == []


def test_another_window_takes_the_tile_out_of_the_hand(browser: Browser, server: Server) -> None:
    ani, tile = at_turn(browser, server, "phone")
    before = ani.own_tiles()
    finger = Finger.of(ani)
    finger.carry(middle(tile), middle(ani.by("line")))
    expect(aimed(ani)).to_have_count(1)
    twin = Person.arrive(browser, "phone", "en", context=ani.page.context)
    twin.page.goto(ani.page.url)
    expect(ani.by("elsewhere")).to_be_visible()
    finger("touchEnd")
    assert twin.own_tiles() == before
    ani.by("resume-here").click()
    expect(tile).to_have_attribute("data-playable", "true")
    rests(tile)
    assert ani.complaints == []
    assert twin.complaints == []
