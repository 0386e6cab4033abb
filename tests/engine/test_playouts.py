from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import fields

import numpy as np
import pytest

from gaple import Action, DealError, Hand, Rules, Seat
from gaple.engine import BLOCKED, GREEDY, OUT, UNIFORM, EngineError, Playouts, Policy, play, play_on, replay
from gaple.engine.playout import MOST_TURNS
from gaple.engine.state import DEAD, END, HELD, LEADABLE, LEFT_END, TURN, TURNS, position_of
from gaple.tiles import ALL
from tests.waiting import PATIENCE, ended

RULES = Rules(settle="pairwise")


def same(a: Playouts, b: Playouts) -> bool:
    return all(np.array_equal(getattr(a, each.name), getattr(b, each.name)) for each in fields(a))


def test_results_have_the_documented_shapes_and_types() -> None:
    result = play(Rules(players=5, hand=5), 7, seed=1)
    arrays = {each.name: getattr(result, each.name) for each in fields(result)}
    assert {name: (array.shape, str(array.dtype)) for name, array in arrays.items()} == {
        "points": ((7, 5), "int64"),
        "net": ((7, 5), "int64"),
        "winner": ((7,), "int8"),
        "end": ((7,), "int8"),
        "turns": ((7,), "int16"),
    }
    assert len(result) == 7
    assert set(play(RULES, 200, seed=1).end.tolist()) == {OUT, BLOCKED}


def test_no_hands_give_empty_results() -> None:
    assert len(play(RULES, 0, seed=1)) == 0


@pytest.mark.parametrize("threads", [2, 3, 7])
@pytest.mark.parametrize("policy", [UNIFORM, Policy.weighted([1.5] * 85)], ids=["uniform", "weighted"])
def test_the_number_of_threads_changes_nothing(threads: int, policy: Policy) -> None:
    alone = play(RULES, 50_000, seed=3, policy=policy)
    assert same(alone, play(RULES, 50_000, seed=3, policy=policy, threads=threads))


def test_a_run_can_be_had_in_parts() -> None:
    whole, later = play(RULES, 1000, seed=9), play(RULES, 300, seed=9, first=700)
    assert np.array_equal(whole.points[700:], later.points)
    assert np.array_equal(whole.turns[700:], later.turns)


def test_seeds_differ() -> None:
    results = {play(RULES, 50, seed=seed).points.tobytes() for seed in (0, 1, 2, 2**63, 2**64 - 1)}
    assert len(results) == 5


def test_hands_of_one_seed_are_independent() -> None:
    """Neighbours in a batch are no more alike than any two hands: the correlation is within five standard errors."""
    points = play(RULES, 100_000, seed=5).points[:, 0].astype(float)
    for lag in (1, 2, 3, 28):
        r = np.corrcoef(points[:-lag], points[lag:])[0, 1]
        assert abs(r) < 5 / len(points) ** 0.5


def test_random_hands_come_out_as_in_the_yardstick() -> None:
    """Turns a hand and the share of blocked hands, as the plain C in benchmarks/ finds them in ten million hands."""
    for stuck, turns, blocked in (("discard", 24.077, 0.2404), ("pass", 25.762, 0.2509)):
        result = play(Rules(stuck=stuck), 200_000, seed=11)  # type: ignore[arg-type]
        assert abs(result.turns.mean() - turns) < 5 * result.turns.std() / 200_000**0.5
        assert abs((result.end == BLOCKED).mean() - blocked) < 5 * (0.24 * 0.76 / 200_000) ** 0.5


def test_each_seat_has_its_own_policy() -> None:
    mixed = (GREEDY, UNIFORM, GREEDY, UNIFORM)
    net = play(RULES, 20_000, seed=2, policy=mixed).net.mean(axis=0)
    assert net[0] > 0.5 > -0.5 > net[1]
    assert net[2] > 0.5 > -0.5 > net[3]


def test_playing_on_from_a_hand_and_from_its_position_is_the_same() -> None:
    hand = Hand.dealt(RULES, seed=4)
    for _ in range(5):
        hand.play(hand.legal_actions()[0])
    rows = np.stack([position_of(hand)] * 3)
    assert same(play_on(RULES, hand, 30, seed=6), play_on(RULES, rows, 10, seed=6))
    assert int(play_on(RULES, hand, 100, seed=6).turns.min()) >= 6


def test_a_hand_that_is_over_comes_out_as_it_did() -> None:
    hand = replay(RULES, 0, seed=8)
    result = play_on(RULES, hand, 2, seed=1)
    assert hand.outcome is not None
    assert result.points.tolist() == [list(hand.outcome.points)] * 2
    assert result.turns.tolist() == [len(hand.actions)] * 2


def test_the_last_action_is_forced_to_its_outcome() -> None:
    """With one tile each and one that fits, there is nothing to choose."""
    rules = Rules(players=2, hand=1, settle="pairwise")
    for seed in range(20):
        hand = Hand.dealt(rules, seed)
        copy = hand.copy()
        while not copy.is_over:
            copy.play(copy.legal_actions()[0])
        if len(hand.legal_actions()) <= 1:
            assert copy.outcome is not None
            assert tuple(play_on(rules, hand, 1, seed=seed).net[0]) == copy.outcome.net


