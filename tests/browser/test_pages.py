"""What the page says to somebody who does something wrong, or comes by a wrong way."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, PLAIN, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-pages")]

ASSETS = Path(__file__).parents[2] / "web" / "dist" / "assets"
MOST = 60_000
"""Bytes of compressed JavaScript that a phone loads for a page, the first page's included."""
MOST_LATER = 12_000
"""The same for what a page loads when somebody first asks for it."""
MOST_EMBEDDED = 29_000
"""The same for a hand within another's page, all of it."""
MOST_TEXTS = 8_000
"""Bytes of compressed texts of one language that every page waits for."""
MOST_OWN_TEXTS = 5_000
"""The same for what a page, or a part of one, has to say besides."""


def new_table(person: Person, server: Server, host: str = HERE, name: str = "Ani") -> str:
    """Makes a table by the usual rules; its address."""
    person.page.goto(server.url(host, "/baru"))
    person.by("make-table").click()
    person.name(name)
    expect(person.by("waiting")).to_be_visible()
    return person.page.url


def test_every_page_is_light() -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in ASSETS.glob("*.js*")}
    scripts = {name: (ASSETS / name).read_text("utf-8") for name in sizes if name.endswith(".js")}
    (first,) = (name for name in scripts if name.startswith("index-"))
    came = _along(scripts, {first})
    pages = _later(scripts, came)
    assert any(name.startswith("TablePage-") for name in pages)
    found = set(came)
    for page in pages:
        loaded = _along(scripts, came | {page})
        assert sum(sizes[name] for name in loaded) <= MOST, (page, {name: sizes[name] for name in loaded})
        found |= loaded
        parts = [(part, loaded) for part in _later(scripts, loaded - came)]
        while parts:  # and parts of parts
            part, before = parts.pop()
            after = _along(scripts, before | {part})
            assert sum(sizes[name] for name in after - before) <= MOST_LATER, part
            found |= after
            parts += [(more, after) for more in _later(scripts, after - before)]
    # What other sites embed stands by itself, and is lighter than any page; its review comes where it is asked for.
    others = set(scripts) - found
    (embedded,) = (name for name in others if name.startswith("embed-"))
    assert _along(scripts, {embedded}) == {embedded}
    assert sizes[embedded] <= MOST_EMBEDDED
    (review,) = others - {embedded}
    assert _later(scripts, {embedded}) == {review}
    assert _along(scripts, {embedded, review}) == others
    assert sizes[review] <= MOST_LATER
    assert len(gzip.compress((ASSETS.parent / "gaple-replay.js").read_bytes())) <= 2_000
    for lang in ("id", "en"):
        texts = [name for name in sizes if name.startswith(f"texts-{lang}-")]
        (common,) = (name for name in texts if re.fullmatch(r"texts-..-[\w-]{8}\.json", name))
        assert sizes[common] <= MOST_TEXTS
        assert all(sizes[name] <= MOST_OWN_TEXTS for name in texts if name != common)


def _along(scripts: dict[str, str], names: set[str]) -> set[str]:
    """These scripts, and what comes with them."""
    while (
        more := {name for it in names for name in re.findall(r"""(?:from|import)\s*["']\./([^"']+\.js)""", scripts[it])}
        - names
    ):
        names = names | more
    return names


def _later(scripts: dict[str, str], names: set[str]) -> set[str]:
    """What these scripts load when it is asked for."""
    found = (re.findall(r"""import\(\s*["'`]\./([^"'`]+\.js)""", scripts[it]) for it in names)
    return {name for names in found for name in names}


def test_a_language_is_loaded_when_it_is_chosen(browser: Browser, server: Server) -> None:
    guest = Person.arrive(browser, "phone", "en")
    loaded: list[str] = []
    guest.page.on("request", lambda request: loaded.extend(re.findall(r"texts-(..)-[\w-]{8}\.json", request.url)))
    guest.page.goto(server.url(HERE))
    expect(guest.by("play-now")).to_have_text("Against computers only")
    assert set(loaded) == {"en"}
    guest.page.context.set_offline(True)
    guest.by("lang-id").click()
    expect(guest.page.get_by_role("alert")).to_be_visible()
    guest.fits()
    expect(guest.by("play-now")).to_have_text("Against computers only")
    guest.page.context.set_offline(False)
    guest.by("lang-id").click()
    expect(guest.by("play-now")).to_have_text("Lawan komputer saja")
    expect(guest.page.get_by_role("alert")).to_be_hidden()
    assert set(loaded) == {"en", "id"}
    loaded.clear()
    guest.page.goto(server.url(HERE, "/aturan"))
    expect(guest.page.locator("html")).to_have_attribute("lang", "id")
    expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
    assert set(loaded) <= {"id"}


