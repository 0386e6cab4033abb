from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaple import GapleError, Rules
from gaple.server.play import events
from gaple.server.play.commands import Actor
from gaple.server.play.table import MOST_ANSWERS, Phase, TableState, begin, fold, remember, stamp
from tests import strategies
from tests.server.states import TABLE, random_command, snapshot, table


def holds_together(state: TableState) -> None:
    persons = list(state.persons.values())
    assert len(persons) == len(set(persons))
    assert len(state.seats) == state.rules.players
    assert state.moved_seq <= state.seq
    if state.phase is Phase.PLAYING:
        assert state.hand
        assert not state.hand.is_over
        assert None not in state.seats
    if state.phase is Phase.WAITING:
        assert state.hand is None
    if state.ready:
        assert state.phase in (Phase.HAND_OVER, Phase.MATCH_OVER)
    if state.match and state.hand and state.hand.is_over:
        assert state.match.hands[-1].outcome == state.hand.outcome


@given(strategies.rules(), st.integers(0, 2**32), st.integers(1, 150), st.booleans())
@settings(deadline=None)
def test_random_commands_never_break_a_table(rules: Rules, seed: int, steps: int, now: bool) -> None:
    played = table(rules, seed, "greedy" if now else None)
    for _ in range(steps):
        command, actor = random_command(played)
        before = snapshot(played.state)
        entries = []
        try:
            entries = played.do(command, actor)
        except GapleError as refusal:
            refusal.told("id")
            refusal.told("en")
        if not entries:
            assert snapshot(played.state) == before
        else:
            assert played.state.seq == before["seq"] + len(entries)
            assert [event.command_id for event in entries[:-1]] == [None] * (len(entries) - 1)
        holds_together(played.state)
    stored = [events.read(events.write(event)) for event in played.log]
    assert stored == played.log
    assert snapshot(fold(TABLE, stored)) == snapshot(played.state)


def test_a_log_has_no_gap_and_begins_at_its_beginning() -> None:
    log = table(Rules(players=2, hand=7), 1, "greedy").log
    state = begin(TABLE, log[0])
    with pytest.raises(ValueError, match="event 3 after 1"):
        state.apply(log[2])
    with pytest.raises(TypeError, match="begins with sat"):
        fold(TABLE, log[1:])


def test_the_same_secret_deals_the_same_hand() -> None:
    rules = Rules(players=4, hand=6)
    first, second = table(rules, 7, "greedy"), table(rules, 7, "random")
    first.deal()
    second.deal()
    assert first.state.hand == second.state.hand
    assert first.state.dealing
    assert first.state.dealing.table == TABLE


def test_a_hand_that_is_blocked_at_once_is_counted() -> None:
    rules = Rules(players=2, hand=1, hands=1)
    seeds = (seed for seed in range(10_000))
    for seed in seeds:
        played = table(rules, seed, "greedy")
        played.deal()
        state = played.state
        assert state.hand
        if state.hand.is_over and not state.hand.actions:
            break
    assert state.phase is Phase.MATCH_OVER
    assert state.match
    assert len(state.match.hands) == 1


def test_stamps_number_on_and_name_the_command_last() -> None:
    facts = (events.MatchBegun(1), events.Committed(1, random.Random(1).randbytes(32).hex()))
    entries = stamp(facts, 4, Actor("person", "p_ani"), 99, "c1")
    assert [(event.seq, event.command_id, event.at) for event in entries] == [
        (5, None, 99),
        (6, "c1", 99),
    ]


def test_the_oldest_answers_are_forgotten() -> None:
    answered: dict[str, tuple[str | None, int]] = {}
    for number in range(MOST_ANSWERS + 5):
        remember(answered, f"c{number}", ("p_ani", number))
    assert len(answered) == MOST_ANSWERS
    assert "c4" not in answered
    assert answered["c5"] == ("p_ani", 5)
