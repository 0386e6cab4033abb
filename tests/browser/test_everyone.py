"""The table for whoever does not see, does not point, or needs it larger: keys alone, the live region, 200 % zoom."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, PLAIN, Person, Server
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-pages")]

FOCUS = "() => document.activeElement?.dataset.testid ?? document.activeElement?.id ?? document.activeElement?.tagName"
PLAYABLE = "() => document.activeElement?.dataset.playable === 'true'"
SAID = """() => {
  window.said = [];
  const region = document.querySelector('[data-testid="said"]');
  const observer = new MutationObserver(() => said.push(region.textContent));
  observer.observe(region, { childList: true, characterData: true, subtree: true });
}"""
HEARD = {
    "id": r"[Gg]iliran|membuka|membuang|lewat|jalan|turun|Ronde|cocok",
    "en": r"[Tt]urn|discard|pass|play|lead|Hand|fit",
}


def tab_to(person: Person, found: str) -> None:
    """Goes on with the Tab key until the focus is on something that is called so."""
    for _ in range(60):
        at = person.page.evaluate(FOCUS)
        if re.fullmatch(found, at or ""):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {found}, but to {person.page.evaluate(FOCUS)}")


@pytest.mark.parametrize("lang", ["id", "en"])
def test_a_hand_is_played_by_keys_and_told_in_words(browser: Browser, server: Server, lang: str) -> None:
    ani = Person.arrive(browser, "desktop", lang)
    ani.page.goto(server.url(PLAIN))
    tab_to(ani, "play-now")
    ani.page.keyboard.press("Enter")
    expect(ani.by("name-input")).to_be_focused()
    ani.page.keyboard.type("Ani")
    ani.page.keyboard.press("Enter")
    expect(ani.by("round")).to_be_visible()
    ani.page.evaluate(SAID)
    for opened, sheet in (("menu", "menu-sheet"), ("say", "say-sheet")):
        tab_to(ani, opened)
        ani.page.keyboard.press("Enter")
        expect(ani.by(sheet)).to_be_visible()
        ani.page.keyboard.press("Escape")
        expect(ani.by(sheet)).to_be_hidden()
        # Where one came from, one is again.
        expect(ani.by(opened)).to_be_focused()
    can = ani.page.locator('[data-testid^="own-tile-"][data-playable="true"]')

    def by_keys() -> bool:
        if ani.by("result").is_visible():
            return True
        for choice in ("end-right", "discard-confirm"):
            if ani.by(choice).is_visible():
                tab_to(ani, choice)
                ani.page.keyboard.press("Enter")
                return False
        at = ani.page.evaluate(FOCUS)
        if ani.page.evaluate(PLAYABLE):
            ani.page.keyboard.press("Enter")
            # The focus is never lost: it stays on the tile, and goes on as that leaves.
            ani.page.wait_for_timeout(60)
            assert ani.page.evaluate(FOCUS) != "BODY", at
        elif can.count():
            ani.page.keyboard.press("Tab")
        ani.page.wait_for_timeout(20)
        return False

    wait_until(by_keys)
    expect(ani.page.get_by_role("heading", level=2).first).to_be_focused()
    said = ani.page.evaluate("said")
    assert len(said) > 4
    assert all(re.search(HEARD[lang], sentence) for sentence in said), said
    tab_to(ani, "next-hand")
    ani.page.keyboard.press("Enter")
    expect(ani.by("result")).to_be_hidden()
    assert ani.complaints == []


@pytest.mark.parametrize("path", ["/", "/lobi", "/baru", "/aturan", "/pengaturan", "/riwayat"])
def test_pages_can_be_used_at_200_percent(browser: Browser, server: Server, path: str) -> None:
    """A window of 1280 × 1024 at 200 % is one of 640 × 512; a phone's letters at 200 % are twice as large."""
    ani = Person.arrive(browser, "desktop", "id")
    ani.page.set_viewport_size({"width": 640, "height": 512})
    ani.page.goto(server.url(HERE, path))
    expect(ani.page.get_by_role("heading", level=1).first).to_be_visible()
    ani.fits()
    ani.page.set_viewport_size({"width": 360, "height": 740})
    ani.page.evaluate("document.documentElement.style.fontSize = '200%'")
    ani.page.wait_for_timeout(100)
    ani.fits()
    assert ani.complaints == []


def test_a_table_can_be_used_at_200_percent(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "id")
    ani.page.goto(server.url(HERE))
    ani.by("play-now").click()
    ani.name("Ani")
    expect(ani.by("round")).to_be_visible()
    ani.page.evaluate("document.documentElement.style.fontSize = '200%'")
    ani.play_until(lambda: ani.by("line-tile").count() > 5 or ani.by("result").is_visible())
    ani.fits()
    ani.play_until(ani.sees("result"))
    ani.fits()
    ani.by("next-hand").click()
    expect(ani.by("result")).to_be_hidden()
    assert ani.complaints == []


SCREENS = {
    "small": (320, 568),
    "small, on its side": (568, 320),
    "phone": (360, 740),
    "phone, on its side": (740, 360),
    "tablet": (820, 1180),
    "large": (2560, 1440),
    "large, upright": (1440, 2560),
}


@pytest.mark.parametrize("preset", ["pass", "five"])  # with passing all that can be laid is laid
def test_the_table_fits_every_screen(browser: Browser, server: Server, preset: str) -> None:
    """The longest line of a hand, one's tiles and what is asked of one: all on the screen, large enough to touch."""
    ani = Person.arrive(browser, "phone", "id")
    ani.page.goto(server.url(HERE, "/baru"))
    ani.by(f"preset-{preset}").click()
    ani.by("make-table").click()
    ani.name("Ani Kusumawardani")
    ani.by("fill").click()
    ani.by("start").click()
    expect(ani.by("round")).to_be_visible()
    own = ani.page.locator('[data-testid^="own-tile-"]')
    for size in (4, 14, 20):
        ani.play_until(lambda size=size: ani.by("line-tile").count() >= size or ani.by("result").is_visible())  # type: ignore[misc]
        if ani.by("result").is_visible():
            ani.by("fold").click()
        for name, (width, height) in SCREENS.items():
            ani.page.set_viewport_size({"width": width, "height": height})
            ani.page.wait_for_timeout(300)
            ani.fits()
            felt = ani.by("line").bounding_box()
            assert felt, name
            assert felt["height"] >= 130, (name, felt)
            bar = ani.by("turn").or_(ani.by("unfold")).first.bounding_box()
            assert bar, name
            for plate in ani.page.locator("[data-seat].plate").all():
                box = plate.bounding_box()
                assert box, name
                assert box["y"] + box["height"] <= bar["y"], (name, box, bar)
            for tile in own.all():
                box = tile.bounding_box()
                if box:
                    assert box["width"] >= 44, (name, box)
                    assert box["height"] >= 44, (name, box)
        ani.page.set_viewport_size({"width": 360, "height": 740})
        if ani.by("unfold").is_visible():
            break
    assert ani.complaints == []
