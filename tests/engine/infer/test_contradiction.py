"""Views that no hand can have: the error names the contradiction."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gaple import Action, Duty, DutyKind, Hand, Line, Rules, Seat, Tile, View, tile_set
from gaple.engine.infer import Worlds, infer, infer_record
from gaple.engine.infer.evidence import Evidence
from gaple.engine.infer.known import Known, ViewError
from gaple.record import Record
from gaple.replay import replay_record
from gaple.scoring import Ending
from tests.strategies import play_some

A, B, C, D = Seat.A, Seat.B, Seat.C, Seat.D
PASS = Rules(stuck="pass")
FIRST = Duty.of(PASS, 1)


def tiles(text: str) -> int:
    return tile_set(map(Tile.parse, text.split()))


def moves(starter: Seat, text: str, players: int = 4) -> list[tuple[Seat, Action]]:
    return [(Seat((starter + i) % players), Action.parse(action)) for i, action in enumerate(text.split())]


def known(hands: dict[Seat, str], done: str, rules: Rules = PASS, starter: Seat = A, **more: Any) -> Known:
    facts: dict[str, Any] = {"duty": FIRST, "turned_up": None}
    return Known(
        rules=rules,
        starter=starter,
        hands=tuple(tiles(hands[seat]) if seat in hands else None for seat in rules.seats),
        moves=moves(starter, done, rules.players),
        **(facts | more),
    )


def refusal(facts: Known) -> str:
    with pytest.raises(ViewError) as caught:
        Worlds(Evidence.of(facts))
    assert caught.value.told("id") != caught.value.told("en")
    return str(caught.value)


def test_tiles_that_have_no_place() -> None:
    facts = known({A: "11 12 13 14 15 16"}, "00 -- -- --")
    assert refusal(facts) == "the view leaves no deal: there are only 0 places for 01"


def test_tiles_that_have_too_few_places() -> None:
    # Only D may hold blanks, fives and sixes, and has six tiles left: there are more of those.
    facts = known({A: "11 12 13 14 22"}, "00 -- -- 05> 56> -- --")
    told = refusal(facts)
    assert told.startswith("the view leaves no deal: there are only 6 places for ")
    assert told.count(",") >= 6


def test_a_hand_that_cannot_go_on() -> None:
    rules = Rules(players=2, hand=7)
    duty = Duty.of(rules, 1)
    facts = known({A: "11 12 13 14 15 16 22"}, "x??", rules, B, duty=duty, turned_up=Tile(0, 0))
    assert refusal(facts) == "the view says that the hand goes on, and no tile in any hand can fit its ends (0-0)"


def test_a_starter_that_can_hold_no_double() -> None:
    duty = Duty(DutyKind.WINNER_DOUBLE, A)
    facts = known({A: "01 02 03 04 05 06 12", C: "00 11 22 33 44 55 66"}, "", starter=B, duty=duty)
    assert refusal(facts) == "B cannot begin: a double must be led, and B holds none"
    assert "holds none" in refusal(replace(facts, starter=A))


def test_a_tile_that_the_seat_cannot_have_had() -> None:
    reason = "it could not play at move 2, ends 0-0"
    assert refusal(known({B: "02 12 13 14 15 16 22"}, "00 --")) == f"B cannot have had 02: {reason}"
    assert refusal(known({B: "12 13 14 15 16 22"}, "00 -- 01> 11> 12> 02<")) == f"B cannot have had 02: {reason}"
    seen = known({B: "12 13 14 15 16 22"}, "00 x03", Rules(), duty=FIRST)
    assert refusal(seen) == f"B cannot have had 03: {reason}"
    passed_over = known({A: "11 01 02 03 04 05 06"}, "", starter=B, duty=Duty(DutyKind.WINNER_DOUBLE, A))
    assert refusal(passed_over) == "A cannot have had 11: it was passed over when a double was to be led"


def test_tiles_seen_twice() -> None:
    assert refusal(known({A: "00 11 12 13 14 15"}, "00")) == "the view has the tile 00 twice"
    assert refusal(known({}, "00 01> 01<")) == "the view has the tile 01 twice"
    hand = Hand.dealt(Rules(), seed=1)
    view = hand.view(B)
    with pytest.raises(ViewError, match="twice"):
        infer(replace(view, tiles=(view.tiles[0],) * 7))


def test_moves_that_are_not_by_the_rules() -> None:
    for done in ("01", "00>", "00 12>", "00 02> 03>", "00 x??", "--", "00 11"):
        assert refusal(known({}, done)).endswith("the rules do not allow it")
    assert refusal(replace(known({}, "00"), starter=B)) == "move 1, 00 by A: it was B's turn"
    over = known({}, "01> 11>", Rules(players=2, hand=1), duty=Duty(DutyKind.DRAWN), turned_up=Tile(0, 0))
    assert refusal(over) == "move 2, 11> by B: it was –'s turn"


def test_openings_that_are_not_by_the_rules() -> None:
    assert refusal(known({B: "00 11 22 33 44 55 66"}, "")) == "A is to lead 00 in the view, and does not hold it"
    assert refusal(known({A: "11 12 13 14 15 16 22"}, "")) == "A is to lead 00 in the view, and does not hold it"
    assert refusal(known({}, "", starter=B, duty=Duty(DutyKind.WINNER_ANY, C))).startswith("B cannot begin")
    assert "left over" in refusal(known({}, "", turned_up=Tile(0, 0)))
    assert "left over" in refusal(known({}, "", Rules(hand=6)))
    assert "4 players" in refusal(known({}, "", starter=Seat.E))


def test_hands_that_are_over_or_not() -> None:
    rules = Rules(players=2, hand=1)
    over = known({}, "01>", rules, duty=Duty(DutyKind.DRAWN), turned_up=Tile(0, 0))
    assert refusal(over) == "the view says that the hand goes on, and nobody is left to play"
    facts = known({A: "", B: "11"}, "01>", rules, duty=Duty(DutyKind.DRAWN), turned_up=Tile(0, 0))
    assert "is over (blocked)" in refusal(replace(facts, end=Ending.BLOCKED))
    begun = known({A: "01", B: "11"}, "", rules, duty=Duty(DutyKind.DRAWN), turned_up=Tile(0, 0))
    assert "is over (out)" in refusal(replace(begun, end=Ending.OUT))
    assert "is over (blocked)" in refusal(replace(begun, end=Ending.BLOCKED))
    assert Worlds(Evidence.of(replace(facts, end=Ending.OUT))).count == 1


@pytest.fixture
def view() -> View:
    hand = play_some(Hand.dealt(Rules(hand=6), seed=7), 1, 9)
    assert not hand.is_over
    return hand.view(B)


def test_parts_of_a_view_that_differ_from_what_was_done(view: View) -> None:
    assert infer(view).count > 1
    others: dict[str, View] = {
        "counts": replace(view, counts=(view.counts[0] + 1, *view.counts[1:])),
        "dead": replace(view, dead=((None,), *view.dead[1:])),
        "line": replace(view, line=Line()),
        "turn": replace(view, turn=Seat((view.turn or 0) ^ 1)),
    }
    for part, other in others.items():
        with pytest.raises(ViewError, match=f"its {part} are not"):
            infer(other)
    with pytest.raises(ViewError, match=r"holds .* tiles in the view"):
        infer(replace(view, tiles=view.tiles[1:]))
    with pytest.raises(ViewError, match="no seat E"):
        infer(replace(view, seat=Seat.E))


def test_a_finished_hand_shows_everything() -> None:
    hand = play_some(Hand.dealt(Rules(hand=6), seed=7), 1)
    for seat in (None, *hand.rules.seats):
        view = hand.view(seat)
        worlds = infer(view)
        assert (worlds.count, worlds.bits) == (1, 0)
        assert worlds[0].hand().view(seat).hands == view.hands
    with pytest.raises(ViewError, match="hidden_stock"):
        infer(replace(hand.view(A), hidden_stock=hand.view(A).hidden_stock[:2]))  # type: ignore[index]


def test_records_that_are_no_view_of_the_seat(view: View) -> None:
    record = replay_record(Record.of_view(view))
    with pytest.raises(ViewError, match="all tiles of A"):
        infer_record(record, A)  # type: ignore[arg-type]
    with pytest.raises(ViewError, match="no seat E"):
        infer_record(record, Seat.E)  # type: ignore[arg-type]


def test_too_many_to_list(view: View) -> None:
    worlds = infer(view)
    with pytest.raises(ViewError, match="at most 10 "):
        worlds.all(limit=10)
    with pytest.raises(IndexError):
        worlds[worlds.count]
