from __future__ import annotations

from hypothesis import given

from gaple import Action, Hand, Kind, Rules, Seat
from gaple.players.memory import Memory
from tests.strategies import hands


@given(hands())
def test_nobody_holds_what_they_lack(hand: Hand) -> None:
    for viewer in (None, *hand.rules.seats):
        for seat, numbers in enumerate(Memory.of(hand.view(viewer)).lacks):
            assert not [tile for tile in hand.tiles(Seat(seat)) if {tile.low, tile.high} & numbers]


@given(hands())
def test_by_taking_the_hand_back(hand: Hand) -> None:
    """Going backwards, the ends before an action are simply those of the hand."""
    memory = Memory.of(hand.view(None))
    lacks: list[set[int]] = [set() for _ in hand.rules.seats]
    laid: dict[Kind, Seat] = {}
    while hand.actions:
        action = hand.undo()
        assert hand.turn is not None
        if not action.is_play:
            assert hand.ends
            lacks[hand.turn] |= set(hand.ends)
        elif action.kind is Kind.LEAD:
            laid.setdefault(Kind.LEFT, hand.turn)
            laid.setdefault(Kind.RIGHT, hand.turn)
        else:
            laid.setdefault(action.kind, hand.turn)
    assert memory.lacks == tuple(map(frozenset, lacks))
    assert memory.laid == (laid.get(Kind.LEFT), laid.get(Kind.RIGHT))


def test_a_turned_up_tile_is_nobodys() -> None:
    hand = Hand.dealt(Rules(hand=6), seed=1)
    assert Memory.of(hand.view(None)) == Memory((frozenset(),) * 4, (None, None))
    hand.play(Action.parse("36>"))
    assert Memory.of(hand.view(None)).laid[0] is None
