from __future__ import annotations

from hypothesis import given

from gaple import Action, Hand, Line, Tile
from tests.strategies import hands


@given(hands())
def test_touching_halves_match_and_the_tiles_are_those_played(hand: Hand) -> None:
    line = hand.line
    assert all(left[1] == right[0] for left, right in zip(line.halves, line.halves[1:], strict=False))
    played = [action.tile for action in hand.actions if action.is_play] + [hand.turned_up]
    assert sorted(str(Tile(a, b)) for a, b in line.halves) == sorted(str(tile) for tile in played if tile)
    assert line.ends == hand.ends
    assert len(line) == len(line.texts) == len(line.halves)
    first = hand.turned_up or next((action.tile for action in hand.actions), None)
    if line and first:
        assert line.halves[line.root] == (first.low, first.high)


def test_the_first_tile_lies_with_its_low_end_to_the_left() -> None:
    assert str(Line.lay(None, [Action.parse("25")])) == "25"
    assert str(Line.lay(Tile(2, 5), map(Action.parse, ("55>", "12<")))) == "12 25 55"
    assert Line().ends is None
    assert not Line()
