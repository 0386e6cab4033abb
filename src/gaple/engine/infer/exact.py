"""Exact inference: from what a seat may know, where every tile can be.

>>> import random
>>> from gaple import Hand, Rules, Seat, Tile
>>> hand, rng = Hand.dealt(Rules(hand=6), seed=2026), random.Random(1)
>>> for _ in range(12):
...     hand.play(rng.choice(hand.legal_actions()))
>>> worlds = infer(hand.view(Seat.B))
>>> worlds.count, round(worlds.bits, 1)
(2217600, 21.1)
>>> {place: round(chance, 3) for place, chance in worlds.where.of(Tile(2, 6)).items()}
{'C': 0.333, 'D': 0.333, 'stock': 0.333}
>>> worlds.sample(1000, seed=1)[0].hand().view(Seat.B) == hand.view(Seat.B)
True
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gaple.engine.checks import MOST_SEED, whole
from gaple.engine.chunks import in_chunks
from gaple.partial import PartialHand
from gaple.tiles import Seat, Tile, tiles_of
from gaple.view import View

from .contradiction import contradiction
from .evidence import STOCK, Evidence
from .kernels import MANY, complete, draw, locate, make, plan_of
from .known import Known, ViewError
from .worlds import Batch, World

FEW: Final = 100_000
"""So many worlds are enumerated unless more are asked for."""

MOST_WORLDS: Final = 10**7
"""So many worlds fit into one batch."""

CHUNK: Final = 2**17
"""So many worlds are made or weighed at a time: at most some tenths of a second, so that Ctrl-C need not wait."""

_AT_A_TIME: Final = 256


def infer(view: View) -> Worlds:
    """The worlds that a view leaves possible. Raises :class:`ViewError` where there is none."""
    return Worlds(Evidence.of_view(view))


def infer_record(hand: PartialHand, seat: Seat | None) -> Worlds:
    """The worlds that a hand recorded with ``??`` leaves possible for ``seat``, or an onlooker.

    Raises :class:`ViewError` where there is none, where the record lacks some of the seat's own tiles, or where the
    hand is over.
    """
    return Worlds(Evidence.of(Known.of_record(hand, seat)))


@dataclass(frozen=True, slots=True)
class Where:
    """Where each tile is.

    ``hands`` and ``dead`` are ``float64[28, players]``, ``stock`` is ``float64[28]``: the probability that a tile is in
    a seat's hand, is one of its discards, or is in the hidden stock. For a tile on the table all are zero, for any
    other they add up to 1 (what the seat sees of itself is certain).
    """

    hands: NDArray[np.float64]
    dead: NDArray[np.float64]
    stock: NDArray[np.float64]

    @classmethod
    def of_table(cls, table: NDArray[np.float64]) -> Where:
        """From one table whose columns are hands, then discards, by seat, and last the stock."""
        players = table.shape[1] // 2
        return cls(table[:, :players], table[:, players:-1], table[:, -1])

    def of(self, tile: Tile) -> dict[str, float]:
        """The places where a tile can be: ``A`` for A's hand, ``Ax`` for A's discards, …, ``stock``; no zeros."""
        found: dict[str, float] = {}
        for seat, (held, dead) in enumerate(zip(self.hands[tile.index], self.dead[tile.index], strict=True)):
            found[f"{Seat(seat)}"] = float(held)
            found[f"{Seat(seat)}x"] = float(dead)
        found["stock"] = float(self.stock[tile.index])
        return {place: chance for place, chance in found.items() if chance}


class Worlds:
    """All worlds that evidence leaves possible: a sequence in a fixed order, counted but not stored.

    ``count`` is how many there are (so is ``len``), ``worlds[i]`` makes one of them.
    Raises :class:`ViewError` where there is none.
    """

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self._plan = plan_of(evidence)
        self.count = int(complete(self._plan))
        if self.count == 0:
            raise contradiction(evidence)
        if self.count == MANY:
            raise ViewError("view-too-many-worlds")

    @property
    def bits(self) -> float:
        """What there is left to know: the logarithm of the count to base 2."""
        return math.log2(self.count)

    @cached_property
    def where(self) -> Where:
        """Where each tile is, every world counting the same."""
        plan, players = self._plan, self.evidence.known.rules.players
        counts = np.zeros((len(plan.bits), len(plan.sizes)), np.int64)
        locate(plan, counts)
        tiles = [int(bit).bit_length() - 1 for bit in plan.bits]
        found = np.zeros((28, 2 * players + 1), np.int64)  # hands, discards, stock
        for seat, held in enumerate(self.evidence.known.hands):
            found[[tile.index for tile in tiles_of(held or 0)], seat] = self.count
        for seat, tile in self.evidence.discards:
            if tile:
                found[tile.index, players + seat] = self.count
        for place, column in zip(self.evidence.places, counts.T, strict=True):
            kind = -1 if place.owner == STOCK else place.owner + players * (place.discard >= 0)
            found[tiles, kind] += column
        return Where.of_table(found / self.count)

    def sample(self, worlds: int, seed: int = 0) -> Batch:
        """So many worlds, drawn with replacement and equal chance; the same seed draws the same ones.

        Raises :class:`EngineError` for a number of worlds or a seed out of range.
        """
        numbers = np.empty(whole("worlds", worlds, 0, MOST_WORLDS), np.int64)
        draw(np.uint64(whole("seed", seed, 0, MOST_SEED)), self.count, numbers)
        return self.batch(numbers)

    def all(self, limit: int = FEW) -> Batch:
        """Every world, each once. Raises :class:`ViewError` where there are more than ``limit``."""
        if self.count > limit:
            raise ViewError("worlds-too-many", n=self.count, limit=limit)
        return self.batch(np.arange(self.count))

    def batch(self, numbers: NDArray[np.int64]) -> Batch:
        """The worlds with these numbers, from 0 to ``count`` − 1. Raises ``IndexError`` for others."""
        if len(numbers) and not (numbers.min() >= 0 and numbers.max() < self.count):
            raise IndexError(f"worlds are numbered from 0 to {self.count - 1}")
        numbers, batch = np.ascontiguousarray(numbers, np.int64), Batch.empty(self.evidence, len(numbers))
        in_chunks(len(batch), CHUNK, lambda a, b: make(self._plan, numbers[a:b], batch.rows[a:b]))
        return batch

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, number: int) -> World:
        return self.batch(np.array([number], np.int64))[0]

    def __iter__(self) -> Iterator[World]:
        for first in range(0, self.count, _AT_A_TIME):
            yield from self.batch(np.arange(first, min(first + _AT_A_TIME, self.count)))
