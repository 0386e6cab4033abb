"""Computer players that do what they must not, for the processes in which they think."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gaple import Action, View
from gaple.players import Greedy, Player, make

MAKER = f"{__name__}:make_player"
BROKEN = f"{__name__}:make_none"

MARK = "-".join(("what", "is", "hidden"))  # not as it stands in this source, for tracebacks tell lines


@dataclass
class Misbehaving:
    """Does what it is called, then answers legally where it still can."""

    what: str

    def choose(self, view: View) -> Any:
        tiles = [str(tile) for tile in view.tiles]
        what, _, where = self.what.partition(":")
        match what:
            case "raise":
                raise KeyError(tiles)
            case "illegal":
                return Action.parse("x??")
            case "nonsense":
                return tiles
            case "die":
                os._exit(3)
            case "leave":
                raise SystemExit(tiles)
            case "stall":
                while True:
                    time.sleep(1)
            case "print":
                sys.stdout.write('{"action": "--"}\n')
                sys.stdout.flush()
            case "pid":
                path = Path(where)
                path.with_suffix(".new").write_text(str(os.getpid()))
                path.with_suffix(".new").replace(path)
            case "wait":
                while not Path(where).exists():
                    time.sleep(0.01)
        return Greedy().choose(view)


def make_player(level: str, seed: int) -> Player:
    """A player of this level where there is one, else one that misbehaves so."""
    try:
        return make(level, seed)
    except ValueError:
        return Misbehaving(level)


def make_none(level: str, seed: int) -> Player:
    """Fails, with what must not be told."""
    raise KeyError(MARK, level, seed)
