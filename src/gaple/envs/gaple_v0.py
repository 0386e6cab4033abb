"""Gaple as a PettingZoo environment: one agent a seat, one hand an episode (docs/envs.md).

>>> from gaple.envs import gaple_v0
>>> env = gaple_v0.env("players=4 hand=7 settle=pairwise")
>>> env.reset(seed=42)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(info["action_mask"]))
>>> env.agents
[]

PettingZoo finds it by name as well: ``pettingzoo.make("aec", "gaple_v0")``, once this module has been imported.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar, Literal

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, aec_registry, register
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"gaple.envs.gaple_v0 needs the package {missing.name!r}, which is not installed; "
        "install it with: pip install 'gaple[envs]'",
        name=missing.name,
    ) from None

import numpy as np

from gaple.engine import ACTIONS
from gaple.engine.state import action_of
from gaple.hand import Hand
from gaple.rules import Rules
from gaple.tiles import Seat
from gaple.view import View

from .observation import NUMBERS, Layout, Observation, observe
from .opening import check_opening
from .reward import reward_range, rewards_of

RenderMode = Literal["ansi", "human"]
MaskPlace = Literal["info", "observation"]
Seen = Observation | dict[str, Observation]


def env(
    rules: Rules | str = "players=4 hand=7",
    number: int = 1,
    opener: Seat | str | None = None,
    history: bool = True,
    mask: MaskPlace = "info",
    render_mode: RenderMode | None = None,
) -> AECEnv[str, Seen, int | None]:
    """The environment in PettingZoo's usual wrappers; what it takes is told at :class:`raw_env`.

    An action that is not legal ends the episode, and costs its agent as much as the worst hand could, 1 at least; a
    number that is no action raises ``AssertionError``. :class:`raw_env` raises for both and changes nothing.
    """
    raw = raw_env(rules, number, opener, history, mask, render_mode)
    worst = min(reward_range(raw.rules)[0], -1)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=worst))
    )


class raw_env(AECEnv[str, Seen, "int | None"]):  # type: ignore[misc]  # noqa: N801 (PettingZoo names them so)
    """The environment itself.

    ``rules`` are any, as :class:`gaple.Rules` or text. ``number`` and ``opener`` say which hand of a match it is and
    who won the one before, as in :class:`gaple.Hand`. ``history`` says whether an observation ends with every action
    so far. With ``mask="observation"`` an observation is a dictionary of ``observation`` and ``action_mask``, as in
    PettingZoo's own card games and what is written for them. Raises :class:`gaple.RulesError`, and
    :class:`gaple.DealError` where an opener is needed and missing.

    Agents are ``player_0`` for seat A, ``player_1`` for B, …; observations are laid out as :attr:`layout` says, and
    ``infos[agent]["action_mask"]`` is ``int8[85]``, all zeros for an agent that is not on turn. Rewards are those of
    :mod:`gaple.envs.reward`, at the end of the hand. A deal that is blocked before anybody has played (rule 7) is
    dealt again.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "gaple_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | str = "players=4 hand=7",
        number: int = 1,
        opener: Seat | str | None = None,
        history: bool = True,
        mask: MaskPlace = "info",
        render_mode: RenderMode | None = None,
    ) -> None:
        super().__init__()
        self.rules = Rules.parse(rules) if isinstance(rules, str) else rules
        self.number = number
        self.opener = Seat.parse(opener) if isinstance(opener, str) else opener
        check_opening(self.rules, self.number, self.opener)
        self.history = history
        if mask not in ("info", "observation"):
            raise ValueError(f"mask must be 'info' or 'observation', not {mask!r}")
        self.mask = mask
        self.layout = Layout.of(self.rules, history)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{int(seat)}" for seat in self.rules.seats]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(ACTIONS)) for agent in self.possible_agents}
        self._chance, _ = seeding.np_random()

    def _space(self) -> spaces.Space[Any]:
        seen = spaces.Box(np.zeros(self.layout.size, np.int8), self.layout.highest, dtype=np.int8)
        if self.mask == "info":
            return seen
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8)})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """``Box(int8[size])``, the same for every agent; with the mask in it, ``Dict`` of that and ``int8[85]``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """``Discrete(85)``."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a hand. The same ``seed`` deals the same hands from here on; ``options`` are not used."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        while (hand := self._dealt()).is_over:
            pass
        self.hand = hand
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._turn_to_next()

    def _dealt(self) -> Hand:
        return Hand.dealt(self.rules, int(self._chance.integers(2**63)), self.number, self.opener)

    def observe(self, agent: str) -> Seen:
        """What the agent may know, whoever's turn it is (see :func:`gaple.envs.observe`)."""
        seen = observe(self.view(agent), self.history)
        if self.mask == "info":
            return seen
        return {"observation": seen, "action_mask": _mask(self.view(agent))}

    def view(self, agent: str) -> View:
        """The same as a :class:`gaple.View`, for computer players: ``Greedy().choose(env.unwrapped.view(agent))``."""
        return self.hand.view(Seat(self.possible_agents.index(agent)))

    def step(self, action: int | None) -> None:
        """The agent on turn does this; ``None`` once it has terminated.

        Raises :class:`gaple.IllegalAction`, and ``ValueError`` for what is no action's number; nothing has changed
        then.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(ACTIONS):
            raise ValueError(f"expected the number of an action, from 0 to {len(ACTIONS) - 1}, not {action!r}")
        self.hand.play(action_of(int(action), self.hand.ends is None))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.hand.outcome
        if outcome is not None:
            told = rewards_of(self.rules, outcome)
            self.rewards = {agent: float(told[seat]) for seat, agent in enumerate(self.agents)}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._turn_to_next()
        if self.render_mode == "human":
            self.render()

    def _turn_to_next(self) -> None:
        """Selects the agent on turn, the first one when the hand is over, and tells what it may do."""
        turn = self.hand.turn
        self.agent_selection = self.agents[0 if turn is None else turn]
        self.infos = {agent: {"action_mask": np.zeros(len(ACTIONS), np.int8)} for agent in self.agents}
        self.infos[self.agent_selection] = {"action_mask": _mask(self.view(self.agent_selection))}

    def render(self) -> str | None:
        """The table as an onlooker sees it: returned with ``render_mode="ansi"``, written out with ``"human"``."""
        text = told(self.hand.view(None))
        if self.render_mode == "human":
            sys.stdout.write(f"{text}\n")
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""


def _mask(view: View) -> Observation:
    """The legal actions of the view's seat; zeros where it is not on turn."""
    mask = np.zeros(len(ACTIONS), np.int8)
    mask[[NUMBERS[action] for action in view.legal]] = 1
    return mask


def told(view: View) -> str:
    """A view's public part in a line or two.

    >>> told(Hand.dealt(Rules(), seed=1).view(None))
    'line: (empty)   in hand: A 7, B 7, C 7, D 7   turn: D'
    """
    line = " ".join(view.line.texts) or "(empty)"
    counts = ", ".join(f"{seat} {view.counts[seat]}" for seat in view.rules.seats)
    dead = ", ".join(f"{seat} {len(tiles)}" for seat in view.rules.seats if (tiles := view.dead[seat]))
    parts = [f"line: {line}", f"in hand: {counts}"] + ([f"discarded: {dead}"] if dead else [])
    parts.append(f"turn: {view.turn}" if view.outcome is None else f"{view.outcome}")
    last = f"{view.actions[-1][0]} {view.actions[-1][1]}\n" if view.actions else ""
    return last + "   ".join(parts)


if "gaple-v0" not in aec_registry:
    register("aec", "gaple_v0", entry_point=f"{__name__}:env")