def test_what_a_page_alone_has_to_say_comes_with_it(browser: Browser, server: Server) -> None:
    guest = Person.arrive(browser, "phone", "id")
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.extend(re.findall(r"texts-(..-settings)-", request.url)))
    guest.page.goto(server.url(HERE))
    expect(guest.by("play-now")).to_be_visible()
    assert asked == []
    guest.by("settings-link").click()
    settings = guest.by("settings")
    expect(settings).to_contain_text("Namamu")
    guest.page.get_by_role("link").first.click()
    guest.by("lang-en").click()
    guest.by("settings-link").click()
    expect(settings).to_contain_text("Your name")
    assert asked == ["id-settings", "en-settings"]
    assert guest.complaints == []
    guest.page.context.close()


def test_a_page_without_texts_begins_once_the_browser_is_online(browser: Browser, server: Server) -> None:
    guest = Person.arrive(browser, "phone", "en")
    guest.page.route("**/texts-*", lambda route: route.abort())
    guest.page.goto(server.url(HERE))
    expect(guest.page.locator("#app")).to_contain_text("No connection.")
    guest.page.unroute("**/texts-*")
    guest.page.context.set_offline(True)
    guest.page.context.set_offline(False)
    expect(guest.by("play-now")).to_be_visible()
    expect(guest.page.locator("#app")).not_to_contain_text("No connection.")


LATE = """const real = window.fetch;
window.fetch = (address, ...more) => `${address}`.includes("texts-id")
  ? new Promise((_, fail) => (window.lose = () => fail(new TypeError("no network"))))
  : real(address, ...more);"""
"""Indonesian texts do not come until they are lost."""


def test_a_language_that_is_not_wanted_any_more_may_be_lost(browser: Browser, server: Server) -> None:
    guest = Person.arrive(browser, "phone", "en")
    guest.page.add_init_script(LATE)
    guest.page.goto(server.url(HERE))
    guest.by("lang-id").click()
    guest.by("lang-en").click()
    guest.page.evaluate("lose()")
    assert guest.page.get_by_role("alert").count() == 0
    assert not guest.complaints
    assert [told for told in guest.complaints if "ERR_INTERNET_DISCONNECTED" not in told] == []
    guest.page.context.close()


@pytest.mark.parametrize("lang", ["id", "en"])
def test_wrong_ways_lead_somewhere(browser: Browser, server: Server, lang: str) -> None:
    guest = Person.arrive(browser, "phone", lang)
    for path in ("/meja/tidakada", "/meja/%3Cscript%3E", "/meja/" + "x" * 300, "/tidak/ada", "/meja/"):
        guest.page.goto(server.url(HERE, path))
        missing = guest.by("missing-table").or_(guest.by("missing-page"))
        expect(missing).to_be_visible()
        assert guest.page.get_by_role("link").count()
        guest.fits()
    # A browser notes the server's 404 by itself; nothing else may be in the console.
    assert [told for told in guest.complaints if "404" not in told] == []
    guest.page.context.close()


@pytest.mark.parametrize("lang", ["id", "en"])
def test_names_of_all_kinds(browser: Browser, server: Server, lang: str) -> None:
    guest = Person.arrive(browser, "phone", lang)
    guest.page.goto(server.url(HERE, "/baru"))
    guest.by("make-table").click()
    asked = guest.by("name-input")
    told = {"id": "nama", "en": "name"}[lang]
    for wrong in ("   ", "\u202eterbalik", "x" * 200):
        asked.fill(wrong)
        guest.by("name-save").click()
        expect(guest.page.get_by_role("alert").filter(has_text=told).first).to_be_visible()
        expect(asked).to_be_visible()
    asked.fill("<img src=x onerror=a()>")
    guest.by("name-save").click()
    expect(guest.by("seat-A")).to_contain_text("<img src=x onerror")
    assert guest.page.locator("img[src=x]").count() == 0
    for name in ("محمد بودي", "👩‍👩‍👧‍👦🀱", "W" * 24, "Ayu"):
        other = Person.arrive(browser, "phone", lang)
        other.page.goto(guest.page.url)
        other.by("sit-B").click()
        other.name(name)
        expect(guest.by("seat-B")).to_contain_text(name)
        guest.fits()
        other.by("stand").click()
        assert other.complaints == []
        other.page.context.close()
    assert [complaint for complaint in guest.complaints if "400" not in complaint] == []
    guest.page.context.close()


