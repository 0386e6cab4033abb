"""``gaple reports``: what people have reported from the chats of tables."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from gaple.cli.errors import UsageError
from gaple.cli.serve import needs_table
from gaple.cli.terminal import Terminal


def command(
    context: typer.Context,
    data: Annotated[Path | None, typer.Option("--data", metavar="FOLDER")] = None,
    database: Annotated[str | None, typer.Option("--database", metavar="URL", envvar="GAPLE_DATABASE")] = None,
    json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Lists the reports, the oldest first."""
    terminal = Terminal.of(context)
    with needs_table():
        import msgspec

        from gaple.server import StartError, data_folder
        from gaple.server.store import reports
    try:
        found = reports.read(data or data_folder(), database)
    except StartError as error:
        raise UsageError(error.code, **error.params) from None
    if json:
        terminal.line(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    if not found:
        terminal.line(terminal.say("reports.none"))
    gone = terminal.say("reports.gone")
    for report in found:
        who = report.reporter_name or gone
        terminal.line(terminal.say("reports.head", table=report.table, at=_time(report.at), who=who))
        for line in report.lines:
            mark = ">" if line.about else " "
            told = {"mark": mark, "at": _time(line.at), "who": line.name or line.person, "text": line.text}
            terminal.line(terminal.say("reports.line", **told))


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000).astimezone().isoformat(sep=" ", timespec="seconds")
