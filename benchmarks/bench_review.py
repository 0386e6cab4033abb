"""How long the review of a hand takes with the default budget, on one core, kernels being compiled.

Hands of mixed levels; everything that `gaple review` reckons, from values to luck. CPU and wall time, for a machine
may be shared. With ``--json`` the figures are printed as JSON too.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict

from benchmarks.sidebyside import Spread
from gaple import Hand, Record, Rules
from gaple.analysis import review_record
from gaple.engine import warm_up
from gaple.players import make

RULES = (
    "players=4 hand=7 settle=pairwise",
    "players=4 hand=6 settle=pairwise",
    "players=4 hand=7 teams=yes settle=pairwise",
    "players=4 hand=7 stuck=pass",
    "players=5 hand=5 settle=pairwise",
    "players=2 hand=14 settle=pairwise",
)
LEVELS = ("learned", "greedy", "casual", "beginner", "flat")
HANDS = 7


def dealt(rules: Rules, seed: int) -> Record:
    """A finished hand, each seat another level."""
    hand = Hand.dealt(rules, seed=seed)
    players = [make(LEVELS[(seat + seed) % len(LEVELS)], seed) for seat in rules.seats]
    while hand.turn is not None:
        hand.play(players[hand.turn].choose(hand.view(hand.turn)))
    return Record.of(hand)


def main() -> None:
    """Measures and prints."""
    warm_up()
    told = {}
    for text in RULES:
        rules, spent, wall = Rules.parse(text), [], []
        review_record(dealt(rules, 0))  # the usual net is reckoned once for each set of rules
        for seed in range(1, HANDS + 1):
            record = dealt(rules, seed)
            cpu, begun = time.process_time(), time.perf_counter()
            review_record(record)
            spent.append(time.process_time() - cpu)
            wall.append(time.perf_counter() - begun)
        print(f"  {text:<44} CPU {Spread.of(spent)} s a hand; {Spread.of(wall)} s")
        told[text] = {"cpu": asdict(Spread.of(spent)), "wall": asdict(Spread.of(wall))}
    if "--json" in sys.argv:
        print(json.dumps({"unit": "s", **told}))


if __name__ == "__main__":
    main()
