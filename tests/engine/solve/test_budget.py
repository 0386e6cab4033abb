"""Where solving stops before its end, and what it then knows."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tracemalloc

import pytest

from gaple import Hand, Rules
from gaple.engine.solve import CONVENTIONS, Convention, solve
from gaple.engine.solve.budget import Budget, LimitReached
from gaple.rules import Stuck
from tests.engine import plain
from tests.waiting import PATIENCE, ended


@pytest.mark.parametrize("stuck", ["discard", "pass"])
@pytest.mark.parametrize("convention", ["teams", "maxn"])
def test_a_limit_tells_what_is_known(stuck: Stuck, convention: Convention) -> None:
    rules = Rules(teams=True, settle="pairwise", stuck=stuck)
    rng, hand = random.Random(3), Hand.dealt(rules, seed=3)
    while not (len(hand.actions) > 5 and len(hand.legal_actions()) > 2):
        hand.play(rng.choice(hand.legal_actions()))
    exact = solve(hand, convention)
    assert exact.exact
    assert all(low == high == exact.values[action] for action, (low, high) in exact.bounds.items())
    flags = set()
    for positions in (1, 10, 100, 1000, 10_000, exact.searched * 2):
        solution = solve(hand, convention, positions=positions)
        assert solution.searched <= positions
        flags.add(solution.exact)
        for action, (low, high) in solution.bounds.items():
            assert low <= exact.values[action] <= high
            assert solution.values[action] == low
        assert solution.line[0] in solution.best
        assert solution.exact == all(low == high for low, high in solution.bounds.values())
    assert flags == {True, False}
    assert solve(hand, convention, seconds=1e-9).exact is False


def test_less_is_better_for_points() -> None:
    rules = Rules(settle="points")
    hand = plain.midway(rules, 5)
    solution = solve(hand, positions=3)
    for action, (low, high) in solution.bounds.items():
        assert solution.values[action] == high, "what the seat is sure of is the most that it can get"
        assert low <= solve(hand).values[action] <= high


def test_the_same_question_has_the_same_answer() -> None:
    hand = plain.midway(Rules(settle="winner"), 9)
    for convention in CONVENTIONS[1:]:
        once, again = (solve(hand, convention, positions=2000) for _ in range(2))
        assert once == again


def test_progress_is_told() -> None:
    seen: list[int] = []
    solution = solve(Hand.dealt(Rules(settle="winner"), seed=2), progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == solution.searched


def test_a_budget_is_shared() -> None:
    told: list[int] = []
    whole = Budget(100, 60.0, told.append)
    part = whole.part(4)
    assert part.slice() == 25
    part.spend(25)
    with pytest.raises(LimitReached):
        part.slice()
    assert whole.part(3).slice() == 25
    assert whole.spent == 25
    assert told == [25]
    assert Budget(seconds=60.0).part(2).slice() > 1000


LONG = """
from gaple import Hand, Rules
from gaple.engine.solve import solve
hand = Hand.dealt(Rules(players=2, hand=14, settle="winner"), seed=1)
hand.play(hand.legal_actions()[0])
told = []

def tell(positions):
    if not told:
        print("begun", flush=True)
    told.append(positions)

try:
    while True:
        solve(hand, "{convention}", positions=None, progress=tell)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
@pytest.mark.parametrize("convention", CONVENTIONS[1:])
def test_ctrl_c_stops_a_search(convention: Convention) -> None:
    source = LONG.format(convention=convention)
    process = subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, text=True)
    with ended(process):
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENCE)[0] == "stopped\n"
        assert process.returncode == 0


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_memory(convention: Convention) -> None:
    hand = Hand.dealt(Rules(teams=True, settle="winner"), seed=1)
    solve(hand, convention, positions=1000)
    tracemalloc.start()
    try:
        solution = solve(hand, convention, positions=500_000)
        assert tracemalloc.get_traced_memory()[1] < 64 * 2**20
        assert solution.exact == (convention == "teams")
    finally:
        tracemalloc.stop()
