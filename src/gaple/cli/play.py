"""``gaple play``: a match in the terminal against computer players."""

from __future__ import annotations

import secrets
from typing import Annotated, Final

import typer

from gaple.cli.errors import STOPPED, UsageError
from gaple.cli.terminal import Terminal, printable
from gaple.rules import Rules

_LONGEST_NAME: Final = 30


def command(
    context: typer.Context,
    rules: Annotated[str, typer.Option("--rules", metavar="TEXT")] = "players=4 hand=7",
    level: Annotated[str, typer.Option("--level", metavar="LEVEL")] = "casual",
    name: Annotated[str | None, typer.Option("--name", metavar="NAME")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="TEXT")] = None,
    pace: Annotated[float, typer.Option("--pace", metavar="SECONDS", min=0, max=60)] = 0.8,
    record: Annotated[str | None, typer.Option("--record", metavar="FILE")] = None,
) -> None:
    """Sits the person down at A and computer players at the other seats."""
    from gaple.cli.game import Game
    from gaple.cli.record_file import RecordFile

    game = Game(
        Terminal.of(context),
        Rules.parse(rules),
        level=level,
        name=None if name is None else _checked_name(name),
        seed=secrets.token_hex(16) if seed is None else _checked_seed(seed),
        pace=pace,
        keep=None if record is None else RecordFile(record),
    )
    try:
        game.run()
    except KeyboardInterrupt:
        raise typer.Exit(STOPPED) from None
    finally:
        game.part()


def _checked_name(name: str) -> str:
    """A name that a table and a record can show. Raises :class:`UsageError`."""
    name = " ".join(name.split())
    if not name or len(name) > _LONGEST_NAME or printable(name) != name:
        raise UsageError("play-name", name=name, most=_LONGEST_NAME)
    return name


def _checked_seed(seed: str) -> str:
    """A seed that is text, whatever bytes came in. Raises :class:`UsageError`."""
    if not seed.isprintable():
        raise UsageError("play-seed", seed=seed)
    return seed
