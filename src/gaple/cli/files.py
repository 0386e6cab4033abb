"""Reading record files hand by hand, so that what is right in a file is shown before what is wrong."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gaple.cli.errors import WELL, UsageError, exit_code
from gaple.cli.terminal import Terminal
from gaple.errors import GapleError, RecordSyntaxError
from gaple.record import decode
from gaple.replay import Replayed, replay_text

STANDARD_INPUT: Final = "-"

_REASONS: Final = {
    errno.ENOENT: "file-missing",
    errno.ENOTDIR: "file-missing",
    errno.EACCES: "file-denied",
    errno.EPERM: "file-denied",
    errno.EISDIR: "file-is-folder",
}


class Reader:
    """Plays the hands of several files through; a fault in one is told, and the next goes on.

    ``code`` is then the exit code, the worst of all files.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.code = WELL
        self._terminal = terminal

    def hands(self, files: Sequence[str]) -> Iterator[tuple[str, Replayed]]:
        """Each hand with its file's name."""
        for file in files:
            try:
                for replayed in replay_content(read_bytes(file), file):
                    yield file, replayed
            except GapleError as error:
                self._terminal.fail(error)
                self.code = max(self.code, exit_code(error))


def read_bytes(file: str) -> bytes:
    """What is in a file, or comes in on standard input where it is called ``-``.

    Raises :class:`UsageError` where it cannot be read.
    """
    try:
        return sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
        raise unreadable(file, error) from None


def unreadable(file: str, error: OSError | ValueError) -> UsageError:
    """Why a file cannot be read or written."""
    code = _REASONS.get(error.errno or 0) if isinstance(error, OSError) else None
    reason = error.strerror if isinstance(error, OSError) else error
    return UsageError(code or "file-unreadable", file=file, reason=reason)


def replay_content(content: bytes, file: str) -> Iterator[Replayed]:
    """Plays every hand of a file through.

    Raises :class:`gaple.RecordSyntaxError` or :class:`gaple.RecordIllegalError` at the first fault, after the hands
    before it; a byte that is not UTF-8 is a fault like any other.
    """
    try:
        text = decode(content, file)
    except RecordSyntaxError as error:
        yield from _up_to(error, content, file)
        raise
    yield from replay_text(text, file)


def _up_to(broken: RecordSyntaxError, content: bytes, file: str) -> Iterator[Replayed]:
    """The hands before a byte that is not UTF-8. Raises the fault that comes before it, if there is one."""
    text = content.decode("utf-8", "surrogateescape")  # the byte becomes a character that no text has
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")  # as the reader's own offsets have it
    place = next(at for at, char in enumerate(text) if "\udc80" <= char <= "\udcff")
    try:
        for replayed in replay_text(text, file):
            if replayed.record.source is None or replayed.record.source.result > place:
                return
            yield replayed
    except GapleError as error:
        if int(str(error.params["line"])) < int(str(broken.params["line"])):
            raise  # on the same line it may be the byte itself that was misread
