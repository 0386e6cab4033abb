"""Deals played on many machines, as tasks of a Ray cluster (``gaple[ray]``)."""

from __future__ import annotations

import importlib
import logging
import os
import re
import secrets
import signal
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Self

import gaple

from .contest import ArenaError, Contest
from .deals import PlayedDeal, play_deal
from .interrupts import uninterrupted
from .workers import cores, warm_up

ADDRESS: Final = "RAY_ADDRESS"
"""The environment variable that names a cluster, as for everything that runs on Ray."""

TRIES: Final = 3
"""So often is a deal begun whose worker dies of it."""

_PATIENCE: Final = 10.0  # seconds for a cluster to answer

_STORE: Final = (
    100 * 2**20
)  # bytes for what tasks share, which is next to nothing; Ray would take a third of the memory

_OF_OUR_OWN: Final[Mapping[str, Callable[[], str]]] = MappingProxyType(
    {
        "RAY_USAGE_STATS_ENABLED": lambda: "0",  # it would tell its makers that it runs
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": lambda: "0",  # on any system: it then listens on the loopback alone
        "RAY_AUTH_MODE": lambda: "token",  # others on this machine cannot use it
        "RAY_AUTH_TOKEN": lambda: secrets.token_hex(32),  # else it would put one into the home folder, to stay there
    }
)
"""What a cluster that is begun here is told by the environment, unless that says something already."""


class Cluster:
    """The cluster that :data:`ADDRESS` names, else one of ``jobs`` processes on this machine, begun and ended here.

    The machines of a cluster need Gaple of this version, with ``gaple[engine]``, and the modules of players by module.
    A worker that dies loses nothing but its deals, which are tried again. Of a cluster that was there before nothing is
    ended but the tasks, of which it has at most ``jobs``, or enough for all its cores.
    """

    def __init__(self, contests: Sequence[Contest], jobs: int | None) -> None:
        self.room = 0
        self._contests = contests
        self._jobs = jobs
        self._tasks: dict[Future[PlayedDeal], Any] = {}

    def __enter__(self) -> Self:
        """Connects, or begins. Raises :class:`ArenaError` without the package ``ray``, or where no cluster answers."""
        address = os.environ.get(ADDRESS)
        if not address:
            for name, value in _OF_OUR_OWN.items():  # some of it is read at the import
                os.environ.setdefault(name, value())
        self._ray = ray = _imported()
        self._is_connected_here = not ray.is_initialized()
        if self._is_connected_here:
            self._terminated = signal.getsignal(signal.SIGTERM)
            try:
                self._connect(address) if address else self._begin()
            except Exception as error:  # noqa: BLE001 (Ray has no class for these)
                self._disconnect()
                reason = next(iter(str(error).splitlines()), type(error).__name__)
                raise ArenaError("arena-ray-connect", address=address or "local", reason=reason) from None
        if self._jobs and (address or not self._is_connected_here):
            self.room = self._jobs
        else:
            self.room = 3 * int(ray.cluster_resources().get("CPU", 1))
        self._play = ray.remote(max_retries=TRIES - 1)(_play)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Gives up the tasks, and ends what was begun here."""
        with uninterrupted():
            for task in list(self._tasks.values()):
                self._ray.cancel(task, force=True)
            if self._is_connected_here:
                self._disconnect()

    def submit(self, contest: Contest, number: int) -> Future[PlayedDeal]:
        """Has a deal played where a core is free."""
        task = self._play.remote(contest, number, gaple.__version__)
        future: Future[PlayedDeal] = task.future()
        self._tasks[future] = task
        return future

    def result(self, contest: Contest, future: Future[PlayedDeal]) -> PlayedDeal:
        """The deal. Raises :class:`ArenaError` where it could not be played, or killed worker after worker."""
        del self._tasks[future]
        try:
            return future.result()
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, ArenaError):
                raise error.cause from None
            raise ArenaError("arena-ray-task", reason=type(error.cause).__name__, version=gaple.__version__) from None
        except self._ray.exceptions.RayError as error:
            pair = {"candidate": contest.candidate, "against": contest.against}
            raise ArenaError("arena-ray-lost", **pair, tries=TRIES, reason=type(error).__name__) from None

    def _connect(self, address: str) -> None:
        if place := re.fullmatch(r"(?:ray://)?(.+):([0-9]+)", address):  # Ray would try for minutes
            socket.create_connection((place[1], int(place[2])), timeout=_PATIENCE).close()
        self._ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)

    def _begin(self) -> None:
        """Its processes don't hear Ctrl-C, and it is not left half-begun."""
        warm_up(self._contests)  # once here, so that not every process compiles
        with uninterrupted():
            self._ray.init(
                address="local",
                num_cpus=self._jobs or cores(),
                object_store_memory=_STORE,
                include_dashboard=False,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )

    def _disconnect(self) -> None:
        self._ray.shutdown()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, self._terminated)  # Ray has put its own there


def _imported() -> Any:
    try:
        return importlib.import_module("ray")
    except ModuleNotFoundError as error:
        raise ArenaError("arena-no-ray", package=error.name) from None


def _play(contest: Contest, number: int, version: str) -> PlayedDeal:
    """The task. Raises :class:`ArenaError` where another version would play another game."""
    if gaple.__version__ != version:
        raise ArenaError("arena-ray-version", found=gaple.__version__, expected=version)
    _warm_up(contest)
    return play_deal(contest, number)


@cache
def _warm_up(contest: Contest) -> None:
    warm_up((contest,))
