from __future__ import annotations

import pytest

from gaple import PASS, Rules, Seat
from gaple.server.errors import Refusal
from gaple.server.live.attendance import Attendance
from gaple.server.live.clock import SETTLE, Due, Since, What, due, out_of_time
from gaple.server.play.commands import (
    CLOCK,
    COMPUTER,
    Actor,
    BeReady,
    CallTime,
    HandOver,
    Play,
    TakeBack,
    TakeOver,
)
from gaple.server.play.events import Timing
from gaple.server.play.table import Phase
from gaple.server.settings import Settings
from tests.server.states import PERSONS, Played, full
from tests.server.test_attendance import Hour, Window
from tests.server.test_decide import play_on

SETTINGS = Settings(pace=0.9, pass_after=1.2, next_after=30, look_for=6)
BOTH = set(PERSONS[:2])


EVENT, MOVED, READY, WATCHED = 500.0, 490.0, 480.0, 100.0


def here(present: set[str], watched: float = WATCHED, trip: float = 0.0, away: float = WATCHED) -> Attendance:
    """Who is there: those ``present`` and an onlooker, since ``watched``; the others are gone since ``away``."""
    hour = Hour(away)
    attendance = Attendance(hour)
    hour.now = watched
    for person in ("p_onlooker", *sorted(present)):
        attendance.come(window := Window(person))
        if trip:
            probe = attendance.trips.begin(window)
            hour.now += trip
            attendance.trips.end(window, probe, person)
    return attendance


def coming(
    played: Played, present: set[str] = BOTH, watched: float = WATCHED, trip: float = 0.0, away: float = WATCHED
) -> Due | None:
    return due(played.state, here(present, watched, trip, away), Since(EVENT, MOVED, READY), SETTINGS)


def seed_where(rules: Rules, persons: int, computer_begins: bool) -> Played:
    for seed in range(100):
        played = full(rules, seed, persons)
        hand = played.state.hand
        assert hand
        if hand.turn is not None and (hand.turn >= persons) == computer_begins:
            return played
    raise AssertionError


def test_a_computer_player_moves_at_its_pace() -> None:
    played = seed_where(Rules(), 1, computer_begins=True)
    assert coming(played) == Due(What.MOVE, MOVED + 0.9)
    later = EVENT + 60
    assert coming(played, watched=later) == Due(What.MOVE, later + 0.9)


def test_a_person_with_a_choice_is_waited_for() -> None:
    assert coming(seed_where(Rules(), 1, computer_begins=False)) is None


def test_a_person_who_can_only_pass_does() -> None:
    for seed in range(100):
        played = full(Rules(players=2, hand=7, stuck="pass"), seed, persons=2)
        while played.state.phase is Phase.PLAYING:
            hand = played.state.hand
            assert hand
            if hand.legal_actions() == (PASS,):
                assert coming(played) == Due(What.PASS, MOVED + 1.2)
                return
            assert coming(played) is None
            play_one(played)
    raise AssertionError


def play_one(played: Played) -> None:
    hand = played.state.hand
    assert hand
    assert hand.turn is not None
    action = str(hand.legal_actions()[0])
    played.do(Play(seq=played.state.seq, action=action), Actor("person", PERSONS[hand.turn]))


def test_a_move_has_its_time_and_the_way_there_and_back() -> None:
    played = seed_where(Rules(), 1, computer_begins=False)
    played.state.timing = Timing(20)
    assert coming(played) == Due(What.TIME_UP, MOVED + 20)
    later = coming(played, trip=0.4)
    assert later
    assert later.at == pytest.approx(MOVED + 20.4)
    assert coming(played, watched=MOVED + 60) == Due(What.TIME_UP, MOVED + 80)
    person = Actor("person", PERSONS[0])
    played.do(CallTime(seq=played.state.seq), CLOCK)
    assert coming(played) == Due(What.MOVE, MOVED)
    assert played.state.hand
    play = Play(seq=played.state.seq, action=str(played.state.hand.legal_actions()[0]))
    with pytest.raises(Refusal, match="time"):
        played.do(play, person)
    played.do(play, COMPUTER)
    assert played.state.time_up is None


def test_a_restart_gives_nobody_a_new_turn_but_time_to_come_back() -> None:
    played = seed_where(Rules(), 1, computer_begins=False)
    for limit, spent, left in ((60, 20, 40), (60, 59, SETTLE), (60, 1e6, SETTLE), (6, 5, 6)):
        played.state.timing = Timing(limit)
        loaded = Since(EVENT, EVENT, EVENT, spent=spent)
        assert out_of_time(played.state, here(BOTH, EVENT), loaded) == EVENT + left


