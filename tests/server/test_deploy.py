"""The Redis of `deploy/compose.yaml`: it asks for its password, which is on no command line."""

from __future__ import annotations

import os
import re
import subprocess
import textwrap
from pathlib import Path

import redis

from scripts.services import find_redis
from tests.server.ports import free_port
from tests.waiting import ended, wait_until

COMPOSE = (Path(__file__).resolve().parents[2] / "deploy" / "compose.yaml").read_text(encoding="utf-8")


def test_passwords_are_put_into_the_environment_alone() -> None:
    places = [line.split(":")[0].strip() for line in COMPOSE.splitlines() if re.search(r"[^$]\$\{\w*PASSWORD", line)]
    assert set(places) == {"GAPLE_DATABASE", "GAPLE_REDIS", "environment"}


def test_its_redis_lets_nobody_in_without_the_password(tmp_path: Path) -> None:
    program = find_redis()
    assert program, "no Redis; `make test` would install one"
    port = free_port()
    # What the image has for a beginning, and here also a port.
    entry = tmp_path / "docker-entrypoint.sh"
    entry.write_text(f'#!/bin/sh\nshift\nexec "{program}" "$@" --port {port} --bind 127.0.0.1\n')
    entry.chmod(0o755)
    told = re.search(r"- sh\n +- -c\n +- \|\n(.*?\n +END\n)", COMPOSE, re.DOTALL)
    assert told
    script = textwrap.dedent(told[1]).replace("$$", "$")
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "REDIS_PASSWORD": "s3cret"}
    with (tmp_path / "redis.log").open("wb") as log:
        running = subprocess.Popen(["sh", "-c", script], env=environment, cwd=tmp_path, stdout=log, stderr=log)

    def answer(password: str | None) -> str:
        with redis.Redis(port=port, password=password) as client:
            try:
                return str(client.ping())
            except redis.AuthenticationError:
                return "who are you?"

    def comes() -> bool:
        assert running.poll() is None, (tmp_path / "redis.log").read_text()
        try:
            return bool(answer("s3cret"))
        except redis.ConnectionError:
            return False

    with ended(running):
        wait_until(comes)
        assert [answer(password) for password in ("s3cret", None, "secret")] == ["True", *["who are you?"] * 2]
