"""Writing the tables, as a folder that is there whole or not at all."""

from __future__ import annotations

import csv
import errno
import json
import os
import shutil
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, Protocol, get_args

from gaple.errors import GapleError
from gaple.record import Record, write_records
from gaple.texts import text
from gaple.tiles import Seat

from .played import PlayedHand
from .tables import TABLES, VERSION, Column, Row, action_rows, hand_row, seat_rows

Format = Literal["parquet", "csv", "records"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)

AT_A_TIME: Final = 20_000
"""So many rows are held in the memory before they are written."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How many hands and actions were written."""

    hands: int
    actions: int


class _Files(Protocol):
    def add(self, table: str, rows: list[Row]) -> None: ...
    def close(self) -> None: ...


def write(
    hands: Iterable[PlayedHand],
    folder: Path,
    form: Format,
    lang: str = "en",
    progress: Callable[[int], None] = lambda done: None,
) -> Counted:
    """Writes finished hands into a new folder; ``progress`` is told how many are written so far.

    ``parquet`` and ``csv`` make a file for each of :data:`TABLES`, ``records`` one that ``gaple replay`` reads, in
    which the players are called by what sat there, in ``lang``. Until all is written the folder has another name
    beside its own, and whatever ends this early, it is removed.

    Raises :class:`GapleError` where the folder is there already or cannot be written, and where Parquet is asked for
    and PyArrow (``gaple[data]``) is not installed.
    """
    if os.path.lexists(folder):
        raise GapleError("export-exists", folder=folder)
    unfinished = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        unfinished.mkdir()
        try:
            with ExitStack() as stack:
                writer = _RecordsFile(unfinished, lang) if form == "records" else _Tables(unfinished, form)
                stack.callback(writer.close)
                hands_done = actions_done = 0
                for number, played in enumerate(hands, 1):
                    writer.take(number, played)
                    hands_done, actions_done = number, actions_done + len(played.hand.actions)
                    progress(number)
            unfinished.rename(folder)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    except OSError as error:
        if error.errno in (errno.EEXIST, errno.ENOTEMPTY):
            raise GapleError("export-exists", folder=folder) from None
        raise GapleError("export-failed", folder=folder, reason=error.strerror or type(error).__name__) from None
    return Counted(hands_done, actions_done)


class _Tables:
    """The three tables, written a part at a time."""

    def __init__(self, folder: Path, form: Format) -> None:
        self._rows: dict[str, list[Row]] = {name: [] for name in TABLES}
        self._files: _Files = _parquet(folder) if form == "parquet" else _CsvFiles(folder)

    def take(self, number: int, played: PlayedHand) -> None:
        self._rows["hands"].append(hand_row(number, played))
        self._rows["seats"].extend(seat_rows(number, played))
        self._rows["actions"].extend(action_rows(number, played))
        for name, rows in self._rows.items():
            if len(rows) >= AT_A_TIME:
                self._flush(name)

    def close(self) -> None:
        for name in self._rows:
            self._flush(name)
        self._files.close()

    def _flush(self, name: str) -> None:
        self._files.add(name, self._rows[name])
        self._rows[name] = []


class _CsvFiles:
    """``hands.csv``, ``seats.csv`` and ``actions.csv``; empty is nothing between two commas, yes and no are 1 and 0."""

    def __init__(self, folder: Path) -> None:
        self._open = ExitStack()
        self._writers = {}
        for name, columns in TABLES.items():
            file = self._open.enter_context((folder / f"{name}.csv").open("w", encoding="utf-8", newline=""))
            self._writers[name] = csv.DictWriter(file, [column.name for column in columns], lineterminator="\n")
            self._writers[name].writeheader()

    def add(self, table: str, rows: list[Row]) -> None:
        plain = ({name: int(it) if isinstance(it, bool) else it for name, it in row.items()} for row in rows)
        self._writers[table].writerows(plain)

    def close(self) -> None:
        self._open.close()


def _parquet(folder: Path) -> _Files:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise GapleError("export-needs-pyarrow") from None
    types = {"integer": pa.int32(), "text": pa.string(), "yes or no": pa.bool_()}

    def schema(table: str, columns: tuple[Column, ...]) -> Any:
        told = {"gaple": json.dumps({"table": table, "version": VERSION})}
        return pa.schema(
            [
                pa.field(it.name, types[it.type], nullable=it.may_be_empty, metadata={"meaning": it.meaning})
                for it in columns
            ],
            metadata=told,
        )

    schemas = {name: schema(name, columns) for name, columns in TABLES.items()}
    opened = ExitStack()
    writers = {
        name: opened.enter_context(parquet.ParquetWriter(folder / f"{name}.parquet", it, compression="zstd"))
        for name, it in schemas.items()
    }

    class Files:
        def add(self, table: str, rows: list[Row]) -> None:
            writers[table].write_table(pa.Table.from_pylist(rows, schema=schemas[table]))

        def close(self) -> None:
            opened.close()

    return Files()


class _RecordsFile:
    """``hands.gaple``: every hand as a record, without the names of people."""

    def __init__(self, folder: Path, lang: str) -> None:
        self._file = (folder / "hands.gaple").open("w", encoding="utf-8", newline="")
        self._lang = lang
        self._begun = False

    def take(self, number: int, played: PlayedHand) -> None:
        names = {seat: self._name(played, seat) for seat in played.hand.rules.seats}
        headers = (("Table", str(played.table)), ("Match", str(played.match)))
        record = Record.of(played.hand, date=played.month, names=names, headers=headers)
        if self._begun:
            self._file.write("\n")
        self._file.write(write_records([record]))
        self._begun = True

    def _name(self, played: PlayedHand, seat: Seat) -> str:
        level = played.at(seat).level
        if level is None:
            return text("server.no-name", self._lang, seat=seat)
        with suppress(KeyError):  # a level that there is no more keeps its plain name
            level = text(f"level.{level}", self._lang)
        return text("server.computer-name", self._lang, seat=seat, level=level)

    def close(self) -> None:
        self._file.close()
