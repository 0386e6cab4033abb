"""A peer's game and our hand beside it agree in every position, and a view tells nothing of what is hidden."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from open_spiel.python.games import team_dominoes

from benchmarks.peers.openspiel import IsMcts, TeamDominoes
from benchmarks.peers.opponents import PEERS
from benchmarks.peers.pypi import Dominoes
from benchmarks.peers.table import NUMBER, Game, PartedError, Table
from gaple import Action, Deal, Dealing, Ending, Hand, Kind, Rules, pips_of, score
from gaple.engine.infer import infer
from gaple.players import Greedy

games = pytest.mark.parametrize("name", ["ismcts", "bota_gorda"])  # a peer of each game
SIDES = ["individual", "total"]
SETTLEMENTS = ["hands", "pairwise"]  # settle=winner is pairwise's twin in teams, settle=points knows no sides
seeds = st.integers(0, 2**32)


def begin(name: str, deal: Deal) -> Table[Any]:
    return Table(PEERS[name].game(deal), PEERS[name].rules, deal)


def dealt(name: str, seed: int) -> Table[Any]:
    return begin(name, Dealing.from_seed(seed, PEERS[name].rules, NUMBER).deal)


def play(table: Table[Any], seed: int, most: int = 28) -> tuple[Table[Any], list[Any]]:
    """At most so many random moves on, and which they were."""
    rng = random.Random(seed)
    moves: list[Any] = []
    while table.turn is not None and len(moves) < most:
        moves.append(rng.choice(list(table.choices)))
        table.play(moves[-1])
    return table, moves


def again(name: str, deal: Deal, moves: list[Any]) -> Table[Any]:
    """The same moves with other hands."""
    table = begin(name, deal)
    for move in moves:
        table.play(move)
    return table


def covered(hand: Hand, action: Action) -> tuple[int, int, int | None]:
    """The tile of a play, and the number that it goes to."""
    assert action.tile is not None
    end = None if hand.ends is None else hand.ends[0 if action.kind is Kind.LEFT else 1]
    return action.tile.low, action.tile.high, end


def covered_there(game: Game[Any], move: Any) -> tuple[int, int, int | None]:
    """The same from the peer's own account of a move."""
    if isinstance(game, TeamDominoes):
        told = team_dominoes._ACTIONS[move]
        assert told.player == game.turn
        return int(told.tile[0]), int(told.tile[1]), None if told.edge is None else int(told.edge)
    assert isinstance(game, Dominoes)
    domino, left = move
    board = game.game.board
    end = None if not board else board.left_end() if left else board.right_end()
    return domino.first, domino.second, end


def state_there(game: Game[Any]) -> tuple[list[list[tuple[int, int]]], list[int]]:
    """The hands, and the ends of the line in order of size."""
    if isinstance(game, TeamDominoes):
        return [[(int(a), int(b)) for a, b in hand] for hand in game.state.hands], list(game.state.open_edges)
    assert isinstance(game, Dominoes)
    board = game.game.board
    ends = sorted([board.left_end(), board.right_end()]) if board else []
    return [[tuple(domino) for domino in hand] for hand in game.game.hands], ends


def state_here(hand: Hand) -> tuple[list[list[tuple[int, int]]], list[int]]:
    held = [[(tile.low, tile.high) for tile in hand.tiles(seat)] for seat in hand.rules.seats]
    return held, sorted(hand.ends or ())


@games
@given(seed=seeds)
def test_every_position_has_the_same_moves_both_ways(name: str, seed: int) -> None:
    rng, table = random.Random(seed), dealt(name, seed)
    while table.turn is not None:
        game, hand, legal = table.game, table.hand, table.view.legal
        assert state_there(game) == state_here(hand)
        there = [covered_there(game, move) for move in game.legal()]
        assert len(set(there)) == len(there)
        assert set(there) == {covered(hand, action) for action in legal}
        for action in legal:
            assert covered_there(game, table.move(action)) == covered(hand, action)
        assert {covered_there(game, move): covered(hand, action) for move, action in table.choices.items()} == {
            each: each for each in there
        }
        table.play(table.move(rng.choice(legal)))
    assert state_there(table.game) == state_here(table.hand)


@given(seed=seeds)
def test_dominoes_writes_down_the_same_line_and_passes(seed: int) -> None:
    table, _ = play(dealt("bota_gorda", seed), seed)
    assert isinstance(table.game, Dominoes)
    game, hand = table.game.game, table.hand
    assert [move is None for move in game.moves] == [action.is_pass for action in hand.actions]
    assert [[*domino] for domino in game.board.board] == [[*halves] for halves in hand.line.halves]


@games
@given(seed=seeds)
def test_the_points_are_those_that_are_documented(name: str, seed: int) -> None:
    table, _ = play(dealt(name, seed), seed)
    hands, pips = table.hand.unplayed, [pips_of(held) for held in table.hand.unplayed]
    ours, theirs = pips[0] + pips[2], pips[1] + pips[3]
    ahead = (theirs > ours) - (theirs < ours)
    if name == "ismcts":
        expected = ahead * max(ours, theirs)
    elif table.hand.end is Ending.OUT:
        expected = (ours + theirs) * (1 if not hands[0] or not hands[2] else -1)
    else:
        expected = ahead * (ours + theirs)
    assert table.game.points == expected


@games
def test_no_rules_of_ours_are_nearer_to_the_points(name: str) -> None:
    points, nets = [], []
    fixed = "players=4 hand=7 teams=yes stuck=pass next=any"
    near = [Rules.parse(f"{fixed} side={side} settle={by}") for side in SIDES for by in SETTLEMENTS]
    for seed in range(200):
        table = dealt(name, seed)
        while table.turn is not None:
            table.play(table.move(Greedy().choose(table.view)))
        points.append(table.game.points)
        outcomes = [score(rules, table.hand.unplayed, table.hand.end) for rules in near]
        nets.append([outcome.net[0] - outcome.net[1] for outcome in outcomes])
    alike = [float(np.corrcoef(points, net)[0, 1]) for net in zip(*nets, strict=True)]
    assert near[int(np.argmax(alike))] == PEERS[name].rules
    assert max(alike) > 0.7


@games
@given(seed=seeds, most=st.integers(0, 20))
def test_a_view_is_the_same_whatever_is_hidden(name: str, seed: int, most: int) -> None:
    table, moves = play(dealt(name, seed), seed, most)
    if table.turn is not None:
        for world in infer(table.view).sample(3, seed):
            assert again(name, world.deal, moves).view == table.view


@given(seed=seeds, most=st.integers(0, 20))
def test_the_search_of_openspiel_is_not_told_what_is_hidden(seed: int, most: int) -> None:
    table, moves = play(dealt("ismcts", seed), seed, most)
    if table.turn is not None:
        other = again("ismcts", infer(table.view).sample(1, seed)[0].deal, moves)
        assert IsMcts(seed, 8).choose(other) == IsMcts(seed, 8).choose(table)


@games
def test_games_that_part_are_noticed(name: str) -> None:
    deal, another = (Dealing.from_seed(seed, PEERS[name].rules, NUMBER).deal for seed in (1, 2))
    with pytest.raises(PartedError, match="7 moves are legal there, 7 here"):
        Table(PEERS[name].game(deal), PEERS[name].rules, another)
