"""What a running server consists of, for those who answer requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeAlias

from litestar.di import NamedDependency

from .cluster.exchange import Exchange
from .cluster.inquiries import Inquiries
from .guard import Allowance
from .guests.bots import Bots
from .guests.people import People
from .live.audience import now
from .live.thinking import Thinkers
from .lobby import Lobby
from .metrics import Metrics
from .page import Page
from .pairing import Pairing
from .patience import Places
from .reviews import Reviews
from .settings import Settings
from .store.storage import Storage
from .stream import Stream
from .tables import Tables

_HOUR = 3600.0


@dataclass(frozen=True)
class Server:
    """The parts of a server. Made by :func:`open_server`."""

    settings: Settings
    storage: Storage
    people: People
    bots: Bots
    tables: Tables
    lobby: Lobby
    pairing: Pairing
    page: Page
    newcomers: Allowance
    requests: Allowance
    attempts: Allowance
    downloads: Allowance
    records: Allowance
    reviewed: Allowance
    waiting: Places
    waiting_there: Places
    sockets: Places
    streams: set[Stream]
    thinkers: Thinkers
    reviews: Reviews
    metrics: Metrics
    exchange: Exchange | None


TheServer: TypeAlias = NamedDependency[Server]
"""How a route asks for the server."""


@asynccontextmanager
async def open_server(settings: Settings) -> AsyncIterator[Server]:
    """A server's parts, ready to answer; let go of in order afterwards.

    Raises :class:`StartError` where the data folder, the database or Redis cannot be used.
    """
    page = Page.load(settings.page)
    storage = await Storage.open(settings.data, settings.database, settings.redis is not None)
    exchange = None
    metrics = storage.metrics
    lag = asyncio.create_task(metrics.look_at_loop(), name="lag")
    try:
        if settings.redis and storage.lease:
            exchange = await Exchange.open(settings.redis, storage.lease.process)
        people = People(storage, settings.chance, now)
        bots = Bots(storage, settings.chance, now, settings.bots_per_person)
        thinkers = Thinkers(settings.thinkers, settings.think_limit)
        reviews = Reviews(storage, settings)
        tables = Tables(storage, settings, thinkers, exchange)
        inquiries = Inquiries(storage, exchange)
        newcomers = Allowance(settings.guests_per_hour, _HOUR)
        requests = Allowance(settings.requests_in_ten_seconds, 10)
        attempts = Allowance(settings.attempts_per_hour, _HOUR)
        downloads = Allowance(settings.downloads_per_hour, _HOUR)
        records = Allowance(settings.records_per_minute, 60)
        reviewed = Allowance(settings.reviews_per_hour, _HOUR)
        try:
            sockets = Places(settings.sockets_per_address)
            metrics.watch(tables.count, tables.count_windows, sockets.count)
            yield Server(
                settings,
                storage,
                people,
                bots,
                tables,
                Lobby(tables, inquiries),
                Pairing(tables, inquiries),
                page,
                newcomers,
                requests,
                attempts,
                downloads,
                records,
                reviewed,
                Places(settings.reviews_at_once),
                Places(settings.reviews_per_address),
                sockets,
                set(),
                thinkers,
                reviews,
                metrics,
                exchange,
            )
        finally:
            await tables.close()
            await thinkers.close()
            await reviews.close()
    finally:
        lag.cancel()
        if exchange:
            await exchange.close()
        await storage.close()
