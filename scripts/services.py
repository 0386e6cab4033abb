"""See that there is a PostgreSQL and a Redis for the tests: `python3 -m scripts.services`.

Tests use those that listen on their standard ports, else start private ones with the programs found here.
"""

from __future__ import annotations

import os
import shutil
import socket
from pathlib import Path

from scripts.console import fail
from scripts.venv import install_with_apt

HERE = "127.0.0.1"
POSTGRES_PORT, REDIS_PORT = 5432, 6379
_DEBIAN = Path("/usr/lib/postgresql")


def listens(port: int) -> bool:
    """Whether something listens on this port of this machine."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((HERE, port)) == 0


def find_postgres() -> Path | None:
    """The folder with PostgreSQL's programs, the newest."""
    folders = sorted(_DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
    found = shutil.which("initdb", path=os.pathsep.join([*map(str, folders), os.environ.get("PATH", "")]))
    return Path(found).resolve().parent if found else None


def find_redis() -> str | None:
    """The path of Redis' server."""
    return shutil.which("redis-server")


def main() -> None:
    """Install what there is not, or say what to do."""
    if not (listens(POSTGRES_PORT) or find_postgres()):
        install_with_apt("postgresql")
    if not (listens(REDIS_PORT) or find_redis()):
        install_with_apt("redis-server")
    if not (listens(POSTGRES_PORT) or find_postgres()) or not (listens(REDIS_PORT) or find_redis()):
        fail(
            "The tests of the server need PostgreSQL and Redis, and they could not be installed here. "
            "Install them (Debian: sudo apt install postgresql redis-server), then run `make test` again."
        )


if __name__ == "__main__":
    main()
