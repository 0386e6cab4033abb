"""Kernels deal fairly and open by the rules."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gaple import Rules, Seat
from gaple.engine import replay
from gaple.engine.params import Opening, Params
from gaple.engine.playout import deal_hand
from gaple.engine.state import HELD, LEFT_END, RIGHT_END, SIZE, TURN
from gaple.opening import Duty


def deals(rules: Rules, hands: int, number: int = 1, opener: Seat | None = None) -> np.ndarray:
    rows = np.zeros((hands, SIZE), np.int64)
    params, opening = Params.of(rules), Opening.of(Duty.of(rules, number, opener))
    for i, row in enumerate(rows):
        deal_hand(params, opening, np.uint64(1), i, row)
    return rows


@pytest.mark.parametrize(("players", "hand"), [(4, 7), (4, 6), (5, 5), (2, 14), (3, 9), (2, 1)])
def test_every_tile_is_everywhere_equally_often(players: int, hand: int) -> None:
    rows = deals(Rules(players=players, hand=hand), 20_000)
    held = (rows[:, HELD : HELD + players, None] >> np.arange(28) & 1).astype(float)
    assert (held.sum(axis=2) == hand).all()
    assert (held.sum(axis=1) <= 1).all()
    share = hand / 28
    error = (share * (1 - share) / len(rows)) ** 0.5
    assert np.abs(held.mean(axis=0) - share).max() < 5 * error


def test_pairs_of_tiles_come_together_as_often_as_they_should() -> None:
    rows = deals(Rules(), 20_000)
    held = (rows[:, HELD, None] >> np.arange(28) & 1).astype(float)
    together = held.T @ held / len(rows)
    share = 7 * 6 / (28 * 27)
    apart = together[~np.eye(28, dtype=bool)]
    assert np.abs(apart - share).max() < 5 * (share * (1 - share) / len(rows)) ** 0.5


def test_the_turned_up_tile_and_the_drawn_starter_are_uniform() -> None:
    rows = deals(Rules(hand=6), 20_000)
    tiles = Counter(zip(rows[:, LEFT_END].tolist(), rows[:, RIGHT_END].tolist(), strict=True))
    assert len(tiles) == 28
    assert all(abs(times - 20_000 / 28) < 5 * (20_000 / 28) ** 0.5 for times in tiles.values())
    starters = Counter(rows[:, TURN].tolist())
    assert sorted(starters) == [0, 1, 2, 3]
    assert all(abs(times - 5000) < 5 * 5000**0.5 for times in starters.values())


@pytest.mark.parametrize(
    ("rules", "number", "opener"),
    [
        (Rules(), 1, None),
        (Rules(lead="6-6"), 1, None),
        (Rules(lead="rising", next="lead"), 5, Seat.A),
        (Rules(), 2, Seat.D),
        (Rules(next="any"), 2, Seat.C),
        (Rules(players=2, hand=14), 2, Seat.B),
        (Rules(hand=6), 1, None),
        (Rules(hand=6), 2, Seat.B),
        (Rules(players=2, hand=1), 1, None),
    ],
)
def test_hands_open_by_the_rules(rules: Rules, number: int, opener: Seat | None) -> None:
    """``replay`` puts a deal into a :class:`gaple.Hand`, which refuses a starter or a lead that is not by the rules."""
    for i in range(100):
        hand = replay(rules, i, seed=1, number=number, opener=opener)
        assert hand.is_over
        assert hand.number == number
