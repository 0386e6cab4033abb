"""Being oneself on another device, taking away what is one's own, and being forgotten."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from gaple.record import read_records
from gaple.server.store import database
from gaple.server.wire.project import alias
from tests.server import wire
from tests.server.client import Person, Window, browser, play_hand, serving, settings


def error_of(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    return msgspec.json.decode(answer.content, type=wire.Error).code


async def code_of(person: Person) -> str:
    answer = await person.client.post("/api/me/recovery")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


async def restore(person: Person, code: str) -> httpx.Response:
    return await person.client.post("/api/me/restore", json={"code": code})


async def test_a_code_carries_name_seat_and_history_to_another_device(base: str) -> None:
    async with Person.named(base, "Bayu", "id") as bayu, Person.stranger(base) as phone:
        table = await bayu.make_table("players=2 hand=7")
        assert (await bayu.get("/api/me/recovery")).json() == {"since": None}
        code = await code_of(bayu)
        assert (await bayu.get("/api/me/recovery")).json()["since"]
        answer = await restore(phone, code.lower().replace("-", " "))
        assert answer.json() == {"person": bayu.id, "name": "Bayu", "lang": "id", "bot": False}
        for part in ("HttpOnly", "SameSite=lax", "Path=/"):
            assert part in answer.headers["set-cookie"]
        assert [sat["table"] for sat in (await phone.get("/api/me/tables")).json()["tables"]] == [table]
        async with phone.at(table) as window, bayu.at(table) as other:
            assert window.now.you == other.now.you == wire.You(person=bayu.id, who=alias(bayu.id), seat="A", host=True)


async def test_a_device_that_was_somebody_elses_is_not_any_more(base: str) -> None:
    async with Person.named(base, "Bayu") as bayu, Person.named(base, "Budi") as budi:
        before = budi.client.cookies["gaple_device"]
        assert (await restore(budi, await code_of(bayu))).json()["person"] == bayu.id
        assert budi.client.cookies["gaple_device"] != before
        async with Person.stranger(base, before) as old:
            assert (await old.get("/api/me")).json()["person"] not in (budi.id, bayu.id)


async def test_a_new_code_ends_the_old_one(base: str) -> None:
    async with Person.named(base, "Bayu") as bayu, Person.stranger(base) as phone:
        old, new = await code_of(bayu), await code_of(bayu)
        assert error_of(await restore(phone, old), 403) == "code-unknown"
        assert (await restore(phone, new)).json()["person"] == bayu.id


async def test_whatever_is_wrong_with_a_code_the_answer_is_the_same(base: str) -> None:
    async with Person.named(base, "Bayu") as bayu, browser(base, headers={"accept-language": "en"}) as client:
        used, _ = await code_of(bayu), await code_of(bayu)
        answers = set()
        for code in ("", "x", "0" * 20, used, used[:-1], bayu.id, "Bayu", "' OR 1=1 --"):
            answer = await client.post("/api/me/restore", json={"code": code})
            assert "set-cookie" not in answer.headers
            answers.add((answer.status_code, answer.text))
        assert len(answers) == 1
        assert error_of(answer, 403) == "code-unknown"
        too_long = await client.post("/api/me/restore", json={"code": "0" * 101})
        assert error_of(too_long, 400) == "message-malformed"


async def test_there_is_an_end_to_trying_codes(tmp_path: Path) -> None:
    chosen = settings(tmp_path, attempts_per_hour=3)
    async with serving(chosen) as base, Person.named(base, "Bayu") as bayu, Person.stranger(base) as phone:
        code = await code_of(bayu)
        for _ in range(3):
            assert error_of(await restore(phone, "0" * 20), 403) == "code-unknown"
        assert error_of(await restore(phone, code), 429) == "too-many-attempts"


async def test_another_sites_page_restores_and_erases_nothing(base: str) -> None:
    async with Person.named(base, "Bayu") as bayu:
        code = await code_of(bayu)
        foreign = {"origin": "http://evil.test"}
        for method, path in (
            ("POST", "/api/me/recovery"),
            ("POST", "/api/me/restore"),
            ("DELETE", "/api/me/devices"),
            ("DELETE", "/api/me"),
        ):
            answer = await bayu.client.request(method, path, json={"code": code}, headers=foreign)
            assert error_of(answer, 400) == "origin-foreign"
        assert (await bayu.get("/api/me")).json()["name"] == "Bayu"


def contents(folder: Path) -> bytes:
    """Everything that is in the files of a folder."""
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


async def test_neither_codes_nor_tokens_are_kept_or_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving(settings(tmp_path)) as base:
        async with Person.named(base, "Bayu") as bayu, Person.stranger(base) as phone:
            code = await code_of(bayu)
            await restore(phone, code)
            tokens = [person.client.cookies["gaple_device"] for person in (bayu, phone)]
        kept = contents(tmp_path)
    logged = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("http"))
    for secret in (code, code.replace("-", ""), *tokens):
        assert secret.encode() not in kept
        assert secret not in logged


async def test_under_https_a_restored_cookie_is_secure_and_taken_away_as_it_came(tmp_path: Path) -> None:
    ours = {"origin": "https://gaple.test"}
    async with (
        serving(settings(tmp_path, public_url="https://gaple.test")) as base,
        browser(base, headers=ours) as client,
    ):
        first = await client.put("/api/me", json={"name": "Bayu"})
        known = {"cookie": f"gaple_device={first.cookies['gaple_device']}"}
        code = (await client.post("/api/me/recovery", headers=known)).json()["code"]
        restored = await client.post("/api/me/restore", json={"code": code})
        known = {"cookie": f"gaple_device={restored.cookies['gaple_device']}"}
        erased = await client.delete("/api/me", headers=known)
        for answer in (restored, erased):
            assert {"HttpOnly", "SameSite=lax", "Path=/", "Secure"} <= set(answer.headers["set-cookie"].split("; "))
        assert "Max-Age=0" in erased.headers["set-cookie"]


async def test_there_is_an_end_to_records(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, records_per_minute=1)) as base, Person.named(base, "Bayu") as bayu:
        table = await bayu.make_table("players=2 hand=7")
        codes = [error_of(await bayu.get(f"/api/tables/{table}/record"), status) for status in (404, 429, 429)]
        assert codes == ["no-finished-hand", "too-many-records", "too-many-records"]


async def test_one_device_alone(base: str) -> None:
    async with Person.named(base, "Bayu") as bayu, Person.stranger(base) as phone:
        table = await bayu.make_table("players=2 hand=7")
        await restore(phone, await code_of(bayu))
        async with phone.at(table) as window:
            assert (await bayu.client.delete("/api/me/devices")).json() == {"devices": 1}
            await window.socket.wait_closed()
        async with phone.at(table) as window:
            assert window.now.you == wire.You(person=None, who=None, seat=None, host=False)
        assert (await bayu.get("/api/me")).json()["person"] == bayu.id


async def unzipped(person: Person) -> tuple[dict[str, Any], dict[str, str]]:
    answer = await person.get("/api/me/data")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        files = {name: file.read(name).decode() for name in file.namelist()}
    return json.loads(files.pop("me.json")), files


async def test_all_that_is_mine_can_be_taken_away(base: str) -> None:
    async with Person.named(base, "Bayu") as bayu, Person.named(base, "Budi") as budi:
        table = await bayu.make_table("players=2 hand=7 hands=1")
        await code_of(budi)
        async with bayu.at(table) as a, budi.at(table) as b:
            await b.do("sit", seat="B")
            await a.do("start")
            await b.until_phase("playing")
            await asyncio.gather(play_hand(a), play_hand(b))
        me, files = await unzipped(budi)
        assert (me["person"], me["name"], me["lang"]) == (budi.id, "Budi", "en")
        assert len(me["devices"]) == 1
        assert me["recovery_code"]
        (told,) = me["tables"]
        assert (told["table"], told["host"], told["record"]) == (table, False, f"tables/{table}.gaple")
        did = [deed["type"] for deed in told["did"]]
        assert did[0] == "sat"
        assert "played" in did
        (record,) = read_records(files[told["record"]])
        assert list(record.names.values()) == ["Bayu", "Budi"]


async def test_what_is_hidden_is_not_taken_away(base: str) -> None:
    """Neither the secret of a hand in play, nor who others are."""
    async with Person.named(base, "Bayu") as bayu, Person.named(base, "Budi") as budi:
        table = await bayu.make_table("players=2 hand=7")
        async with bayu.at(table) as a, budi.at(table) as b:
            await b.do("sit", seat="B")
            await a.do("start")
            me, files = await unzipped(bayu)
        assert not files
        assert {deed["type"] for deed in me["tables"][0]["did"]} <= {"sat", "played"}
        assert budi.id not in json.dumps(me)


async def test_there_is_an_end_to_downloads(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, downloads_per_hour=1)) as base, Person.named(base, "Bayu") as bayu:
        me, files = await unzipped(bayu)
        assert (me["tables"], files) == ([], {})
        assert error_of(await bayu.get("/api/me/data"), 429) == "too-many-downloads"


@pytest.mark.parametrize("request_line", ["GET recovery", "GET tables", "GET data", "DELETE devices", "DELETE "])
async def test_nobody_has_nothing(base: str, request_line: str) -> None:
    method, _, part = request_line.partition(" ")
    async with browser(base) as nobody:
        answer = await nobody.request(method, f"/api/me/{part}".rstrip("/"))
        assert error_of(answer, 404) == "device-unknown"
        assert "set-cookie" not in answer.headers


async def name_at_a(window: Window, name: str | None) -> None:
    await window.until(wire.Presence, lambda told: told.seats[0].name == name)


async def test_who_is_erased_is_gone_from_every_table_at_once(base: str) -> None:
    async with Person.named(base, "Sumarno") as gone, Person.named(base, "Budi") as budi:
        table = await gone.make_table("players=2 hand=7 hands=1")
        async with gone.at(table) as a, budi.at(table) as b:
            await b.do("sit", seat="B")
            await a.do("start")
            await b.until_phase("playing")
            await asyncio.gather(play_hand(a), play_hand(b))
            answer = await gone.client.delete("/api/me")
            assert answer.status_code == 200, answer.text
            assert 'gaple_device=""' in answer.headers["set-cookie"]
            assert "gaple_device" not in gone.client.cookies
            await name_at_a(b, None)
            await a.socket.wait_closed()
        record = (await budi.get(f"/api/tables/{table}/record")).text
        assert "Sumarno" not in record
        (told,) = read_records(record)
        assert list(told.names.values()) == ["Player A", "Budi"]
        me, files = await unzipped(budi)
        assert "Sumarno" not in json.dumps(me) + "".join(files.values())


async def test_a_token_or_a_code_of_the_erased_is_nobodys(base: str) -> None:
    async with Person.named(base, "Bayu") as bayu, Person.stranger(base) as phone:
        table = await bayu.make_table("players=2 hand=7")
        code, token = await code_of(bayu), bayu.client.cookies["gaple_device"]
        await bayu.client.delete("/api/me")
        assert error_of(await restore(phone, code), 403) == "code-unknown"
        async with Person.stranger(base, token) as old:
            async with old.at(table) as window:
                assert window.now.you == wire.You(person=None, who=None, seat=None, host=False)
            assert error_of(await old.get("/api/me/data"), 404) == "device-unknown"
            assert (await old.get("/api/me")).json()["person"] != bayu.id


async def test_ones_bots_are_erased_too_and_have_no_part_in_codes(base: str) -> None:
    async with Person.named(base, "Bayu") as bayu, browser(base) as client:
        made = (await bayu.client.post("/api/bots", json={"name": "Robo"})).json()
        me, _ = await unzipped(bayu)
        assert [bot["name"] for bot in me["bots"]] == ["Robo"]
        client.headers["authorization"] = f"Bearer {made['token']}"
        code = {"code": await code_of(bayu)}
        for method, path in (("POST", "recovery"), ("POST", "restore"), ("DELETE", "devices")):
            assert error_of(await client.request(method, f"/api/me/{path}", json=code), 403) == "not-for-bots"
        assert (await client.put("/api/me", json={"name": "Robo 2"})).json()["name"] == "Robo 2"
        table = (await client.post("/api/tables", json={"rules": "players=2 hand=7"})).json()["table"]
        await bayu.client.delete("/api/me")
        assert error_of(await client.get("/api/me"), 401) == "token-unknown"
        told = msgspec.json.decode((await bayu.get(f"/api/tables/{table}")).content, type=wire.TableView)
        assert [seat.name for seat in told.seats] == [None, None]


@pytest.mark.parametrize("phase", ["waiting", "playing"])
async def test_nobody_waits_for_the_erased(base: str, phase: str) -> None:
    async with Person.named(base, "Bayu") as bayu, Person.named(base, "Budi") as budi:
        table = await bayu.make_table("players=2 hand=7")
        async with bayu.at(table) as a, budi.at(table) as b:
            await b.do("sit", seat="B")
            if phase == "playing":
                await a.do("start")
                await b.until_phase("playing")
            await bayu.client.delete("/api/me")
            if phase == "waiting":
                await b.until(wire.Event, lambda told: isinstance(told.event, wire.Stood))
            else:
                await b.until(wire.Event, lambda told: isinstance(told.event, wire.TakenOver))
                await play_hand(b)
                assert b.now.table.phase == "hand_over"


async def test_nothing_of_the_erased_is_left_in_the_files(tmp_path: Path) -> None:
    """What is deleted is overwritten, not merely unlinked."""
    async with serving(settings(tmp_path)) as base, Person.named(base, "Sumarno Unik") as gone:
        await gone.make_table("players=2 hand=7")
        await code_of(gone)
        await gone.client.delete("/api/me")
    assert b"Sumarno" not in contents(tmp_path)
    with sqlite3.connect(tmp_path / database.FILE) as connection:
        for table in ("devices", "recovery_codes", "seatings"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
        assert connection.execute("SELECT id, name, lang FROM persons").fetchall() == [(gone.id, None, None)]
    connection.close()


async def test_the_erased_get_no_new_name(base: str) -> None:
    """Not by a request that was under way, either."""
    async with Person.named(base, "Bayu") as bayu:
        table = await bayu.make_table("players=2 hand=7")
        cookie = bayu.cookie
        async with browser(base) as other:
            for _ in range(5):
                await asyncio.gather(
                    bayu.client.delete("/api/me"),
                    *(other.put("/api/me", json={"name": "Bayu"}, headers=cookie) for _ in range(5)),
                )
        told = msgspec.json.decode((await bayu.get(f"/api/tables/{table}")).content, type=wire.TableView)
        assert "Bayu" not in [seat.name for seat in told.seats]
