"""What a solver knows of the rules: nets as linear functions, bounds from pips, the parity theorem."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import Ending, Hand, Rules, Seat, score
from gaple.engine.solve.board import ROW, SEATS, WEIGHT
from gaple.engine.solve.budget import Budget
from gaple.engine.solve.goal import CONVENTIONS, OBJECTIVES, Goal, weights_of, worth_of
from gaple.engine.solve.tree import Tree
from gaple.engine.state import position_of
from gaple.engine.tables import BY_RANK
from gaple.tiles import TILES
from tests import strategies
from tests.engine import plain
from tests.engine.space import both_seeds, resolve


@given(data=st.data())
def test_worth_is_the_net(data: st.DataObject) -> None:
    rules = data.draw(strategies.rules())
    outcome = score(rules, data.draw(strategies.unplayed(rules)))
    points = np.array([*outcome.points, *[0] * (SEATS - rules.players), 1])
    for seat in rules.seats:
        sign = -1 if rules.settle == "points" else 1
        assert sign * worth_of(rules, "net", seat)[outcome.winner] @ points == outcome.net[seat]
        won = outcome.winner == seat or (rules.teams and (outcome.winner - seat) % 2 == 0)
        assert worth_of(rules, "win", seat)[outcome.winner] @ points == won


@given(rules=strategies.rules(), seat=st.sampled_from(list(Seat)), objective=st.sampled_from(OBJECTIVES))
def test_weights_are_the_worth_in_units(rules: Rules, seat: Seat, objective: str) -> None:
    for convention in CONVENTIONS:
        if seat < rules.players and (rules.teams or convention != "teams"):
            worth = Goal.of(rules, seat, convention, objective).worth
            weights, unit, rows = weights_of(worth, rules.players)
            assert (weights * unit == worth).all()
            assert weights.shape == (SEATS, ROW)
            assert rows in (1, rules.players)
            assert (rows == 1) == all((worth[winner] == worth[0]).all() for winner in rules.seats)


@both_seeds
def test_bounds_hold(seed: int | None) -> None:
    narrow = 0
    for rng, rules, hand in plain.positions(resolve(seed), 400, 14):
        assert hand.turn is not None
        goal = Goal.of(rules, hand.turn, None, rng.choice(OBJECTIVES))
        tree = Tree(rules, goal.worth, goal.ours)
        if hand.ends is None:
            hand.play(hand.legal_actions()[0])
            if hand.is_over:
                continue
        position = position_of(hand)
        tree.begin(position)
        low, high = tree.bounds(position)
        known = [(low, high)]
        tree.narrow(position, known, Budget())
        assert low <= known[0][0] == known[0][1] <= high
        narrow += high - low < 40
    assert narrow > 20


def test_a_position_that_is_over_is_known_at_a_glance() -> None:
    rules = Rules(settle="pairwise")
    hand = Hand.dealt(rules, seed=3)
    goal = Goal.of(rules, Seat.B, None, "net")
    tree = Tree(rules, goal.worth, goal.ours)
    tree.begin(position_of(hand))
    while not hand.is_over:
        hand.play(hand.legal_actions()[0])
    assert hand.outcome is not None
    assert tree.bounds(position_of(hand)) == (hand.outcome.net[Seat.B],) * 2


@both_seeds
@pytest.mark.parametrize(("players", "size"), [(4, 7), (2, 14)])
def test_the_parity_theorem(seed: int | None, players: int, size: int) -> None:
    """Where nothing is discarded and all tiles are dealt, a blocked line has equal ends and their whole suit on it."""
    rules, rng = Rules(players=players, hand=size, stuck="pass"), random.Random(resolve(seed))
    blocked = 0
    for _ in range(300):
        hand = Hand.dealt(rules, str(rng.random()))
        while not hand.is_over:
            hand.play(rng.choice(hand.legal_actions()))
            assert hand.ends is not None
            left, right = hand.ends
            whole_suit = left == right and sum(left in halves for halves in hand.line.halves) == 7
            out = any(not hand.tiles(seat) for seat in rules.seats)
            assert whole_suit == (hand.end is Ending.BLOCKED) or out
        blocked += hand.end is Ending.BLOCKED
    assert blocked > 20


def test_tables_are_by_rank() -> None:
    order = [(TILES[index].pips, TILES[index].low) for index in BY_RANK]
    assert order == sorted(order)
    assert [pips for pips, _ in order] == WEIGHT.tolist()
