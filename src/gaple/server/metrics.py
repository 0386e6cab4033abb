"""What a monitor reads of a running server: numbers of things and times, never whose or which."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector

import gaple

MEDIA_TYPE: Final = CONTENT_TYPE_LATEST
LAG_SECONDS: Final = 0.5
"""How often it is looked how late the event loop is."""

Outcome: TypeAlias = Literal["done", "refused", "unavailable"]

_SHORT: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._tables = Gauge("gaple_tables", "Tables in the memory of this process.", registry=registry)
        self._windows = Gauge("gaple_windows", "Windows on those tables, wherever their socket is.", registry=registry)
        self._sockets = Gauge("gaple_sockets", "Sockets and streams of this process.", registry=registry)
        self._commands = Counter(
            "gaple_commands", "Commands to the tables of this process.", ["outcome"], registry=registry
        )
        self._appends = Histogram(
            "gaple_append_seconds", "From an event to its commit.", buckets=_SHORT, registry=registry
        )
        self._lag = Histogram(
            "gaple_loop_lag_seconds", "How late the event loop is.", buckets=_SHORT, registry=registry
        )
        info = Gauge("gaple_info", "Which version this is.", ["version"], registry=registry)
        info.labels(gaple.__version__).set(1)

    def watch(self, tables: Callable[[], float], windows: Callable[[], float], sockets: Callable[[], float]) -> None:
        """Ask these how many there are, whenever somebody reads."""
        self._tables.set_function(tables)
        self._windows.set_function(windows)
        self._sockets.set_function(sockets)

    def command(self, outcome: Outcome) -> None:
        """A command was answered."""
        self._commands.labels(outcome).inc()

    @contextlib.contextmanager
    def append(self) -> Iterator[None]:
        """Measure how long something is written for."""
        began = time.perf_counter()
        yield
        self._appends.observe(time.perf_counter() - began)

    async def look_at_loop(self) -> None:
        """Measure how late the event loop is, until cancelled."""
        while True:
            due = time.perf_counter() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            self._lag.observe(max(0.0, time.perf_counter() - due))

    def told(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)
