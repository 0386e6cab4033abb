from __future__ import annotations

from typing import Any

import pytest

from gaple import GapleError, Rules
from gaple.server.play import events
from gaple.server.play.commands import (
    CLOCK,
    COMPUTER,
    Actor,
    AnyCommand,
    BeReady,
    DealNext,
    Play,
    PlayAgain,
    PutComputer,
    Sit,
    Stand,
    Start,
    Stop,
)
from gaple.server.play.table import Phase
from tests.server.states import PERSONS, Played, full, snapshot, table

HOST, BUDI, CITRA = (Actor("person", person) for person in PERSONS[:3])
NOBODY = Actor("person", None)


def kinds(entries: list[events.Event]) -> list[str]:
    return [event.fact.kind for event in entries]


def told(played: Played, kind: type[AnyCommand], **fields: Any) -> AnyCommand:
    return kind(**{"id": played.next_id(), "seq": played.state.seq, **fields})


def refusal(played: Played, actor: Actor, kind: type[AnyCommand], **fields: Any) -> GapleError:
    before = snapshot(played.state)
    with pytest.raises(GapleError) as refused:
        played.do(told(played, kind, **fields), actor)
    assert snapshot(played.state) == before
    for lang in ("id", "en"):
        assert "{" not in refused.value.told(lang)
    return refused.value


def phase(played: Played) -> Phase:
    """Where the table stands now (a call, for what was known of an attribute may have changed)."""
    return played.state.phase


def play_on(played: Played) -> None:
    """Play the hand in play to its end."""
    while played.state.phase is Phase.PLAYING:
        hand = played.state.hand
        assert hand
        assert hand.turn is not None
        occupant = played.state.seats[hand.turn]
        assert occupant
        actor = COMPUTER if occupant.computer else Actor("person", occupant.person)
        played.do(told(played, Play, action=str(hand.legal_actions()[0])), actor)


def test_seats_change_in_the_waiting_room() -> None:
    played = table(Rules(), 1)
    assert kinds(played.do(told(played, Sit, seat="C"), BUDI)) == ["sat"]
    assert kinds(played.do(told(played, Sit, seat="B"), BUDI)) == ["sat"]
    assert list(played.state.persons.values()) == [PERSONS[0], PERSONS[1]]
    assert played.do(told(played, Sit, seat="B"), BUDI) == []
    assert refusal(played, CITRA, Sit, seat="B").code == "seat-taken"
    assert refusal(played, CITRA, Sit, seat="E").code == "seat-not-here"
    assert refusal(played, NOBODY, Sit, seat="C").code == "name-needed"
    assert refusal(played, CITRA, Stand).code == "not-seated"
    assert kinds(played.do(told(played, Stand), BUDI)) == ["stood"]
    assert played.state.seats[1:] == [None, None, None]


def test_the_host_puts_computer_players() -> None:
    played = table(Rules(players=3, hand=9), 1)
    assert refusal(played, BUDI, PutComputer, seat="B", level="greedy").code == "not-host"
    assert refusal(played, HOST, PutComputer, seat="A", level="greedy").code == "seat-taken"
    unknown = refusal(played, HOST, PutComputer, seat="B", level="grandmaster")
    assert unknown.code == "level-unknown"
    assert kinds(played.do(told(played, PutComputer, seat="B", level="greedy"), HOST)) == ["computer"]
    assert played.do(told(played, PutComputer, seat="B", level="greedy"), HOST) == []
    assert kinds(played.do(told(played, PutComputer, seat="B", level="random"), HOST)) == ["computer"]
    played.do(told(played, Sit, seat="B"), BUDI)
    assert played.state.seats[1]
    assert played.state.seats[1].person == PERSONS[1]
    played.do(told(played, PutComputer, seat="C", level="random"), HOST)
    played.do(told(played, PutComputer, seat="C", level=None), HOST)
    assert played.do(told(played, PutComputer, seat="C", level=None), HOST) == []
    assert played.state.seats[2] is None


def test_a_match_starts_with_every_seat_taken() -> None:
    played = table(Rules(players=2, hand=7), 1)
    assert refusal(played, HOST, Start).params["seats"] == "B"
    assert refusal(played, BUDI, Start).code == "not-host"
    played.do(told(played, Sit, seat="B"), BUDI)
    assert kinds(played.do(told(played, Start), HOST)) == ["match", "committed"]
    for kind, fields in ((Sit, {"seat": "B"}), (Stand, {}), (Start, {})):
        assert refusal(played, HOST, kind, **fields).code == "match-begun"
    assert refusal(played, HOST, PutComputer, seat="B", level=None).code == "match-begun"