def test_the_longest_hand_fits_the_trace() -> None:
    assert play(Rules(players=5, hand=5, stuck="pass"), 100_000, seed=1).turns.max() < MOST_TURNS
    assert play(Rules(players=2, hand=14, stuck="pass"), 100_000, seed=1).turns.max() < MOST_TURNS


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told(threads: int) -> None:
    told: list[tuple[int, int]] = []
    play(RULES, 30_000, seed=1, threads=threads, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (30_000, 30_000)
    assert told == sorted(told)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"count": -1}, "count cannot be -1; expected a whole number from 0"),
        ({"count": 1.5}, "count cannot be 1.5"),
        ({"count": True}, "count cannot be True"),
        ({"seed": -1}, "seed cannot be -1"),
        ({"seed": 2**64}, "seed cannot be 18446744073709551616"),
        ({"threads": 0}, "threads cannot be 0"),
        ({"first": -5}, "first cannot be -5"),
        ({"number": 0}, "number cannot be 0"),
        ({"number": 2, "opener": 4}, "opener cannot be 4; expected a whole number from 0 to 3"),
        ({"policy": [UNIFORM, GREEDY]}, "2 policies were given"),
    ],
)
def test_what_a_kernel_cannot_be_given_is_refused(arguments: dict[str, object], words: str) -> None:
    settings: dict[str, object] = {"count": 1, "seed": 1, **arguments}
    with pytest.raises(EngineError) as caught:
        play(RULES, **settings)  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert caught.value.told("id") != str(caught.value)


def test_an_opener_that_is_needed_and_missing() -> None:
    with pytest.raises(DealError, match="who begins"):
        play(RULES, 1, seed=1, number=2)
    assert len(play(RULES, 1, seed=1, number=2, opener=Seat.C)) == 1


def test_another_hands_rules() -> None:
    with pytest.raises(EngineError, match="other rules"):
        play_on(Rules(), Hand.dealt(RULES, seed=1), 1, seed=1)


def led() -> np.ndarray:
    hand = Hand.dealt(RULES, seed=1)
    hand.play(Action.parse("00"))
    return position_of(hand)


def changed(**places: int) -> np.ndarray:
    names = {"a": HELD, "e": HELD + 4, "b_dead": DEAD + 1, "left": LEFT_END, "turn": TURN}
    names |= {"end": END, "leads": LEADABLE, "turns": TURNS}
    position = led()
    for name, value in places.items():
        position[names[name]] = value
    return position


@pytest.mark.parametrize(
    ("position", "code"),
    [
        (changed(a=int(led()[HELD]) | 1 << 28), "tiles"),
        (changed(a=-1), "tiles"),
        (changed(b_dead=int(led()[HELD])), "tiles"),
        (changed(e=1), "seats"),
        (changed(a=int(led()[HELD]) | 1 | (ALL & ~int(led()[HELD : HELD + 4].sum()))), "seats"),
        (changed(left=7), "ends"),
        (changed(left=-1), "ends"),
        (changed(leads=-2), "ends"),
        (changed(turn=4), "turn"),
        (changed(turn=-2), "turn"),
        (changed(end=1), "turn"),
        (changed(end=3, turn=-1), "turn"),
        (changed(turns=-1), "turn"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_their_index(position: np.ndarray, code: str) -> None:
    with pytest.raises(EngineError) as caught:
        play_on(RULES, np.stack([led(), position]), 1, seed=1)
    assert caught.value.code == f"engine-position-{code}"
    assert "position 1" in str(caught.value)


def test_a_position_in_which_nobody_can_play_is_refused() -> None:
    position = led()
    position[HELD : HELD + 4] = [1 << 27, 1 << 26, 1 << 25, 0]  # 66, 56, 55 at ends 0 and 0
    position[TURN] = 0
    with pytest.raises(EngineError, match="nobody can play"):
        play_on(RULES, position[None], 1, seed=1)


@pytest.mark.parametrize("wrong", [np.zeros((1, 15), np.int64), np.zeros(16, np.int64), np.zeros((1, 16))])
def test_arrays_that_are_no_positions(wrong: np.ndarray) -> None:
    with pytest.raises(EngineError) as caught:
        play_on(RULES, wrong, 1, seed=1)
    assert caught.value.code == "engine-position-shape"


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_a_long_run(threads: int) -> None:
    code = (
        "import sys\n"
        "from gaple import Rules\n"
        "from gaple.engine import play\n"
        "play(Rules(), 10, seed=1)\n"
        "tell = lambda done, total: done and print('done', done, flush=True)\n"
        f"play(Rules(), 300_000_000, seed=1, threads={threads}, progress=tell)\n"
        "print('finished', flush=True)\n"
    )
    program = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with ended(program):
        assert program.stdout is not None
        assert program.stdout.readline().startswith("done")
        program.send_signal(signal.SIGINT)
        output, errors = program.communicate(timeout=PATIENCE)
    assert "finished" not in output
    assert errors.rstrip().endswith("KeyboardInterrupt")