def test_a_turn_without_a_choice_and_a_computer_player_are_not_timed() -> None:
    computer = seed_where(Rules(), 1, computer_begins=True)
    computer.state.timing = Timing(20)
    assert coming(computer) == Due(What.MOVE, MOVED + 0.9)
    played = full(Rules(players=2, hand=7, stuck="pass"), 1, persons=2)
    played.state.timing = Timing(20)
    hand = played.state.hand
    while hand and hand.turn is not None:
        expected = What.PASS if hand.legal_actions() == (PASS,) else What.TIME_UP
        assert (now := coming(played))
        assert now.what is expected
        play_one(played)
    assert coming(played) is None


def test_who_is_away_is_played_for_after_a_grace_and_gets_the_seat_back() -> None:
    played = seed_where(Rules(), 1, computer_begins=False)
    away = MOVED - 10
    assert coming(played, set(), away=away) == Due(What.TAKE_OVER, away + 30, Seat.A)
    assert coming(played, set(), watched=MOVED, away=away) == Due(What.TAKE_OVER, MOVED + 30, Seat.A)
    played.state.timing = Timing(15)
    assert coming(played, set(), away=away) == Due(What.TIME_UP, MOVED + 15)
    played.state.timing = Timing(20, 5)
    assert coming(played, set(), away=away) == Due(What.TAKE_OVER, away + 5, Seat.A)
    played.present = set()
    played.do(TakeOver(seq=played.state.seq, seat="A"), CLOCK)
    assert coming(played, set()) == Due(What.MOVE, MOVED + 0.9)
    assert coming(played, {PERSONS[0]}) == Due(What.HAND_BACK, EVENT, Seat.A)
    played.do(TakeBack(seq=played.state.seq), Actor("person", PERSONS[0]))
    now = coming(played, {PERSONS[0]})
    assert now
    assert now.what is What.TIME_UP


def test_who_has_asked_for_a_computer_player_is_not_given_the_seat_back_unasked() -> None:
    played = seed_where(Rules(), 1, computer_begins=False)
    played.do(HandOver(seq=played.state.seq), Actor("person", PERSONS[0]))
    assert coming(played) == Due(What.MOVE, MOVED + 0.9)


def test_between_hands_nobody_waits_for_who_is_not_there_or_does_not_play() -> None:
    played = full(Rules(players=3, hand=9), 3, persons=2)
    play_on(played)
    assert coming(played, {PERSONS[1]}) is None
    assert coming(played, set()) == Due(What.DEAL, EVENT + 30)
    assert coming(played, set(), away=EVENT + 7) == Due(What.DEAL, EVENT + 37)
    played.do(HandOver(seq=played.state.seq), Actor("person", PERSONS[0]))
    played.do(BeReady(seq=played.state.seq), Actor("person", PERSONS[1]))
    assert coming(played) == Due(What.DEAL, EVENT)
    played.do(HandOver(seq=played.state.seq), Actor("person", PERSONS[1]))
    played.state.ready.clear()
    assert coming(played) == Due(What.DEAL, EVENT + 6)


def test_the_next_hand_waits_for_those_who_are_there() -> None:
    played = full(Rules(players=3, hand=9), 3, persons=2)
    play_on(played)
    assert coming(played) is None
    played.do(BeReady(seq=played.state.seq), Actor("person", PERSONS[0]))
    assert coming(played) == Due(What.DEAL, READY + 30)
    assert coming(played, {PERSONS[0]}) == Due(What.DEAL, EVENT)
    assert coming(played, set()) == Due(What.DEAL, READY + 30)
    played.do(BeReady(seq=played.state.seq), Actor("person", PERSONS[1]))
    assert coming(played) == Due(What.DEAL, EVENT)
    played.deal()
    assert played.state.phase is Phase.PLAYING


def test_computer_players_among_themselves_go_on() -> None:
    played = full(Rules(players=2, hand=14), 3, persons=1)
    played.state.seats[0] = played.state.seats[1]
    play_on(played)
    assert coming(played, {PERSONS[0]}) == Due(What.DEAL, EVENT + 6)


def test_nothing_happens_in_the_waiting_room_or_after_the_match() -> None:
    played = full(Rules(players=2, hand=14, hands=1), 3, persons=2)
    play_on(played)
    assert played.state.phase is Phase.MATCH_OVER
    assert coming(played) is None
    played.state.waiting = True
    assert coming(played) is None
