"""See that there are PostgreSQL, Redis and nginx for the tests: `python3 -m scripts.services`.

Tests use the databases that listen on their standard ports, else start private ones with the programs found here. nginx
is not installed but unpacked into `build/`, for Debian's would begin to serve a page of its own to the network.
"""

from __future__ import annotations

import os
import shutil
import socket
from pathlib import Path

from scripts.console import ROOT, fail
from scripts.venv import install_with_apt, unpack_with_apt

HERE = "127.0.0.1"
POSTGRES_PORT, REDIS_PORT = 5432, 6379
NGINX = ROOT / "build" / "nginx"
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


def find_nginx() -> str | None:
    """The path of nginx; ordinary users may not have its folder among theirs."""
    folders = (os.environ.get("PATH", ""), "/usr/sbin", str(NGINX / "usr" / "sbin"))
    return shutil.which("nginx", path=os.pathsep.join(folders))


def main() -> None:
    """Install what there is not, or say what to do."""
    if not (listens(POSTGRES_PORT) or find_postgres()):
        install_with_apt("postgresql")
    if not (listens(REDIS_PORT) or find_redis()):
        install_with_apt("redis-server")
    if not find_nginx():
        unpack_with_apt("nginx", NGINX)
    if not find_nginx():
        unpack_with_apt("nginx-core", NGINX)  # where the program is, `nginx` being a name alone, in older ones
    postgres, redis = listens(POSTGRES_PORT) or find_postgres(), listens(REDIS_PORT) or find_redis()
    if not (postgres and redis and find_nginx()):
        fail(
            "The tests of the server need PostgreSQL, Redis and nginx, and they could not be installed here. "
            "Install them (Debian: sudo apt install postgresql redis-server nginx), then run `make test` again."
        )


if __name__ == "__main__":
    main()
