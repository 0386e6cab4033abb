"""Learns to play in about a minute: policy gradients in plain NumPy, by playing against itself.

    python examples/learn.py                        # chips, four players
    python examples/learn.py --rules "players=4 hand=7 teams=yes settle=pairwise" --seconds 180

A small network takes what a seat may know (:meth:`gaple.envs.BatchedEnv.observe`) and gives every action a probability
and the position a value. It plays two thousand hands at once in all seats; then each choice is made more or less
likely by how much better or worse its seat came out than the network had expected (REINFORCE with a baseline). Now
and then it sits in one seat against three players of another kind, over the same deals each time. What it wins a hand
there is the curve; a player as good as the others wins nothing.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaple.engine import ACTIONS, GREEDY, UNIFORM, Policy, is_warm, warm_up
from gaple.envs import BatchedEnv, Layout
from gaple.envs.reward import reward_range
from gaple.rules import Rules

Floats = NDArray[np.float32]

HIDDEN = 128  # units between what is seen and what is done
HANDS = 2048  # played at once
BATCH = 4096  # choices learnt from at once
RATE = 1e-3
CURIOSITY = 0.04  # how much it is worth to keep trying other actions
TESTED = 4096  # hands against each kind of opponent
OPPONENTS = {"random": UNIFORM, "greedy": GREEDY}


@dataclass
class Choices:
    """What was seen and done, one choice a row, and what became of it: the seat's reward, scaled."""

    seen: Floats
    mask: NDArray[np.bool_]
    done: NDArray[np.int64]
    reward: Floats

    def batches(self, rng: np.random.Generator) -> Iterator[Choices]:
        """All of them once, in random order."""
        order = rng.permutation(len(self.done))
        for part in np.array_split(order, max(len(order) // BATCH, 1)):
            yield Choices(self.seen[part], self.mask[part], self.done[part], self.reward[part])


class Network:
    """One hidden layer; two heads: a number for each action, and the value of the position."""

    def __init__(self, size: int, rng: np.random.Generator) -> None:
        def layer(inputs: int, outputs: int, scale: float) -> list[Floats]:
            weights = rng.normal(0, scale / np.sqrt(inputs), (inputs, outputs))
            return [weights.astype(np.float32), np.zeros(outputs, np.float32)]

        self.parts = [*layer(size, HIDDEN, 1.4), *layer(HIDDEN, len(ACTIONS) + 1, 0.1)]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def forward(self, seen: Floats, mask: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the probability of every action, and the value."""
        w, b, w_out, b_out = self.parts
        hidden = np.maximum(seen @ w + b, 0)
        out = hidden @ w_out + b_out
        logits = np.where(mask, out[:, :-1], -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), out[:, -1]

    def act(self, seen: Floats, mask: NDArray[np.bool_], rng: np.random.Generator | None) -> NDArray[np.int64]:
        """An action for each row: by chance, or the likeliest where there is no ``rng``."""
        chances = self.forward(seen, mask)[1]
        sums = chances.cumsum(axis=1)
        likely = chances if rng is None else sums > rng.random((len(sums), 1)) * sums[:, -1:]
        actions: NDArray[np.int64] = likely.argmax(axis=1)
        return actions

    def learn(self, batch: Choices) -> None:
        """One step uphill."""
        count = np.float32(len(batch.done))
        hidden, chances, value = self.forward(batch.seen, batch.mask)
        better = batch.reward - value
        spread = (better - better.mean()) / (better.std() + 1e-6)
        logs = np.log(np.maximum(chances, 1e-8))
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        # The gradient of what is to become small, by the network's outputs.
        out = np.empty((len(chances), len(ACTIONS) + 1), np.float32)
        out[:, :-1] = chances * spread[:, None]
        out[np.arange(len(chances)), batch.done] -= spread
        out[:, :-1] += CURIOSITY * chances * (logs + entropy)
        out[:, -1] = -better
        out /= count
        back = (out @ self.parts[2].T) * (hidden > 0)
        self.step([batch.seen.T @ back, back.sum(axis=0), hidden.T @ out, out.sum(axis=0)])

    def step(self, gradients: list[Floats]) -> None:
        """Adam (Kingma and Ba, 2014)."""
        self.steps += 1
        rate = RATE * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for part, mean, square, gradient in zip(self.parts, self.means, self.squares, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            part -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def play(env: BatchedEnv, network: Network, rng: np.random.Generator) -> Choices:
    """Deals a hand in every row and plays it to the end, the network in every seat."""
    env.reset()
    scale = max(map(abs, reward_range(env.rules))) / 5
    rows: list[Any] = []
    seats: list[Any] = []
    seen: list[Any] = []
    masks: list[Any] = []
    done: list[Any] = []
    rewards = np.zeros((len(env), env.rules.players), np.float32)
    while (env.turn >= 0).any():
        actions = env.mask.argmax(axis=1)  # where there is no choice
        free = np.flatnonzero(env.mask.sum(axis=1) > 1)
        if len(free):
            seen.append(env.observe(free).astype(np.float32))
            masks.append(env.mask[free])
            actions[free] = network.act(seen[-1], masks[-1], rng)
            done.append(actions[free])
            rows.append(free)
            seats.append(env.turn[free])
        rewards += env.step(actions).rewards
    reward = rewards[np.concatenate(rows), np.concatenate(seats)] / scale
    return Choices(np.concatenate(seen), np.concatenate(masks), np.concatenate(done), reward)


def test(rules: Rules, network: Network, opponent: Policy) -> tuple[float, float]:
    """What the network wins a hand as seat A, the others being of another kind, and its standard error."""
    env = BatchedEnv(rules, TESTED, seed=2**32, auto_reset=False)
    won = np.zeros(TESTED, np.float32)
    while (env.turn >= 0).any():
        actions = env.choose(opponent)
        mine = np.flatnonzero(env.turn % (2 if rules.teams else rules.players) == 0)  # in teams its partner too
        if len(mine):
            actions[mine] = network.act(env.observe(mine).astype(np.float32), env.mask[mine], None)
        won += env.step(actions).rewards[:, 0]
    return float(won.mean()), float(won.std() / np.sqrt(TESTED))


def draw(curve: list[tuple[int, dict[str, float]]], name: str, height: int = 12) -> str:
    """What was won against one kind of opponent, test by test, as text; each test comes after 1.4 times the hands."""
    values = [point[name] for _, point in curve]
    low, high = min(*values, 0.0), max(*values, 0.0)
    step = (high - low) / (height - 1) or 1.0
    lines = [f"won a hand against {name} players"]
    for level in reversed(range(height)):
        dots = "".join(" ● " if round((value - low) / step) == level else "   " for value in values)
        lines.append(f"{low + level * step:7.1f} │{dots}")
    last = f"{curve[-1][0]:,} hands"
    return "\n".join([*lines, f"        └{'─' * 3 * len(values)}", f"         0{last:>{3 * len(values) - 1}}"])


def main() -> None:
    """Learns for a while and shows how it went."""
    parser = argparse.ArgumentParser(description="Learn to play gaple by playing against oneself.")
    parser.add_argument("--rules", default="players=4 hand=7 settle=pairwise", help="any rules text")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to learn")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules, rng = Rules.parse(options.rules), np.random.default_rng(options.seed)
    if not is_warm():
        print("Compiling the kernels, which is needed once on a machine…", flush=True)
        warm_up()
    network = Network(Layout.of(rules).size, rng)
    env = BatchedEnv(rules, HANDS, seed=options.seed, auto_reset=False)
    curve: list[tuple[int, dict[str, float]]] = []
    hands, next_test, begun = 0, 0, time.perf_counter()
    print(f"{'seconds':>8} {'hands':>10}   " + "   ".join(f"against {name:<12}" for name in OPPONENTS))
    while True:
        spent = time.perf_counter() - begun
        if hands >= next_test or spent >= options.seconds:
            found = {name: test(rules, network, policy) for name, policy in OPPONENTS.items()}
            told = "   ".join(f"{won:+8.2f} ± {error:4.2f}    " for won, error in found.values())
            print(f"{spent:8.0f} {hands:10,}   {told}", flush=True)
            curve.append((hands, {name: won for name, (won, _) in found.items()}))
            next_test = int(1.4 * hands) + 1  # early on it learns fast
        if spent >= options.seconds:
            break
        for batch in play(env, network, rng).batches(rng):
            network.learn(batch)
        hands += HANDS
    for name in OPPONENTS:
        print(f"\n{draw(curve, name)}")


if __name__ == "__main__":
    main()
