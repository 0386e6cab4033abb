"""A page that was opened once opens without a network, where there is a secure context; and it says when it is old."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, PLAIN, Person, Server
from tests.browser.test_score import begin, play, totals
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-pages")]

DIST = Path(__file__).parents[2] / "web" / "dist"

KEPT = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.active?.state !== "activated") return false;
  const [name, ...others] = await caches.keys();
  const kept = await (await caches.open(name)).keys();
  return others.length === 0 && kept.some(({ url }) => url.endsWith("?shell=en"));
}"""
"""Whether the service worker has all that it keeps; the documents come last."""


def arrive(browser: Browser, server: Server, lang: str) -> Person:
    """Somebody whose browser has kept the page."""
    person = Person.arrive(browser, "phone", lang, kept=True)
    person.page.goto(server.url(HERE))
    expect(person.by("play-now")).to_be_visible()
    wait_until(lambda: bool(person.page.evaluate(KEPT)))
    return person


def own(person: Person) -> list[str]:
    """What the page itself complains of: that there is no network the browser notes by itself."""
    return [told for told in person.complaints if "Failed to load resource" not in told]


@pytest.mark.parametrize(("lang", "alone"), [("id", "Lawan komputer saja"), ("en", "Against computers only")])
def test_pages_open_without_a_network(browser: Browser, server: Server, lang: str, alone: str) -> None:
    ani = arrive(browser, server, lang)
    ani.page.context.set_offline(True)
    ani.page.reload()
    expect(ani.by("play-now")).to_have_text(alone)
    ani.page.goto(server.url(HERE, "/aturan"))
    expect(ani.page.get_by_role("heading", level=1)).to_be_visible()
    expect(ani.page.get_by_role("listitem").first).to_be_visible()
    begin(ani, server)
    play(ani, 2, "66", "", "56", "34")
    ani.page.reload()
    expect(ani.by("sheet")).to_be_visible()
    assert totals(ani)["Budi"] == "+30"
    # The other language is kept, too, and stays chosen.
    other = {"id": "en", "en": "id"}[lang]
    ani.by(f"lang-{other}").click()
    expect(ani.page.locator("html")).to_have_attribute("lang", other)
    ani.page.reload()
    expect(ani.page.locator("html")).to_have_attribute("lang", other)
    expect(ani.by("sheet")).to_be_visible()
    assert own(ani) == []
    ani.page.context.close()


def test_a_table_is_played_with_the_page_kept(browser: Browser, server: Server) -> None:
    ani = arrive(browser, server, "id")
    ani.page.reload()
    assert ani.page.evaluate("navigator.serviceWorker.controller !== null")
    ani.by("play-now").click()
    ani.name("Ani")
    expect(ani.by("round")).to_be_visible()
    ani.play_until(ani.sees("result"))
    kept = ani.page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async name =>"
        " (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"
    )
    assert [path for path in kept if path.startswith(("/api", "/meja"))] == []
    assert ani.complaints == []
    ani.page.context.close()


OTHER_PAGE = """import sys; from pathlib import Path; from gaple.cli import main; from gaple.server.page import Page
load = Page.load
Page.load = classmethod(lambda cls, folder=None: load(Path({folder!r})))
sys.exit(main())"""
"""The command ``gaple`` with the page of another folder."""


def build_another(dist: Path) -> str:
    """A build all of whose scripts are called otherwise, as they are after a change; what the first is called now."""
    scripts = {path: f"{path.stem[:-8]}{path.stem[:-9:-1]}.js" for path in (dist / "assets").glob("*.js")}
    for path in [*scripts, dist / "sw.js", dist / "index.html"]:
        text = path.read_text("utf-8")
        for script, another in scripts.items():
            text = text.replace(script.name, another)
        path.write_text(text, "utf-8")
    for script, another in scripts.items():
        script.rename(script.with_name(another))
    (first,) = (dist / "assets").glob("index-*.js")
    return first.name


@pytest.fixture
def changing(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    """A server, and where its page lies, which can be another one after it was started again."""
    dist = tmp_path / "dist"
    shutil.copytree(DIST, dist)
    server = Server(tmp_path / "data", program=("-c", OTHER_PAGE.format(folder=str(dist))))
    try:
        server.start()
        yield server, dist
    finally:
        server.kill()


def test_a_newer_page_is_told_and_comes_when_it_is_wanted(browser: Browser, changing: tuple[Server, Path]) -> None:
    server, dist = changing
    ani = arrive(browser, server, "en")
    ani.by("play-now").click()
    ani.name("Ani")
    expect(ani.by("round")).to_be_visible()
    server.kill()
    another = build_another(dist)
    server.start()
    expect(ani.by("lost")).to_be_hidden()
    assert ani.by("newer").count() == 0
    ani.page.evaluate("dispatchEvent(new Event('online'))")  # when a browser looks for a newer one is its own affair
    expect(ani.by("newer")).to_contain_text("A new version is ready")
    old = ani.page.evaluate("document.querySelector('script').src")
    assert another not in old
    ani.play_until(ani.sees("result"))  # the hand goes on
    ani.by("newer-load").click()
    expect(ani.by("round").or_(ani.by("result")).first).to_be_visible()
    assert another in ani.page.evaluate("document.querySelector('script').src")
    expect(ani.by("newer")).to_have_count(0)
    # And without a network it is the new one, too.
    wait_until(
        lambda: ani.page.evaluate(
            "another => caches.keys().then(names => names.some(name => name.includes(another)))", another
        )
    )
    ani.page.context.set_offline(True)
    ani.page.goto(server.url(HERE, "/skor"))
    expect(ani.by("score")).to_be_visible()
    assert another in ani.page.evaluate("document.querySelector('script').src")
    assert [told for told in own(ani) if "WebSocket" not in told] == []
    ani.page.context.close()


def test_whoever_loads_a_newer_page_is_told_nothing(browser: Browser, changing: tuple[Server, Path]) -> None:
    server, dist = changing
    ani = arrive(browser, server, "id")
    server.kill()
    another = build_another(dist)
    server.start()
    ani.page.reload()
    assert another in ani.page.evaluate("document.querySelector('script').src")
    wait_until(
        lambda: ani.page.evaluate(
            "another => caches.keys().then(names => names.some(name => name.includes(another)))", another
        )
    )
    ani.by("rules-link").click()
    expect(ani.page.get_by_role("heading", level=1)).to_be_visible()
    assert ani.by("newer").count() == 0
    assert own(ani) == []
    ani.page.context.close()


@pytest.mark.parametrize(("lang", "told"), [("id", "http biasa"), ("en", "plain http")])
def test_plain_http_has_everything_but_that(browser: Browser, server: Server, lang: str, told: str) -> None:
    ani = Person.arrive(browser, "phone", lang, kept=True)
    ani.page.goto(server.url(PLAIN, "/pengaturan"))
    expect(ani.by("offline")).to_contain_text(told)
    assert ani.page.evaluate("navigator.serviceWorker === undefined")
    # A session that is open goes on when the network goes.
    begin(ani, server, PLAIN)
    ani.page.context.set_offline(True)
    play(ani, 2, "66", "", "56", "34")
    assert totals(ani)["Budi"] == "+30"
    assert own(ani) == []
    ani.page.goto("about:blank")
    ani.page.context.set_offline(False)
    here = Person.arrive(browser, "phone", lang, kept=True)
    here.page.goto(server.url(HERE, "/pengaturan"))
    expect(here.by("offline")).not_to_contain_text(re.compile(told))
    for person in (ani, here):
        person.page.context.close()
