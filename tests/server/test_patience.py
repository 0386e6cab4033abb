from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from gaple.server import patience
from gaple.server.errors import TooMany
from gaple.server.patience import Places, allow_many_files
from tests.server import client, wire
from tests.server.client import Person, serving
from tests.waiting import PATIENCE


def test_a_place_is_free_again() -> None:
    places = Places(2)
    with places.place("a", "too-many-sockets"), places.place("a", "too-many-sockets"):
        with pytest.raises(TooMany) as refused, places.place("a", "too-many-sockets"):
            pass
        assert refused.value.params == {"limit": 2}
        with places.place("b", "too-many-sockets"):
            pass
    with places.place("a", "too-many-sockets"):
        pass
    assert not places._taken


async def test_one_address_has_so_many_sockets(tmp_path: Path) -> None:
    chosen = client.settings(tmp_path, sockets_per_address=2)
    async with serving(chosen) as base, Person.named(base, "Bayu") as person, Person.stranger(base) as stranger:
        table = await person.make_table("players=2 hand=7")
        # The second of them has not even said hello.
        async with person.at(table), stranger.socket(table), stranger.socket(table) as third:
            assert (await third.until(wire.Failed)).error.code == "too-many-sockets"
            await third.socket.wait_closed()
            assert third.socket.close_code == 4429

        async def welcome() -> bool:
            async with person.socket(table) as again:
                with contextlib.suppress(ConnectionClosed):
                    await again.send(type="hello", version=1)
                if isinstance(await again.next(), wire.Failed):
                    return False
                await again.do("computer", seat="B", level="greedy")
                return True

        async with asyncio.timeout(PATIENCE):
            while not await welcome():  # the server hears a moment later that the others have gone
                pass


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "GET /api/hea",
        "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\nGET /api",
        "PUT /api/me HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
    ],
)
async def test_who_never_comes_to_an_end_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: str) -> None:
    monkeypatch.setattr(patience, "REQUEST_SECONDS", 0.2)
    async with serving(client.settings(tmp_path)) as base:
        host, _, port = base.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(sent.encode())
        with contextlib.suppress(ConnectionError):  # it may be let go before it is heard
            await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()


async def test_a_socket_is_no_silent_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Callable[[], None]] = []
    look_again = patience.Impatient._look_again

    def noted(self: patience.Impatient, last: object) -> None:
        looks.append(lambda: self._look(last))
        look_again(self, last)

    monkeypatch.setattr(patience.Impatient, "_look_again", noted)
    async with serving(client.settings(tmp_path)) as base, Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7")
        async with person.at(table) as window:
            for look in tuple(looks):  # the time has come for every connection
                look()
            await window.send(type="ping")
            await window.until(wire.Pong)


async def test_nothing_is_held_of_a_connection_that_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "REQUEST_SECONDS", 3600.0)

    def there() -> list[patience.Impatient]:
        gc.collect()
        return [one for one in gc.get_objects() if isinstance(one, patience.Impatient)]

    earlier = {id(one) for one in there()}  # another server's in this process
    async with serving(client.settings(tmp_path)) as base, Person.named(base, "Bayu") as person:
        table = await person.make_table("players=2 hand=7")
        for _ in range(5):
            async with person.at(table), Person.stranger(base) as stranger:
                await stranger.get("/api/levels")

        async with asyncio.timeout(PATIENCE):
            # Nobody tells of it; the one is Bayu's own.
            while sum(id(one) not in earlier for one in there()) > 1:  # noqa: ASYNC110
                await asyncio.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_process_may_have_as_many_files_as_it_can() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        allow_many_files()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert soft == (patience.MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, patience.MOST_FILES))
        assert hard == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