@pytest.mark.parametrize("lang", ["id", "en"])
def test_rules_that_do_not_go_together_are_refused_beside_the_form(browser: Browser, server: Server, lang: str) -> None:
    guest = Person.arrive(browser, "phone", lang)
    guest.page.goto(server.url(HERE, "/baru"))
    guest.by("preset-five").click()
    if not guest.by("option-hand-7").is_visible():
        guest.by("options").click()
    guest.by("option-hand-7").click()
    expect(guest.by("rules-error")).to_contain_text("35")
    guest.by("option-hand-5").click()
    expect(guest.by("rules-error")).to_be_hidden()
    guest.page.context.close()


@pytest.mark.parametrize(("lang", "told"), [("id", "Banyaknya ronde: isi"), ("en", "Number of hands: enter")])
def test_a_number_is_checked_while_it_is_written(browser: Browser, server: Server, lang: str, told: str) -> None:
    guest = Person.arrive(browser, "phone", lang)
    guest.page.goto(server.url(HERE, "/baru"))
    guest.by("options").click()
    field = guest.by("option-hands-number")
    field.focus()
    guest.page.keyboard.type("1O")  # a letter
    expect(guest.by("rules-error")).to_contain_text(told)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_attribute("aria-describedby", guest.by("rules-error").get_attribute("id") or "")
    expect(guest.by("make-table")).to_be_disabled()
    guest.fits()
    guest.page.keyboard.press("Backspace")
    guest.page.keyboard.type("00")  # by way of a number that has a button of its own
    expect(guest.by("rules-text")).to_contain_text("hands=100")
    expect(field).to_have_value("100")
    expect(field).to_have_attribute("aria-invalid", "false")
    guest.page.keyboard.press("Tab")
    expect(field).to_have_value("100")
    assert [complaint for complaint in guest.complaints if "400" not in complaint] == []
    guest.page.context.close()


def test_who_finds_no_seat_watches(browser: Browser, server: Server) -> None:
    host = Person.arrive(browser, "desktop", "en")
    link = new_table(host, server, PLAIN)
    host.by("fill").click()
    host.by("start").click()
    expect(host.by("round")).to_be_visible()
    late = Person.arrive(browser, "phone", "en")
    late.page.goto(link)
    expect(late.by("round")).to_be_visible()
    assert late.own_tiles() == set()
    host.play_until(host.sees("result"))
    expect(late.by("result")).to_be_visible()
    assert late.complaints == []
    for person in (host, late):
        person.page.context.close()


def test_two_tabs_and_the_back_button(browser: Browser, server: Server) -> None:
    """The newer window acts; the older one says so, and can have the table back."""
    ani = Person.arrive(browser, "phone", "id")
    link = new_table(ani, server, PLAIN)
    ani.by("fill").click()
    ani.by("start").click()
    expect(ani.by("round")).to_be_visible()
    twin = Person.arrive(browser, "phone", "id", context=ani.page.context)
    twin.page.goto(link)
    expect(twin.by("round")).to_be_visible()
    expect(ani.by("elsewhere")).to_be_visible()
    assert ani.own_tiles() == set()
    twin.play_until(lambda: twin.by("line-tile").count() >= 5 or twin.by("result").is_visible())
    ani.by("resume-here").click()
    expect(ani.by("round")).to_be_visible()
    expect(twin.by("elsewhere")).to_be_visible()
    ani.play_until(ani.sees("result"))
    # The one that rests is no window too many: reloading has the table again, and going elsewhere gives nothing away.
    ani.page.goto(server.url(PLAIN, "/aturan"))
    ani.page.go_back()
    expect(ani.by("round")).to_be_visible()
    expect(twin.by("elsewhere")).to_be_visible()
    assert ani.complaints == []
    assert twin.complaints == []
    ani.page.context.close()


def test_a_room_goes_on_without_its_host(browser: Browser, server: Server) -> None:
    """The host leaves: whoever sits gives the seat to a computer player, and starts."""
    host = Person.arrive(browser, "phone", "en")
    link = new_table(host, server)
    guest = Person.arrive(browser, "phone", "en")
    guest.page.goto(link)
    guest.by("sit-B").click()
    guest.name("Budi")
    expect(guest.by("start")).to_have_count(0)
    host.page.context.close()
    guest.by("fill").click()
    guest.by("computer-A").click()
    expect(guest.by("seat-A")).to_have_attribute("data-kind", "computer")
    guest.by("start").click()
    expect(guest.by("round")).to_be_visible()
    assert guest.complaints == []
    guest.page.context.close()
