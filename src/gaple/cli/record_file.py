"""A file to which finished hands are added as records."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from gaple.cli.errors import UsageError
from gaple.cli.files import replay_content, unreadable
from gaple.record import Record


class RecordFile:
    """Adds records to ``file``, each of them wholly or not at all.

    The file is written anew beside the old one and then takes its place, so that there is no moment at which a half
    of a hand stands in it. What cannot be written is kept for the next time: see :attr:`pending`.

    Raises :class:`UsageError` where the file cannot be written, and :class:`gaple.RecordError` where there is
    something in it already that is no record.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.pending: list[Record] = []
        try:
            self._path = Path(file).resolve()  # a link stays a link
            if self._path.exists() and not self._path.is_file():
                raise UsageError("file-not-regular", file=file)
            if not self._path.parent.is_dir():
                raise UsageError("file-no-folder", file=file)
            content = self._content()
            self._new.open("xb").close()  # says now rather than after the first hand that nothing can be written here
            self._new.unlink()
        except (OSError, ValueError) as error:
            raise error if isinstance(error, UsageError) else unreadable(file, error) from None
        if content.strip():
            for _ in replay_content(content, file):
                pass

    def add(self, record: Record) -> None:
        """Adds a record, and those that could not be written before. Raises :class:`UsageError` where it can't."""
        self.pending.append(record)
        self.flush()

    def flush(self) -> None:
        """Writes what is pending. Raises :class:`UsageError` where it can't."""
        if not self.pending:
            return
        try:
            parts = [self._content(), *(str(record).encode() for record in self.pending)]
            self._replace(b"\n".join(part.rstrip(b"\n") + b"\n" for part in parts if part.strip()))
        except OSError as error:
            raise unreadable(self.file, error) from None
        self.pending.clear()

    @property
    def _new(self) -> Path:
        return self._path.with_name(f".{self._path.name}.{os.getpid()}")

    def _content(self) -> bytes:
        return self._path.read_bytes() if self._path.exists() else b""

    def _replace(self, content: bytes) -> None:
        try:
            with self._new.open("xb") as new:
                new.write(content)
                new.flush()
                os.fsync(new.fileno())
            if self._path.exists():
                shutil.copymode(self._path, self._new)
            self._new.replace(self._path)
        except OSError:
            self._new.unlink(missing_ok=True)
            raise
