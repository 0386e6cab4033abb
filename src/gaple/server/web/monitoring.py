"""What those who run a server ask it (docs/operating.md)."""

from __future__ import annotations

import asyncio
import hmac
from typing import Any, Final, Literal

import sqlalchemy as sa
from litestar import Request, Response, get

import gaple
from gaple.server.context import Server, TheServer
from gaple.server.errors import Missing, Unavailable
from gaple.server.metrics import MEDIA_TYPE

from .answers import Health, Readiness
from .described import described

Ask = Request[Any, Any, Any]

PATHS: Final = ("/api/health", "/api/ready")
"""What a balancer asks, again and again."""

READY_SECONDS: Final = 3.0
"""A database that does not answer in this time is not there."""


@get("/api/health", opt=described(Health))
async def get_health() -> Health:
    """Whether the server is well."""
    return Health("ok", gaple.__version__)


@get("/api/ready", opt=described(Readiness, others={503: Readiness}))
async def get_ready(server: TheServer) -> Response[Readiness]:
    """Whether people should be sent here: what the server stands on answers."""
    reads = await _reads(server)
    hears = server.exchange is None or server.exchange.is_here()
    redis = _word(hears) if server.exchange else None
    told = Readiness(_word(reads and hears), _word(reads), redis)
    return Response(told, status_code=200 if told.status == "ok" else 503)


@get("/metrics", include_in_schema=False)
async def get_metrics(request: Ask, server: TheServer) -> Response[bytes]:
    """Numbers for a monitor that has the token. Without a token in the settings there are none."""
    token = server.settings.metrics_token
    given = request.headers.get("authorization", "")
    if token is None or not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        raise Missing("address-unknown", path="/metrics")
    return Response(server.metrics.told(), headers={"content-type": MEDIA_TYPE})


ROUTES: Final = (get_health, get_ready, get_metrics)


async def _reads(server: Server) -> bool:
    try:
        async with asyncio.timeout(READY_SECONDS):
            await server.storage.read(sa.select(1))
    except (Unavailable, TimeoutError):
        return False
    return True


def _word(well: bool) -> Literal["ok", "failing"]:
    return "ok" if well else "failing"
