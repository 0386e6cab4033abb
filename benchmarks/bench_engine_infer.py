"""Exact inference in the middle of a hand (4 × 7, moves 8 to 12), beside PyPI's dominoes 6.1.

The same positions for both, from random play of its pass game. Worlds: ours are drawn uniformly, many a view; theirs
are shuffled until one obeys the voids (which takes longest where there are many). Tables: the time from a view to
where every tile can be, Python's overhead included, for single views; the peer has none.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from itertools import cycle

import dominoes

from benchmarks.sidebyside import Spread, compare
from gaple import Action, Deal, Hand, Kind, Rules, Seat, Tile, View
from gaple.engine import GREEDY, warm_up
from gaple.engine.infer import infer, weigh

PASS, DISCARD = Rules(stuck="pass"), Rules()
VIEWS = 300
MOVES = (8, 12)
MANY = 10_000
rng = random.Random(1)


def tile(domino: dominoes.Domino) -> Tile:
    return Tile(domino.first, domino.second)


def twin(game: dominoes.Game, dealt: list[int]) -> Hand:
    """The same hand as ours."""
    starter = Seat(game.starting_player)
    hand = Hand(PASS, Deal(tuple(dealt)), starter)
    for move in game.moves:
        if move is None:
            hand.play(Action.of(Kind.PASS))
        elif not hand.actions:
            hand.play(Action.of(Kind.LEAD, tile(move[0])))
        else:
            hand.play(Action.of(Kind.LEFT if move[1] else Kind.RIGHT, tile(move[0])))
    return hand


def positions() -> list[tuple[dominoes.Game, View]]:
    """Games of theirs in their middle, each with the same view of the seat on turn as ours."""
    found: list[tuple[dominoes.Game, View]] = []
    while len(found) < VIEWS:
        game = dominoes.Game.new(starting_domino=dominoes.Domino(0, 0))
        held = [[tile(domino) for domino in hand] for hand in game.hands]
        held[game.starting_player].append(Tile(0, 0))  # it is on the table already
        dealt = [sum(each.bit for each in hand) for hand in held]
        while game.result is None and len(game.moves) < MOVES[0] + len(found) % (MOVES[1] - MOVES[0] + 1):
            game.make_move(*rng.choice(game.valid_moves))
        if game.result is None and MOVES[0] <= len(game.moves) <= MOVES[1]:
            found.append((game, twin(game, dealt).view(Seat(game.turn))))
    return found


def views(rules: Rules) -> list[View]:
    """Views of the seat on turn in the middle of random hands."""
    found: list[View] = []
    while len(found) < VIEWS:
        hand = Hand.dealt(rules, rng.getrandbits(64))
        for _ in range(rng.randint(*MOVES)):
            if not hand.is_over:
                hand.play(rng.choice(hand.legal_actions()))
        if hand.turn is not None:
            found.append(hand.view(hand.turn))
    return found


def table_times(some: list[View]) -> list[float]:
    """Milliseconds of CPU time from each view to its table."""
    times = []
    for view in some:
        begun = time.process_time()
        table = infer(view).where
        times.append((time.process_time() - begun) * 1000)
        if not table.hands.any():
            raise AssertionError
    return times


def told(what: str, times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    figures = {"median": statistics.median(ordered), "p95": ordered[len(ordered) * 95 // 100], "most": ordered[-1]}
    print(f"  {what:<40} {' '.join(f'{name} {value:.3f}' for name, value in figures.items())} ms")
    return figures


def main() -> None:
    warm_up()
    pairs = positions()
    ours, theirs = cycle([infer(view) for _, view in pairs]), cycle([game for game, _ in pairs])

    def drawn() -> int:
        return len(next(ours).sample(MANY, seed=1))

    def shuffled() -> int:
        next(theirs).random_possible_hands()
        return 1

    compare("worlds", drawn, {"dominoes 6.1": shuffled})
    figures = {}
    for name, some in (
        ("pass, 4 × 7", [view for _, view in pairs]),
        ("discard, 4 × 7", views(DISCARD)),
        ("discard, 4 × 6", views(Rules(hand=6))),
        ("discard, 5 × 5", views(Rules(players=5, hand=5))),
    ):
        table_times(some[:20])
        figures[name] = told(f"table, {name}", table_times(some))
    some = views(DISCARD)
    times = []
    for view in some:
        begun = time.process_time()
        weigh(infer(view), GREEDY)
        times.append((time.process_time() - begun) * 1000)
    figures["weighed"] = told("weighed by greedy, discard, 4 × 7", times)
    print(f"  worlds of these views: {Spread.of([float(infer(view).count) for view in some])}")
    if "--json" in sys.argv:
        print(json.dumps({"unit": "ms", **figures}))


if __name__ == "__main__":
    main()
