"""What is written to the person: in their language, and in characters that their terminal has."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

from gaple.errors import GapleError
from gaple.texts import text

if TYPE_CHECKING:
    import typer
    from rich.console import Console, RenderableType

# What we draw with, and what stands for it where the encoding lacks it.
_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("╭╮╰╯┬┴├┤╥╨╞╡╪┼", "+"),
        **dict.fromkeys("─═━", "-"),
        **dict.fromkeys("│║", "|"),
        "▶": ">",
        "→": "->",
        "…": "...",
        "–": "-",
        "·": "-",
        "×": "x",
        "−": "-",
        "“": '"',
        "”": '"',
    }
)
_LONGEST_ERROR: Final = 600
_JOINERS: Final = "\u200c\u200d"  # Indic scripts and emoji need them


class Terminal:
    """Standard output and standard error, in language ``lang``.

    A command finds it as the ``obj`` of its context.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang

    @classmethod
    def of(cls, context: typer.Context) -> Terminal:
        """The terminal of a command's context."""
        return cast(Terminal, context.obj)

    def say(self, code: str, /, **params: object) -> str:
        """A text of the catalogue's section ``cli``."""
        return text(f"cli.{code}", self.lang, **params)

    def tell(self, code: str, /, **params: object) -> str:
        """A text of the whole catalogue."""
        return text(code, self.lang, **params)

    @cached_property
    def console(self) -> Console:
        """Standard output, for what is drawn."""
        return _console(sys.stdout)

    @property
    def is_plain(self) -> bool:
        """Whether only plain characters can be written."""
        return not _can_draw(sys.stdout)

    def print(self, *parts: RenderableType, **options: Any) -> None:
        """Draws on standard output."""
        self.console.print(*parts, **options)

    def line(self, content: str) -> None:
        """Writes one line for programs to standard output, as it is."""
        sys.stdout.write(f"{content}\n")

    def fail(self, error: GapleError) -> None:
        """Tells an error on standard error, after everything that was written before it."""
        self.warn(error.told(self.lang))

    def warn(self, content: str) -> None:
        """Writes one line to standard error."""
        sys.stdout.flush()
        if len(content) > _LONGEST_ERROR:  # a line of a file can be as long as the file
            content = f"{content[: _LONGEST_ERROR // 2]} … {content[-_LONGEST_ERROR // 2 :]}"
        stream = sys.stderr
        content = printable(content)
        stream.write(f"{content if _can_draw(stream) else content.translate(_PLAIN)}\n")
        stream.flush()


def printable(content: str) -> str:
    r"""Text from elsewhere with what could steer a terminal written out.

    >>> printable("Bayu\x1b[2J")
    'Bayu\\x1b[2J'
    """
    if content.isprintable():
        return content
    return "".join(
        char if char.isprintable() or (char.isspace() and char > "\x9f") or char in _JOINERS else _written_out(char)
        for char in content
    )


def _written_out(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def _can_draw(stream: TextIO) -> bool:
    try:
        "╭║▶…".encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def _console(stream: TextIO) -> Console:
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # Rich would exit with 1; `main` knows better

    file = stream if _can_draw(stream) else cast(TextIO, _Plain(stream))
    return Quiet(file=file, highlight=False, markup=False, emoji=False, soft_wrap=False)


class _Plain:
    """A stream that writes what we draw with in ASCII."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, content: str) -> int:
        return self._stream.write(content.translate(_PLAIN))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
