from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from scripts import chromium as chromiums
from tests.browser.table import PLAIN, Server


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A headless Chromium that finds ``PLAIN`` on this machine."""
    found = chromiums.find()
    assert found, "no Chromium here; `make test` installs it"
    flags = [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=flags)
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One for a module's tests: Playwright's event loop runs as long as it is open, and no coroutine test could."""
    with open_browser() as browser:
        yield browser


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """A browser without a past: no profile of another test is left in it."""
    try:
        yield chromium
    finally:
        for context in chromium.contexts:
            context.close()


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server for one test; with processes for strong players where the module asks for them (``THINKERS``)."""
    server = Server(tmp_path / "data", thinkers=getattr(request.module, "THINKERS", 0))
    try:
        server.start()
        yield server
    finally:
        server.kill()