def test_whoever_sits_stands_in_for_a_host_who_is_away() -> None:
    played = table(Rules(players=3, hand=9), 1)
    played.do(told(played, Sit, seat="B"), BUDI)
    assert refusal(played, BUDI, PutComputer, seat="C", level="greedy").code == "not-host"
    played.present = set(PERSONS[1:])
    assert refusal(played, CITRA, PutComputer, seat="C", level="greedy").code == "not-host"
    assert refusal(played, NOBODY, PutComputer, seat="C", level="greedy").code == "not-host"
    assert kinds(played.do(told(played, PutComputer, seat="C", level="greedy"), BUDI)) == ["computer"]
    away = refusal(played, BUDI, Start)
    assert (away.code, away.params["seats"]) == ("seats-away", "A")
    assert refusal(played, BUDI, PutComputer, seat="B", level="greedy").code == "seat-taken"
    played.do(told(played, PutComputer, seat="A", level="random"), BUDI)
    assert kinds(played.do(told(played, Start), BUDI)) == ["match", "committed"]


def test_a_seat_whose_person_is_away_can_be_given_away() -> None:
    played = table(Rules(players=3, hand=9), 1)
    played.do(told(played, Sit, seat="B"), BUDI)
    played.do(told(played, Sit, seat="C"), CITRA)
    assert refusal(played, HOST, PutComputer, seat="B", level=None).code == "seat-taken"
    played.present = {PERSONS[0]}
    assert refusal(played, HOST, Start).params["seats"] == "B, C"
    assert kinds(played.do(told(played, PutComputer, seat="B", level=None), HOST)) == ["computer"]
    assert played.state.seats[1] is None
    assert kinds(played.do(told(played, PutComputer, seat="C", level="greedy"), HOST)) == ["computer"]
    assert refusal(played, HOST, Start).code == "seats-empty"
    played.present = set(PERSONS)
    assert kinds(played.do(told(played, Sit, seat="B"), CITRA)) == ["sat"]
    assert kinds(played.do(told(played, Start), HOST)) == ["match", "committed"]


def test_only_the_seat_on_turn_plays_and_only_what_is_legal() -> None:
    played = full(Rules(players=4, hand=7), 3, persons=4)
    hand = played.state.hand
    assert hand
    assert hand.turn is not None
    on_turn = Actor("person", PERSONS[hand.turn])
    other = Actor("person", PERSONS[(hand.turn + 1) % 4])
    turn = str(hand.turn)
    early = refusal(played, other, Play, action="00")
    assert (early.code, str(early.params["turn"])) == ("not-your-turn", turn)
    assert refusal(played, Actor("person", PERSONS[5]), Play, action="00").code == "not-seated"
    assert refusal(played, NOBODY, Play, action="00").code == "not-seated"
    assert refusal(played, on_turn, Play, action="99").code == "action-tile"
    assert refusal(played, on_turn, Play, action="<b>").code == "action-malformed"
    assert refusal(played, on_turn, Play, action="00>").code == "lead-needed"
    played.do(told(played, Play, action="00"), on_turn)
    assert refusal(played, on_turn, Play, action="00").code == "not-your-turn"
    held = set(map(str, hand.tiles(hand.turn)))
    missing = next(f"0{n}" for n in range(1, 7) if f"0{n}" not in held)
    not_held = refusal(played, other, Play, action=f"{missing}>")
    assert (not_held.code, str(not_held.params["tile"])) == ("not-held", missing)


def test_what_was_decided_on_an_old_state_is_stale() -> None:
    played = full(Rules(players=2, hand=7), 5, persons=2)
    hand = played.state.hand
    assert hand
    assert hand.turn is not None
    actor, action = Actor("person", PERSONS[hand.turn]), str(hand.legal_actions()[0])
    seq = played.state.seq
    assert refusal(played, actor, Play, action=action, seq=seq + 1).code == "stale"
    assert refusal(played, actor, Play, action=action, seq=seq - 1).code == "stale"
    played.do(told(played, Play, action=action), actor)
    assert refusal(played, actor, Play, action=action, seq=seq).code == "stale"
    assert refusal(played, actor, BeReady, seq=seq).code == "stale"


