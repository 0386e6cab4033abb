"""What the commands that measure how well players play have in common.

Options, hands under a progress bar that Ctrl-C cuts short, and means with their intervals.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self, TypeVar

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from gaple import GapleError, Rules
from gaple.arena.candidates import candidate
from gaple.arena.cheater import Cheater
from gaple.arena.summary import RESAMPLED, interval
from gaple.engine.infer import MOST_WORLDS
from gaple.players import Player

Setting = TypeVar("Setting")
Found = TypeVar("Found")

WIDTH: Final = 160
"""Columns of a table that goes to a file."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, and the ends of its 95% bootstrap interval over hands, ``None`` for fewer than two hands."""

    mean: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, figures: Sequence[float]) -> Self:
        """Of at least one figure, one a hand."""
        values = np.array(figures, np.float64)
        return cls(float(values.mean()), *(interval(values) or (None, None)))

    @classmethod
    def of_groups(cls, groups: Sequence[Sequence[float]]) -> Self:
        """Of at least one figure, so many a hand: a hand's are redrawn together, for they are not independent."""
        sums = np.array([sum(group) for group in groups], np.float64)
        sizes = np.array([len(group) for group in groups])
        mean = float(sums.sum() / sizes.sum())
        if np.count_nonzero(sizes) < 2:
            return cls(mean, None, None)
        drawn = np.random.default_rng(0).integers(0, len(groups), (RESAMPLED, len(groups)))
        total = sizes[drawn].sum(axis=1)
        low, high = np.percentile(sums[drawn].sum(axis=1)[total > 0] / total[total > 0], (2.5, 97.5))
        return cls(mean, float(low), float(high))

    def __str__(self) -> str:
        return f"{self.mean:.2f}" if self.low is None else f"{self.mean:.2f} ({self.low:.2f} to {self.high:.2f})"


def player(name: str, told: str) -> Player:
    """A player by name (:data:`gaple.arena.NAMES`), whose chance depends on ``told``.

    Raises :class:`gaple.GapleError` for an unknown one, ``ValueError`` for one that is given everybody's tiles.
    """
    found = candidate(name, chance(told))
    if isinstance(found, Cheater):
        raise ValueError(f"{name} is no player, for it is given everybody's tiles")
    return found


def chance(told: str) -> int:
    """A seed from 0 to 2^64 − 1 that depends on the text."""
    return int.from_bytes(hashlib.blake2b(told.encode(), digest_size=8).digest())


def parser(module: str, description: str | None, rules: Sequence[str], hands: int) -> argparse.ArgumentParser:
    """With the options that all have: ``--rules``, ``--hands``, ``--seed``, ``--json``, ``--markdown``."""
    made = argparse.ArgumentParser(prog=f"python -m {module}", description=description)
    made.add_argument(
        "--rules", type=_rules, action="append", metavar="TEXT", help=f"once or more ({'; '.join(rules)})"
    )
    made.set_defaults(usual=[Rules.parse(text) for text in rules])
    made.add_argument("--hands", type=positive, default=hands, metavar="N", help=f"hands a setting ({hands})")
    made.add_argument("--seed", default="1", metavar="TEXT", help="fixes deals and chance (1)")
    made.add_argument("--json", action="store_true", help="print the figures as JSON too")
    made.add_argument("--markdown", action="store_true", help="print the tables as docs/strength.md has them")
    return made


def positive(text: str) -> int:
    """An option's number from 1 to a billion."""
    return _number(text, 10**9)


def many_worlds(text: str) -> int:
    """An option's number of worlds."""
    return _number(text, MOST_WORLDS)


def _number(text: str, most: int) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {most:,}")
    return int(text)


def named(text: str) -> str:
    """An option's player."""
    try:
        player(text, "")
    except (GapleError, ValueError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _rules(text: str) -> Rules:
    try:
        return Rules.parse(text)
    except GapleError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def each_hand(
    settings: Sequence[Setting], hands: int, measure: Callable[[Setting, int], Found]
) -> tuple[list[tuple[Setting, list[Found]]], bool]:
    """What is measured in hands 0, 1, … of each setting, and whether Ctrl-C has cut it short."""
    done: list[tuple[Setting, list[Found]]] = []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = Console(stderr=True, highlight=False)
    try:
        with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
            task = bar.add_task("", total=len(settings) * hands)
            for setting in settings:
                found: list[Found] = []
                done.append((setting, found))
                bar.update(task, description=str(setting))
                for number in range(hands):
                    found.append(measure(setting, number))
                    bar.advance(task)
    except KeyboardInterrupt:
        return done, True
    return done, False


def show(title: str, left: Sequence[str], right: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table whose first columns are texts and whose others are figures, below a title."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in left:
        table.add_column(column, no_wrap=True)
    for column in right:
        table.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False, markup=False)
    console.print(title, style="bold", soft_wrap=True)
    if rows:
        console.print(table)


def write(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """The table in Markdown; what stands in its first column is code."""
    print(f"\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for first, *others in rows:
        print(f"| `{first}` | {' | '.join(others)} |")
