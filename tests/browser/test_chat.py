"""People write to each other at a table that has a chat, and only there."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.browser.table import HERE, PLAIN, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SCRIPT = '<img src=x onerror="document.title=1"> https://x.example/' + "a" * 60
"""Nothing of it is more than text, and it is wider than a phone."""


def chat_table(person: Person, server: Server, name: str) -> str:
    """Makes a table with a chat; its address."""
    person.page.goto(server.url(PLAIN, "/baru"))
    person.by("option-chat-yes").check(force=True)
    person.by("make-table").click()
    person.name(name)
    expect(person.by("waiting")).to_be_visible()
    return person.page.url


def sit(person: Person, link: str, seat: str, name: str) -> None:
    """Comes to a table and sits down."""
    person.page.goto(link)
    person.by(f"sit-{seat}").click()
    person.name(name)
    expect(person.by("stand")).to_be_visible()


def lines(person: Person) -> Locator:
    """What is written there, as this person sees it."""
    return person.by("chat-line").locator("p[dir=auto]")


def write(person: Person, text: str) -> None:
    """Writes something and sends it by the keyboard."""
    person.by("chat-input").fill(text)
    person.by("chat-input").press("Enter")


def test_what_one_writes_another_reads_mutes_and_reports(browser: Browser, server: Server) -> None:
    ani, budi = (Person.arrive(browser, size, lang) for size, lang in (("phone", "id"), ("desktop", "en")))
    link = chat_table(ani, server, "Ani")
    sit(budi, link, "C", "Budi")
    expect(budi.by("say")).to_have_attribute("data-unread", "false")

    # Ani writes. Budi is told in the live region and by a mark, and reads it as the text that it is.
    ani.by("say").click()
    write(ani, "Halo!")
    expect(lines(ani)).to_have_text(["Halo!"])
    expect(ani.by("chat-input")).to_have_value("")
    expect(budi.by("said")).to_contain_text("Ani")
    expect(budi.by("said")).to_contain_text("Halo!")
    expect(budi.by("say")).to_have_attribute("data-unread", "true")
    write(ani, SCRIPT)
    ani.by("chat-input").fill("مرحبا 👩‍👩‍👧‍👦")
    ani.by("chat-send").click()
    budi.by("say").click()
    expect(lines(budi)).to_have_text(["Halo!", SCRIPT, "مرحبا 👩‍👩‍👧‍👦"])
    expect(budi.by("chat-line").first).to_contain_text("Ani")
    expect(ani.by("chat-line").first).to_contain_text("Kamu")
    for person in (ani, budi):
        assert person.page.locator("img[src=x]").count() == 0
        assert person.by("chat").evaluate("it => it.scrollWidth <= it.clientWidth")
        person.fits()

    # By the keyboard alone: the focus is in the field, Escape closes, and the focus is back on the button.
    expect(budi.by("chat-input")).to_be_focused()
    budi.page.keyboard.type("Halo juga")
    budi.page.keyboard.press("Enter")
    expect(lines(ani)).to_have_text(["Halo!", SCRIPT, "مرحبا 👩‍👩‍👧‍👦", "Halo juga"])
    budi.page.keyboard.press("Escape")
    expect(budi.by("say-sheet")).to_have_count(0)
    expect(budi.by("say")).to_be_focused()
    expect(budi.by("say")).to_have_attribute("data-unread", "false")

    # It goes on in play, and through a reload; who is just writing is not interrupted.
    ani.page.keyboard.press("Escape")
    budi.by("say").click()
    budi.by("chat-input").fill("Tunggu du")
    ani.by("fill").click()
    ani.by("start").click()
    for person in (ani, budi):
        expect(person.by("round")).to_be_visible()
    expect(budi.by("chat-input")).to_have_value("Tunggu du")
    expect(budi.by("chat-input")).to_be_focused()
    budi.by("chat-input").fill("")
    budi.page.keyboard.press("Escape")
    expect(budi.by("say")).to_be_focused()  # which is another one by now
    ani.by("say").click()
    write(ani, "Kasar")
    expect(budi.by("say")).to_have_attribute("data-unread", "true")
    budi.page.reload()
    expect(budi.by("say")).to_have_attribute("data-unread", "true")

    # Budi reports it: it is asked once, and said what is sent.
    budi.by("say").click()
    about = budi.by("chat-line").filter(has_text="Kasar")
    about.get_by_test_id("chat-more").click()
    budi.by("chat-report").click()
    expect(about).to_contain_text("up to nine before it")
    expect(about).to_contain_text("your name")
    budi.by("chat-report-yes").click()
    expect(budi.by("chat-told")).to_have_text("Reported. Thank you.")
    with closing(sqlite3.connect(server.data / "gaple.db")) as database:
        reported = [text for (text,) in database.execute("SELECT text FROM reports ORDER BY at")]
    assert reported == ["Halo!", SCRIPT, "مرحبا 👩‍👩‍👧‍👦", "Halo juga", "Kasar"]

    # And mutes Ani, as for phrases: nothing of hers is seen or told any more, until Budi changes his mind.
    about.get_by_test_id("chat-more").click()
    budi.by("chat-mute").click()
    expect(lines(budi)).to_have_text(["Halo juga"])
    expect(budi.by("mute-A")).to_be_checked()
    budi.page.keyboard.press("Escape")
    write(ani, "Masih di sini")
    expect(lines(ani)).to_have_count(6)
    budi.by("say").click()
    write(budi, "Ya")  # told after it
    expect(lines(budi)).to_have_text(["Halo juga", "Ya"])
    expect(budi.by("said")).not_to_contain_text("Masih")
    budi.by("mute-A").uncheck()
    expect(lines(budi)).to_have_count(7)

    for person in (ani, budi):
        assert person.complaints == []
        person.page.context.close()


def test_limits_are_told_in_words(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "id")
    chat_table(ani, server, "Ani")
    ani.by("say").click()
    write(ani, "x" * 201)
    expect(ani.by("chat-told")).to_contain_text("paling banyak 200 karakter")
    expect(ani.by("chat-input")).to_have_value("x" * 201)  # to be made shorter
    ani.fits()
    refused = ani.by("chat-told").filter(has_text="tunggu sebentar")
    for number in range(50):
        write(ani, f"{number}")
        expect(lines(ani).filter(has_text=f"{number}").or_(refused).first).to_be_visible()
        if refused.is_visible():
            break
    expect(refused).to_be_visible()
    assert ani.complaints == []
    ani.page.context.close()


def test_who_watches_reads_and_does_not_write(browser: Browser, server: Server) -> None:
    ani, citra = (Person.arrive(browser, "phone", "en") for _ in range(2))
    link = chat_table(ani, server, "Ani")
    citra.page.goto(link)
    ani.by("say").click()
    write(ani, "Hello")
    citra.by("say").click()
    expect(lines(citra)).to_have_text(["Hello"])
    expect(citra.by("chat-input")).to_have_count(0)
    expect(citra.by("say-sheet")).to_contain_text("Talk at this table")
    for person in (ani, citra):
        assert person.complaints == []
        person.page.context.close()


def test_a_table_without_a_chat_shows_none_and_loads_none(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "id")
    loaded: list[str] = []
    ani.page.on("request", lambda request: loaded.append(request.url))
    ani.page.goto(server.url(HERE, "/baru"))
    expect(ani.by("option-chat-yes")).to_be_enabled()
    ani.by("make-table").click()
    ani.name("Ani")
    ani.by("say").click()
    expect(ani.by("say-hello")).to_be_visible()
    expect(ani.by("chat")).to_have_count(0)
    assert any("TablePage" in url for url in loaded)
    assert not any("/Chat-" in url for url in loaded)
    assert ani.complaints == []
    ani.page.context.close()


def test_who_runs_the_server_switches_it_off(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "desktop", "en")
    link = chat_table(ani, server, "Ani")
    ani.by("say").click()
    write(ani, "Hello")
    expect(lines(ani)).to_have_text(["Hello"])
    ani.page.keyboard.press("Escape")
    expect(ani.by("waiting")).to_contain_text("with a chat")
    server.kill()
    server.options = ("--no-chat",)
    server.start()
    ani.page.goto(link)
    ani.by("say").click()
    expect(ani.by("say-hello")).to_be_visible()
    expect(ani.by("chat")).to_have_count(0)
    ani.page.keyboard.press("Escape")
    expect(ani.by("waiting")).not_to_contain_text("with a chat")
    assert ani.complaints == []
    # Where the page hears of it late, a chat can be asked for: that is refused, and the next try is not.
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    ani.page.route("**/api/chat", hold)
    ani.page.goto(server.url(PLAIN, "/baru"))
    ani.by("option-chat-yes").check(force=True)
    expect(ani.by("rules-text")).to_be_visible()
    ani.by("make-table").click()
    expect(ani.by("rules-error")).to_be_visible()
    late[0].continue_()
    expect(ani.by("option-chat-yes")).to_be_disabled()
    expect(ani.by("option-chat-no")).to_be_checked()
    expect(ani.page.get_by_text("Whoever runs this server has switched chat off.")).to_be_visible()
    ani.by("make-table").click()
    expect(ani.by("waiting")).to_be_visible()
    assert len(ani.complaints) == 1  # the browser's own, about the refusal
    ani.page.context.close()
