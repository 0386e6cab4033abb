from __future__ import annotations

from gaple import Rules, Seat
from gaple.server.play.commands import (
    CLOCK,
    COMPUTER,
    Actor,
    BeReady,
    CallTime,
    Close,
    DealNext,
    HandOver,
    Play,
    PlayAgain,
    Remove,
    Sit,
    Stand,
    Start,
    TakeBack,
    TakeOver,
    Vote,
)
from gaple.server.play.table import Phase, StandIn, fold
from tests.server.states import PERSONS, TABLE, Played, full, snapshot, table
from tests.server.test_decide import BUDI, CITRA, HOST, NOBODY, kinds, phase, play_on, refusal, told

PEOPLE = tuple(Actor("person", person) for person in PERSONS)


def on_turn(played: Played) -> tuple[Seat, Actor]:
    assert played.state.hand
    seat = played.state.hand.turn
    assert seat is not None
    return seat, PEOPLE[seat]


def legal(played: Played) -> str:
    assert played.state.hand
    return str(played.state.hand.legal_actions()[0])


def test_what_comes_after_the_time_is_up_is_refused_and_the_next_move_is_ones_own() -> None:
    played = full(Rules(players=2, hand=14), 5, persons=2)
    seat, person = on_turn(played)
    assert kinds(played.do(CallTime(seq=played.state.seq), CLOCK)) == ["time_up"]
    assert played.do(CallTime(seq=played.state.seq), CLOCK) == []
    assert refusal(played, person, Play, action=legal(played)).code == "time-ran-out"
    late = told(played, Play, action=legal(played))
    played.do(Play(seq=played.state.seq, action=legal(played)), COMPUTER)
    assert refusal(played, person, Play, seq=late.seq, action=legal(played)).code == "stale"
    while on_turn(played)[0] != seat:
        played.do(told(played, Play, action=legal(played)), on_turn(played)[1])
    assert kinds(played.do(told(played, Play, action=legal(played)), person)) == ["played"]


def test_a_computer_player_does_not_move_for_who_plays_themselves() -> None:
    played = full(Rules(players=2, hand=14), 5, persons=2)
    assert refusal(played, COMPUTER, Play, action=legal(played)).code == "stale"
    _, person = on_turn(played)
    played.do(told(played, HandOver), person)
    move = Play(seq=played.state.seq, action=legal(played))
    played.do(told(played, TakeBack), person)  # while the computer player thought
    assert refusal(played, COMPUTER, Play, seq=move.seq, action=move.action).code == "stale"


def test_who_is_away_is_back_by_playing() -> None:
    played = full(Rules(players=2, hand=14), 5, persons=2)
    seat, person = on_turn(played)
    assert played.do(TakeOver(seq=played.state.seq, seat=str(seat)), CLOCK) == []  # they are here
    played.present = set()
    assert kinds(played.do(TakeOver(seq=played.state.seq, seat=str(seat)), CLOCK)) == ["taken_over"]
    assert played.state.stand_in(seat) == StandIn("casual", "away")
    assert played.do(TakeOver(seq=played.state.seq, seat=str(seat)), CLOCK) == []
    assert kinds(played.do(told(played, Play, action=legal(played)), person)) == ["handed_back", "played"]
    assert played.do(told(played, TakeBack), person) == []


def test_who_has_asked_for_a_computer_player_takes_the_seat_back_first() -> None:
    played = full(Rules(players=2, hand=14), 5, persons=2)
    seat, person = on_turn(played)
    assert refusal(played, NOBODY, HandOver).code == refusal(played, CITRA, TakeBack).code == "not-seated"
    assert kinds(played.do(told(played, HandOver), person)) == ["taken_over"]
    assert played.do(told(played, HandOver), person) == []
    assert refusal(played, person, Play, action=legal(played)).code == "computer-plays"
    play_on_by_computer(played, seat)
    assert refusal(played, person, BeReady).code == "computer-plays"
    assert kinds(played.do(told(played, TakeBack), person)) == ["handed_back"]
    assert kinds(played.do(told(played, BeReady), person)) == ["ready"]


def play_on_by_computer(played: Played, seat: Seat) -> None:
    while played.state.phase is Phase.PLAYING:
        actor = COMPUTER if on_turn(played)[0] == seat else on_turn(played)[1]
        played.do(told(played, Play, action=legal(played)), actor)


