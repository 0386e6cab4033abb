"""``gaple backup``: a copy of the tables, while a server uses them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gaple.cli.errors import UsageError
from gaple.cli.serve import needs_table
from gaple.cli.terminal import Terminal


def command(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    data: Annotated[Path | None, typer.Option("--data", metavar="FOLDER")] = None,
) -> None:
    """Copies the database to a new file."""
    terminal = Terminal.of(context)
    with needs_table():
        from gaple.server import StartError, data_folder
        from gaple.server.store import moving
    try:
        size = moving.back_up(data or data_folder(), file)
    except StartError as error:
        raise UsageError(error.code, **error.params) from None
    terminal.print(terminal.say("backup.done", file=file, kib=f"{-(-size // 1024):,}"))
