from __future__ import annotations

from gaple import PASS, Rules
from gaple.server.clock import Due, Since, What, due
from gaple.server.commands import CLOCK, Actor, BeReady, DealNext
from gaple.server.settings import Settings
from gaple.server.table import Phase
from tests.server.states import PERSONS, Played, full
from tests.server.test_decide import play_on

SETTINGS = Settings(pace=0.9, pass_after=1.2, next_after=30, look_for=6)
BOTH = set(PERSONS[:2])


EVENT, READY, WATCHED = 500.0, 480.0, 100.0


def coming(played: Played, present: set[str] = BOTH, watched: float = WATCHED) -> Due | None:
    return due(played.state, present, Since(EVENT, READY, watched), SETTINGS)


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
    assert coming(played) == Due(What.MOVE, EVENT + 0.9)
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
                assert coming(played) == Due(What.PASS, EVENT + 1.2)
                return
            assert coming(played) is None
            play_one(played)
    raise AssertionError


def play_one(played: Played) -> None:
    from gaple.server.commands import Play

    hand = played.state.hand
    assert hand
    assert hand.turn is not None
    action = str(hand.legal_actions()[0])
    played.do(Play(seq=played.state.seq, action=action), Actor("person", PERSONS[hand.turn]))


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
    played.do(DealNext(seq=played.state.seq), CLOCK)
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
