"""What a seat believes: the worlds that its view leaves possible, each with its weight, as kernels take them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from gaple.engine.infer import Batch, infer
from gaple.engine.params import Params
from gaple.engine.state import SIZE
from gaple.view import View

from .belief import weigh
from .choosing import GREEDY, NAIVE, UNIFORM
from .network import Net, trained
from .retelling import retell
from .scene import WIDTH


@dataclass(frozen=True, slots=True)
class Model:
    """Of what kinds the others may be, and how likely each is; with chance ``floor`` anybody does just anything.

    A kind is a number: :data:`GREEDY`, :data:`UNIFORM`, or a positive *heat* of the network's choice
    (:mod:`gaple.engine.net.choosing`).
    """

    kinds: tuple[float, ...] = (GREEDY, 0.03, 0.08, 0.2, NAIVE + 0.06, NAIVE + 0.15, NAIVE + 0.3, UNIFORM)
    priors: tuple[float, ...] = (0.25, 0.12, 0.15, 0.1, 0.08, 0.15, 0.1, 0.05)
    floor: float = 0.03


BROAD: Final = Model()
"""A mixture for players of whom nothing is known: heats and shares that did well with all that were tried."""


CALM: Final = 0.2
"""So much of their heats others are expected to play with from now on (:attr:`Belief.coming`); measured, see
docs/strength.md."""


@dataclass(frozen=True, eq=False)
class Belief:
    """Worlds with weights, and in each what the others may be.

    ``weights`` is ``float64[n]`` and adds up to 1, ``scenes`` ``int64[n, 32]``, ``beliefs`` ``float64[n, 5, kinds]``
    and ``kinds`` ``float64[kinds]``. With ``exact`` these are all worlds that there are.
    """

    weights: NDArray[np.float64]
    scenes: NDArray[np.int64]
    beliefs: NDArray[np.float64]
    kinds: NDArray[np.float64]
    exact: bool

    @property
    def cases(self) -> NDArray[np.int64]:
        """``int64[n, 10]``: hands and dead tiles of every seat."""
        return np.ascontiguousarray(self.scenes[:, :10])

    @property
    def coming(self) -> NDArray[np.float64]:
        """The kinds as players to come: less in doubt than as an account of what somebody has done.

        Much of the heat that explains a player best is our ignorance of how it thinks, not its own doubt; taken for
        that, it would make others blunder in plans and playouts as they don't at the table.
        """
        naive = np.where(self.kinds >= NAIVE, NAIVE, 0.0)
        return np.where(self.kinds > 0, naive + (self.kinds - naive) * CALM, self.kinds)

    def drawn(self, count: int, seed: int) -> Self:
        """``count`` of the worlds, each as often as its weight says, all of the same weight now."""
        start = np.random.default_rng(seed).random()
        places = np.searchsorted(np.cumsum(self.weights), (start + np.arange(count)) / count)
        places = places.clip(max=len(self.weights) - 1)
        return type(self)(np.full(count, 1 / count), self.scenes[places], self.beliefs[places], self.kinds, exact=False)


def believe(view: View, worlds: int, seed: int, model: Model = BROAD, net: Net | None = None) -> Belief:
    """All worlds where there are at most so many, else as many drawn evenly; weighed by the model."""
    possible = infer(view)
    exact = possible.count <= worlds
    return weighed(view, possible.all(worlds) if exact else possible.sample(worlds, seed), exact, model, net)


def weighed(view: View, batch: Batch, exact: bool, model: Model = BROAD, net: Net | None = None) -> Belief:
    """These worlds, weighed by the model."""
    n, kinds = len(batch), np.array(model.kinds)
    weights, beliefs = np.empty(n), np.empty((n, 5, len(kinds)))
    known = 0 if view.seat is None else 1 << view.seat
    before, moves, now = retell(view)
    weigh(
        Params.of(view.rules), net or trained(), kinds, np.array(model.priors), model.floor, before, moves, batch.rows,
        known, weights, beliefs,
    )  # fmt: skip
    scenes = np.empty((n, WIDTH), np.int64)
    scenes[:, :SIZE] = batch.positions()
    scenes[:, SIZE:] = now[SIZE:]
    return Belief(weights / weights.sum(), scenes, beliefs, kinds, exact)