def test_between_hands() -> None:
    played = full(Rules(players=2, hand=14, hands=2), 5, persons=2)
    assert refusal(played, HOST, BeReady).code == "not-between-hands"
    assert refusal(played, CLOCK, DealNext).code == "not-between-hands"
    play_on(played)
    assert phase(played) is Phase.HAND_OVER
    assert refusal(played, HOST, Play, action="00").code == "no-hand"
    assert refusal(played, HOST, Stop).code == "match-has-an-end"
    assert refusal(played, HOST, PlayAgain).code == "match-not-over"
    assert refusal(played, CITRA, BeReady).code == "not-seated"
    assert kinds(played.do(told(played, BeReady), HOST)) == ["ready"]
    assert played.do(told(played, BeReady), HOST) == []
    played.do(told(played, BeReady), BUDI)
    assert len(played.state.ready) == 2
    assert kinds(played.deal()) == ["committed", "dealt"]
    assert not played.state.ready
    play_on(played)
    assert phase(played) is Phase.MATCH_OVER
    assert refusal(played, HOST, BeReady).code == "not-between-hands"
    assert refusal(played, CITRA, PlayAgain).code == "not-seated"
    assert kinds(played.do(told(played, PlayAgain), BUDI)) == ["rematch"]
    assert list(played.state.persons.values()) == [PERSONS[0], PERSONS[1]]
    played.do(told(played, Start), HOST)
    assert played.state.matches == 2
    assert played.state.match
    assert played.state.match.number == 1


def test_players_stop_a_match_without_an_end() -> None:
    played = full(Rules(players=2, hand=14), 5, persons=2)
    assert refusal(played, HOST, Stop).code == "not-between-hands"
    play_on(played)
    assert refusal(played, CITRA, Stop).code == "not-seated"
    assert kinds(played.do(told(played, Stop), BUDI)) == ["stopped"]
    assert phase(played) is Phase.MATCH_OVER
    assert refusal(played, CLOCK, DealNext).code == "not-between-hands"
    played.do(told(played, PlayAgain), HOST)
    assert phase(played) is Phase.WAITING


def test_a_host_who_only_watches_can_go_on() -> None:
    played = table(Rules(players=2, hand=14, hands=1), 5)
    played.do(told(played, Stand), HOST)
    for seat in "AB":
        played.do(told(played, PutComputer, seat=seat, level="greedy"), HOST)
    played.do(told(played, Start), HOST)
    played.deal()
    play_on(played)
    assert refusal(played, HOST, BeReady).code == "not-seated"
    assert kinds(played.do(told(played, PlayAgain), HOST)) == ["rematch"]


def test_the_clock_does_nothing_but_pass() -> None:
    played = full(Rules(players=2, hand=14), 5, persons=2)
    hand = played.state.hand
    assert hand
    with pytest.raises(TypeError):
        played.do(told(played, Play, action=str(hand.legal_actions()[0])), CLOCK)


def test_no_match_goes_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gaple.server.play.dealing.MOST_HANDS", 3)
    played = full(Rules(players=2, hand=1), 5, persons=2)
    for _ in range(2):
        play_on(played)
        assert kinds(played.deal()) == ["committed", "dealt"]
    play_on(played)
    assert kinds(played.do(DealNext(seq=played.state.seq), CLOCK)) == ["stopped"]
    assert phase(played) is Phase.MATCH_OVER


def test_seats_do_not_change_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gaple.server.play.checks.MOST_CHANGES", 6)
    played = table(Rules(players=2, hand=14, hands=1), 5)
    for level in ("greedy", "random", "greedy", None):
        played.do(told(played, PutComputer, seat="B", level=level), HOST)
    played.do(told(played, Sit, seat="B"), BUDI)
    for actor, kind, fields in (
        (HOST, Stand, {}),
        (CITRA, Stand, {}),
        (BUDI, Sit, {"seat": "A"}),
        (BUDI, Stand, {}),
    ):
        code = refusal(played, actor, kind, **fields).code
        assert code == {CITRA: "not-seated"}.get(actor, "seats-changed-too-often" if kind is Stand else "seat-taken")
    assert played.do(told(played, Sit, seat="B"), BUDI) == []
    played.do(told(played, Start), HOST)
    played.deal()
    play_on(played)
    played.do(told(played, PlayAgain), HOST)
    played.do(told(played, Stand), BUDI)
    assert played.state.changes == 1


def test_who_asks_for_the_same_a_little_later_is_no_trouble() -> None:
    played = table(Rules(players=2, hand=14), 5)
    played.do(told(played, Sit, seat="B"), BUDI)
    for ask, first, second in ((Start, HOST, HOST), (Stop, HOST, BUDI), (PlayAgain, BUDI, HOST), (Start, HOST, HOST)):
        if ask is Stop:
            played.deal()
            play_on(played)
        late = told(played, ask)
        assert played.do(told(played, ask), first)
        assert played.do(late, second) == []
        if ask is not Start:
            assert played.do(told(played, ask), second) == []
    assert refusal(played, HOST, Start).code == "match-begun"
