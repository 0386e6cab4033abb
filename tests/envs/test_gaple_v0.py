"""The PettingZoo environment: its own tests, and what an agent gets to see."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import BaseWrapper

from gaple import DealError, Hand, IllegalAction, Rules, RulesError, Seat
from gaple.engine import ACTIONS
from gaple.envs import gaple_v0, observe
from gaple.envs.observation import NUMBERS
from gaple.envs.reward import reward_range, rewards_of
from gaple.players import Greedy
from tests.engine.space import both_seeds, openings, resolve
from tests.strategies import other_world

Env = Any  # PettingZoo is typed in part only


def take(env: Env, choose: Callable[[Env, str], int]) -> dict[str, float]:
    """Plays an episode to its end; every agent's reward."""
    rewards = {}
    for agent in env.agent_iter():
        _, reward, termination, truncation, _ = env.last()
        rewards[agent] = reward
        env.step(None if termination or truncation else choose(env, agent))
    return rewards


def anything(rng: random.Random) -> Callable[[Env, str], int]:
    return lambda env, agent: rng.choice(np.flatnonzero(env.infos[agent]["action_mask"]).tolist())


class Shifted(BaseWrapper[str, Any, Any]):  # type: ignore[misc]
    """Deals from other seeds than those that PettingZoo's tests always take."""

    def __init__(self, env: Env, by: int) -> None:
        super().__init__(env)
        self.by = by

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(None if seed is None else seed + self.by, options)


