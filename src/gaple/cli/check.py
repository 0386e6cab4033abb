"""``gaple check``: whether records are well-formed and legal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final

import typer

from gaple.cli.files import Reader
from gaple.cli.terminal import Terminal, printable

_QUIET_FOR: Final = 1.0  # seconds after which a person would like to see that it goes on
_LOOK_AFTER: Final = 256  # hands


def command(context: typer.Context, files: Annotated[list[str], typer.Argument(metavar="FILE")]) -> None:
    """Reads every file, and says nothing where all is well."""
    terminal = Terminal.of(context)
    reader = Reader(terminal)
    with _progress(terminal) as show:
        for number, (file, _) in enumerate(reader.hands(files), 1):
            if number % _LOOK_AFTER == 0:
                show(file, number)
    raise typer.Exit(reader.code)


@contextmanager
def _progress(terminal: Terminal) -> Iterator[Any]:
    """A line on standard error that goes away again; where nobody watches there is none."""
    if not sys.stderr.isatty():
        yield lambda file, number: None
        return
    begun = time.monotonic()
    status: Any = None

    def show(file: str, number: int) -> None:
        nonlocal status
        if time.monotonic() - begun < _QUIET_FOR:
            return
        told = terminal.say("check.progress", n=f"{number:,}", file=printable(file))
        if status is None:
            from rich.console import Console

            status = Console(stderr=True, highlight=False, markup=False).status(told)
            status.start()
        status.update(told)

    try:
        yield show
    finally:
        if status is not None:
            status.stop()
