"""Looking at finished hands again: the list of one's own, going through one, and showing it to others."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, PLAIN, Person, Server
from tests.browser.test_axe import AXE, LOOKS, RUN
from tests.waiting import wait_until

EXAMPLE = Path(__file__).parents[2] / "examples" / "embed.html"

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def play_a_hand(person: Person, server: Server, host: str, name: str, preset: str = "chips", **options: str) -> str:
    """A table full of computer players and its first hand, played; the id of the table."""
    person.page.goto(server.url(host, "/baru"))
    person.by(f"preset-{preset}").click()
    if options:
        person.by("options").click()
    for option, value in options.items():
        person.by(f"option-{option}-{value}").check(force=True)
    person.by("make-table").click()
    person.name(name)
    expect(person.by("waiting")).to_be_visible()
    table = person.page.url.rsplit("/", 1)[1]
    person.by("fill").click()
    person.by("start").click()
    expect(person.by("round")).to_be_visible()
    person.play_until(person.sees("result"))
    return table


@pytest.mark.parametrize(
    ("lang", "size", "host", "preset"), [("id", "phone", PLAIN, "chips"), ("en", "desktop", HERE, "five")]
)
def test_a_hand_is_gone_through_again(
    browser: Browser, server: Server, tmp_path: Path, lang: str, size: str, host: str, preset: str
) -> None:
    ani = Person.arrive(browser, size, lang)
    ani.page.goto(server.url(host, "/riwayat"))
    expect(ani.by("no-hands")).to_be_visible()
    table = play_a_hand(ani, server, host, "محمد <b>🁣", preset)
    line = ani.by("line-tile").count()
    expect(ani.by("replay-link")).to_have_attribute("href", f"/riwayat/{table}/1/1")
    ani.page.goto(server.url(host, "/riwayat"))
    expect(ani.by("my-hand")).to_have_count(1)
    ani.fits()
    ani.by("my-hand").click()

    # At first nothing is played, and everything open; step by step it comes to what it was.
    told = ani.by("replay-told")
    expect(ani.by("replay-table")).to_be_visible()
    expect(ani.by("replay-back")).to_be_disabled()
    first = ani.by("line-tile").count()
    assert first == (1 if preset == "five" else 0)
    ani.fits()
    ani.by("replay-forward").click()
    expect(ani.by("replay-slider")).to_have_value("1")
    if preset == "chips":  # where a tile is turned up, whoever is first may have none that fits
        expect(ani.by("line-tile")).to_have_count(1)
    before = told.inner_text()
    ani.page.keyboard.press("ArrowRight")
    expect(told).not_to_have_text(before)
    ani.page.keyboard.press("ArrowLeft")
    expect(told).to_have_text(before)
    ani.page.keyboard.press("End")
    expect(ani.by("replay-forward")).to_be_disabled()
    expect(ani.by("line-tile")).to_have_count(line)
    ani.fits()
    ani.by("replay-slider").fill("0")
    expect(ani.by("replay-back")).to_be_disabled()

    # Through somebody's eyes the others' tiles lie face down.
    known = ani.by("replay-C").get_by_role("img")
    assert known.count() >= 5
    ani.by("replay-eyes").select_option("A")
    expect(known).to_have_count(0)
    assert ani.by("replay-A").get_by_role("img").count() >= 5
    ani.by("replay-eyes").select_option(index=0)
    expect(known).not_to_have_count(0)

    # By itself it goes on, until somebody stops it; loading the page again one stands where one stood.
    ani.by("replay-play").click()
    wait_until(lambda: ani.by("line-tile").count() > first)
    ani.by("replay-play").click()
    at = ani.by("replay-slider").input_value()
    ani.page.wait_for_url(re.compile(f"#{at}$"))
    ani.page.reload()
    expect(ani.by("replay-slider")).to_have_value(at)

    ani.by("replay-result").click()
    expect(ani.by("replay-result-sheet")).to_be_visible()
    ani.fits()
    ani.page.keyboard.press("Escape")

    # The picture, as PNG and SVG, the record and the link.
    ani.by("replay-share").click()
    expect(ani.by("picture")).to_be_visible()
    wait_until(lambda: ani.by("picture").evaluate("image => image.naturalWidth") == 1080)
    ani.fits()
    with ani.page.expect_download() as download:
        ani.by("save-png").click()
    assert download.value.suggested_filename == f"gaple-{table}-1-1.png"
    assert download.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    with ani.page.expect_download() as download:
        ani.by("save-svg").click()
    assert "&#60;b&#62;" in download.value.path().read_text("utf-8")
    with ani.page.expect_download() as download:
        ani.by("record-link").click()
    record = tmp_path / "hand.gaple"
    download.value.save_as(record)
    checked = subprocess.run([sys.executable, "-m", "gaple", "check", str(record)], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")
    link = ani.by("replay-link").input_value()
    assert link.endswith(f"/riwayat/{table}/1/1")
    ani.by("copy-link").click()
    ani.by("embed").locator("summary").click()
    ani.fits()
    code = ani.by("embed-code").input_value()
    ani.page.keyboard.press("Escape")
    expect(ani.by("replay-share")).to_be_focused()

    # Whoever has the link sees it, too, and the way back leads to one's own hands.
    budi = Person.arrive(browser, size, lang)
    budi.page.goto(server.url(host, f"/riwayat/{table}/1/1"))
    expect(budi.by("replay-table")).to_be_visible()
    budi.by("to-history").click()
    expect(budi.by("no-hands")).to_be_visible()
    budi.page.go_back()
    expect(budi.by("replay-table")).to_be_visible()
    for person in (ani, budi):
        assert person.complaints == []
        person.page.context.close()
    if size == "desktop":
        is_embedded(browser, server.url(host), table, code, (first, line))


def is_embedded(browser: Browser, base: str, table: str, code: str, tiles: tuple[int, int]) -> None:
    """Another site's page shows the hand, by itself and by keyboard, and can frame nothing else of ours."""
    example = EXAMPLE.read_text("utf-8").replace("k3f9wq8mnp27", table).replace("https://gaple.example/", base)
    element = re.compile("<script.*</gaple-replay>", re.DOTALL)
    page = element.sub(lambda _: f'{code}<iframe id="other" src="{base}riwayat/{table}/1/1"></iframe>', example)
    with another_site(page) as address:
        guest = Person.arrive(browser, "phone", "id")
        weights: dict[str, int] = {}
        guest.page.on("requestfinished", lambda it: weights.update({it.url: it.sizes()["responseBodySize"]}))
        guest.page.goto(address)
        framed = guest.page.frame_locator("gaple-replay iframe")
        expect(framed.get_by_test_id("replay-table")).to_be_visible()
        expect(framed.get_by_test_id("line-tile")).to_have_count(tiles[0])
        assert sum(size for url, size in weights.items() if "/assets/" in url and "texts-en" not in url) < 40_000
        slider = framed.get_by_test_id("replay-slider")
        pages = guest.page.evaluate("history.length")
        for _ in range(2):  # the page around it leads to a step, again where the visitor has gone on since
            guest.page.evaluate("document.querySelector('gaple-replay').setAttribute('at', 3)")
            expect(slider).to_have_value("3")
            framed.get_by_test_id("replay-first").click()
            expect(slider).to_have_value("0")
            wait_until(lambda: framed.locator("html").evaluate("() => location.hash") == "")
        assert guest.page.evaluate("history.length") == pages
        framed.get_by_test_id("replay-forward").click()
        guest.page.keyboard.press("ArrowRight")
        expect(slider).to_have_value("2")
        guest.page.keyboard.press("End")
        expect(framed.get_by_test_id("line-tile")).to_have_count(tiles[1])
        expect(framed.locator("html")).to_have_attribute("lang", "id")
        assert guest.page.locator("gaple-replay iframe").get_attribute("title") == "Putar ulang satu ronde gaple"
        by_hand = guest.page.frame_locator("iframe[src*=look]")
        expect(by_hand.get_by_test_id("replay-slider")).to_have_value("4")
        expect(by_hand.locator("html")).to_have_attribute("lang", "en")
        frames = {frame.url.removeprefix(base).split("#")[0]: frame for frame in guest.page.frames[1:]}
        for where in (f"sisip/{table}/1/1?lang=id", f"sisip/{table}/1/1?lang=en&look=dark"):
            frame = frames.pop(where)
            frame.frame_element().scroll_into_view_if_needed()  # what is out of sight is not painted
            frame.evaluate(AXE.read_text("utf-8"))
            for look in LOOKS:
                assert frame.evaluate(RUN, [look, None]) == []
            assert frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert [url for url in frames if "riwayat" in url] == []  # the browser does not let it be framed
        assert guest.page.context.storage_state() == {"cookies": [], "origins": []}
        assert [told for told in guest.complaints if "frame-ancestors" not in told] == []
        assert guest.complaints
        guest.page.context.close()


