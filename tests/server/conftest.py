from __future__ import annotations

import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from gaple.server import Listening, serve
from tests.server.client import settings
from tests.server.services import a_database
from tests.waiting import PATIENCE


@pytest.fixture(params=["sqlite", "postgres"])
async def database_url(request: pytest.FixtureRequest) -> AsyncIterator[str | None]:
    """The address of a new database; ``None`` for SQLite in a folder. Every test that asks for it is run on both."""
    if request.param == "sqlite":
        yield None
        return
    async with a_database() as url:
        yield url


@pytest.fixture
def time_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets this process's time zone, as in ``TZ``, for a test."""
    if sys.platform == "win32":
        pytest.skip("Windows has no TZ")

    def choose(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield choose
    monkeypatch.undo()
    time.tzset()


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server on which nobody waits; all tests of a run share it."""
    started, found = threading.Event(), list[Listening]()

    def ready(listening: Listening) -> None:
        found.append(listening)
        started.set()

    chosen = settings(tmp_path_factory.mktemp("tables"), guests_per_hour=100_000, records_per_minute=100_000)
    thread = threading.Thread(target=serve, args=(chosen, ready), daemon=True)
    thread.start()
    assert started.wait(PATIENCE)
    yield found[0].here
    found[0].stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
