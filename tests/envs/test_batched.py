"""The batched environment against :class:`gaple.Hand`, over the whole space of rules."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from gaple import DealError, Hand, RulesError, Seat
from gaple.engine import ACTIONS, GREEDY, UNIFORM, EngineError, Policy
from gaple.engine.checks import checked_positions
from gaple.engine.state import position_of
from gaple.envs import BatchedEnv, Layout, observe
from gaple.envs.reward import rewards_of
from gaple.players import Greedy
from tests.engine.space import both_seeds, openings, random_rules, resolve

RULES = "players=4 hand=7 settle=pairwise"


def state(env: BatchedEnv) -> list[bytes]:
    """Everything that a step could change."""
    return [array.tobytes() for array in env._table]


def numbers(hand: Hand) -> list[int]:
    """The numbers of the legal actions, ascending."""
    leads = hand.ends is None
    return [code for code, action in enumerate(ACTIONS) if _as_lead(action, leads) in hand.legal_actions()]


def _as_lead(action: Any, leads: bool) -> Any:
    from gaple import Action, Kind

    return Action.of(Kind.LEAD, action.tile) if leads and action.kind is Kind.RIGHT else action


@both_seeds
def test_every_step_of_random_hands(seed: int | None) -> None:
    """What the arrays say is what the hand says, move for move, and so are observations and rewards."""
    seed = resolve(seed)
    ended = 0
    for count, (rng, rules, number, opener) in enumerate(openings(seed, 120)):
        env = BatchedEnv(rules, 3, seed + count, number=number, opener=opener)
        hands = [env.hand(row) for row in range(3)]
        for _ in range(rng.randint(1, 60)):
            where = f"seed {seed}, batch {count}, {rules}, number {number}, opener {opener}"
            assert env.turn.tolist() == [hand.turn for hand in hands], where
            assert [np.flatnonzero(mask).tolist() for mask in env.mask] == list(map(numbers, hands)), where
            assert env.positions.tolist() == [position_of(hand).tolist() for hand in hands], where
            turns = [hand.turn for hand in hands]
            for history in (False, True):
                mine = [observe(hand.view(turn), history) for hand, turn in zip(hands, turns, strict=True)]
                assert env.observe(history=history).tolist() == [seen.tolist() for seen in mine], where
            other = rng.choice(rules.seats)
            seen = env.observe(seat=other, history=True)
            assert seen.tolist() == [observe(hand.view(other), True).tolist() for hand in hands], where
            actions = [rng.choice(numbers(hand)) for hand in hands]
            step = env.step(actions)
            for row, hand in enumerate(hands):
                play(hand, actions[row])
                assert bool(step.done[row]) == hand.is_over, where
                if hand.outcome is None:
                    assert not step.rewards[row].any(), where
                    continue
                assert step.rewards[row].tolist() == list(rewards_of(rules, hand.outcome)), where
                hands[row] = env.hand(row)
                ended += 1
        assert [env.hand(row) for row in range(3)] == hands
    assert ended > 100


def play(hand: Hand, code: int) -> None:
    hand.play(_as_lead(ACTIONS[code], hand.ends is None))


def test_a_hand_is_dealt_as_any_other_is() -> None:
    """Every tile as often with every seat, and no two hands alike."""
    env = BatchedEnv("players=5 hand=5", 20_000, seed=3)
    held = env.positions[:, :5]
    assert len({row.tobytes() for row in env.positions}) > 19_900
    for seat in range(5):
        shares = [(held[:, seat] >> tile & 1).mean() for tile in range(28)]
        assert abs(np.array(shares) - 5 / 28).max() < 0.015
    assert abs(np.bincount(env.turn, minlength=5) / 20_000 - 0.2).max() < 0.015
    checked_positions(env.rules, env.positions)


def test_rows_are_the_same_however_they_are_cut() -> None:
    policies = (UNIFORM, GREEDY, Policy.weighted(range(85)), UNIFORM)
    whole = BatchedEnv(RULES, 60, seed=9)
    parts = [BatchedEnv(RULES, 20, seed=9, first=first) for first in (0, 20, 40)]
    for _ in range(120):
        chosen = [part.choose(policies) for part in parts]
        assert whole.choose(policies).tolist() == np.concatenate(chosen).tolist()
        step = whole.step(np.concatenate(chosen))
        each = [part.step(actions) for part, actions in zip(parts, chosen, strict=True)]
        assert step.rewards.tolist() == np.concatenate([part.rewards for part in each]).tolist()
        assert step.done.tolist() == np.concatenate([part.done for part in each]).tolist()
    assert whole.positions.tolist() == np.concatenate([part.positions for part in parts]).tolist()


def test_the_next_hand_does_not_depend_on_how_this_one_was_played() -> None:
    """So two ways to play are compared over the same deals."""
    envs = [BatchedEnv("players=4 hand=6", 50, seed=1, auto_reset=False) for _ in range(2)]
    for env, policy in zip(envs, (UNIFORM, GREEDY), strict=True):
        while (env.turn >= 0).any():
            env.step(env.choose(policy))
        env.reset()
    assert envs[0].positions.tolist() == envs[1].positions.tolist()


def test_a_seed_begins_again() -> None:
    env = BatchedEnv(RULES, 10, seed=5)
    before = env.positions
    for _ in range(40):
        env.step(env.choose())
    env.reset()
    assert env.positions.tolist() != before.tolist()
    env.reset(seed=5)
    assert env.positions.tolist() == before.tolist()
    env.reset(seed=6)
    assert env.positions.tolist() != before.tolist()


def test_without_auto_reset_a_hand_waits() -> None:
    env = BatchedEnv("players=2 hand=3", 40, seed=2, auto_reset=False)
    over = np.zeros(40, bool)
    for _ in range(6):
        _, done = env.step(env.choose())
        assert not (done & over).any()
        over |= done
        assert ((env.turn < 0) == over).all()
        assert (env.choose()[over] == -1).all()
        assert not env.mask[over].any()
        assert not env.observe()[over].any()
        assert env.observe(seat=1).any(axis=1).all()
    assert over.all()
    env.reset(rows=[3, 5])
    assert np.flatnonzero(env.turn >= 0).tolist() == [3, 5]
    env.reset(rows=over)
    assert (env.turn >= 0).all()


def test_a_blocked_deal_is_dealt_again() -> None:
    env = BatchedEnv("players=2 hand=1", 500, seed=4)
    for _ in range(5):
        assert env.mask.any(axis=1).all()
        env.step(env.choose())


@pytest.mark.parametrize("wrong", [-1, 85, 1000, 2**40, 84, 3])
def test_a_bad_action_names_its_row_and_changes_nothing(wrong: int) -> None:
    env = BatchedEnv(RULES, 6, seed=1)
    for _ in range(5):
        env.step(env.choose())
    actions = env.choose()
    assert not (0 <= wrong < 85) or not env.mask[4, wrong]
    actions[4] = wrong
    before = state(env)
    with pytest.raises(EngineError, match=rf"^row 4: .*(?<![0-9]){wrong}\b") as caught:
        env.step(actions)
    assert caught.value.params["row"] == 4
    assert state(env) == before
    assert "baris 4" in caught.value.told("id")


def test_a_bad_lead_is_told_as_a_lead() -> None:
    env = BatchedEnv(RULES, 1, seed=1)
    with pytest.raises(EngineError, match=r"row 0: 01 \(action 29\)"):
        env.step([29])


@pytest.mark.parametrize("actions", [[1, 2], 5, [[1], [2], [3]], [0.0, 1.0, 2.0], [True, True, False], ["a", "b", "c"]])
def test_actions_of_another_shape_or_kind_are_refused(actions: object) -> None:
    env = BatchedEnv(RULES, 3, seed=1)
    before = state(env)
    with pytest.raises(EngineError, match=r"actions of shape .* were given; expected whole numbers of shape \(3,\)"):
        env.step(actions)  # type: ignore[arg-type]
    assert state(env) == before


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_any_whole_numbers_are_actions(dtype: type) -> None:
    env, other = BatchedEnv(RULES, 8, seed=1), BatchedEnv(RULES, 8, seed=1)
    for _ in range(30):
        chosen = env.choose(GREEDY)
        env.step(chosen)
        other.step(chosen.astype(dtype)[::1])
    assert env.positions.tolist() == other.positions.tolist()


def test_what_is_shown_cannot_be_written_to() -> None:
    env = BatchedEnv(RULES, 3)
    for array in (env.mask, env.turn):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    env.positions[:] = 0
    assert env.positions.any()


def test_what_a_step_gives_stays() -> None:
    env = BatchedEnv("players=2 hand=3", 100, seed=1)
    steps = [env.step(env.choose()) for _ in range(50)]
    again = BatchedEnv("players=2 hand=3", 100, seed=1)
    for step in steps:
        rewards, done = again.step(again.choose())
        assert (step.rewards.tolist(), step.done.tolist()) == (rewards.tolist(), done.tolist())


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(RulesError):
        BatchedEnv("players=9 hand=7", 3)
    with pytest.raises(DealError):
        BatchedEnv(RULES, 3, number=2)
    with pytest.raises(DealError):
        BatchedEnv("players=2 hand=7", 3, opener=Seat.E)
    for count in (0, -1, 1.5):
        with pytest.raises(EngineError):
            BatchedEnv(RULES, count)  # type: ignore[arg-type]
    env = BatchedEnv(RULES, 3)
    for rows in ([3], [-1], [[0]], [0.5], [True, False]):
        with pytest.raises(EngineError, match="rows of shape"):
            env.observe(rows)
    with pytest.raises(EngineError):
        env.reset(seed=1, rows=[0])
    with pytest.raises(EngineError):
        env.reset(seed=-1)
    with pytest.raises(EngineError):
        env.observe(seat=4)
    with pytest.raises(EngineError):
        env.hand(3)
    with pytest.raises(EngineError):
        env.choose((GREEDY, UNIFORM))


def test_rows_can_be_chosen_by_number_or_by_flag() -> None:
    env = BatchedEnv(RULES, 50, seed=1)
    for _ in range(3):
        env.step(env.choose())
    everything = env.observe()
    flags = env.turn == 2
    assert env.observe(flags).tolist() == everything[flags].tolist()
    assert env.observe([7, 3]).tolist() == everything[[7, 3]].tolist()
    assert env.observe([]).shape == (0, Layout.of(env.rules).size)


def test_greedy_is_the_greedy_player() -> None:
    rng = random.Random(4)
    for _ in range(20):
        rules = random_rules(rng)
        number = 1
        env = BatchedEnv(rules, 5, rng.getrandbits(64), number=number)
        for _ in range(20):
            actions = env.choose(GREEDY)
            for row in range(5):
                hand = env.hand(row)
                assert hand.turn is not None
                wanted = Greedy().choose(hand.view(hand.turn))
                assert _as_lead(ACTIONS[actions[row]], hand.ends is None) == wanted
            env.step(actions)
