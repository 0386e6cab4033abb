"""Waiting for what must come, for as long as it takes on a slow and busy machine."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

PATIENCE: Final = 300.0
"""Seconds after which a test gives up. They cost nothing where all is well, so they may as well be for ever."""

_LOOK_EVERY: Final = 0.02


@contextmanager
def ended(process: subprocess.Popen[Any]) -> Iterator[None]:
    """Ends the process at last, which would be waited for, and perhaps for ever, where a test has failed."""
    with process:
        try:
            yield
        finally:
            process.kill()


def wait_until(come: Callable[[], object]) -> None:
    """Waits until it has come; ``come`` may raise where it never will."""
    end = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < end, "it has not come"
        time.sleep(_LOOK_EVERY)


async def until(come: Callable[[], object]) -> None:
    """Waits until it has come, while this event loop goes on."""
    async with asyncio.timeout(PATIENCE):
        while not come():  # noqa: ASYNC110 (nobody tells of it)
            await asyncio.sleep(_LOOK_EVERY)
