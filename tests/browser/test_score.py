"""The scorekeeper: hands of a real table, from names to standings, with everything that goes wrong on the way."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.table import HERE, PLAIN, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-pages")]

NAMES = ("Ani", "Budi", "Citra", "Dewi")


def begin(person: Person, server: Server, host: str = HERE, preset: str = "chips") -> None:
    """A new session of four."""
    person.page.goto(server.url(host, "/skor/baru"))
    for number, name in enumerate(NAMES, 1):
        person.by(f"player-{number}").fill(name)
    person.by(f"preset-{preset}").check()
    person.by("setup-save").click()
    expect(person.by("sheet")).to_be_visible()


def write(person: Person, out: int | None, *left: str | int) -> None:
    """Fills in a hand: who went out (None: blocked), and what everybody is left with, tiles or points."""
    expect(person.by("hand-form")).to_be_visible()
    person.by("blocked" if out is None else f"out-{out}").check(force=True)
    for number, of_player in enumerate(left, 1):
        person.by(f"left-{number}").click()
        if isinstance(of_player, int):
            if not person.by("points").is_visible():
                person.by("by-points").click()
            person.by("points").fill(f"{of_player}")
        else:
            if of_player and person.by("points").is_visible():
                person.by("by-points").click()
            for tile in of_player.split():
                person.by(f"tile-{tile}").click()


def play(person: Person, out: int | None, *left: str | int) -> None:
    """Writes the next hand down."""
    person.by("score-hand").click()
    write(person, out, *left)
    person.by("go-on").click()
    expect(person.by("sheet")).to_be_visible()


def says(told: Locator, words: str) -> None:
    """Waits until these words stand there, whatever keeps a name in them from turning the text around it."""
    between = r"[\u2066-\u2069\s]+"
    expect(told).to_have_text(re.compile(between.join(map(re.escape, words.split()))))


def totals(person: Person) -> dict[str, str]:
    """The standings as they are shown."""
    rows = person.by("score-standings").locator("li").all()
    return {row.get_attribute("data-player") or "": row.locator("b").inner_text() for row in rows}


@pytest.mark.parametrize(
    ("lang", "won", "why", "begins"),
    [
        ("id", "Ani menang", "Kartu terkecil yang menentukan", "Ani membuka dengan balak"),
        ("en", "Ani won", "The lowest single tile decides", "Ani opens with a double"),
    ],
)
def test_an_evening_at_a_real_table(
    browser: Browser, server: Server, lang: str, won: str, why: str, begins: str
) -> None:
    ani = Person.arrive(browser, "phone", lang)
    begin(ani, server, PLAIN)
    expect(ani.by("begins")).to_contain_text("0")
    play(ani, None, "11 13", "06", "24", "33")
    says(ani.by("last-hand"), won)
    expect(ani.by("score-why")).to_contain_text(why)
    says(ani.by("begins"), begins)
    play(ani, 2, "66", "", "56", "34")
    assert totals(ani) == {"Budi": "+30", "Dewi": "+2", "Citra": "−14", "Ani": "−18"}
    expect(ani.by("score-payments").locator("li")).to_have_count(6)
    ani.fits()

    # All of it outlives the page.
    ani.page.reload()
    expect(ani.by("sheet")).to_be_visible()
    assert totals(ani)["Budi"] == "+30"

    # The first hand is put right: everything after it follows.
    ani.by("hand-1").click()
    ani.by("edit-hand").click()
    ani.by("left-2").click()
    expect(ani.by("tile-06")).to_have_attribute("aria-pressed", "true")
    ani.by("tile-06").click()
    ani.by("tile-05").click()
    ani.by("go-on").click()
    assert totals(ani) == {"Budi": "+33", "Dewi": "+1", "Citra": "−15", "Ani": "−19"}
    ani.by("undo").click()
    assert totals(ani)["Budi"] == "+30"
    ani.by("redo").click()
    assert totals(ani)["Budi"] == "+33"

    # A hand is taken out, and back in.
    ani.by("hand-2").click()
    ani.by("drop-hand").click()
    assert totals(ani)["Budi"] == "+3"
    ani.by("undo").click()
    assert totals(ani)["Budi"] == "+33"

    # One goes, and comes back; another comes.
    ani.by("change-players").click()
    ani.by("leave-2").click()
    ani.by("add-player").click()
    ani.by("player-4").fill("Eko")
    ani.by("setup-save").click()
    assert totals(ani)["Budi"] == "+33"
    assert totals(ani)["Eko"] == "0"
    expect(ani.by("begins")).to_contain_text("0")  # as in a first hand: whoever won has gone
    play(ani, 4, "12", "01", "34", "")
    assert totals(ani) == {"Budi": "+33", "Eko": "+11", "Dewi": "−16", "Citra": "−8", "Ani": "−20"}
    ani.fits()

    # As text, where a browser has no clipboard to offer.
    ani.by("share-text").click()
    text = ani.by("share-content").input_value()
    assert "1. Budi: +33" in text
    assert "2. Eko: +11" in text
    ani.by("copy-text").click()
    expect(ani.by("copy-text")).to_contain_text({"id": "Tersalin", "en": "Copied"}[lang])
    ani.page.keyboard.press("Escape")

    # Another session beside it.
    ani.by("back").click()
    ani.by("score-new").click()
    expect(ani.by("player-4")).to_have_value("Eko")
    ani.by("setup-save").click()
    expect(ani.by("sheet")).to_be_visible()
    ani.by("back").click()
    expect(ani.by("score-session")).to_have_count(2)
    ani.by("score-remove").first.click()
    ani.by("score-remove").first.click()
    expect(ani.by("score-session")).to_have_count(1)
    ani.by("score-session").click()
    assert totals(ani)["Budi"] == "+33"
    assert ani.complaints == []
    ani.page.context.close()


def test_points_are_enough_until_they_are_level(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "en")
    begin(ani, server)
    ani.by("score-hand").click()
    write(ani, 2, 12, 5, 9, 5)
    says(ani.by("told"), "Budi and Dewi are level on 5 points")
    ani.by("go-on").click()
    expect(ani.by("ask-lowest")).to_contain_text("Budi")
    ani.by("tile-23").click()
    ani.by("go-on").click()
    expect(ani.by("ask-lowest")).to_contain_text("Dewi")
    expect(ani.by("tile-23")).to_have_attribute("aria-disabled", "true")
    ani.by("tile-05").click()
    says(ani.by("told"), "Dewi won")
    expect(ani.by("told")).to_contain_text("lower low end")
    ani.by("go-on").click()
    assert totals(ani) == {"Budi": "+11", "Dewi": "+11", "Citra": "−5", "Ani": "−17"}

    # Where the lowest is alone there, nothing is asked.
    ani.by("score-hand").click()
    write(ani, 2, 12, 0, 9, 9)
    says(ani.by("told"), "Budi won")
    assert ani.complaints == []
    ani.page.context.close()


def test_what_is_wrong_with_a_hand_is_said(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "id")
    begin(ani, server, preset="pass")
    ani.by("score-hand").click()
    for number, tile in ((1, "12"), (3, "13"), (4, "14")):
        ani.by(f"left-{number}").click()
        ani.by(f"tile-{tile}").click()
    ani.by("left-2").click()
    ani.by("go-on").click()
    expect(ani.by("hand-wrong")).to_contain_text("siapa yang habis")
    ani.by("blocked").check(force=True)
    ani.by("go-on").click()
    expect(ani.by("hand-wrong")).to_contain_text("Budi")
    ani.by("out-2").check(force=True)
    expect(ani.by("hand-wrong")).to_be_hidden()
    says(ani.by("told"), "Budi menang")
    expect(ani.by("board")).to_be_hidden()  # without discards nothing can be left to whoever is out
    ani.by("left-1").click()
    ani.by("by-points").click()
    ani.by("points").fill("999")
    expect(ani.by("hand-wrong")).to_contain_text("paling banyak")
    ani.by("go-on").click()
    expect(ani.by("hand-form")).to_be_visible()
    # What is half written down is still there after the page was lost.
    ani.page.reload()
    expect(ani.by("left-3")).to_contain_text("4")
    assert ani.complaints == []
    ani.page.context.close()


def test_by_keyboard_alone(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "desktop", "en")
    begin(ani, server)
    ani.by("score-hand").focus()
    keys = ani.page.keyboard
    keys.press("Enter")
    expect(ani.page.get_by_role("heading", level=1)).to_be_focused()
    ani.by("out-1").focus()
    keys.press("Space")
    for number, steps in ((2, ["ArrowRight"]), (3, ["ArrowDown"]), (4, ["ArrowDown", "ArrowRight"])):
        ani.by(f"left-{number}").focus()
        keys.press("Enter")
        ani.by("board").locator("[tabindex='0']").focus()
        for step in steps:
            keys.press(step)
        keys.press("Enter")
    expect(ani.by("left-2")).to_contain_text("1")
    expect(ani.by("tile-12")).to_have_attribute("aria-disabled", "true")
    expect(ani.by("left-3")).to_contain_text("3")
    says(ani.by("told"), "Ani won")
    ani.by("go-on").focus()
    keys.press("Enter")
    expect(ani.page.get_by_role("heading", level=1)).to_be_focused()
    assert ani.complaints == []
    ani.page.context.close()


DENIED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied') } })"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"


@pytest.mark.parametrize("storage", [DENIED, FULL])
def test_it_goes_on_where_nothing_can_be_kept_and_says_so(browser: Browser, server: Server, storage: str) -> None:
    ani = Person.arrive(browser, "phone", "id")
    ani.page.add_init_script(storage)
    begin(ani, server)
    expect(ani.by("not-kept")).to_be_visible()
    play(ani, 2, "66", "", "56", "34")
    assert totals(ani)["Budi"] == "+30"
    ani.by("undo").click()
    assert totals(ani)["Budi"] == "0"
    assert ani.complaints == []
    ani.page.context.close()


def test_what_cannot_be_read_is_told_and_left_alone(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "en")
    begin(ani, server)
    kept = {"gaple.skor.later": json.dumps({"v": 9}), "gaple.skor.torn": '{"v":1,"id":"torn"'}
    ani.page.evaluate("kept => Object.entries(kept).forEach(([key, text]) => localStorage.setItem(key, text))", kept)
    ani.page.goto(server.url(HERE, "/skor"))
    expect(ani.by("score-unreadable")).to_have_count(2)
    expect(ani.by("score-unreadable").filter(has_text="later version")).to_have_count(1)
    ani.by("score-session").click()
    play(ani, 2, "66", "", "56", "34")
    still = ani.page.evaluate("keys => keys.map(key => localStorage.getItem(key))", list(kept))
    assert still == list(kept.values())
    ani.page.goto(server.url(HERE, "/skor/nosuch"))
    expect(ani.by("missing-score")).to_be_visible()
    assert ani.complaints == []
    ani.page.context.close()


def test_two_windows_of_one_session_agree(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "en")
    begin(ani, server)
    twin = Person.arrive(browser, "phone", "en", context=ani.page.context)
    twin.page.goto(ani.page.url)
    expect(twin.by("sheet")).to_be_visible()
    play(ani, 2, "66", "", "56", "34")
    expect(twin.by("score-standings").locator("[data-player=Budi] b")).to_have_text("+30")
    assert ani.complaints == twin.complaints == []
    ani.page.context.close()


def test_a_hand_is_put_right_where_it_is_by_now(browser: Browser, server: Server) -> None:
    """Another window takes a hand out while one is being put right: the other hands stay as they are."""
    ani = Person.arrive(browser, "phone", "en")
    begin(ani, server)
    sheet = ani.page.url
    play(ani, 2, "66", "", "56", "34")
    play(ani, 2, "01", "", "02", "03")
    twin = Person.arrive(browser, "phone", "en", context=ani.page.context)
    twin.page.goto(f"{sheet}/2")
    twin.by("left-1").click()
    twin.by("tile-01").click()
    twin.by("tile-06").click()
    ani.by("hand-1").click()
    ani.by("drop-hand").click()
    expect(ani.by("hand-2")).to_have_count(0)
    twin.by("go-on").click()
    expect(twin.by("score-standings").locator("[data-player=Budi] b")).to_have_text("+11")
    # It is gone before the correction is done.
    twin.page.goto(f"{sheet}/1")
    expect(twin.by("hand-form")).to_be_visible()
    ani.page.reload()
    ani.by("hand-1").click()
    ani.by("drop-hand").click()
    expect(ani.by("score-hands")).to_have_count(0)
    twin.by("go-on").click()
    for person in (ani, twin):
        person.page.reload()
        expect(person.by("sheet")).to_be_visible()
        expect(person.by("score-hands")).to_have_count(0)
    assert ani.complaints == twin.complaints == []
    ani.page.context.close()


def test_scores_are_the_devices_and_go_with_whoever_is_erased(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "en")
    ani.page.goto(server.url(HERE, "/pengaturan"))
    ani.by("make-code").click()
    code = ani.by("code").input_value()
    other = Person.arrive(browser, "phone", "en")
    begin(other, server)
    kept = "Object.keys(localStorage).filter(key => key.startsWith('gaple.skor.')).length"
    other.page.goto(server.url(HERE, "/pengaturan"))
    other.by("restore-code").fill(code)
    with other.page.expect_navigation():
        other.by("restore").click()
    assert other.page.evaluate(kept) == 1
    other.by("erase").click()
    other.by("erase-confirm").click()
    expect(other.by("play-now")).to_be_visible()
    assert other.page.evaluate(kept) == 0
    for person in (ani, other):
        assert person.complaints == []
        person.page.context.close()
