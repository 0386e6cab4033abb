"""OpenSpiel's `python_team_dominoes`, and its IS-MCTS as a player of it.

Four players in two teams; player 0 leads any tile; who cannot play is left out. Whatever ends the hand, the side with
fewer pips wins as many points as the other side has pips, and nobody where both are level.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.games import team_dominoes

from benchmarks.peers.table import Table
from gaple import SEATS, Action, Deal, Rules, Seat, tiles_of
from gaple.engine.infer import infer

RULES: Final = Rules.parse("players=4 hand=7 teams=yes stuck=pass next=any side=total settle=pairwise")
"""The nearest: the same side wins always, but the difference of the sides' pips, not the loser's own."""

UCT: Final = 20.0
"""How much IS-MCTS explores: in points, of which hands bring some tens (docs/strength.md)."""

_GAME: Final[Any] = team_dominoes.DominoesGame()
_TOLD: Final = re.compile(r"p(\d) tile:\((\d)\.0, (\d)\.0\) pip:(?:(\d)\.0|None)")


class TeamDominoes:
    """A hand of theirs; a move is the number of one of the game's actions."""

    def __init__(self, deal: Deal) -> None:
        self.state: Any = _GAME.new_initial_state()
        for dealt in zip(*map(tiles_of, deal.hands), strict=True):  # a tile each, again and again
            for tile in dealt:
                self.state.apply_action(tile.index)

    @property
    def turn(self) -> Seat | None:
        """Who is to move; ``None`` when it is over."""
        return None if self.state.is_terminal() else SEATS[self.state.current_player()]

    @property
    def points(self) -> int:
        """What A and C have won."""
        return int(self.state.returns()[Seat.A])

    def legal(self) -> list[int]:
        """Every legal move."""
        legal: list[int] = self.state.legal_actions()
        return legal

    def move(self, action: Action, end: int | None) -> int:
        """A play of the seat on turn, by the number it goes to."""
        assert action.tile is not None
        return _numbers()[self.state.current_player(), action.tile.low, action.tile.high, end]

    def play(self, move: int) -> None:
        """The seat on turn does this."""
        self.state.apply_action(move)


class IsMcts:
    """Information set Monte Carlo tree search as OpenSpiel has it, with random playouts.

    The game cannot say what a seat does not know, so the search is given worlds by our exact inference, drawn with
    equal chance from all that the seat's view leaves possible.
    """

    def __init__(self, seed: int, simulations: int, uct: float = UCT) -> None:
        chance = np.random.RandomState(seed % 2**32)
        self._seed = seed
        self._simulations = simulations
        self._worlds: Iterator[NDArray[np.int64]] = iter(())
        self._bot: Any = ISMCTSBot(_GAME, RandomRolloutEvaluator(1, chance), uct, simulations, random_state=chance)
        self._bot.set_resampler(self._resample)

    def choose(self, table: Table[int]) -> int:
        """The move that was tried most."""
        assert isinstance(table.game, TeamDominoes)
        view = table.view
        told = f"{self._seed} {len(view.actions)}".encode()
        chance = int.from_bytes(hashlib.blake2b(told, digest_size=8).digest())
        self._worlds = iter(infer(view).sample(self._simulations, chance).hands)
        return int(self._bot.step(table.game.state))

    def _resample(self, state: Any, player: int) -> Any:
        """The state with other hands that are as possible; the player's own is in every world what it is."""
        other = state.clone()
        other.hands = [[(float(tile.low), float(tile.high)) for tile in tiles_of(int(s))] for s in next(self._worlds)]
        return other


@cache
def _numbers() -> dict[tuple[int, int, int, int | None], int]:
    """The number of each action of the game by player, tile and the number on the table that it goes to."""
    state = _GAME.new_initial_state()
    found: dict[tuple[int, int, int, int | None], int] = {}
    for number in range(_GAME.num_distinct_actions()):
        told = _TOLD.fullmatch(state.action_to_string(0, number))  # 0 is any player, not chance
        assert told is not None
        player, low, high, end = told.groups()
        found[int(player), int(low), int(high), None if end is None else int(end)] = number
    return found
