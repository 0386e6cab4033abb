"""Servers in processes of their own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.waiting import PATIENCE

SERVER = """
import sys
from pathlib import Path
from gaple.server import Settings, serve
from gaple.server.store import lease

lease.LEASE_SECONDS = float(sys.argv[6])
serve(
    Settings(
        host="127.0.0.1",
        port=int(sys.argv[2]),
        data=Path(sys.argv[1]),
        pace=float(sys.argv[3]),
        database=sys.argv[4] or None,
        redis=sys.argv[5] or None,
        thinkers=0,
        reviewers=0,
    ),
    lambda listening: print(listening.here, flush=True),
)
print("ended well", flush=True)
"""


@asynccontextmanager
async def process(
    data: Path, port: int, pace: float = 0, database: str | None = None, redis: str | None = None, lease: float = 3600
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A server in a process of its own, listening. ``lease`` are the seconds of its lease, where it has one."""
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        SERVER,
        str(data),
        str(port),
        str(pace),
        database or "",
        redis or "",
        str(lease),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert running.stdout
        line = await asyncio.wait_for(running.stdout.readline(), PATIENCE)
        assert line.decode().strip() == f"http://127.0.0.1:{port}", await running.communicate()
        yield running
    finally:
        if running.returncode is None:
            running.kill()
        await running.communicate()
