"""Random self-play through the public API, beside PyPI's dominoes 6.1 (4 × 7, pass).

Ours: a hand is dealt from a seed, every action is one of ``legal_actions()`` chosen at random, until its outcome.
Theirs: a new game, every move one of ``valid_moves`` chosen at random, until its result; their forced passes are no
moves of their own.
"""

from __future__ import annotations

import random
from itertools import count

import dominoes

from benchmarks.sidebyside import compare
from gaple import Hand, Rules

RULES = Rules(players=4, hand=7, stuck="pass")
GAMES = 200
choice = random.Random(1).choice
seeds = count()


def ours() -> int:
    """Plays some whole hands."""
    for _ in range(GAMES):
        hand = Hand.dealt(RULES, next(seeds))
        while not hand.is_over:
            hand.play(choice(hand.legal_actions()))
        if hand.outcome is None:
            raise AssertionError
    return GAMES


def theirs() -> int:
    """Plays some whole games."""
    for _ in range(GAMES):
        game = dominoes.Game.new()
        while game.result is None:
            game.make_move(*choice(game.valid_moves))
    return GAMES


if __name__ == "__main__":
    compare("games", ours, {"dominoes 6.1": theirs})
