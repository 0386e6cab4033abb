"""Ctrl-C at the right moment."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uninterrupted() -> Iterator[None]:
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
