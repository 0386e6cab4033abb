"""PostgreSQL and Redis for tests: what listens on the standard ports, else a private one of this run."""

from __future__ import annotations

import asyncio
import atexit
import functools
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import asyncpg

from scripts.services import HERE, POSTGRES_PORT, REDIS_PORT, find_postgres, find_redis, listens
from tests.server.ports import free_port
from tests.waiting import wait_until

_USERS: Final = ("postgres", "nobody")  # PostgreSQL runs for no root


@functools.cache
def postgres() -> str:
    """The address of a PostgreSQL in which databases can be made, up to the database's name."""
    usual = f"postgresql+asyncpg://postgres@{HERE}:{POSTGRES_PORT}/"
    if asyncio.run(_welcomes(usual)):
        return usual
    programs = find_postgres()
    assert programs, "no PostgreSQL; `make test` would install one"
    folder = Path(tempfile.mkdtemp(prefix="gaple-postgres-"))
    user = _ordinary_user(folder)
    data, port = folder / "data", free_port()
    subprocess.run(
        [*user, programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    options = f"-p {port} -k {folder} -c listen_addresses={HERE} -c max_connections=300"
    running = subprocess.Popen([*user, programs / "postgres", "-D", data, *options.split()], stderr=subprocess.DEVNULL)
    atexit.register(_end, running, folder)
    wait_until(lambda: listens(port))
    private = f"postgresql+asyncpg://postgres@{HERE}:{port}/"
    wait_until(lambda: asyncio.run(_welcomes(private)))
    return private


@functools.cache
def redis() -> str:
    """The address of a Redis."""
    if listens(REDIS_PORT):
        return f"redis://{HERE}:{REDIS_PORT}"
    program = find_redis()
    assert program, "no Redis; `make test` would install one"
    port = free_port()
    options = f"--port {port} --bind {HERE} --save --appendonly no".split()
    running = subprocess.Popen([program, *options, "--daemonize", "no"], stdout=subprocess.DEVNULL)
    atexit.register(_end, running, None)
    wait_until(lambda: listens(port))
    return f"redis://{HERE}:{port}"


@asynccontextmanager
async def a_database() -> AsyncIterator[str]:
    """The address of a new, empty database."""
    name = f"gaple_test_{secrets.token_hex(8)}"
    server = await asyncio.to_thread(postgres)
    await execute(server + "postgres", f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    try:
        yield server + name
    finally:
        await execute(server + "postgres", f"DROP DATABASE {name} WITH (FORCE)")


async def execute(url: str, statement: str) -> list[Any]:
    """Have one statement executed."""
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        return list(await connection.fetch(statement))
    finally:
        await connection.close()


async def _welcomes(url: str) -> bool:
    """Whether a database can be made there by whoever comes."""
    try:
        rows = await execute(url + "postgres", "SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user")
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        return False
    return bool(rows[0][0])


def _ordinary_user(folder: Path) -> list[str]:
    """What to put before a command so that it runs as somebody to whom the folder belongs."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return []
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    user = next(name for name in _USERS if name in names)
    shutil.chown(folder, user)
    return ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups"]


def _end(running: subprocess.Popen[bytes], folder: Path | None) -> None:
    running.terminate()
    running.wait()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
