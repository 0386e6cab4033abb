from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import Action, GapleError, Hand, Kind, Rules
from gaple.players import LEVELS, Greedy, make
from tests.strategies import hands, other_world, rules, seeds


@given(rules(), st.sampled_from(LEVELS), seeds)
def test_every_level_plays_a_hand_to_its_end(by: Rules, level: str, seed: int) -> None:
    players = [make(level, seed + seat) for seat in by.seats]
    hand = Hand.dealt(by, seed)
    while hand.turn is not None:
        hand.play(players[hand.turn].choose(hand.view(hand.turn)))
    assert hand.outcome


@given(rules(), seeds)
def test_the_same_seed_plays_the_same_hand(by: Rules, seed: int) -> None:
    twins = []
    for _ in range(2):
        player, hand = make("random", seed), Hand.dealt(by, seed)
        while hand.turn is not None:
            hand.play(player.choose(hand.view(hand.turn)))
        twins.append(hand)
    assert twins[0] == twins[1]


@given(hands(), seeds)
def test_nothing_hidden_changes_a_choice(hand: Hand, seed: int) -> None:
    if hand.turn is None:
        return
    world = other_world(hand, hand.turn, random.Random(seed))
    if world:
        for level in LEVELS:
            chosen = [make(level, 1).choose(h.view(h.turn)) for h in (hand, world)]
            assert chosen[0] is chosen[1]


@given(hands())
def test_greedy_by_another_reckoning(hand: Hand) -> None:
    if hand.turn is None:
        return
    chosen = Greedy().choose(hand.view(hand.turn))
    legal = hand.legal_actions()
    plays = [action for action in legal if action.is_play]
    tiles = [action.tile for action in plays or legal if action.tile]
    if plays:
        most = [tile for tile in tiles if tile.pips == max(tile.pips for tile in tiles)]
        doubles = [tile for tile in most if tile.is_double]
        best = max(doubles or most, key=lambda tile: tile.high)
        assert chosen.tile is best
        right = Action.of(Kind.RIGHT, best)
        assert chosen is right or right not in legal
    elif tiles:
        least = [tile for tile in tiles if tile.pips == min(tile.pips for tile in tiles)]
        assert chosen.tile is min(least, key=lambda tile: tile.low)


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(GapleError, match="mahir"):
        make("mahir", 1)
