"""How much an opponent may think, so that all its decisions together take a multiple of the time that ours do.

All together, for a search to the end of the hand takes a thousand times as long at its beginning as at its end; where
decisions are alike, as those of IS-MCTS, the median comes to the same.
"""

from __future__ import annotations

from typing import Final

from benchmarks.peers.match import Match, Summary, play_deal
from benchmarks.peers.opponents import PEERS

DEALS: Final = 5
"""So many deals, which are not those of the match, are timed for a guess."""

GUESSES: Final = 4
NEAR: Final = 0.1
"""A budget is right when a better one would differ by no larger part."""


def budget_for(player: str, peer: str, ratio: float, seed: str) -> int:
    """The peer's budget with which it takes ``ratio`` times our time, or its least where that is more already.

    It depends on the machine; what a match says of times is measured in the match.
    """
    least = PEERS[peer].least
    if least is None:
        return 0
    budget = least
    for _ in range(GUESSES):
        match = Match(player=player, peer=peer, budget=budget, seed=f"{seed}/times")
        timed = Summary.of(play_deal(match, number) for number in range(DEALS))
        better = max(least, round(budget * ratio * timed.ours[1] / timed.theirs[1]))
        if abs(better - budget) <= NEAR * budget:
            break
        budget = better
    return budget
