"""The example that learns: that it does, and that it shows it."""

from __future__ import annotations

import re
import sys

import numpy as np
import pytest

from examples import learn
from gaple import Rules
from gaple.engine import UNIFORM
from gaple.envs import BatchedEnv, Layout

RULES = Rules(settle="pairwise")


@pytest.mark.parametrize("rules", [RULES, Rules(teams=True, settle="pairwise"), Rules(players=3, hand=9)])
def test_a_few_hands_teach_it_something(rules: Rules) -> None:
    rng = np.random.default_rng(1)
    network = learn.Network(Layout.of(rules).size, rng)
    before, _ = learn.test(rules, network, UNIFORM)
    env = BatchedEnv(rules, 1000, seed=1, auto_reset=False)
    for _ in range(4):
        for batch in learn.play(env, network, rng).batches(rng):
            network.learn(batch)
    after, error = learn.test(rules, network, UNIFORM)
    assert after > before + 3 * error


def test_a_choice_is_rewarded_by_what_its_seat_won() -> None:
    rng = np.random.default_rng(1)
    choices = learn.play(
        BatchedEnv(RULES, 200, seed=1, auto_reset=False), learn.Network(Layout.of(RULES).size, rng), rng
    )
    count = len(choices.done)
    assert choices.seen.shape == (count, 138)
    assert choices.mask[np.arange(count), choices.done].all()
    assert (choices.mask.sum(axis=1) > 1).all()
    assert choices.reward.shape == (count,)
    assert choices.reward.any()
    assert sum(len(batch.done) for batch in choices.batches(rng)) == count


def test_gradients_are_those_of_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step against a small change of one weight: what is learnt from goes down by as much as the gradient says."""
    rng = np.random.default_rng(2)
    network = learn.Network(138, rng)
    env = BatchedEnv(RULES, 30, seed=1, auto_reset=False)
    batch = learn.play(env, network, rng)
    found: list[list[learn.Floats]] = []
    monkeypatch.setattr(network, "step", found.append)
    _, _, value = network.forward(batch.seen, batch.mask)
    better = batch.reward - value
    spread = (better - better.mean()) / (better.std() + 1e-6)

    def loss() -> float:
        _, chances, value = network.forward(batch.seen, batch.mask)
        logs = np.log(np.maximum(chances, 1e-8)).astype(np.float64)
        chosen = logs[np.arange(len(logs)), batch.done]
        entropy = -(chances * logs).sum(axis=1)
        return float((-spread * chosen - learn.CURIOSITY * entropy + (batch.reward - value) ** 2 / 2).mean())

    network.learn(batch)
    for part, gradient in zip(network.parts, found[0], strict=True):
        place = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
        kept, losses = part[place], []
        for change in (0.01, -0.01):
            part[place] = kept + change
            losses.append(loss())
        part[place] = kept
        assert (losses[0] - losses[1]) / 0.02 == pytest.approx(gradient[place], rel=0.1)


def test_it_shows_a_curve(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["learn.py", "--seconds", "1", "--rules", "players=4 hand=6 settle=winner"])
    monkeypatch.setattr(learn, "HANDS", 300)
    monkeypatch.setattr(learn, "TESTED", 300)
    learn.main()
    told = capsys.readouterr().out
    assert re.search(r"^ +0 +0 +[+-]\d+\.\d\d ± ", told, re.MULTILINE)
    assert told.count("●") >= 4
    assert "won a hand against greedy players" in told
