"""Many deals on several processes; what is done is kept, whatever happens."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import islice
from typing import Final

from .candidates import needs_engine
from .contest import ArenaError, Contest
from .deals import PlayedDeal, play_deal
from .results import Results
from .sprt import Sprt

Progress = Callable[[int, int], None]
"""Told how many deals are done, and of how many."""

MOST_DEALS: Final = 10**7
_SAVE_EVERY: Final = 5.0  # seconds
_JUDGE_AT: Final = 1.02  # a verdict needs all deals, so it is looked for when there are 2% more of them
_SAVE_SHARE: Final = 20  # saving takes at most so small a part of the time


def run(
    results: Results,
    deals: int,
    *,
    jobs: int | None = None,
    sprt: Sprt | None = None,
    progress: Progress | None = None,
) -> None:
    """Plays those of the first ``deals`` deals that ``results`` lack, and adds them. Others that are there stay.

    ``jobs`` is the number of processes, one a core without it; what comes out does not depend on it. With ``sprt`` it
    ends as soon as that test has a verdict. The file of the results is written every few seconds and at the end, also
    where Ctrl-C or an error ends it early. Raises :class:`ArenaError` for numbers out of range, or where a player took
    its whole process down.
    """
    if not 1 <= deals <= MOST_DEALS:
        raise ArenaError("arena-deals", value=deals, most=MOST_DEALS)
    if jobs is not None and jobs < 1:
        raise ArenaError("arena-jobs", value=jobs)
    missing = [number for number in range(deals) if number not in results.deals]
    tell = progress or (lambda done, total: None)
    tell(deals - len(missing), deals)
    try:
        if not (sprt and results.judge(sprt)):
            _play(results, missing, jobs or _cores(), sprt, lambda count: tell(deals - len(missing) + count, deals))
            if sprt:
                results.judge(sprt)
    finally:
        with _uninterrupted():  # what is told to be kept is
            results.save()


def _play(results: Results, missing: list[int], jobs: int, sprt: Sprt | None, tell: Callable[[int], None]) -> None:
    """Plays the missing deals, saves now and then, and ends at a verdict."""
    saved, pause = time.monotonic(), _SAVE_EVERY
    judged = len(results.deals)
    with closing(_played(results.contest, missing, jobs)) as played:
        for count, deal in enumerate(played, 1):
            results.add(deal)
            tell(count)
            if sprt and len(results.deals) > _JUDGE_AT * judged:
                judged = len(results.deals)
                if results.judge(sprt):
                    break
            if time.monotonic() - saved > pause:
                begun = time.monotonic()
                results.save()
                saved = time.monotonic()
                pause = max(_SAVE_EVERY, _SAVE_SHARE * (saved - begun))


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _played(contest: Contest, numbers: list[int], jobs: int) -> Generator[PlayedDeal]:
    """The deals of these numbers, each as soon as it has been played.

    Players are asked in processes of their own even where there is but one, so that they can be stopped and that one
    result does not depend on what else is going on here.
    """
    if not numbers:
        return
    remaining = iter(numbers)
    before = set(multiprocessing.active_children())
    _warm(contest)  # once here, so that not every process compiles
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin, (contest,))
    running: set[Future[PlayedDeal]] = set()
    try:
        while True:
            with _uninterrupted():
                wanted = 3 * jobs - len(running)
                running |= {pool.submit(play_deal, contest, number) for number in islice(remaining, wanted)}
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
        pool.shutdown()
    except BrokenProcessPool:
        raise ArenaError("arena-process-died") from None
    finally:  # also where nobody wants the rest
        with _uninterrupted():
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits for the end of this block; processes that start in it don't hear it, though a terminal tells all.

    Ignoring it here would do for the processes, but whoever presses it in this moment would wait in vain. Where the
    system knows no masks (Windows), a process is deaf only once it has begun.
    """
    heard: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()
    if is_main:  # another thread may take the signal for the process, and this one is told
        before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with _masked():
            yield
    finally:
        if is_main:
            signal.signal(signal.SIGINT, before)
    if heard:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def _masked() -> Iterator[None]:
    """Keeps Ctrl-C from this thread, and from the processes and threads that it starts, for they inherit the mask."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(contest: Contest) -> None:
    """A process begins: Ctrl-C is for the one that started it, and no decision waits for a kernel."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _warm(contest)


def _warm(contest: Contest) -> None:
    if needs_engine(contest.candidate) or needs_engine(contest.against):
        from gaple.engine import warm_up

        warm_up()
