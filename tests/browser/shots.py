"""Screenshots of every page and state, in both sizes and languages, so that a person can leaf through them.

.venv/bin/python -m tests.browser.shots [FOLDER]        (build/screens, where none is named)
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.conftest import open_browser
from tests.browser.table import HERE, SIZES, Person, Server


def shoot(browser: Browser, server: Server, folder: Path, size: str, lang: str) -> None:
    """Walks through the page as one person, and keeps what they see."""
    ani = Person.arrive(browser, size, lang)

    def keep(name: str) -> None:
        ani.page.wait_for_timeout(350)  # moves have come to rest
        ani.page.screenshot(path=folder / f"{size}-{lang}-{name}.png")

    ani.page.goto(server.url(HERE))
    keep("01-landing")
    ani.page.goto(server.url(HERE, "/aturan"))
    keep("02-rules")
    ani.page.goto(server.url(HERE, "/meja/tidakada"))
    keep("03-no-such-table")
    ani.page.goto(server.url(HERE, "/baru"))
    keep("04-new-table")
    ani.by("options").click()
    keep("05-options")
    ani.by("option-hands-number").fill("2")
    ani.by("make-table").click()
    keep("06-name")
    ani.name("Ani")
    ani.by("waiting").wait_for()
    keep("07-waiting")
    ani.by("fill").click()
    ani.by("start").click()
    ani.by("round").wait_for()
    keep("08-first-turn")
    kept: set[str] = set()

    def once(name: str) -> None:
        if name not in kept:
            kept.add(name)
            keep(name)

    def play_on() -> None:
        for _ in range(1_000):
            played = ani.by("line-tile").count()
            if played >= 4:
                once("09-few-tiles")
            if played >= 14:
                once("10-many-tiles")
            ani.act(lambda choice: once("11-discard" if choice == "discard-confirm" else "12-both-ends"))
            ani.page.wait_for_timeout(60)
            if ani.by("result").is_visible():
                return

    play_on()
    keep("13-result")
    ani.by("next-hand").click()
    ani.by("result").wait_for(state="hidden")
    play_on()
    keep("14-match-over")
    ani.page.context.close()


def main() -> None:
    """Keeps everything below a folder."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/screens")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, open_browser() as browser:
        server = Server(Path(data) / "data", pace=0.3)
        server.start()
        try:
            for size in SIZES:
                for lang in ("id", "en"):
                    shoot(browser, server, folder, size, lang)
                    print(f"{folder}/{size}-{lang}-*.png")  # noqa: T201
        finally:
            server.kill()


if __name__ == "__main__":
    main()
