"""What a player of ``python_gaple`` sees, as tensors and as text: projections of a :class:`gaple.View`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from gaple.rules import Rules
from gaple.tiles import Seat
from gaple.view import View

from .observation import HISTORY, Layout, observe, voids_of

PRIVATE: Final = ("hand", "dead")
"""The parts of an observation that its seat alone may know; all others are public."""


class Observer:
    """OpenSpiel's observer (``make_observation``); :class:`gaple.envs.Layout` tells the parts.

    ``tensor`` is ``float32[size]``: the one-hot ``player``, then the parts that the observation type asks for; ``dict``
    has each under its name, ``voids`` as ``[players, 7]`` and ``history`` as ``[turns, 2]``. An information state
    (``perfect_recall``) has the history, an observation has not. During the deal there is nothing to be seen: zeros.

    Raises ``ValueError`` for parameters, for there are none, and where the tiles of all players are asked for.
    """

    def __init__(self, rules: Rules, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"there are no observation parameters; {params} were given")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees the tiles of all players; ask for those of one, or of none")
        self.rules = rules
        self.recall = bool(kind.perfect_recall)
        self.public = bool(kind.public_info)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.layout = Layout.of(rules, history=self.recall)
        self._parts = [name for name in self.layout if (self.private if name in PRIVATE else self.public)]
        sizes = {"player": rules.players}
        sizes |= {name: self.layout[name].stop - self.layout[name].start for name in self._parts}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        shapes = {"voids": (rules.players, 7), HISTORY: (-1, 2)}
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        first = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[first : first + size].reshape(shapes.get(name, (size,)))
            first += size

    def _view(self, state: Any, player: int) -> View | None:
        """The view that may be told: an onlooker's, where no player's own tiles are asked for."""
        return None if state.hand is None else state.view(player if self.private else None)

    def set_from(self, state: Any, player: int) -> None:
        """Fills ``tensor``, and so ``dict``, with what ``player`` sees of ``state``."""
        self.tensor.fill(0)
        view = self._view(state, player)
        if view is None:
            return
        self.dict["player"][player] = 1
        seen = observe(view, self.recall, Seat(player))
        for name in self._parts:
            part = self.dict[name]
            part[...] = seen[self.layout[name]].reshape(part.shape)

    def string_from(self, state: Any, player: int) -> str:
        """The same as text."""
        view = self._view(state, player)
        if view is None:
            return "dealing"
        parts = [str(Seat(player))]
        if self.private:
            parts.append(f"hand:{_list(view.tiles)} dead:{_list(view.dead[player])}")
        if self.public and self.recall:
            up = [f"up:{view.turned_up}"] if view.turned_up else []
            parts += [*up, f"starter:{view.starter}", *(f"{seat}:{action}" for seat, action in view.actions)]
        elif self.public:
            ends = "-".join(map(str, view.ends)) if view.ends else "none"
            line = sorted("".join(sorted(text)) for text in view.line.texts)
            lacking = [_list(sorted(voids)) or "-" for voids in voids_of(view)]
            parts += [f"turn:{view.turn}", f"ends:{ends}", f"line:{_list(line)}", f"counts:{_list(view.counts)}"]
            parts += [f"discards:{_list(map(len, view.dead))}", f"voids:{' '.join(lacking)}"]
        return " ".join(parts)


def _list(values: Iterable[object]) -> str:
    return ",".join(map(str, values))
