"""Long work in short pieces: on several threads, with progress, and stopped by Ctrl-C between two pieces."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait

Work = Callable[[int, int], None]
"""Does the places from the first number up to, but not including, the second."""

Done = Callable[[int, int], None]
"""Told now and then how many places are done, and of how many."""


def in_chunks(total: int, size: int, work: Work, threads: int = 1, progress: Done | None = None) -> None:
    """Calls ``work`` for pieces of ``size`` places until all of ``total`` are done.

    The pieces must not depend on each other; ``work`` should release the GIL. What is raised in a piece, or in the main
    thread meanwhile, stops the others after the piece that they are at, and is raised here.

    >>> done = []
    >>> in_chunks(5, 2, lambda start, stop: done.append((start, stop)))
    >>> done
    [(0, 2), (2, 4), (4, 5)]
    """
    if threads == 1 or total <= size:
        for start in range(0, total, size):
            stop = min(start + size, total)
            work(start, stop)
            if progress:
                progress(stop, total)
        return
    pieces = _Pieces(total, size)
    with ThreadPoolExecutor(threads, thread_name_prefix="gaple-engine") as pool:
        try:
            running = {pool.submit(_work_through, pieces, work) for _ in range(threads)}
            while running:
                finished, running = wait(running, timeout=0.1)
                for each in finished:
                    each.result()
                if progress:
                    progress(pieces.done, total)
        finally:
            pieces.stop()


def _work_through(pieces: _Pieces, work: Work) -> None:
    try:
        for start, stop in pieces:
            work(start, stop)
            pieces.finish(stop - start)
    except BaseException:
        pieces.stop()
        raise


class _Pieces:
    """Hands out pieces to whichever thread asks next."""

    def __init__(self, total: int, size: int) -> None:
        self.done = 0
        self._total = total
        self._size = size
        self._next = 0
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[tuple[int, int]]:
        while True:
            with self._lock:
                start = self._next
                self._next = stop = min(start + self._size, self._total)
            if start == stop:
                return
            yield start, stop

    def finish(self, places: int) -> None:
        with self._lock:
            self.done += places

    def stop(self) -> None:
        """Nobody gets another piece."""
        with self._lock:
            self._next = self._total
