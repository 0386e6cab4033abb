"""nginx as `deploy/` has it, in front of servers of this machine."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.services import find_nginx, listens
from tests.server.ports import free_port
from tests.waiting import ended, wait_until

SITE = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"

# What Debian's /etc/nginx/nginx.conf and nginx's image have around a site, and no more.
MAIN = """
daemon off;
master_process off;
pid nginx.pid;
events {{}}
http {{
    access_log access.log;
    {temporary}
    {site}
}}
"""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextmanager
def nginx(folder: Path, one: int, two: int) -> Iterator[str]:
    """An nginx in front of servers on these two ports; its address. What it logs is in the folder's ``*.log``."""
    program = find_nginx()
    assert program, "no nginx; `make test` would fetch one"
    port = free_port()
    site = SITE.read_text(encoding="utf-8")
    for there, here in {
        "server one:8000": f"server 127.0.0.1:{one}",
        "server two:8000": f"server 127.0.0.1:{two}",
        "listen 80;": f"listen 127.0.0.1:{port};",
    }.items():
        assert there in site
        site = site.replace(there, here)
    temporary = "\n".join(f"{what}_temp_path {what};" for what in TEMPORARY)
    (folder / "nginx.conf").write_text(MAIN.format(temporary=temporary, site=site), encoding="utf-8")
    command = [program, "-p", str(folder), "-c", "nginx.conf", "-e", "error.log"]
    with (folder / "stderr.log").open("wb") as stderr:
        running = subprocess.Popen(command, stderr=stderr)
    with ended(running):

        def comes() -> bool:
            assert running.poll() is None, (folder / "stderr.log").read_text()
            return listens(port)

        wait_until(comes)
        yield f"http://127.0.0.1:{port}"
