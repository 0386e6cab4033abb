"""``gaple export``: finished hands as open data, without the people who played them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from gaple.cli.errors import WELL, UsageError
from gaple.cli.files import Reader
from gaple.cli.progress import progress
from gaple.cli.serve import needs_table
from gaple.cli.terminal import Terminal
from gaple.dataset import FORMATS, Counted, Format, PlayedHand, of_records, write
from gaple.errors import GapleError
from gaple.replay import Replayed

Write = Callable[[Iterable[PlayedHand]], Counted]


def command(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    files: Annotated[list[str] | None, typer.Argument(metavar="[FILE]...")] = None,
    parquet: Annotated[bool, typer.Option("--parquet")] = False,
    csv: Annotated[bool, typer.Option("--csv")] = False,
    records: Annotated[bool, typer.Option("--records")] = False,
    data: Annotated[Path | None, typer.Option("--data", metavar="FOLDER")] = None,
    database: Annotated[str | None, typer.Option("--database", metavar="URL", envvar="GAPLE_DATABASE")] = None,
) -> None:
    """Writes the finished hands of a server's tables, or of record files, into a new folder."""
    terminal = Terminal.of(context)
    chosen = [form for form, given in zip(FORMATS, (parquet, csv, records), strict=True) if given]
    if len(chosen) != 1:
        raise UsageError("export-one-format", expected=", ".join(f"--{form}" for form in FORMATS))
    writing: Write = partial(_write, folder=folder, form=chosen[0], lang=terminal.lang)
    if files:
        if data:
            raise UsageError("export-files-or-data", option="--data")
        code = _of_files(terminal, files, folder, writing)
    else:
        code = _of_tables(terminal, folder, data, database, writing)
    raise typer.Exit(code)


def _write(hands: Iterable[PlayedHand], folder: Path, form: Format, lang: str) -> Counted:
    try:
        return write(hands, folder, form, lang)
    except GapleError as error:
        if error.code.startswith("export-"):
            raise UsageError(error.code, **error.params) from None
        raise


def _of_tables(terminal: Terminal, folder: Path, data: Path | None, database: str | None, writing: Write) -> int:
    with needs_table():
        from gaple.server import StartError, data_folder
        from gaple.server.store import exporting
    unread: list[str] = []
    try:
        with progress(terminal.say("export.tables")) as told:
            counted = exporting.read(writing, data or data_folder(), database, told, unread)
    except StartError as error:
        raise UsageError(error.code, **error.params) from None
    except KeyboardInterrupt:
        terminal.warn(terminal.say("export.stopped", folder=folder))
        raise
    _tell(terminal, folder, counted)
    if unread:
        terminal.warn(terminal.say("export.unread", n=len(unread)))
    return WELL


def _of_files(terminal: Terminal, files: list[str], folder: Path, writing: Write) -> int:
    reader = Reader(terminal)
    skipped: list[Replayed] = []
    try:
        with progress(terminal.say("export.files_read")) as told:
            counted = writing(of_records(_told(reader, files, told), skipped))
    except KeyboardInterrupt:
        terminal.warn(terminal.say("export.stopped", folder=folder))
        raise
    _tell(terminal, folder, counted)
    if skipped:
        terminal.warn(terminal.say("export.skipped", n=len(skipped)))
    return reader.code


def _told(reader: Reader, files: list[str], told: Callable[[int, int], None] | None) -> Iterator[tuple[str, Replayed]]:
    for done, file in enumerate(files):
        if told:
            told(done, len(files))
        yield from reader.hands([file])


def _tell(terminal: Terminal, folder: Path, counted: Counted) -> None:
    said = {"folder": folder, "n": counted.hands, "hands": f"{counted.hands:,}", "actions": f"{counted.actions:,}"}
    terminal.print(terminal.say("export.done" if counted.hands else "export.none", **said))
