"""The command ``gaple``: what it consists of, how it ends.

A command is a module of this package with a function ``command``. To add one: write the module, add its name to
:data:`COMMANDS`, and its texts to the section ``cli`` of the catalogue (see :func:`gaple.cli.usage.translate`).
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, Final

import typer

from gaple.cli import usage
from gaple.cli.errors import PIPE_CLOSED, UNEXPECTED, WELL, WRONG_USE, exit_code
from gaple.cli.language import asked_for, of_locale
from gaple.cli.terminal import Terminal
from gaple.errors import GapleError

COMMANDS: Final = (
    "serve",
    "play",
    "score",
    "check",
    "verify",
    "replay",
    "infer",
    "solve",
    "review",
    "puzzles",
    "arena",
    "export",
    "backup",
    "reports",
    "move-data",
)
"""The commands, in the order in which help lists them."""

DEBUG: Final = "GAPLE_DEBUG"
"""The environment variable under which a fault of ours shows its traceback."""

_CANNOT_WRITE: Final = (errno.ENOSPC, errno.EFBIG, errno.EIO)


def main(args: Sequence[str] | None = None) -> int:
    """Runs the command line (``sys.argv`` unless ``args`` are given) and returns its exit code.

    Ctrl-C goes through (:func:`gaple.cli.main`).
    """
    args = sys.argv[1:] if args is None else list(args)
    terminal = Terminal(of_locale(os.environ))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name with a letter that the terminal lacks is no reason to stop
    try:
        terminal = Terminal(asked_for(args) or terminal.lang)
        code = _run(args, terminal)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except GapleError as error:
        terminal.fail(error)
        return exit_code(error)
    except Exception as error:  # noqa: BLE001 (nobody who plays should see a traceback)
        return _apologise(error, terminal)
    return code


def build(terminal: Terminal) -> Any:
    """The command line in the terminal's language."""
    app = typer.Typer(name="gaple", add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich")
    app.callback(
        cls=usage.Group, invoke_without_command=True, context_settings={"help_option_names": ["--help", "-h"]}
    )(_gaple)
    for name in COMMANDS:
        app.command(name, cls=usage.Command)(import_module(f"gaple.cli.{name.replace('-', '_')}").command)
    group = typer.main.get_command(app)
    usage.translate(group, terminal)
    return group


def _gaple(
    context: typer.Context,
    lang: Annotated[str | None, typer.Option("--lang", metavar="id|en")] = None,
    version: Annotated[bool, typer.Option("--version")] = False,
) -> None:
    if version:
        import gaple

        Terminal.of(context).line(f"gaple {gaple.__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _run(args: list[str], terminal: Terminal) -> int:
    """Parses and runs. Typer's own ``main`` would catch what ours has to tell."""
    group = build(terminal)
    try:
        with group.make_context("gaple", args, obj=terminal) as context:
            group.invoke(context)
    except typer.Exit as exit_:
        return exit_.exit_code
    except usage.ClickException as error:
        raise usage.told(error, args) from error
    return WELL


def _apologise(error: Exception, terminal: Terminal) -> int:
    if isinstance(error, OSError) and error.errno in _CANNOT_WRITE:
        _drop_output()  # first, for a warning flushes what was written before it
        terminal.warn(terminal.tell("error.output-failed", reason=error.strerror))
        return WRONG_USE
    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exception(error)
    terminal.warn(terminal.tell("error.unexpected", kind=type(error).__name__, variable=DEBUG))
    return UNEXPECTED


def _drop_output() -> None:
    """What is still to be written goes nowhere, so that Python does not complain at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # standard output is no file
        sys.stdout = None
