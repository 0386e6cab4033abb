"""A bar on standard error for what takes long, where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(told: str) -> Iterator[Callable[[int, int], None] | None]:
    """What is to be called with how much is done, and of how much; ``None`` where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True, highlight=False, markup=False), transient=True) as bar:
        task = bar.add_task(told, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
