"""Worlds as arrays, and one world as a hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gaple.actions import DISCARDS
from gaple.deal import Deal
from gaple.engine.state import (
    DEAD,
    END,
    ENDINGS,
    HELD,
    LEADABLE,
    LEFT_END,
    NO_LINE,
    NOBODY,
    RIGHT_END,
    SIZE,
    TURN,
    TURNS,
)
from gaple.hand import Hand
from gaple.tiles import Seat, Tile, TileSet, tiles_of

from .evidence import Evidence

_ENDS: Final = {ending: code for code, ending in ENDINGS.items()}


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the tiles can lie: a full assignment.

    ``hands`` are the sets of tiles by seat, ``discards`` the tiles of all discards in order of time with their seats,
    ``stock`` is the set of hidden stock tiles.
    """

    evidence: Evidence
    hands: tuple[TileSet, ...]
    discards: tuple[tuple[Seat, Tile], ...]
    stock: TileSet

    def dead(self, seat: Seat) -> tuple[Tile, ...]:
        """What this seat has discarded, in order."""
        return tuple([tile for by, tile in self.discards if by == seat])

    @property
    def deal(self) -> Deal:
        """The deal; the hidden stock, whose order nobody knows, in order of tiles."""
        known = self.evidence.known
        dealt = list(self.hands)
        for seat, action in known.moves:
            if action.is_play and action.tile:
                dealt[seat] |= action.tile.bit
        for seat, tile in self.discards:
            dealt[seat] |= tile.bit
        return Deal(tuple(dealt), ((known.turned_up,) if known.turned_up else ()) + tiles_of(self.stock))

    def hand(self) -> Hand:
        """The hand, played to the present position. Its view is the one that the world was inferred from."""
        known = self.evidence.known
        dead = iter(self.discards)
        actions = [DISCARDS[next(dead)[1].index] if action.is_discard else action for _, action in known.moves]
        return Hand.replay(known.rules, self.deal, known.starter, actions, known.number, known.duty.seat)


class Batch:
    """Many worlds: a sequence of :class:`World`, and their sets of tiles as one array.

    ``rows`` is ``int64[n, players + 1 + discards]``: in each row the hands by seat, the hidden stock, and each discard
    in order of time as a set of one tile; what the view knows (own hand and discards) is there too.
    """

    __slots__ = ("evidence", "rows")

    def __init__(self, evidence: Evidence, rows: NDArray[np.int64]) -> None:
        self.evidence = evidence
        self.rows = rows

    @classmethod
    def empty(cls, evidence: Evidence, worlds: int) -> Batch:
        """Room for this many worlds, with what is known filled in."""
        players = evidence.known.rules.players
        row = np.zeros(players + 1 + len(evidence.discards), np.int64)
        row[:players] = [held or 0 for held in evidence.known.hands]
        row[players + 1 :] = [tile.bit if tile else 0 for _, tile in evidence.discards]
        return cls(evidence, np.tile(row, (worlds, 1)))

    @property
    def hands(self) -> NDArray[np.int64]:
        """``int64[n, players]``: every seat's hand as a set of tiles."""
        return self.rows[:, : self.evidence.known.rules.players]

    @property
    def stock(self) -> NDArray[np.int64]:
        """``int64[n]``: the hidden stock as a set of tiles."""
        return self.rows[:, self.evidence.known.rules.players]

    @property
    def discards(self) -> NDArray[np.int64]:
        """``int64[n, discards]``: each discard in order of time, as a set of one tile."""
        return self.rows[:, self.evidence.known.rules.players + 1 :]

    def positions(self) -> NDArray[np.int64]:
        """``int64[n, 16]``: the present position in each world, for kernels (:mod:`gaple.engine.state`)."""
        known = self.evidence.known
        positions = np.zeros((len(self), SIZE), np.int64)
        positions[:, HELD : HELD + known.rules.players] = self.hands
        for (seat, _), tiles in zip(self.evidence.discards, self.discards.T, strict=True):
            positions[:, DEAD + seat] |= tiles
        positions[:, LEFT_END], positions[:, RIGHT_END] = self.evidence.ends or (NO_LINE, NO_LINE)
        positions[:, TURN] = NOBODY if self.evidence.turn is None else self.evidence.turn
        positions[:, END] = _ENDS[known.end]
        positions[:, LEADABLE] = known.duty.leads(known.tiles)
        positions[:, TURNS] = len(known.moves)
        return positions

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> World:
        row = [int(tiles) for tiles in self.rows[index]]
        players = self.evidence.known.rules.players
        discards = [
            (seat, tiles_of(tiles)[0])
            for (seat, _), tiles in zip(self.evidence.discards, row[players + 1 :], strict=True)
        ]
        return World(self.evidence, tuple(row[:players]), tuple(discards), row[players])

    def __iter__(self) -> Iterator[World]:
        return map(self.__getitem__, range(len(self)))
