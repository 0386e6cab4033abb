"""Hands to review, and how little is looked at so that a test need not wait."""

from __future__ import annotations

from typing import Final

from gaple import Hand, Rules
from gaple.analysis import Budget
from gaple.players import make

QUICK: Final = Budget(worlds=200)
CHIPS: Final = Rules(settle="pairwise")
TEAMS: Final = Rules(teams=True, settle="pairwise")
STOCK: Final = Rules(hand=6, settle="pairwise")
PASSING: Final = Rules(stuck="pass")
SHORT: Final = Rules(players=2, hand=5, settle="points")
KINDS: Final = (CHIPS, TEAMS, STOCK, PASSING, SHORT)


def played(rules: Rules, seed: int, levels: tuple[str, ...] = ("random", "greedy", "beginner", "random")) -> Hand:
    """A finished hand between players of these levels, in turn."""
    hand = Hand.dealt(rules, seed=seed)
    players = [make(levels[seat % len(levels)], seed) for seat in rules.seats]
    while hand.turn is not None:
        hand.play(players[hand.turn].choose(hand.view(hand.turn)))
    return hand


def before(hand: Hand, moves: int) -> Hand:
    """The hand after so many actions."""
    early = hand.copy()
    while len(early.actions) > moves:
        early.undo()
    return early