@both_seeds
def test_the_api_over_the_whole_space_of_rules(seed: int | None, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's ``api_test`` and ``seed_test``, a hundred rule sets and seeds each time; a warning is an error."""
    for count, (_, rules, number, opener) in enumerate(openings(resolve(seed), 100)):

        def make(rules: Rules = rules, number: int = number, opener: Seat | None = opener, by: int = count) -> Env:
            return Shifted(gaple_v0.env(rules, number, opener), by)

        api_test(make(), num_cycles=30)
        seed_test(make, num_cycles=30)
        assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("history", [False, True])
@pytest.mark.parametrize("make", [gaple_v0.env, gaple_v0.raw_env])
def test_the_api_of_the_usual_game(make: Callable[..., Env], history: bool) -> None:
    api_test(make("players=4 hand=7 settle=pairwise", history=history), num_cycles=1000)
    seed_test(lambda: make("players=4 hand=7", history=history), num_cycles=500)


def test_the_mask_can_be_in_the_observation() -> None:
    """As PettingZoo's own card games have it; its ``api_test`` warns of that wherever it does not know the game."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(gaple_v0.env(mask="observation"), num_cycles=100)
        seed_test(lambda: gaple_v0.env(mask="observation"), num_cycles=100)
    assert {str(warning.message).partition(" for each")[0] for warning in caught} == {
        "Observation space",
        "Observation is not a NumPy array",
    }
    env: Env = gaple_v0.env(mask="observation")
    env.reset(seed=1)
    for agent in env.agents:
        seen = env.observe(agent)
        assert seen["observation"].tolist() == observe(env.unwrapped.view(agent), history=True).tolist()
        assert seen["action_mask"].tolist() == env.infos[agent]["action_mask"].tolist()
    with pytest.raises(ValueError, match="mask must be 'info' or 'observation'"):
        gaple_v0.env(mask="somewhere")  # type: ignore[arg-type]


def test_it_is_found_by_name() -> None:
    env = pettingzoo.make("aec", "gaple_v0", rules="players=5 hand=5")
    assert str(env) == "gaple_v0"
    assert env.possible_agents == [f"player_{i}" for i in range(5)]


@both_seeds
def test_an_episode_is_a_hand(seed: int | None) -> None:
    """Turns, legal actions, observations and rewards are the hand's, for every agent at every moment."""
    seed = resolve(seed)
    for count, (rng, rules, number, opener) in enumerate(openings(seed, 60)):
        env: Env = gaple_v0.raw_env(rules, number, opener)
        env.reset(seed=seed + count)
        hand = env.hand.copy()
        while not hand.is_over:
            assert env.agent_selection == f"player_{int(hand.turn)}"
            for place, agent in enumerate(env.agents):
                view = hand.view(Seat(place))
                assert env.observe(agent).tolist() == observe(view, history=True).tolist()
                legal = [code for code in range(85) if env.infos[agent]["action_mask"][code]]
                assert len(legal) == len(view.legal)
            code = anything(rng)(env, env.agent_selection)
            env.step(code)
            hand.play(next(action for action in hand.legal_actions() if NUMBERS[action] == code))
            assert env.hand == hand
        assert [env.rewards[agent] for agent in env.possible_agents] == list(rewards_of(rules, hand.outcome))
        assert take(env, lambda env, agent: -1) == env_rewards(rules, hand)
        assert env.agents == []


def env_rewards(rules: Rules, hand: Hand) -> dict[str, float]:
    assert hand.outcome is not None
    return {f"player_{seat}": float(reward) for seat, reward in enumerate(rewards_of(rules, hand.outcome))}


def test_nothing_hidden_shows() -> None:
    """Another world is put in the place of the hand: what its agent observes, and may do, stays as it was."""
    rng, different = random.Random(5), 0
    for seed in range(150):
        env: Env = gaple_v0.raw_env("players=4 hand=6")
        env.reset(seed=seed)
        for _ in range(rng.randrange(16)):
            if not env.hand.is_over:
                env.step(anything(rng)(env, env.agent_selection))
        if env.hand.is_over:
            continue
        place = rng.randrange(4)
        agent = f"player_{place}"
        world = next((w for _ in range(100) if (w := other_world(env.hand, Seat(place), rng))), None)
        if world is None:
            continue
        different += world != env.hand
        before = env.observe(agent), env.infos[agent]["action_mask"], env.render()
        env.hand = world
        env._turn_to_next()
        assert env.observe(agent).tolist() == before[0].tolist()
        assert env.infos[agent]["action_mask"].tolist() == before[1].tolist()
        env.render_mode = "ansi"
        assert env.render() == before[2]
    assert different > 50


def test_an_illegal_action_changes_nothing() -> None:
    env: Env = gaple_v0.raw_env()
    env.reset(seed=1)
    before = env.hand.copy()
    wrong = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        env.step(wrong)
    for number in (-1, 85, None):
        with pytest.raises(ValueError, match="expected the number of an action, from 0 to 84"):
            env.step(number)
    assert env.hand == before
    assert not any(env.terminations.values())


@pytest.mark.parametrize("rules", ["players=4 hand=7", "players=4 hand=7 settle=pairwise"])
def test_in_the_usual_wrappers_it_ends_the_episode(rules: str) -> None:
    env: Env = gaple_v0.env(rules)
    env.reset(seed=1)
    agent = env.agent_selection
    wrong = int(np.flatnonzero(env.infos[agent]["action_mask"] == 0)[0])
    env.step(wrong)
    rewards = take(env, anything(random.Random(1)))
    assert rewards.pop(agent) == min(reward_range(Rules.parse(rules))[0], -1)
    assert set(rewards.values()) == {0}


def test_a_seed_deals_the_same_hands_again() -> None:
    env: Env = gaple_v0.raw_env()
    deals = []
    for seed in (7, None, None, 7, None, None):
        env.reset(seed=seed)
        deals.append(str(env.hand.deal))
    assert deals[:3] == deals[3:]
    assert len(set(deals)) == 3


def test_computer_players_can_sit_in() -> None:
    def greedy(env: Env, agent: str) -> int:
        return NUMBERS[Greedy().choose(env.unwrapped.view(agent))]

    rng, env = random.Random(1), gaple_v0.env("players=4 hand=7 settle=pairwise")
    total = 0.0
    for seed in range(100):
        env.reset(seed=seed)
        total += take(env, lambda env, agent: (greedy if agent == "player_0" else anything(rng))(env, agent))[
            "player_0"
        ]
    assert total > 0


def test_a_copy_is_a_game_of_its_own() -> None:
    env: Env = gaple_v0.env()
    env.reset(seed=1)
    env.step(anything(random.Random(1))(env, env.agent_selection))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert take(twin, anything(random.Random(2))) == take(copy.deepcopy(env), anything(random.Random(2)))
        assert len(env.unwrapped.hand.actions) == 1


def test_it_is_drawn_as_an_onlooker_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    env: Env = gaple_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "line: (empty)   in hand: A 7, B 7, C 7, D 7   turn: C"
    human: Env = gaple_v0.env(render_mode="human")
    human.reset(seed=1)
    take(human, anything(random.Random(1)))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "C 00"
    assert lines[1].startswith("line: 00   in hand: A 7, B 7, C 6, D 7   turn: D")
    assert "winner=" in lines[-1]
    human.close()


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(RulesError):
        gaple_v0.env("players=4")
    with pytest.raises(DealError, match="hand 2"):
        gaple_v0.env(number=2)
    assert gaple_v0.env(number=2, opener="C")


def test_there_are_85_actions() -> None:
    env: Env = gaple_v0.raw_env()
    assert len(ACTIONS) == env.action_space("player_0").n == 85
