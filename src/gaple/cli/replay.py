"""``gaple replay``: plays records through and shows the table and the result of every hand."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from gaple.cli.files import Reader
from gaple.cli.terminal import Terminal
from gaple.replay import Replayed


def command(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE")],
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Shows hand after hand as it is read."""
    terminal = Terminal.of(context)
    reader = Reader(terminal)
    for file, replayed in reader.hands(files):
        if as_json:
            terminal.line(json.dumps({"file": file, **replayed.to_dict()}))
        else:
            _show(terminal, file, replayed)
    raise typer.Exit(reader.code)


def _show(terminal: Terminal, file: str, replayed: Replayed) -> None:
    from gaple.cli.result import show_replayed

    show_replayed(terminal, file, replayed)
