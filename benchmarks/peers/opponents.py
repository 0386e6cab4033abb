"""The opponents by name. Those that look into others' hands (`omniscient` of `dominoes`) are none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

import dominoes

from benchmarks.peers import openspiel, pypi
from benchmarks.peers.table import Game, Move, Table
from gaple import Deal, Rules


class Opponent(Protocol[Move]):
    """A player of a peer."""

    def choose(self, table: Table[Move]) -> Move:
        """One of ``table.choices``, from what its seat may know."""
        ...


@dataclass(frozen=True, slots=True)
class Peer:
    """An opponent and its game.

    ``game`` begins a hand with these tiles; ``opponent`` makes a player from a seed and a budget, so many of
    ``unit``. ``least`` is the smallest budget with which it can play, ``None`` where it has none. ``rules`` are those
    of ours that are nearest to the game's.
    """

    source: str
    rules: Rules
    game: Callable[[Deal], Game[Any]]
    opponent: Callable[[int, int], Opponent[Any]]
    unit: str | None = None
    least: int | None = None


def _ordered(strategy: pypi.Strategy) -> Peer:
    return Peer("dominoes", pypi.RULES, pypi.Dominoes, lambda seed, _: pypi.Ordered(seed, strategy))


def _searching(start: int) -> Peer:
    """Their `probabilistic_alphabeta`. At move 4 one search takes tenths of a second, before that seconds."""
    opponent = partial(pypi.alphabeta, start=start)
    return Peer("dominoes", pypi.RULES, pypi.Dominoes, opponent, "sample", 1)


PEERS: Final[Mapping[str, Peer]] = {
    "ismcts": Peer("OpenSpiel", openspiel.RULES, openspiel.TeamDominoes, openspiel.IsMcts, "simulation", 2),
    "random": _ordered(dominoes.players.random),
    "double": _ordered(dominoes.players.double),
    "bota_gorda": _ordered(dominoes.players.bota_gorda),
    "alphabeta_from_10": _searching(10),
    "alphabeta_from_4": _searching(4),
}
