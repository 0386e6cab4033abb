"""Random hands in compiled kernels, beside the same in plain C, PyPI's dominoes 6.1 and OpenSpiel 2.0.2.

Ours and C (``playout.c``, built with ``gcc -O3 -march=native`` into ``build/``) do the same work: deal 4 × 7 tiles,
[0-0] is led, every action is drawn uniformly, the line is tested for being blocked after each, ties are broken, chips
are paid pairwise. Ours also writes every hand's result into arrays. The two libraries play their own four-handed game
with passes. All on one core, in CPU time; the last lines compare two threads with one, in wall time and by the CPU time
that two cost, which is what they would gain on a machine that nobody else uses.
"""

from __future__ import annotations

import itertools
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.sidebyside import Spread, rate
from gaple import Rules
from gaple.engine import GREEDY, UNIFORM, Policy, play, warm_up

ROUNDS = 9
HANDS = 200_000
SOURCE = Path(__file__).with_name("playout.c")
PROGRAM = Path(__file__).parents[1] / "build" / "benchmarks" / "playout"
RULES = {"discard": Rules(stuck="discard", settle="pairwise"), "pass": Rules(stuck="pass", settle="pairwise")}

choice = random.Random(1).choice
seeds = itertools.count()


def build() -> bool:
    """Compiles the yardstick; whether that worked."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return False
    PROGRAM.parent.mkdir(parents=True, exist_ok=True)
    return subprocess.run([compiler, "-O3", "-march=native", "-o", str(PROGRAM), str(SOURCE)]).returncode == 0


def turns_in_c(stuck: str) -> float:
    """Turns a second of CPU time, as the yardstick tells them; the median of its three rounds."""
    command = [str(PROGRAM), str(HANDS), str(next(seeds)), "1" if stuck == "pass" else "0"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return sorted(float(line.split()[4]) for line in lines)[1]


def turns(stuck: str, policy: Policy = UNIFORM) -> float:
    """Turns a second of CPU time in our kernels; the median of three rounds, as the yardstick's."""
    figures = []
    for _ in range(3):
        begun = time.process_time()
        result = play(RULES[stuck], HANDS, seed=next(seeds), policy=policy)
        figures.append(float(result.turns.sum()) / (time.process_time() - begun))
    return sorted(figures)[1]


def hands() -> float:
    """Hands a second, with passes."""
    return rate(lambda: len(play(RULES["pass"], HANDS, seed=next(seeds))), 0.4)


def games_of_dominoes() -> int:
    import dominoes

    for _ in range(100):
        game = dominoes.Game.new()
        while game.result is None:
            game.make_move(*choice(game.valid_moves))
    return 100


def games_of_openspiel(game: Any) -> int:
    for _ in range(100):
        state = game.new_initial_state()
        while not state.is_terminal():
            chance = state.is_chance_node()
            state.apply_action(choice([a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()))
    return 100


def peers() -> dict[str, Callable[[], float]]:
    """The libraries that are installed, each as its games a second."""
    found: dict[str, Callable[[], float]] = {"dominoes 6.1, games": lambda: rate(games_of_dominoes, 0.5)}
    try:
        from open_spiel.python.games import team_dominoes
    except ImportError as error:
        print(f"OpenSpiel is left out: {error}")
        return found
    game = team_dominoes.DominoesGame()
    found["OpenSpiel python_team_dominoes, games"] = lambda: rate(lambda: games_of_openspiel(game), 0.5)
    return found


def threads(number: int) -> tuple[float, float]:
    """Hands a second of wall time and of CPU time, on this many threads."""
    wall, spent = time.perf_counter(), time.process_time()
    play(RULES["discard"], 4 * HANDS, seed=next(seeds), threads=number)
    return 4 * HANDS / (time.perf_counter() - wall), 4 * HANDS / (time.process_time() - spent)


def show(figures: dict[str, list[float]], ratios: dict[str, tuple[str, str]]) -> dict[str, Any]:
    """Prints medians, and ratios taken round by round; returns them as plain values."""
    for name, (ours, theirs) in ratios.items():
        figures[name] = [a / b for a, b in zip(figures[ours], figures[theirs], strict=True)]
    spreads = {name: Spread.of(column) for name, column in figures.items()}
    for name, spread in spreads.items():
        print(f"  {name:<52} {spread}")
    return {name: asdict(spread) for name, spread in spreads.items()}


def main() -> None:
    warm_up()
    libraries, in_c = peers(), build()
    measures: dict[str, Callable[[], float]] = {}
    ratios: dict[str, tuple[str, str]] = {}
    for stuck in RULES:
        measures[f"kernels, {stuck}, turns"] = lambda stuck=stuck: turns(stuck)  # type: ignore[misc]
        if in_c:
            measures[f"plain C, {stuck}, turns"] = lambda stuck=stuck: turns_in_c(stuck)  # type: ignore[misc]
            ratios[f"kernels / plain C, {stuck}"] = (f"kernels, {stuck}, turns", f"plain C, {stuck}, turns")
    measures["kernels, discard, greedy, turns"] = lambda: turns("discard", GREEDY)
    measures["kernels, discard, weighted, turns"] = lambda: turns("discard", Policy.weighted(range(1, 86)))
    measures["kernels, pass, hands"] = hands
    for name, measure in libraries.items():
        measures[name] = measure
        ratios[f"kernels / {name}"] = ("kernels, pass, hands", name)
    figures: dict[str, list[float]] = {name: [] for name in measures}
    for done in range(ROUNDS + 1):
        for name, measure in measures.items():
            figure = measure()
            if done:  # the first round is for caches
                figures[name].append(figure)
    told = show(figures, ratios)
    pairs = [(threads(1), threads(2)) for _ in range(ROUNDS)]
    gains = {
        "two threads / one, wall time": [two[0] / one[0] for one, two in pairs],
        "two threads / one, by their CPU time": [2 * two[1] / one[1] for one, two in pairs],
    }
    told |= show(gains, {})
    if "--json" in sys.argv:
        print(json.dumps({"unit": "a second", **told}))


if __name__ == "__main__":
    main()