@contextmanager
def another_site(page: str) -> Iterator[str]:
    """A site of somebody else's whose only page is this one; its address."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        try:
            yield f"http://{PLAIN}:{site.server_port}/"
        finally:
            site.shutdown()


def test_a_hand_that_is_not_to_be_had_is_told_so(browser: Browser, server: Server) -> None:
    ani, budi = (Person.arrive(browser, "phone", "id") for _ in range(2))
    table = play_a_hand(ani, server, HERE, "Ani", "pass", onlookers="no")
    for path, answer in (
        (f"/riwayat/{table}/1/1", "replay-private"),
        (f"/riwayat/{table}x/1/1", "replay-missing"),
        ("/riwayat/tidakada/1/1", "replay-missing"),
        (f"/riwayat/{table}/1/0", "missing-page"),
        (f"/riwayat/{table}", "missing-page"),
    ):
        budi.page.goto(server.url(HERE, path))
        expect(budi.by(answer)).to_be_visible()
        assert budi.page.get_by_role("link").count()
        budi.fits()
    ani.page.goto(server.url(HERE, f"/riwayat/{table}/1/1"))
    expect(ani.by("replay-table")).to_be_visible()
    ani.by("replay-share").click()
    expect(ani.by("replay-share-sheet")).to_contain_text("pernah duduk")
    ani.page.keyboard.press("Escape")
    ani.page.goto(server.url(HERE, f"/riwayat/{table}/1/2"))
    expect(ani.by("replay-missing")).to_be_visible()

    # Without a network it says so, and goes on once there is one; what was seen once is there without.
    ani.page.goto(server.url(HERE, "/riwayat"))
    expect(ani.by("my-hand")).to_be_visible()
    ani.page.evaluate("localStorage.removeItem('gaple.replays')")
    ani.page.route("**/hands/1/1", lambda route: route.abort())
    ani.by("my-hand").click()
    expect(ani.by("replay-failed")).to_be_visible()
    ani.page.unroute("**/hands/1/1")
    ani.by("again").click()
    expect(ani.by("replay-table")).to_be_visible()
    ani.page.route("**/api/**/hands**", lambda route: route.abort())
    ani.page.route("**/hands/1/1", lambda route: route.abort())
    ani.by("to-history").click()
    ani.by("my-hand").click()
    expect(ani.by("replay-table")).to_be_visible()
    for person in (ani, budi):
        noted = [told for told in person.complaints if not re.search("40[34]|ERR_FAILED", told)]
        assert noted == []  # a browser notes refusals by itself
        person.page.context.close()
