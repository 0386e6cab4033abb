"""Takes the pictures in `web/public`: the icons, and what a link unfolds with. They are drawn in `web/dev`.

.venv/bin/python -m tests.browser.pictures        (after a change to the tiles, the colours, or what is drawn)
"""

from __future__ import annotations

import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.console import ROOT
from scripts.web import install_packages, npm_environment
from tests.browser.conftest import open_browser
from tests.waiting import wait_until

WEB = ROOT / "web"
PICTURES = {
    "card.png": ("card", 1200, 630),
    "icon-192.png": ("round", 192, 192),
    "icon-512.png": ("round", 512, 512),
    "icon-maskable-512.png": ("maskable", 512, 512),
    "apple-touch-icon.png": ("square", 180, 180),
}
"""File by file what is drawn, how wide and how high."""


@contextmanager
def workshop() -> Iterator[str]:
    """Vite, serving what is drawn; its address."""
    npm, env = npm_environment(ROOT)
    install_packages(WEB, npm, env)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["node", "node_modules/vite/bin/vite.js", "--port", str(port), "--strictPort"]
    vite = subprocess.Popen(command, cwd=WEB, env=env, stdout=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        assert vite.poll() is None, "Vite has ended"
        try:
            return bool(urllib.request.urlopen(f"{base}/dev/pictures.html").status == 200)
        except OSError:
            return False

    try:
        wait_until(answers)
        yield base
    finally:
        vite.terminate()
        vite.wait()


def take(folder: Path) -> None:
    """Takes all of them."""
    with workshop() as base, open_browser() as browser:
        for name, (drawn, width, height) in PICTURES.items():
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
            page.goto(f"{base}/dev/pictures.html?picture={drawn}", wait_until="networkidle")
            page.get_by_test_id("picture").wait_for()
            page.screenshot(path=folder / name, omit_background=True)
            page.close()


if __name__ == "__main__":
    take(WEB / "public")
