"""A whole match in a real browser, as people play it."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.browser.table import HERE, PLAIN, TAP_MS, Person, Server
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize(
    ("lang", "size", "host", "preset"),
    [
        ("id", "phone", HERE, "discard"),
        ("id", "desktop", PLAIN, "six"),
        ("en", "phone", PLAIN, "five"),
        ("en", "desktop", HERE, "teams"),
    ],
)
def test_a_match_to_its_end(
    browser: Browser, server: Server, tmp_path: Path, lang: str, size: str, host: str, preset: str
) -> None:
    ani = Person.arrive(browser, size, lang)
    ani.page.goto(server.url(host))
    assert ani.page.evaluate("isSecureContext") == (host == HERE)
    expect(ani.page.locator("html")).to_have_attribute("lang", lang)

    # Ani makes a table of two hands and fills it up with computer players, leaving one seat.
    ani.by("make-table").click()
    ani.by(f"preset-{preset}").click()
    if not ani.by("option-hands-number").is_visible():
        ani.by("options").click()
    ani.by("option-hands-number").fill("2")
    ani.by("make-table").click()
    ani.name("Ani <b>“Sari”</b> 🁣")
    expect(ani.by("waiting")).to_be_visible()
    ani.fits()
    link = ani.page.url

    # Budi follows the link and sits down; Citra only watches.
    budi = Person.arrive(browser, size, lang)
    budi.page.goto(link)
    budi.by("sit-B").click()
    budi.name("Budi")
    expect(budi.by("seat-B")).to_have_attribute("data-kind", "person")
    expect(ani.by("seat-B")).to_contain_text("Budi")
    citra = Person.arrive(browser, size, lang)
    citra.page.goto(link)
    ani.by("fill").click()
    ani.by("start").click()
    expect(ani.by("round")).to_be_visible()
    expect(budi.by("round")).to_be_visible()
    expect(citra.by("round")).to_be_visible()
    assert citra.own_tiles() == set()

    # In mid-hand Ani reloads the page, and finds her tiles again.
    ani.play_until(lambda: ani.by("line-tile").count() >= 4 or ani.by("result").is_visible(), others=(budi,))
    held = ani.own_tiles()
    assert held
    ani.page.reload()
    expect(ani.by("round")).to_be_visible()
    found = ani.own_tiles()
    assert found <= held
    assert len(found) >= len(held) - 1  # what she played last may still have been on its way

    # In mid-hand the server is killed, and started again.
    before = ani.by("line-tile").count()
    server.kill()
    expect(ani.by("lost")).to_be_visible()
    ani.fits()
    server.start()
    expect(ani.by("lost")).to_be_hidden()
    expect(budi.by("lost")).to_be_hidden()
    assert ani.by("line-tile").count() >= before

    # The first hand ends; everybody sees the same result, and both go on.
    ani.play_until(ani.sees("result"), others=(budi,))
    ani.fits()
    expect(budi.by("result")).to_be_visible()
    expect(citra.by("result")).to_be_visible()
    expect(ani.by("standings").first).to_be_visible()
    ani.by("next-hand").click()
    budi.by("next-hand").click()
    expect(ani.by("result")).to_be_hidden()
    expect(citra.by("result")).to_be_hidden()
    citra.by("menu").click()
    expect(citra.by("menu-sheet")).to_be_visible()

    # The second ends the match.
    ani.play_until(ani.sees("result"), others=(budi,))
    expect(ani.by("rematch")).to_be_visible()
    expect(ani.by("next-hand")).to_have_count(0)
    expect(ani.by("standings").first).to_be_visible()

    # The record of both hands is what `gaple check` accepts.
    with ani.page.expect_download() as download:
        ani.by("record-all").click()
    record = tmp_path / "match.gaple"
    download.value.save_as(record)
    assert record.read_text(encoding="utf-8").count("[Gaple") == 2
    checked = subprocess.run([sys.executable, "-m", "gaple", "check", str(record)], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")

    # Rematch: the same people in the waiting room.
    ani.by("rematch").click()
    expect(ani.by("waiting")).to_be_visible()
    expect(budi.by("waiting")).to_be_visible()
    expect(ani.by("seat-B")).to_contain_text("Budi")
    expect(citra.by("waiting")).to_be_visible()
    citra.page.keyboard.press("Escape")
    expect(citra.by("menu-sheet")).to_have_count(0)
    expect(citra.by("waiting")).to_be_focused()  # for the button of the menu is gone
    for person in (ani, budi, citra):
        assert person.complaints == []
        person.page.context.close()


@pytest.mark.parametrize(("lang", "size"), [("id", "phone"), ("en", "desktop")])
def test_play_now(browser: Browser, server: Server, lang: str, size: str) -> None:
    dewi = Person.arrive(browser, size, lang)
    dewi.page.goto(server.url(HERE))
    dewi.by("play-now").click()
    expect(dewi.by("name-input").or_(dewi.by("round")).first).to_be_visible()
    if dewi.by("name-input").is_visible():
        dewi.name("Dewi")
    expect(dewi.by("round")).to_be_visible()
    assert dewi.page.locator('[data-testid^="seat-"]').count() >= 3
    shown = 0

    def over() -> bool:
        nonlocal shown
        count = dewi.by("line-tile").count()
        if count != shown:
            shown = count
            dewi.fits()
        return dewi.by("result").is_visible()

    dewi.play_until(over)
    result = dewi.by("result").inner_text()
    dewi.by("fold").click()  # the table beneath can be looked at
    expect(dewi.by("result")).to_be_hidden()
    assert re.search(r"\d", result)
    assert "{" not in result
    assert dewi.complaints == []
    dewi.page.context.close()


def test_the_keyboard_stays_with_the_hand(browser: Browser, server: Server) -> None:
    """After an end was chosen, or a discard, the focus is on a tile, and not lost with the button."""
    dewi = Person.arrive(browser, "desktop", "id")
    dewi.page.goto(server.url(HERE))
    dewi.by("play-now").click()
    dewi.name("Dewi")
    asked: set[str] = set()
    focused = "document.activeElement.closest('[data-testid^=own-tile-], .row, #result-title') !== null"

    def by_keyboard() -> bool:
        can = dewi.page.locator('[data-testid^="own-tile-"][data-playable="true"]')
        if dewi.by("result").is_visible():
            dewi.by("next-hand").click()
            expect(dewi.by("result")).to_be_hidden()
        elif can.count():
            tile = can.first
            with contextlib.suppress(Error):  # the turn may have passed
                tile.press("Enter", timeout=TAP_MS)
            for choice in ("end-right", "discard-confirm"):
                if dewi.by(choice).is_visible():
                    dewi.by(choice).press("Enter", timeout=TAP_MS)
                    expect(dewi.by(choice)).to_be_hidden()
                    if not dewi.by("result").is_visible():
                        assert dewi.page.evaluate(focused), choice
                        asked.add(choice)
        dewi.page.wait_for_timeout(60)
        return len(asked) == 2

    wait_until(by_keyboard)
    assert dewi.complaints == []
    dewi.page.context.close()
