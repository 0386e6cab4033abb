"""Environments: thousands of hands at once, beside hands of the library; our OpenSpiel game beside one of OpenSpiel's.

A step of the batched environment is all that a learner needs: random actions are chosen and checked, rewards settled,
the next hands dealt, masks and turns written. The peer plays the same game through ``gaple.Hand``: legal actions, one
drawn, played, settled. OpenSpiel's ``python_team_dominoes`` is its own four-handed game, in Python like ours.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.games import team_dominoes

import gaple.envs.openspiel
from benchmarks.sidebyside import compare
from gaple import Hand, Rules
from gaple.engine import GREEDY, UNIFORM, Policy
from gaple.envs import BatchedEnv, gaple_v0

RULES = Rules(settle="pairwise")
ROWS = 4096

choice = random.Random(1).choice
seeds = itertools.count()


def batched(policy: Policy = UNIFORM, observe: bool = False, history: bool = False) -> Callable[[], int]:
    """Steps of a batch, with an observation of every row where one is asked for."""
    env = BatchedEnv(RULES, ROWS, seed=1)
    for _ in range(50):  # so that hands are at all stages
        env.step(env.choose(policy))

    def work() -> int:
        for _ in range(20):
            env.step(env.choose(policy))
            if observe:
                env.observe(history=history)
        return 20 * ROWS

    return work


def hands() -> int:
    """The same game through the library."""
    steps = 0
    for _ in range(20):
        hand = Hand.dealt(RULES, next(seeds))
        while not hand.is_over:
            hand.play(choice(hand.legal_actions()))
            steps += 1
        assert hand.outcome is not None
    return steps


def pettingzoo() -> Callable[[], int]:
    """Steps of the PettingZoo environment, each with its observation."""
    env: Any = gaple_v0.raw_env(RULES)

    def work() -> int:
        steps = 0
        env.reset(seed=next(seeds))
        for _ in env.agent_iter():
            _, _, over, _, info = env.last()
            env.step(None if over else choice(np.flatnonzero(info["action_mask"])))
            steps += not over
        return steps

    return work


def games(game: Any) -> Callable[[], int]:
    """Random games of OpenSpiel."""

    def work() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            chance = state.is_chance_node()
            state.apply_action(choice([a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()))
        return 1

    return work


def clones(game: Any) -> Callable[[], int]:
    """Copies of a state eight actions into the game."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(choice([a for a, _ in state.chance_outcomes()]))
    for _ in range(8):
        state.apply_action(state.legal_actions()[0])

    def work() -> int:
        for _ in range(100):
            state.clone()
        return 100

    return work


def main() -> None:
    print("batched, 4096 rows, random actions")
    compare("steps", batched(), {"gaple.Hand": hands, "PettingZoo": pettingzoo()})
    print("the same with greedy players; with observations; with observations and history")
    compare(
        "steps", batched(GREEDY), {"observe": batched(observe=True), "history": batched(observe=True, history=True)}
    )
    ours = pyspiel.load_game(gaple.envs.openspiel.NAME, {"rules": str(RULES)})
    theirs = team_dominoes.DominoesGame()
    print("OpenSpiel, random games")
    compare("games", games(ours), {"python_team_dominoes": games(theirs)})
    print("OpenSpiel, copies of a state")
    compare("clones", clones(ours), {"python_team_dominoes": clones(theirs)})


if __name__ == "__main__":
    main()
