"""A bar on standard error for what takes long, where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Progress(Protocol):
    """What is told of how far it is."""

    def __call__(self, done: float, total: float, doing: str | None = None) -> None:
        """So much is done, and of how much; and what is being done, where that is another thing now."""


@contextmanager
def progress(doing: str) -> Iterator[Progress | None]:
    """What is to be told of it; ``None`` where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True, highlight=False, markup=False), transient=True) as bar:
        task = bar.add_task(doing, total=None)

        def told(done: float, total: float, doing: str | None = None) -> None:
            bar.update(task, completed=done, total=total, description=doing)

        yield told
