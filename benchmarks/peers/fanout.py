"""`python -m benchmarks.peers.fanout PORT`: a fan-out with nothing behind it, the ceiling for a server of tables here.

The same server program and settings as ours (uvicorn, uvloop, its sans-I/O WebSockets), a bare ASGI application, no
rules, no database: whoever moves is answered, and everybody at the table is sent as many bytes as ours sends.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
import uvicorn

from benchmarks.live.server import Process, free_port

BYTES: Final = 2800
"""As many as an event of ours has, in the middle of a hand."""

Send = Callable[[dict[str, Any]], Awaitable[None]]

_HEAD: Final = '{"type":"event","seq":1,"table":{"phase":"playing"},"view":{"legal":[%s]},"more":"'
_TOLD: Final = {legal: (_HEAD % legal).ljust(BYTES, "x") + '"}' for legal in ("", '"00"')}

tables: defaultdict[str, list[Send]] = defaultdict(list)


async def application(scope: dict[str, Any], receive: Callable[[], Awaitable[dict[str, Any]]], send: Send) -> None:
    """One socket, from hello to goodbye."""
    table = tables[scope["path"]]
    await receive()
    await send({"type": "websocket.accept"})
    table.append(send)
    while (message := await receive())["type"] != "websocket.disconnect":
        command = msgspec.json.decode(message["text"])
        if command["type"] not in ("start", "play"):
            continue
        following = (table.index(send) + 1) % len(table)
        for place, other in enumerate(table):
            await other({"type": "websocket.send", "text": _TOLD['"00"' if place == following else ""]})
        await send({"type": "websocket.send", "text": f'{{"type":"done","id":"{command["id"]}","seq":1}}'})


def server() -> Process:
    """It in a process of its own, not yet started."""
    port = free_port()
    return Process([sys.executable, "-m", "benchmarks.peers.fanout", str(port)], port)


class _Server(uvicorn.Server):
    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        print("listening", flush=True)


def main() -> None:
    """Serve until the end."""
    config = uvicorn.Config(
        application,
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="warning",
        access_log=False,
    )
    _Server(config).run()


if __name__ == "__main__":
    main()
