"""Running the command line in this process, as `gaple` in a shell would."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

import pytest

from gaple.cli import main


class Result(NamedTuple):
    code: int
    out: str
    err: str


class Run(Protocol):
    def __call__(self, *args: str, stdin: bytes = b"", lang: str = "en") -> Result: ...


class Tty(io.TextIOWrapper):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@contextmanager
def log_left_alone() -> Iterator[None]:
    """A command may log to what is standard error now; for others in this process that is closed later."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    def run(*args: str, stdin: bytes = b"", lang: str = "en") -> Result:
        for name in ("LC_ALL", "LC_MESSAGES"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("LANG", {"id": "id_ID.UTF-8", "en": "en_GB.UTF-8"}[lang])
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        with log_left_alone():
            code = main(args)
        return Result(code, *capsys.readouterr())

    return run
