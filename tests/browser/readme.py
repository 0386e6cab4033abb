"""Takes the pictures in `docs/images`, which the README shows: the table, and a hand from its first turn to its replay.

.venv/bin/python -m tests.browser.readme [FOLDER]        (docs/images, where none is named)
"""

from __future__ import annotations

import base64
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from scripts.console import ROOT
from tests.browser.conftest import open_browser
from tests.browser.table import HERE, Person, Server

FRAMES = ("first", "choice", "middle", "result", "replay")
STRIP = """<body style="margin:0;display:flex;gap:20px;padding:20px;background:#f5eedf">
{frames}</body>"""
FRAME = '<img src="data:image/png;base64,{}" style="width:288px;border-radius:16px;box-shadow:0 2px 12px #0004">'


def hand(browser: Browser, server: Server) -> dict[str, bytes]:
    """What somebody with a phone sees of a hand, by the name of the frame."""
    ani = Person.arrive(browser, "phone", "id")
    seen: dict[str, bytes] = {}

    def keep(name: str) -> None:
        if name not in seen:
            ani.page.wait_for_timeout(600)  # moves have come to rest
            seen[name] = ani.page.screenshot()

    ani.page.goto(server.url(HERE))
    ani.by("play-now").click()
    ani.name("Ani")
    ani.by("round").wait_for()
    mine = ani.page.locator('[data-testid^="own-tile-"][data-playable="true"]')
    while not ani.by("result").is_visible():
        laid = ani.by("line-tile").count()
        if mine.count() and laid > 2:
            keep("first")
            if laid > 14:
                keep("middle")
        ani.act(lambda _: keep("choice"))
        ani.page.wait_for_timeout(60)
    ani.by("record-link").wait_for()
    ani.page.wait_for_timeout(1_500)  # it is told step by step
    keep("result")
    ani.page.goto(server.url(HERE, "/riwayat"))
    ani.page.locator('a[href^="/riwayat/"]').first.click()
    ani.by("replay-table").wait_for()
    for _ in range(12):
        ani.by("replay-forward").click()
    keep("replay")
    ani.page.context.close()
    return seen


def desktop(browser: Browser, server: Server) -> bytes:
    """The table on a large screen, in the middle of a hand."""
    ani = Person.arrive(browser, "desktop", "en")
    ani.page.goto(server.url(HERE))
    ani.by("play-now").click()
    ani.name("Ani")
    mine = ani.page.locator('[data-testid^="own-tile-"][data-playable="true"]')
    ani.play_until(lambda: ani.by("line-tile").count() > 12 and mine.count() > 0)
    ani.page.wait_for_timeout(600)
    seen = ani.page.screenshot()
    ani.page.context.close()
    return seen


def strip(browser: Browser, frames: list[bytes]) -> bytes:
    """Frames side by side."""
    page = browser.new_page(viewport={"width": len(frames) * 308 + 20, "height": 640})
    told = (FRAME.format(base64.b64encode(frame).decode()) for frame in frames)
    page.set_content(STRIP.format(frames="".join(told)))
    page.wait_for_function("[...document.images].every(it => it.complete)")
    seen = page.screenshot(full_page=True)
    page.close()
    return seen


def write(file: Path, picture: bytes) -> None:
    """Keeps a picture, in 256 colours: it is looked at in a browser, and loaded by many."""
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(256).save(file, optimize=True)


def main() -> None:
    """Takes all of them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, open_browser() as browser:
        server = Server(Path(data) / "data", pace=0.3)
        server.start()
        try:
            seen = hand(browser, server)
            while len(seen) < len(FRAMES):  # not every hand has a choice
                seen = hand(browser, server) | seen
            write(folder / "hand-phone.png", strip(browser, [seen[name] for name in FRAMES]))
            write(folder / "table-phone.png", seen["middle"])
            write(folder / "table-desktop.png", desktop(browser, server))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
