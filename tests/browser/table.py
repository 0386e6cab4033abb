"""A real server and a real browser, and the ways in which a person uses the page."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, expect

from tests.waiting import PATIENCE, wait_until

HERE = "localhost"
PLAIN = "meja.test"
"""A name that the browser takes to this machine, but that is no secure context, as an address on a Wi-Fi is none."""

SIGHT_MS = 60_000
"""How long the page may take to show what is expected."""

TAP_MS = 5_000
"""How long a tap on a tile may take; after that a tile is looked for anew."""

AT_A_TABLE = '[data-testid="line-tile"]:not([data-testid="try-line"] *)'
"""The tiles of a line that is all on the screen; one to try, among the rules, scrolls with their page."""

HANGING = f"""([width, height]) => {{
  const tiles = [...document.querySelectorAll({AT_A_TABLE!r})].map((tile) => tile.getBoundingClientRect().toJSON())
    .filter((it) => it.width && (Math.min(it.left, it.top) < -1 || it.right > width + 1 || it.bottom > height + 1));
  const wide = document.documentElement.scrollWidth;
  return wide > width ? [...tiles, {{ wide }}] : tiles;
}}"""
"""What of the page is not on a screen of this size, all measured at the same moment."""

REST_S = 10
"""How long a page may take to come to rest after its window has changed."""

expect.set_options(timeout=SIGHT_MS)

SIZES = {"phone": (360, 740), "desktop": (1280, 800)}


@dataclass
class Server:
    """``gaple serve`` in a process of its own, which can be killed and started again on the same data."""

    data: Path
    pace: float = 0.05
    port: int = 0
    options: tuple[str, ...] = ()
    thinkers: int = 0
    reviewers: int = 0
    program: tuple[str, ...] = ("-m", "gaple")
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it and waits until it answers."""
        if not self.port:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
        command = [sys.executable, *self.program, "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--data", str(self.data), "--pace", str(self.pace), "--no-qr", *self.options]
        self.log = (self.data.parent / "serve.log").open("ab")
        # Kernels take a second or two of both cores to be ready; most tests have nothing that needs them.
        processes = {"GAPLE_THINKERS": str(self.thinkers), "GAPLE_REVIEWERS": str(self.reviewers)}
        environment = {**os.environ, "LANG": "C.UTF-8", **processes}
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, env=environment)
        wait_until(self._answers)

    def _answers(self) -> bool:
        assert self.process
        assert self.process.poll() is None, (self.data.parent / "serve.log").read_text()
        try:
            urllib.request.urlopen(self.url("127.0.0.1", "/api/health"), timeout=PATIENCE).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """Ends it at once, as a power cut does."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.log.close()

    def url(self, host: str, path: str = "/") -> str:
        """An address of the page."""
        return f"http://{host}:{self.port}{path}"


@dataclass
class Person:
    """Somebody with a browser of their own."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    @classmethod
    def arrive(
        cls, browser: Browser, size: str, lang: str, *, context: BrowserContext | None = None, kept: bool = False
    ) -> Person:
        """A new browser profile of this size and language (or a new tab in an existing one).

        Only where it is asked for is the page ``kept`` for a time without a network, by a service worker: that goes
        past what a test would see, or hold back, of a page's requests.
        """
        width, height = SIZES[size]
        context = context or browser.new_context(
            viewport={"width": width, "height": height},
            locale={"id": "id-ID", "en": "en-GB"}[lang],
            has_touch=size == "phone",
            is_mobile=size == "phone",
            device_scale_factor=2 if size == "phone" else 1,
        )
        context.set_default_timeout(SIGHT_MS)
        person = cls(context.new_page())
        if not kept:
            person.page.add_init_script("delete Navigator.prototype.serviceWorker")
        person.page.on("console", person._console)
        person.page.on("pageerror", lambda error: person.complaints.append(str(error)))
        return person

    def _console(self, message: ConsoleMessage) -> None:
        kind, text = message.type, message.text
        # The browser itself notes it when a server that was killed refuses a connection.
        if kind in ("error", "warning") and "ERR_CONNECTION_REFUSED" not in text:
            self.complaints.append(f"{kind}: {text}")

    def by(self, test_id: str) -> Locator:
        """What the page calls so."""
        return self.page.get_by_test_id(test_id)

    def name(self, name: str) -> None:
        """Gives a name, where the page asks for one."""
        asked = self.by("name-input")
        expect(asked).to_be_visible()
        asked.fill(name)
        self.by("name-save").click()
        expect(asked).to_be_hidden()

    def act(self, asked: Callable[[str], None] = lambda choice: None) -> bool:
        """Does one thing if it is this person's turn: plays or discards the first tile that may be.

        ``asked`` is told when the page asks which end, or whether to discard.
        """
        can = self.page.locator('[data-testid^="own-tile-"][data-playable="true"]')
        if not can.count():
            return False
        try:
            can.first.click(timeout=TAP_MS)
            for choice in ("end-right", "discard-confirm"):
                if self.by(choice).is_visible():
                    asked(choice)
                    self.by(choice).click(timeout=TAP_MS)
        except Error:  # the turn may pass, or the tile move, between the look and the tap
            return False
        return True

    def play_until(self, done: Callable[[], bool], others: tuple[Person, ...] = ()) -> None:
        """Plays on, together with ``others``, until ``done``."""
        deadline = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < deadline, self.page.inner_text("body")[:2000]
            for person in (self, *others):
                person.act()
            self.page.wait_for_timeout(60)

    def sees(self, test_id: str) -> Callable[[], bool]:
        """Whether something is on the screen, asked later."""
        return self.by(test_id).first.is_visible

    def fits(self) -> None:
        """Nothing hangs out of the screen sideways, and every tile of the line is on it, once it has come to rest."""
        size = self.page.viewport_size  # not the window's: a phone widens it to what hangs out
        assert size
        given = time.monotonic() + REST_S
        while hanging := self.page.evaluate(HANGING, [size["width"], size["height"]]):
            assert time.monotonic() < given, (self.page.url, size, hanging)
            self.page.wait_for_timeout(50)

    def own_tiles(self) -> set[str]:
        """The tiles that this person sees as their own."""
        ids = self.page.locator('[data-testid^="own-tile-"]').evaluate_all("all => all.map(e => e.dataset.testid)")
        return {re.sub("own-tile-", "", found) for found in ids}
