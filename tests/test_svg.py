from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given

from gaple import Hand
from tests.strategies import hands

SVG = "{http://www.w3.org/2000/svg}"


@given(hands())
def test_a_hand_draws_itself(hand: Hand) -> None:
    root = ElementTree.fromstring(hand._repr_svg_())
    drawn = [tile for seat in hand.rules.seats for tile in (*hand.tiles(seat), *hand.dead(seat))]
    assert len(root.findall(f"{SVG}rect")) == len(drawn) + len(hand.line)
    pips = sum(tile.pips for tile in drawn) + sum(a + b for a, b in hand.line.halves)
    assert len(root.findall(f"{SVG}circle")) == pips
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for rect in root.findall(f"{SVG}rect"):
        assert 0 <= float(rect.attrib["x"]) <= float(rect.attrib["x"]) + float(rect.attrib["width"]) <= width
        assert 0 <= float(rect.attrib["y"]) <= float(rect.attrib["y"]) + float(rect.attrib["height"]) <= height
