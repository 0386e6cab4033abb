"""Scores of unplayed tiles that play seldom leaves: ties on every level."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gaple import Rules, score
from gaple.engine.moves import find_outcome
from gaple.engine.params import Params
from gaple.engine.state import DEAD, HELD, SIZE
from tests.strategies import rules, unplayed


@given(st.data(), rules())
def test_scores_are_the_ground_floors(data: st.DataObject, by: Rules) -> None:
    tiles = data.draw(unplayed(by))
    dead = data.draw(st.integers(0, (1 << 28) - 1))
    position, points, net = np.zeros(SIZE, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    for seat, mask in enumerate(tiles):
        position[HELD + seat], position[DEAD + seat] = mask & ~dead, mask & dead
    winner = find_outcome(Params.of(by), position, points, net)
    told = score(by, tiles)
    assert (tuple(points[: by.players]), winner, tuple(net[: by.players])) == (told.points, told.winner, told.net)


def test_the_largest_settlement_fits() -> None:
    by = Rules(players=5, hand=5, lone=10**9 - 1, settle="pairwise")
    tiles = [1, 1 << 27, 1 << 26, 1 << 25, 1 << 24]
    position, points, net = np.zeros(SIZE, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    position[HELD : HELD + 5] = tiles
    find_outcome(Params.of(by), position, points, net)
    assert tuple(net) == score(by, tiles).net