def test_only_a_match_in_play_knows_stand_ins() -> None:
    played = table(Rules(players=2, hand=14, hands=1), 5)
    for kind in (HandOver, TakeBack):
        assert refusal(played, HOST, kind).code == "not-in-play"
    played.do(told(played, Sit, seat="B"), BUDI)
    played.do(told(played, Start), HOST)
    played.do(told(played, HandOver), HOST)
    played.deal()
    play_on_by_computer(played, Seat.A)
    for kind in (HandOver, TakeBack):
        assert refusal(played, HOST, kind).code == "not-in-play"
    played.do(told(played, PlayAgain), HOST)
    assert played.state.stand_in(Seat.A) is None
    assert list(played.state.persons.values()) == [PERSONS[0], PERSONS[1]]


def test_more_than_half_of_the_others_here_hand_a_seat_over() -> None:
    played = full(Rules(players=4, hand=7), 3, persons=4)
    about, person = on_turn(played)
    others = [other for other in PEOPLE[:4] if other != person]
    assert refusal(played, person, Vote).code == "vote-own-turn"
    assert refusal(played, PEOPLE[4], Vote).code == "not-seated"
    assert kinds(played.do(told(played, Vote), others[0])) == ["voted"]
    assert played.do(told(played, Vote), others[0]) == []
    assert kinds(played.do(told(played, Vote), others[1])) == ["voted", "taken_over"]
    assert played.state.stand_in(about) == StandIn("casual", "vote")
    assert played.state.votes == set()
    assert played.do(told(played, Vote), others[2]) == []
    assert kinds(played.do(told(played, TakeBack), person)) == ["handed_back"]
    played.present = {other.person or "" for other in (person, others[0], others[2])}
    assert kinds(played.do(told(played, Vote), others[0])) == ["voted"]  # one of two is no more than half
    played.present -= {others[2].person or ""}
    assert kinds(played.do(told(played, Vote), others[0])) == ["taken_over"]


def test_a_vote_waits_a_little_and_ends_with_the_turn() -> None:
    played = full(Rules(players=4, hand=7), 3, persons=4)
    _, person = on_turn(played)
    other = next(other for other in PEOPLE[:4] if other != person)
    played.patience = 7.2
    early = refusal(played, other, Vote)
    assert (early.code, early.params["n"]) == ("vote-early", 8)
    played.patience = 0
    vote = told(played, Vote)
    played.do(vote, other)
    played.do(told(played, Play, action=legal(played)), person)
    assert played.state.votes == set()
    late = next(voter for voter in PEOPLE[:4] if voter != on_turn(played)[1])
    assert refusal(played, late, Vote, seq=vote.seq).code == "stale"
    play_on(played)
    assert refusal(played, other, Vote).code == "no-hand"


def test_the_host_frees_seats_before_play() -> None:
    played = table(Rules(players=2, hand=7), 1)
    played.do(told(played, Sit, seat="B"), BUDI)
    assert refusal(played, BUDI, Remove, seat="A").code == "not-host"
    assert kinds(played.do(told(played, Remove, seat="B"), HOST)) == ["removed"]
    assert played.do(told(played, Remove, seat="B"), HOST) == []
    assert refusal(played, BUDI, Stand).code == "not-seated"
    played.do(told(played, Sit, seat="B"), BUDI)
    played.do(told(played, Start), HOST)
    assert refusal(played, HOST, Remove, seat="B").code == "match-begun"


def test_a_closed_table_stays_as_it_is() -> None:
    played = full(Rules(players=2, hand=14), 5, persons=2)
    assert kinds(played.do(Close(seq=played.state.seq), CLOCK)) == ["closed"]
    assert played.do(Close(seq=played.state.seq), CLOCK) == []
    assert phase(played) is Phase.CLOSED
    for kind, fields in (
        (Sit, {"seat": "A"}),
        (Stand, {}),
        (Start, {}),
        (Play, {"action": legal(played)}),
        (BeReady, {}),
        (PlayAgain, {}),
        (HandOver, {}),
        (TakeBack, {}),
        (Vote, {}),
        (DealNext, {}),
    ):
        assert refusal(played, HOST, kind, **fields).code == "table-closed"
    assert snapshot(fold(TABLE, played.log)) == snapshot(played.state)
