"""Those who play the deals: processes of this machine (``cluster`` has others)."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol, Self

from .candidates import needs_engine
from .contest import ArenaError, Contest
from .deals import PlayedDeal, play_deal
from .interrupts import uninterrupted


class Workers(Protocol):
    """Play deals elsewhere, from when they are entered; left early, they give up what they have not finished.

    ``room`` is how many deals they may be given at a time so that none of them has to wait.
    """

    room: int

    def __enter__(self) -> Self:
        """Begins. Raises :class:`ArenaError` where they cannot."""

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Ends, at once where there was an error."""

    def submit(self, contest: Contest, number: int) -> Future[PlayedDeal]:
        """Gives them a deal; Ctrl-C must not fall into it (:func:`uninterrupted`)."""

    def result(self, contest: Contest, future: Future[PlayedDeal]) -> PlayedDeal:
        """The deal of this contest that has been played. Raises :class:`ArenaError` where it could not be."""


class Processes:
    """So many processes of this machine, one a core by default.

    Players are asked in processes of their own even where there is but one, so that they can be stopped and that one
    result does not depend on what else is going on here.
    """

    def __init__(self, contests: Sequence[Contest], jobs: int | None) -> None:
        jobs = jobs or cores()
        self.room = 3 * jobs
        self._contests = contests
        self._pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin, (contests,))
        self._before = set(multiprocessing.active_children())

    def __enter__(self) -> Self:
        """Compiles what there is to compile, so that not every process does."""
        warm_up(self._contests)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Ends the processes."""
        try:
            if kind is None:
                self._pool.shutdown()
        finally:
            with uninterrupted():
                for process in set(multiprocessing.active_children()) - self._before:
                    process.terminate()
                self._pool.shutdown(cancel_futures=True)  # waits, for Python's end could trip over one that still ends

    def submit(self, contest: Contest, number: int) -> Future[PlayedDeal]:
        """Has a deal played, by a new process as long as there are too few."""
        return self._pool.submit(play_deal, contest, number)

    def result(self, contest: Contest, future: Future[PlayedDeal]) -> PlayedDeal:
        """The deal. Raises :class:`ArenaError` where a player took its whole process down."""
        try:
            return future.result()
        except BrokenProcessPool:
            raise ArenaError("arena-process-died") from None


def warm_up(contests: Sequence[Contest]) -> None:
    """Readies the engine where a player needs it, so that no decision waits for a kernel."""
    if any(needs_engine(name) for contest in contests for name in (contest.candidate, contest.against)):
        from gaple.engine import warm_up

        warm_up()


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin(contests: Sequence[Contest]) -> None:
    """A process begins; Ctrl-C is for the one that started it, with which it ends, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    warm_up(contests)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)
