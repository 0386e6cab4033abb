from __future__ import annotations

import os
import signal
import threading

import pytest

from gaple import Hand, Rules
from gaple.arena.referee import Contender, Referee
from gaple.players import Greedy
from tests.strategies import play_some

HERE = "tests.arena.misbehaving"

needs_alarm = pytest.mark.skipif(os.name == "nt", reason="Windows has no alarm: who never answers cannot be stopped")


@pytest.fixture
def hand() -> Hand:
    """A position with a choice, at which the greedy player does not take the last action."""
    for seed in range(100):
        hand = play_some(Hand.dealt(Rules(), seed), seed, 5)
        legal = hand.legal_actions()
        if len(legal) > 2 and Greedy().choose(hand.view(hand.turn)) is not legal[-1]:
            return hand
    raise AssertionError


@pytest.mark.parametrize(
    ("player", "fault"),
    [
        ("Raiser", "raised RuntimeError"),
        ("Quitter", "raised SystemExit"),
        ("Illegal", "illegal"),
        ("Babbler", "illegal"),
        ("unmade", "raised KeyError"),
        ("Late", "stalled"),
        pytest.param("Staller", "stalled", marks=needs_alarm),
        pytest.param("Stubborn", "stalled", marks=needs_alarm),
    ],
)
def test_who_fails_loses_the_decision_and_is_named(hand: Hand, player: str, fault: str) -> None:
    name = f"{HERE}:{player}"
    limit = 0.05 if fault == "stalled" else 600
    referee, contender = Referee(limit), Contender(name, 1)
    for times in (1, 2):
        assert referee.decide(hand, contender) is Greedy().choose(hand.view(hand.turn))
        assert referee.faults == {name: {fault: times}}
        assert referee.times[name].total() == times


def test_a_fault_tells_nothing_of_what_is_hidden(hand: Hand) -> None:
    referee = Referee(limit=600)
    referee.decide(hand, Contender(f"{HERE}:Raiser", 1))
    assert all(str(tile) not in str(referee.faults) for tile in hand.tiles(hand.turn or hand.starter))


def test_who_answers_well_is_heard(hand: Hand) -> None:
    """And sees a view, whatever else it would like to be given."""
    referee = Referee(limit=600)
    assert referee.decide(hand, Contender(f"{HERE}:Curious", 1)) is hand.legal_actions()[-1]
    assert referee.faults == {}


def test_without_a_choice_nobody_is_asked() -> None:
    hand, referee = Hand.dealt(Rules(), seed=1), Referee(limit=600)
    assert str(referee.decide(hand, Contender(f"{HERE}:Raiser", 1))) == "00"
    assert referee.times == {}


def test_the_cheater_sees_the_hand_and_does_not_touch_it(hand: Hand) -> None:
    referee, before = Referee(limit=600), hand.copy()
    assert referee.decide(hand, Contender("cheater", 1)) in hand.legal_actions()
    assert hand == before
    assert referee.faults == {}


@needs_alarm
def test_an_alarm_of_others_stays_as_it_was(hand: Hand) -> None:
    def mine(*_: object) -> None: ...

    before = signal.signal(signal.SIGALRM, mine)
    try:
        Referee(limit=600).decide(hand, Contender("greedy", 1))
        assert signal.getsignal(signal.SIGALRM) is mine
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_in_another_thread_the_clock_is_looked_at_afterwards(hand: Hand) -> None:
    referee = Referee(limit=0.05)
    thread = threading.Thread(target=referee.decide, args=(hand, Contender(f"{HERE}:Late", 1)))
    thread.start()
    thread.join()
    assert referee.faults == {f"{HERE}:Late": {"stalled": 1}}
