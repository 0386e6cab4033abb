"""PyPI's `dominoes`: its game and its players.

Four players in two teams; player 0 leads any tile; who cannot play passes. Who is out wins for its side as many points
as all hands have pips, its partner's too; where the game is stuck, the side with fewer pips wins those of both sides,
and nobody where both are level.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import dominoes

from benchmarks.peers.table import STARTER, Table
from gaple import SEATS, Action, Deal, Kind, Rules, Seat, Tile, tiles_of

RULES: Final = Rules.parse("players=4 hand=7 teams=yes stuck=pass next=any settle=pairwise")
"""The nearest: who is out wins, but where the line is blocked whoever has the fewest pips, not the side that has."""

Move = tuple[dominoes.Domino, bool]
"""A tile, and whether it goes to the left end."""

Strategy = Callable[[dominoes.Game], None]
"""A player of theirs: puts the game's valid moves in the order in which it likes them."""


class Dominoes:
    """A hand of theirs."""

    def __init__(self, deal: Deal) -> None:
        hands = [
            dominoes.Hand([dominoes.Domino(tile.low, tile.high) for tile in tiles_of(held)]) for held in deal.hands
        ]
        leads = tuple((domino, True) for domino in hands[STARTER])
        self.game = dominoes.Game(dominoes.Board(), hands, [], int(STARTER), leads, int(STARTER), None)

    @property
    def turn(self) -> Seat | None:
        """Who is to move; ``None`` when it is over."""
        return SEATS[self.game.turn] if self.game.result is None else None

    @property
    def points(self) -> int:
        """What A and C have won."""
        return int(self.game.result.points)

    def legal(self) -> tuple[Move, ...]:
        """Every legal move."""
        moves: tuple[Move, ...] = self.game.valid_moves
        return moves

    def move(self, action: Action, end: int | None) -> Move:
        """A play of the seat on turn. Where both ends are the same number, to them it goes to the left."""
        assert action.tile is not None
        left = action.kind is not Kind.RIGHT or end == self.game.board.left_end()
        return _domino(action.tile), left

    def play(self, move: Move) -> None:
        """The seat on turn does this."""
        self.game.make_move(*move)


def _domino(tile: Tile) -> dominoes.Domino:
    return dominoes.Domino(tile.low, tile.high)


class Ordered:
    """Makes the move that comes first when these players, one after another, have put the moves in order."""

    def __init__(self, seed: int, *strategies: Strategy) -> None:
        self._rng = random.Random(seed)
        self._strategies = strategies

    def choose(self, table: Table[Move]) -> Move:
        """What comes first."""
        assert isinstance(table.game, Dominoes)
        game = table.game.game
        random.seed(self._rng.getrandbits(64))  # the chance that they use
        for strategy in self._strategies:
            strategy(game)
        first: Move = game.valid_moves[0]
        return first


def alphabeta(seed: int, samples: int, start: int) -> Ordered:
    """Their strongest that does not look into others' hands.

    From move ``start`` on it solves so many possible deals with all tiles open and makes the move that is best most
    often, the heaviest of several; before, it plays the heaviest tile.
    """
    heavy: Strategy = dominoes.players.bota_gorda
    search: Strategy = dominoes.players.probabilistic_alphabeta(start, samples, player=heavy)
    return Ordered(seed, heavy, search)
