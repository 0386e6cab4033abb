from __future__ import annotations

import io
import json
import logging
import ssl
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from gaple.server import Settings, StartError, logs
from gaple.server.run import run
from gaple.server.store.storage import Storage
from tests.server.client import Person, browser, play_hand, serving, settings

TLS = Path(__file__).parent / "tls"  # for tests alone: anybody can read this key
TOKEN = "t0ken"


def numbers(told: str) -> dict[str, float]:
    """What a monitor reads, by name; of those with a label by ``name{value}``."""
    return {
        sample.name + "".join(f"{{{value}}}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(told)
        for sample in family.samples
    }


async def test_a_monitor_reads_numbers_and_nothing_else(tmp_path: Path) -> None:
    asking = {"Authorization": f"Bearer {TOKEN}"}
    async with serving(settings(tmp_path, metrics_token=TOKEN)) as base, Person.named(base, "Bayu") as person:
        table = await person.play_now(rules="players=4 hand=7 hands=1")
        async with person.at(table) as window, browser(base) as monitor:
            await play_hand(window)
            await window.refused("vote")
            answer = await monitor.get("/metrics", headers=asking)
            assert answer.headers["content-type"].startswith("text/plain")
            told = numbers(answer.text)
            assert told["gaple_tables"] == told["gaple_windows"] == told["gaple_sockets"] == 1
            assert told["gaple_commands_total{refused}"] == 1
            assert told["gaple_commands_total{done}"] > 7
            assert told["gaple_append_seconds_count"] > 7
            assert sys.platform != "linux" or told["process_resident_memory_bytes"] > 1e6
            for secret in (table, person.id, "Bayu", person.cookie["Cookie"].partition("=")[2], TOKEN):
                assert secret not in answer.text
        async with browser(base) as monitor:
            for wrong in ("Bearer no", TOKEN, "Bearer é"):
                headers = {b"Authorization": wrong.encode()}
                assert (await monitor.get("/metrics", headers=headers)).status_code == 404
            assert (await monitor.get("/metrics")).status_code == 404
    assert TOKEN not in repr(settings(tmp_path, metrics_token=TOKEN))


async def test_without_a_token_there_are_no_numbers(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, browser(base) as monitor:
        for headers in ({}, {"Authorization": "Bearer"}, {"Authorization": "Bearer None"}):
            assert (await monitor.get("/metrics", headers=headers)).status_code == 404


async def test_who_can_be_sent_people_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(settings(tmp_path)) as base, browser(base) as monitor:
        answer = await monitor.get("/api/ready")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok", "database": "ok"})

        async def fails(*_: object) -> None:
            raise TimeoutError

        monkeypatch.setattr(Storage, "read", fails)
        answer = await monitor.get("/api/ready")
        assert (answer.status_code, answer.json()) == (503, {"status": "failing", "database": "failing"})
        assert (await monitor.get("/api/health")).status_code == 200


@pytest.fixture
def trusting() -> ssl.SSLContext:
    """A client that knows the certificate."""
    return ssl.create_default_context(cafile=str(TLS / "cert.pem"))


async def test_the_server_speaks_tls(tmp_path: Path, trusting: ssl.SSLContext) -> None:
    secured = settings(tmp_path, tls_cert=TLS / "cert.pem", tls_key=TLS / "key.pem")
    async with serving(secured) as base:
        assert base.startswith("https://")
        async with browser(base, verify=trusting) as client:
            answer = await client.put("/api/me", json={"name": "Bayu"})
            assert answer.status_code == 200
            assert "Secure" in answer.headers["set-cookie"]
            person = Person(base, client)
            table = await person.make_table("players=2 hand=7")
            async with person.socket(table, ssl=trusting) as window:
                await window.send(type="hello", version=1, seq=None, lang="en")
                await window.next()
                assert window.now.you.seat == "A"


@pytest.mark.parametrize("files", [("key.pem", "cert.pem"), ("cert.pem", "none.pem"), ("cert.pem", "cert.pem")])
async def test_files_that_are_no_certificate(tmp_path: Path, files: tuple[str, str]) -> None:
    with pytest.raises(StartError) as refused:
        await run(settings(tmp_path, tls_cert=TLS / files[0], tls_key=TLS / files[1]))
    assert refused.value.code == "tls-unusable"
    assert str(TLS / files[1]) in refused.value.told("id")


def test_a_certificate_without_its_key() -> None:
    for alone in ({"tls_cert": TLS / "cert.pem"}, {"tls_key": TLS / "key.pem"}):
        with pytest.raises(StartError) as refused:
            Settings(**alone)  # type: ignore[arg-type]
        assert refused.value.code == "tls-pair"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is logged, in place of standard error."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    root.handlers.clear()
    yield io.StringIO()
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_log_tells_where_a_fault_was_and_not_what_it_says(
    written: io.StringIO, form: logs.LogFormat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", written)
    logs.begin(form)
    log = logging.getLogger("gaple.test")
    log.warning("a table of %d", 4)
    said = f"tile {35}"
    try:
        raise ValueError(said)
    except ValueError:
        log.exception("it failed")
    told = written.getvalue()
    assert "tile 35" not in told
    assert "ValueError" in told
    assert "test_monitoring.py" in told
    if form == "json":
        first, second = map(json.loads, told.splitlines())
        assert (first["level"], first["logger"], first["message"]) == ("warning", "gaple.test", "a table of 4")
        assert first["time"].endswith("+00:00")
        assert "ValueError" in second["fault"]
