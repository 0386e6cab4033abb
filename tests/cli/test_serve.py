from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from gaple.cli.serve import show_qr, welcome
from gaple.cli.terminal import Terminal
from gaple.server import Listening
from tests.cli.running import Run, Tty
from tests.waiting import PATIENCE

ENVIRONMENT = {**os.environ, "LC_ALL": "en_GB.UTF-8", "PYTHONUNBUFFERED": "1"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "gaple",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--data",
            str(tmp_path / "data"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    with process:
        assert process.stdout is not None
        try:
            first = process.stdout.readline()
            address = re.search(r"http://\S+", first)
            assert address, first
            yield process, address[0]
        finally:
            if process.poll() is None:
                process.kill()


def test_it_serves_until_ctrl_c(server: tuple[subprocess.Popen[str], str], tmp_path: Path, run: Run) -> None:
    process, address = server
    with urllib.request.urlopen(f"{address}/api/health", timeout=PATIENCE) as answer:
        assert json.load(answer)["status"] == "ok"
    assert (tmp_path / "data").is_dir()

    port = address.rsplit(":", 1)[1]
    taken = run("serve", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path / "other"), lang="id")
    assert (taken.code, taken.out) == (2, "")
    assert taken.err.startswith(f"port {port} sedang dipakai")
    assert taken.err.count("\n") == 1

    locked = run("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data"))
    assert (locked.code, locked.out) == (2, "")
    assert "in use by another server" in locked.err

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "The server has stopped" in out
    assert err == ""


def test_places_where_it_cannot_start(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "file"))
    assert (result.code, result.out) == (2, "")
    assert "cannot be written" in result.err
    result = run("serve", "--host", "192.0.2.77", "--port", "0", "--data", str(tmp_path / "data"), lang="id")
    assert (result.code, result.out) == (2, "")
    assert "192.0.2.77" in result.err


@pytest.mark.parametrize(
    "url", ["gaple.example", "ftp://gaple.example", "https://gaple.example/meja", "https://a:b", "https://"]
)
def test_a_public_address_that_is_none(run: Run, tmp_path: Path, url: str) -> None:
    result = run("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--public-url", url)
    assert (result.code, result.out) == (2, "")
    assert url in result.err
    assert "https://gaple.example" in result.err
    assert result.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_behind_a_proxy_people_use_its_address(tmp_path: Path) -> None:
    options = ["--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--public-url", "https://gaple.example/"]
    command = [sys.executable, "-m", "gaple", "serve", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        assert process.stdout is not None
        try:
            here = re.search(r"http://\S+", process.stdout.readline())
            assert here
            assert re.fullmatch(r"For everybody: +https://gaple.example\n", process.stdout.readline())
            for origin, status in (("https://gaple.example", 200), ("https://evil.example", 400)):
                headers = {"Origin": origin, "Host": "backend:8000"}
                body = b'{"name": "Bayu"}'
                asked = urllib.request.Request(f"{here[0]}/api/me", body, headers, method="PUT")
                try:
                    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                        found = answer.status
                except urllib.error.HTTPError as error:
                    found = error.code
                assert found == status
        finally:
            process.send_signal(signal.SIGINT)


def test_a_database_that_is_none(run: Run, tmp_path: Path) -> None:
    (tmp_path / "gaple.db").write_bytes(b"no database at all" * 100)
    result = run("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert "gaple.db" in result.err


def test_without_the_packages_for_the_table_it_says_how_to_get_them(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['litestar'] = None;"
        "from gaple.cli import main; sys.exit(main(['serve', '--data', sys.argv[1], '--lang', 'id']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'gaple[table]'" in done.stderr
    assert done.stderr.count("\n") == 1


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, encoding: str = "utf-8") -> io.BytesIO:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", Tty(written, encoding=encoding))
    return written


def listening(**changes: object) -> Listening:
    parts = {
        "port": 8000,
        "here": "http://localhost:8000",
        "others": ["http://192.168.1.5:8000", "http://10.0.0.2:8000"],
    }
    return Listening(**{**parts, "page_is_built": True, "stop": lambda: None, **changes})  # type: ignore[arg-type]


def test_addresses_for_here_and_for_phones_with_a_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    written = on_a_terminal(monkeypatch)
    welcome(Terminal("id"), listening(), with_qr=True)
    out = written.getvalue().decode()
    assert re.search(r"Di komputer ini: +http://localhost:8000", out)
    assert re.search(r"Dari HP, .*http://192.168.1.5:8000", out)
    assert re.search(r"atau mungkin: +http://10.0.0.2:8000", out)
    assert out.count("▄") > 50
    assert "make web" not in out


def test_a_qr_code_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    written = on_a_terminal(monkeypatch)
    welcome(Terminal("en"), listening(page_is_built=False), with_qr=False)
    out = written.getvalue().decode()
    assert "▄" not in out
    assert "make web" in out


def test_a_qr_code_only_where_it_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    written = on_a_terminal(monkeypatch, "ascii")
    show_qr(Terminal("en"), "http://192.168.1.5:8000")
    assert written.getvalue() == b""
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="utf-8"))  # a pipe
    show_qr(Terminal("en"), "http://192.168.1.5:8000")
    assert written.getvalue() == b""
