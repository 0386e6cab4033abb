"""Players by name."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from typing import Any, Final

from gaple.errors import GapleError
from gaple.players import LEVELS, Flat, Player, check_level, make

from .cheater import Cheater

NAMES: Final = (*LEVELS, "flat100", "cheater", "module:Player")
"""What a candidate can be called.

The levels at the tables; ``flat`` and a number of worlds; ``cheater``; or anything that, called with a seed, gives a
:class:`gaple.players.Player`, by its module and name.
"""

_FLAT: Final = re.compile(r"flat([1-9][0-9]{0,6})")


def candidate(name: str, seed: int) -> Player | Cheater:
    """A player of this name; ``seed`` fixes its chance. Raises :class:`GapleError` for an unknown one."""
    player: Player | Cheater = _maker(name)(seed)
    return player


def check(name: str) -> None:
    """Raises :class:`GapleError` where there is no player of this name."""
    _maker(name)


def needs_engine(name: str) -> bool:
    """Whether the player wants the engine's kernels, as far as the name tells."""
    if name in LEVELS:
        return LEVELS[name].needs_engine
    return name == "cheater" or _FLAT.fullmatch(name) is not None


def _maker(name: str) -> Callable[[int], Any]:
    if name in LEVELS:
        check_level(name)
        return lambda seed: make(name, seed)
    if name == "cheater":
        return lambda seed: Cheater()
    if flat := _FLAT.fullmatch(name):
        worlds = int(flat[1])
        return lambda seed: Flat(seed, worlds)
    module, colon, attribute = name.partition(":")
    if not colon:
        raise GapleError("level-unknown", level=name, expected=", ".join(NAMES))
    try:
        found: Any = getattr(importlib.import_module(module), attribute)
    except Exception as error:  # noqa: BLE001 (the code of others may fail in any way)
        raise GapleError("arena-player-import", name=name, reason=f"{type(error).__name__}: {error}") from None
    if not callable(found):
        raise GapleError("arena-player-import", name=name, reason=f"{attribute} is not callable")
    maker: Callable[[int], Any] = found
    return maker
