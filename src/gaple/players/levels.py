"""The levels of computer players: by which names there are players, and which of them can play here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final

from gaple.errors import GapleError

from .beginner import Beginner
from .casual import Casual
from .flat import Flat
from .greedy import Greedy
from .learned import Learned
from .master import Master
from .player import Player
from .random import Random


@dataclass(frozen=True, slots=True)
class Level:
    """How a level is made: ``maker`` gives a player from a seed; one that ``needs_engine`` wants ``gaple[engine]``.

    ``match_maker`` gives one that plays for the match, where the level can tell that from the hand.
    """

    maker: Callable[[int], Player]
    needs_engine: bool = False
    match_maker: Callable[[int], Player] | None = None


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "random": Level(Random),
        "beginner": Level(Beginner),
        "greedy": Level(lambda seed: Greedy()),
        "casual": Level(lambda seed: Casual()),
        "learned": Level(lambda seed: Learned(), needs_engine=True),
        "flat": Level(Flat, needs_engine=True),
        "master": Level(Master, needs_engine=True, match_maker=lambda seed: Master(seed, goal="match")),
    }
)
"""The levels by name, weakest first: those of the tables, the command line and the arena."""

_ENGINE: Final = ("numpy", "numba", "platformdirs")


def available() -> tuple[str, ...]:
    """The levels that the packages installed here can play, weakest first."""
    lacking = _lacking()
    return tuple(name for name, level in LEVELS.items() if not (lacking and level.needs_engine))


def check_level(level: str) -> None:
    """Raises :class:`GapleError` for an unknown level, and for one whose packages are not installed."""
    if level not in LEVELS:
        raise GapleError("level-unknown", level=level, expected=", ".join(available()))
    if LEVELS[level].needs_engine and (package := _lacking()):
        raise GapleError("level-needs-engine", level=level, package=package)


def make(level: str, seed: int) -> Player:
    """A player of this level; ``seed`` fixes its chance. Raises what :func:`check_level` does."""
    check_level(level)
    return LEVELS[level].maker(seed)


def make_for_match(level: str, seed: int) -> Player:
    """One that plays for the match that the hand is part of, if the level can; else for the hand alone."""
    check_level(level)
    chosen = LEVELS[level]
    return (chosen.match_maker or chosen.maker)(seed)


def _lacking() -> str | None:
    """A package that the engine needs and that is not installed; looked for without importing it, which takes long."""
    return next((package for package in _ENGINE if find_spec(package) is None), None)
