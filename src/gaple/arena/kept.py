"""Results in memory and as a file that is never half-written."""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

import gaple

from .contest import ArenaError

FORMAT: Final = 1

Asked = TypeVar("Asked")

_KINDS: Final = ("contest", "ladder")


class Kept(ABC, Generic[Asked]):
    """Results that may be kept in a file; ``path`` is where, if anywhere.

    A ``kind`` of results says what it depends on; a file that depends on something else is left alone.
    """

    kind: ClassVar[str]

    @abstractmethod
    def __init__(self, asked: Asked, path: Path | None = None) -> None:
        self.path = path.resolve() if path else None  # a link stays a link

    @classmethod
    def open(cls, asked: Asked, path: Path | None) -> Self:
        """The results of what is asked for that are in the file already; none where there is no file yet.

        Raises :class:`ArenaError` where the file holds something else, or was made by another version, and ``OSError``
        where it cannot be read or written.
        """
        results = cls(asked, path)
        results.load()
        return results

    @property
    @abstractmethod
    def depends_on(self) -> Mapping[str, Any]:
        """What a file of these results must agree in, as plain values for JSON."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON, without the deals one by one."""

    @abstractmethod
    def _told(self) -> Iterable[Mapping[str, Any]]:
        """The deals one by one, as plain values for JSON."""

    @abstractmethod
    def _take(self, deals: list[Any]) -> None:
        """Adds what :meth:`_told` has told. Whatever a broken file can raise here is caught."""

    def load(self) -> None:
        """Adds the deals that are in the file, if there is one.

        Raises :class:`ArenaError` where the file holds something else, or was made by another version, and ``OSError``
        where it cannot be read or written.
        """
        if self.path is None:
            return
        if self.path.exists():
            self._read(self.path.read_bytes(), self.path)
        check_writable(self.path)

    def save(self) -> None:
        """Writes the file, wholly or not at all. Raises ``OSError`` where it can't."""
        if self.path is None:
            return
        new = _beside(self.path)
        try:
            with new.open("w", encoding="utf-8") as file:
                file.writelines(self._lines())
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
        except BaseException:  # Ctrl-C leaves nothing behind either
            new.unlink(missing_ok=True)
            raise

    def _lines(self) -> Iterable[str]:
        """JSON with a line for each deal."""
        yield json.dumps(self.to_dict(), indent=1).removesuffix("\n}")
        yield ',\n "deals": ['
        between = "\n"
        for deal in self._told():
            yield between + json.dumps(deal)
            between = ",\n"
        yield "\n ]\n}\n"

    def _read(self, content: bytes, path: Path) -> None:
        try:
            told = json.loads(content)
            if told["format"] != FORMAT:
                raise ArenaError("arena-file-format", file=path, found=told["format"], expected=FORMAT)
            kind = next(kind for kind in _KINDS if kind in told)
            version, found, deals = told["gaple"], dict(told[kind]), list(told["deals"])
            if version != gaple.__version__:
                raise ArenaError("arena-file-version", file=path, found=version, expected=gaple.__version__)
            if kind != self.kind:
                raise ArenaError(f"arena-file-{kind}", file=path)
            for key, expected in self.depends_on.items():
                if found[key] != expected:
                    raise ArenaError("arena-file-other", file=path, key=key, found=found[key], expected=expected)
            self._take(deals)
        except ArenaError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError, StopIteration):
            raise ArenaError("arena-file-malformed", file=path) from None


def check_writable(path: Path) -> None:
    """Says now rather than after hours that nothing can be written there. Raises ``OSError``."""
    beside = _beside(path)
    beside.touch()
    beside.unlink()


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}")
