from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from gaple import Rules
from gaple.arena import ArenaError, Contest, Results, Sprt, run
from gaple.arena.deals import play_deal

HERE = "tests.arena.misbehaving"
PLAIN = Contest(candidate="greedy", against="random", rules=Rules(settle="pairwise"))


def test_one_process_or_several_is_all_the_same() -> None:
    by = Rules(hand=6, settle="pairwise")
    contest = Contest(candidate="flat5", against="cheater", rules=by, many=True, limit=600)  # it may have to compile
    alone = [play_deal(contest, number).hands for number in range(6)]
    for jobs in (1, 2):
        results = Results(contest)
        told: list[tuple[int, int]] = []
        run(results, 6, jobs=jobs, progress=lambda *done, told=told: told.append(done))
        assert [results.deals[number].hands for number in range(6)] == alone
        assert results.summary().faults == {}
        assert told == [(done, 6) for done in range(7)]
    assert not multiprocessing.active_children()


def test_what_is_there_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    first = Results.open(PLAIN, path)
    run(first, 5, jobs=1)
    again = Results.open(PLAIN, path)
    told: list[int] = []
    run(again, 8, jobs=1, progress=lambda done, total: told.append(done))
    assert told == [5, 6, 7, 8]
    assert all(again.deals[number] == first.deals[number] for number in range(5))  # with the times of then
    once = Results(PLAIN)
    run(once, 8, jobs=1)
    assert {number: deal.hands for number, deal in once.deals.items()} == {
        number: deal.hands for number, deal in again.deals.items()
    }
    run(again, 2, jobs=1)  # fewer than there are: nothing is thrown away
    assert len(again.deals) == 8
    assert Results.open(PLAIN, path).deals == again.deals


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    results = Results.open(PLAIN, path)

    def stop(done: int, total: int) -> None:
        if done == 4:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        run(results, 500, jobs=2, progress=stop)
    kept = Results.open(PLAIN, path)
    assert 4 <= len(kept.deals) < 500
    assert kept.deals == results.deals
    assert not multiprocessing.active_children()  # nobody is left to work for no one


@pytest.mark.parametrize("elsewhere", [False, True])
def test_ctrl_c_while_processes_start(elsewhere: bool, tmp_path: Path) -> None:
    """It waits until they have started, and is not lost; also where the system tells another thread."""
    contest = Interrupting(candidate="greedy", against="random", rules=Rules())
    pressed, done = threading.Event(), threading.Event()

    def hear() -> None:
        pressed.wait()
        signal.raise_signal(signal.SIGINT)
        done.set()

    def press() -> None:
        pressed.set()
        done.wait()

    threading.Thread(target=hear, daemon=True).start()
    Interrupting.presses.append(press if elsewhere else _press)
    results = Results.open(contest, tmp_path / "results.json")
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        run(results, 500, jobs=2)
    assert len(results.deals) < 500
    assert (tmp_path / "results.json").exists()
    assert not multiprocessing.active_children()  # nobody is left to work for no one
    assert signal.getsignal(signal.SIGINT) is handler
    if os.name != "nt":
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.skipif(os.name == "nt", reason="where there are no masks, a process hears it until it has begun")
@pytest.mark.parametrize("threaded", [False, True])
def test_a_process_that_starts_does_not_hear_ctrl_c(threaded: bool) -> None:
    results = Results(Interrupted(candidate="greedy", against="random", rules=Rules()))
    if threaded:
        thread = threading.Thread(target=run, args=(results, 3), kwargs={"jobs": 2})
        thread.start()
        thread.join()
    else:
        run(results, 3, jobs=2)
    assert len(results.deals) == 3


class Interrupting(Contest):
    """Somebody presses Ctrl-C when it is told to the first process."""

    presses: ClassVar[list[Callable[[], None]]] = []

    def __reduce__(self) -> tuple[Any, ...]:
        if self.presses:  # it is told again with every deal
            self.presses.pop()()
        return _contest, (self.candidate, self.against, self.rules)


class Interrupted(Contest):
    """Somebody presses Ctrl-C when a new process hears of it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _interrupted, (self.candidate, self.against, self.rules)


def _contest(candidate: str, against: str, rules: Rules) -> Contest:
    return Contest(candidate=candidate, against=against, rules=rules)


def _interrupted(candidate: str, against: str, rules: Rules) -> Contest:
    _press()
    return _contest(candidate, against, rules)


def _press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_a_sequential_test_ends_it_at_the_same_deal() -> None:
    found = []
    for jobs in (1, 2):
        results = Results(PLAIN)
        run(results, 5000, jobs=jobs, sprt=Sprt(3.0))
        found.append((results.verdict, {number: deal.hands for number, deal in results.deals.items()}))
    assert found[0] == found[1]
    assert found[0][0] is not None
    assert found[0][0].deals < 1000


def test_a_player_that_takes_its_process_down(tmp_path: Path) -> None:
    results = Results.open(Contest(candidate=f"{HERE}:Deadly", against="greedy", rules=Rules()), tmp_path / "r.json")
    with pytest.raises(ArenaError, match="took its whole process down"):
        run(results, 5, jobs=1)
    assert Results.open(results.contest, results.path).deals == {}


@pytest.mark.parametrize(("deals", "jobs"), [(0, 1), (10**8, 1), (5, 0)])
def test_numbers_out_of_range(deals: int, jobs: int) -> None:
    with pytest.raises(ArenaError, match="cannot be"):
        run(Results(PLAIN), deals, jobs=jobs)
