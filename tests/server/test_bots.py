from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from gaple.server.wire.project import alias
from tests.server import client, wire
from tests.server.client import Person, browser, serving


@asynccontextmanager
async def bot(owner: Person, name: str = "Robo") -> AsyncIterator[Person]:
    """A bot of somebody's, known by its token alone."""
    made = await owner.client.post("/api/bots", json={"name": name})
    assert made.status_code == 201, made.text
    async with browser(owner.base, headers={"Authorization": f"Bearer {made.json()['token']}"}) as http:
        person = Person(owner.base, http)
        person.id = made.json()["person"]
        yield person


async def test_a_guest_makes_lists_and_revokes_bots(base: str) -> None:
    async with Person.named(base, "Ani") as ani:
        assert (await ani.get("/api/bots")).json() == {"bots": []}
        made = await ani.client.post("/api/bots", json={"name": " Robo  Satu "})
        assert made.status_code == 201
        assert made.json()["name"] == "Robo Satu"
        assert made.json()["person"].startswith("b_")
        token = made.json()["token"]
        async with bot(ani, "Dua") as second:
            listed = await ani.get("/api/bots")
            assert [told["name"] for told in listed.json()["bots"]] == ["Robo Satu", "Dua"]
            assert token not in listed.text
            assert (await second.get("/api/bots")).json() == {"bots": []}
            me = {"person": second.id, "name": "Dua", "lang": "en", "bot": True}
            assert (await second.get("/api/me")).json() == me
            renamed = await second.client.put("/api/me", json={"name": "Tiga", "lang": "id"})
            assert renamed.json() == me | {"name": "Tiga", "lang": "id"}
            gone = await ani.client.delete(f"/api/bots/{second.id}")
            assert (gone.status_code, gone.content) == (204, b"")
            refused = await second.get("/api/me")
            assert (refused.status_code, refused.json()["code"]) == (401, "token-unknown")
            assert refused.headers["www-authenticate"] == "Bearer"
        listed = await ani.get("/api/bots")
        assert [told["name"] for told in listed.json()["bots"]] == ["Robo Satu"]


async def test_nobody_else_can_revoke_a_bot(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi, bot(ani) as robo:
        for person in (budi, robo):
            own = person is robo
            other = await person.client.delete(f"/api/bots/{ani.id if own else robo.id}")
            assert (other.status_code, other.json()["code"]) == (404, "no-such-bot")
        async with Person.stranger(base) as stranger:
            assert (await stranger.client.delete(f"/api/bots/{robo.id}")).status_code == 404
        assert (await robo.client.delete(f"/api/bots/{robo.id}")).status_code == 204
        assert (await robo.get("/api/me")).status_code == 401


async def test_a_newcomer_can_make_one_in_one_request(base: str) -> None:
    async with browser(base) as anybody:
        made = await anybody.post("/api/bots", json={"name": "Robo"})
        assert made.status_code == 201
        assert (await anybody.get("/api/bots")).json()["bots"][0]["person"] == made.json()["person"]


async def test_there_are_limits(tmp_path: Path) -> None:
    async with serving(client.settings(tmp_path, bots_per_person=2)) as base, Person.named(base, "Ani") as ani:
        async with bot(ani) as robo:
            none = await robo.client.post("/api/bots", json={"name": "Robo"})
            assert (none.status_code, none.json()["code"]) == (403, "not-for-bots")
        async with bot(ani):
            third = await ani.client.post("/api/bots", json={"name": "Robo"})
            assert (third.status_code, third.json()["code"], third.json()["params"]) == (
                429,
                "too-many-bots",
                {"limit": 2},
            )


@pytest.mark.parametrize(
    "body", [b"", b"{}", b'{"name": ""}', b'{"name": "x", "owner": "p_a"}', b'{"name": "\\u0000"}', b'{"name": 5}']
)
async def test_a_bot_has_a_proper_name(base: str, body: bytes) -> None:
    async with Person.named(base, "Ani") as ani:
        assert (await ani.client.post("/api/bots", content=body)).status_code == 400
        assert (await ani.get("/api/bots")).json() == {"bots": []}


@pytest.mark.parametrize("token", ["gaple_", "x", "gaple_" + "f" * 43, "gaple_" + "f" * 5000, "gaple_é"])
async def test_a_forged_token_is_refused_everywhere(base: str, token: str) -> None:
    async with Person.named(base, "Ani") as ani:
        table = await ani.make_table("players=2 hand=7")
        headers = [(b"Authorization", f"Bearer {token}".encode())]
        for answer in (
            await ani.get("/api/me", headers=headers),
            await ani.get(f"/api/tables/{table}", headers=headers),
            await ani.get(f"/api/tables/{table}/events", headers=headers),
            await ani.client.post("/api/bots", json={"name": "x"}, headers=headers),
        ):
            assert (answer.status_code, answer.json()["code"]) == (401, "token-unknown")
    async with ani.socket(table, headers={"Authorization": f"Bearer {token}".encode().decode("latin-1")}) as window:
        assert (await window.until(wire.Failed)).error.code == "token-unknown"
        with pytest.raises(ConnectionClosed) as ended:
            await window.next()
        assert ended.value.rcvd
        assert ended.value.rcvd.code == 4401


async def test_a_password_of_a_proxy_is_no_token(base: str) -> None:
    async with Person.named(base, "Ani") as ani:
        answer = await ani.get("/api/me", headers={"Authorization": "Basic YW5pOnJhaGFzaWE="})
        assert answer.json()["person"] == ani.id


async def test_a_bot_is_told_as_one_and_plays_by_the_socket(base: str) -> None:
    async with Person.named(base, "Ani") as ani, bot(ani) as robo:
        table = await ani.make_table("players=2 hand=14 hands=1")
        token: Any = robo.client.headers["authorization"]
        async with ani.at(table) as window, robo.socket(table, headers={"Authorization": token}) as program:
            await program.send(type="hello", version=1)
            await program.next()
            await program.do("sit", seat="B")
            await window.until(wire.Event)
            told = [(seat.name, seat.bot) for seat in window.now.table.seats]
            assert told == [("Ani", False), ("Robo", True)]
            assert program.now.you == wire.You(person=robo.id, who=alias(robo.id), seat="B", host=False)
            assert (await ani.client.delete(f"/api/bots/{robo.id}")).status_code == 204
            with pytest.raises(ConnectionClosed):
                await program.until(wire.Failed)


async def test_no_token_gets_into_a_log(base: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for name in ("httpx", "httpcore", "websockets"):  # the clients of this test
            logging.getLogger(name).setLevel(logging.WARNING)
        async with Person.named(base, "Ani") as ani, bot(ani) as robo:
            token = robo.client.headers["authorization"].split()[1]
            assert (await robo.get("/api/me")).status_code == 200
            forged = await robo.get(f"/api/tables/{token}/events")
            assert forged.status_code == 404
            assert isinstance(forged, httpx.Response)
    assert token not in caplog.text
