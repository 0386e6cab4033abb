"""``gaple move-data``: from a folder to PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gaple.cli.errors import UsageError
from gaple.cli.serve import needs_table
from gaple.cli.terminal import Terminal


def command(
    context: typer.Context,
    database: Annotated[str, typer.Option("--database", metavar="URL", envvar="GAPLE_DATABASE")],
    data: Annotated[Path | None, typer.Option("--data", metavar="FOLDER")] = None,
) -> None:
    """Copies everything, and tells how much it was."""
    terminal = Terminal.of(context)
    with needs_table():
        from gaple.server import StartError, data_folder
        from gaple.server.store import moving
    try:
        counts = moving.move_now(data or data_folder(), database)
    except StartError as error:
        raise UsageError(error.code, **error.params) from None
    terminal.print(
        terminal.say("move-data.done", tables=counts["tables"], persons=counts["persons"], n=counts["events"])
    )
