"""One phone that is passed around: hands are covered between turns, and everybody sees their own alone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Locator, WebSocket, expect

from tests.browser.table import PLAIN, SIZES, Person, Server
from tests.browser.test_axe import find_nothing

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-pages")]

NAMES = {"A": "Sari", "C": "Bang Budi"}


def own(person: Person) -> Locator:
    return person.page.locator('[data-testid^="own-tile-"]')


def tiles(person: Person) -> set[str]:
    """What is open now; it has to be something."""
    expect(own(person).first).to_be_visible()
    return person.own_tiles()


def inside(person: Person) -> None:
    """All of the cover is on the screen, and below what lies on the table."""
    size = person.page.viewport_size
    button, line = person.by("look").bounding_box(), person.page.locator("section.felt").bounding_box()
    assert size
    assert button
    assert line
    assert button["height"] >= 44
    assert button["y"] + button["height"] <= size["height"]
    for part in (person.by("cover").locator("h2"), person.by("since"), person.by("look")):
        box = part.bounding_box()
        assert box
        assert box["y"] >= line["y"] + line["height"] - 1
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
    person.fits()


def is_covered(person: Person, hidden: set[str]) -> None:
    """Nothing of a hand is anywhere on the page, seen or not."""
    expect(own(person)).to_have_count(0)
    assert person.page.locator(".rack svg:not(.icon) .ivory").count() == 0
    page = person.page.content()
    for tile in hidden:
        assert f"own-{tile}" not in page
        for told in (person.by("said"), person.by("cover")):
            assert f"{tile[0]}-{tile[1]}" not in told.inner_text()


def test_a_match_on_one_phone(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "id")
    heard: list[dict[str, object]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(json.loads(frame)))

    ani.page.on("websocket", listen)
    ani.page.goto(server.url(PLAIN, "/baru"))
    ani.by("option-phone-yes").check(force=True)
    expect(ani.by("option-clock-off")).to_have_count(0)
    ani.by("options").click()
    ani.by("option-players-3").check(force=True)
    ani.by("option-hand-number").fill("3")
    ani.by("option-hands-number").fill("9")
    expect(ani.by("companion-D")).to_have_count(0)
    ani.by("companion-A").fill("Sri")
    find_nothing(ani, "names")
    ani.by("make-table").click()
    ani.name("Ani")
    expect(ani.by("rules-error")).to_be_visible()  # one is too few
    ani.by("companion-C").fill("Bang Budi")
    ani.by("make-table").click()
    expect(ani.by("waiting")).to_be_visible()
    assert ani.by("sit-B").count() + ani.by("say").count() + ani.page.locator("#invite").count() == 0
    ani.by("rename-A").click()
    ani.by("name-input").fill("Bang Budi")
    ani.by("name-save").click()
    expect(ani.page.get_by_role("alert")).to_be_visible()  # one of them is called so already
    ani.name("Sari")
    expect(ani.by("seat-A")).to_contain_text("Sari")
    expect(ani.by("rename-A")).to_be_focused()
    find_nothing(ani, "waiting")
    ani.by("computer-B").click()
    ani.by("start").click()

    cover, hidden, before, turns = ani.by("cover"), set[str](), "", 0
    while not (turns > 2 and ani.by("result").is_visible()):
        if ani.by("next-hand").is_visible():  # so few tiles may be over before everybody has had a turn
            ani.by("next-hand").click()
            expect(ani.by("result")).to_be_hidden()
            hidden, before = set(), ""
        if not cover.is_visible():
            ani.page.wait_for_timeout(60)
            continue
        seat = cover.get_attribute("data-seat") or ""
        is_covered(ani, hidden)
        if turns == 0:
            # By keyboard and by ear: the button has the focus, and the hand-over is read out.
            expect(ani.by("look")).to_be_focused()
            expect(ani.by("look")).to_have_text(re.compile("^Aku"))
            expect(ani.by("look")).to_contain_text(NAMES[seat])
            expect(ani.by("said")).to_contain_text(NAMES[seat])
            find_nothing(ani, "cover")
            for width, height in ((740, 360), (320, 568), (1280, 800), SIZES["phone"]):
                ani.page.set_viewport_size({"width": width, "height": height})
                inside(ani)
            ani.page.keyboard.press("Enter")
        else:
            ani.by("look").click()
        hand = tiles(ani)
        assert hand.isdisjoint(hidden) or seat == before  # nobody has a tile of another's
        if turns == 1:
            # Covered again by hand, by another window's sight, and by loading the page anew.
            ani.by("cover-again").click()
            expect(cover).to_have_attribute("data-seat", seat)
            is_covered(ani, hand)
            ani.by("look").click()
            assert tiles(ani) == hand
            ani.page.reload()
            expect(cover).to_have_attribute("data-seat", seat)
            is_covered(ani, hand)
            ani.by("look").click()
            assert tiles(ani) == hand
        if turns == 2:
            # What is said about a tap is gone with the hand.
            cannot = ani.page.locator('[data-testid^="own-tile-"][data-playable="false"]')
            if cannot.count():
                cannot.first.click()
            expect(ani.by("since")).to_have_count(0)
        if turns == 3:
            expect(ani.by("cover-again")).to_be_visible()
            find_nothing(ani, "open hand")
        count = len(hand)
        while own(ani).count() == count and not ani.by("result").is_visible():
            ani.act()
            ani.page.wait_for_timeout(40)
        expect(own(ani)).to_have_count(0)
        hidden, before, turns = hand, seat, turns + 1
        if turns > 1 and cover.is_visible():
            assert re.search(r"\w", ani.by("since").inner_text())

    # The result is for all; nobody had to be asked to look away.
    expect(ani.by("result")).to_contain_text("Sari")
    expect(ani.by("result")).to_contain_text("Bang Budi")
    find_nothing(ani, "result")
    expect(ani.by("next-hand")).to_be_visible()
    shown = [told for told in heard if told["type"] == "looked"]
    assert len(shown) == turns + 2
    for told in heard:
        view = told.get("view")
        if told["type"] != "looked" and isinstance(view, dict) and not view["over"]:
            assert (view["seat"], view["tiles"], view["legal"]) == (None, [], [])
    # The host finds it among their hands.
    ani.page.goto(server.url(PLAIN, "/riwayat"))
    expect(ani.by("my-hand").first).to_be_visible()
    assert [told for told in ani.complaints if "400" not in told] == []  # one name was too few
    ani.page.context.close()
