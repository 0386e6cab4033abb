"""Exact solving: whole deals by themselves, positions in the middle beside PyPI's dominoes 6.1.

Whole deals are 4 × 7 with [0-0] led. The figures are CPU time of ``solve`` for one deal each, Python's share included:
the values, the best actions and the line of best play. How many positions were searched is told too, for that does not
depend on how busy the machine is.

The peer's ``search.alphabeta`` solves its own game, side against side with passes, to its end. A whole deal takes it
some twenty seconds, so the two are compared on positions five to seven moves in, reached by random play, each solved
once by either; doubles are tried first, its best order there. The two score an end differently (ours by ``side=total
settle=pairwise``), which makes the work no other.
"""

from __future__ import annotations

import copy
import json
import random
import sys
import time
from dataclasses import asdict

import dominoes

from benchmarks.bench_engine_infer import tile, twin
from benchmarks.sidebyside import Spread
from gaple import Hand, Rules, Tile
from gaple.engine import warm_up
from gaple.engine.solve import Convention, solve
from gaple.rules import Settle, Stuck

DEALS = 100
FEW_DEALS = 10
POSITIONS = 15
MOVES = (5, 7)
PEER = Rules(stuck="pass", teams=True, side="total", settle="pairwise")
rng = random.Random(1)


def middle() -> list[tuple[dominoes.Game, Hand]]:
    """Games of theirs in their middle, each with the same hand as ours."""
    random.seed(1)  # theirs are dealt from it
    found: list[tuple[dominoes.Game, Hand]] = []
    while len(found) < POSITIONS:
        game = dominoes.Game.new(starting_domino=dominoes.Domino(0, 0))
        held = [[tile(domino) for domino in hand] for hand in game.hands]
        held[game.starting_player].append(Tile(0, 0))  # it is on the table already
        dealt = [sum(each.bit for each in hand) for hand in held]
        moves = rng.randint(*MOVES)
        while game.result is None and len(game.moves) < moves:
            game.make_move(*rng.choice(game.valid_moves))
        if game.result is None:
            same = twin(game, dealt)
            found.append((game, Hand.replay(PEER, same.deal, same.starter, same.actions)))
    return found


def deals(name: str, rules: Rules, convention: Convention, count: int) -> dict[str, float]:
    """Milliseconds of CPU time for each of so many deals, and positions searched."""
    spent, searched = [], 0
    for seed in range(count):
        hand = Hand.dealt(rules, seed)
        begun = time.process_time()
        solution = solve(hand, convention, positions=None)
        spent.append((time.process_time() - begun) * 1000)
        searched += solution.searched
    spent.sort()
    figures = {"median": spent[count // 2], "p95": spent[count * 95 // 100], "least": spent[0], "most": spent[-1]}
    told = "  ".join(f"{key} {value:7.1f}" for key, value in figures.items())
    print(f"  {name:<34} {told} ms  {searched // count:>10,} positions", flush=True)
    return {**figures, "positions": searched / count}


def beside() -> dict[str, Spread]:
    """Milliseconds of CPU time for each position, ours and theirs in turn, and the ratios theirs / ours."""
    ours, theirs = [], []
    for game, hand in middle():
        begun = time.process_time()
        solve(hand)
        between = time.process_time()
        dominoes.search.alphabeta(copy.deepcopy(game), player=dominoes.players.double)
        ours.append((between - begun) * 1000)
        theirs.append((time.process_time() - between) * 1000)
    ratios = [b / a for a, b in zip(ours, theirs, strict=True)]
    spreads = {"ours": Spread.of(ours), "dominoes 6.1": Spread.of(theirs), "dominoes 6.1 / ours": Spread.of(ratios)}
    for name, spread in spreads.items():
        print(f"  {name:<24} {spread}{'' if '/' in name else ' ms'}", flush=True)
    return spreads


def main() -> None:
    warm_up()
    print(f"• {POSITIONS} positions {MOVES[0]} to {MOVES[1]} moves in, side against side, pass")
    solve(Hand.dealt(PEER, 1))  # the first time is for caches
    spreads = beside()
    print(f"• whole deals, one each; {DEALS} of them, under max-n {FEW_DEALS}")
    figures = {}
    stucks: tuple[Stuck, ...] = ("pass", "discard")
    settles: tuple[Settle, ...] = ("pairwise", "winner")
    for stuck in stucks:
        name = f"teams, net, {stuck}"
        figures[name] = deals(name, Rules(teams=True, stuck=stuck, settle="pairwise"), "teams", DEALS)
        name = f"teams, win, {stuck}"
        figures[name] = deals(name, Rules(teams=True, stuck=stuck), "teams", DEALS)
        for settle in settles:
            name = f"paranoid, net ({settle}), {stuck}"
            figures[name] = deals(name, Rules(stuck=stuck, settle=settle), "paranoid", DEALS)
        name = f"max-n, net (pairwise), {stuck}"
        figures[name] = deals(name, Rules(stuck=stuck, settle="pairwise"), "maxn", FEW_DEALS)
    if "--json" in sys.argv:
        print(json.dumps({"unit": "ms", **{name: asdict(spread) for name, spread in spreads.items()}, **figures}))


if __name__ == "__main__":
    main()
