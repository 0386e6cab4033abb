from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from gaple import Hand, Rules, Tile
from gaple.cli import draw
from tests import strategies


def plain(picture: draw.Picture) -> list[str]:
    return [row.plain for row in picture]


def test_a_lying_tile() -> None:
    assert plain(draw.lying(3, 5)) == ["╭─┬─╮", "│3│5│", "╰─┴─╯"]
    assert plain(draw.lying(4, 4)) == ["╭─╥─╮", "│4║4│", "╰─╨─╯"]
    assert plain(draw.lying(None, None)) == ["╭─┬─╮", "│?│?│", "╰─┴─╯"]


def test_an_upright_tile() -> None:
    assert plain(draw.upright(3, 5)) == ["╭─╮", "│3│", "├─┤", "│5│", "╰─╯"]


def test_a_tile_in_a_row() -> None:
    assert draw.tile_text(Tile(5, 3)).plain == "[3│5]"
    assert draw.tiles_text([Tile(5, 3), None]).plain == "[3│5] [?│?]"


def test_a_tall_line_has_its_doubles_across() -> None:
    assert plain(draw.line([(1, 4), (4, 4)], 80, tall=True)) == [
        "     ╭─╮",
        "╭─┬─╮│4│",
        "│1│4│├─┤",
        "╰─┴─╯│4│",
        "     ╰─╯",
    ]


def test_an_empty_line_is_no_row() -> None:
    assert draw.line([], 80, tall=True) == []


def test_equal_numbers_have_one_style_and_dim_tiles_none() -> None:
    assert len(set(draw.PIPS)) == 7
    styles = {span.style for span in draw.tile_text(Tile(0, 1), draw.DIM).spans}
    assert styles == {draw.DIM}


@given(
    hand=strategies.hands(),
    width=st.integers(5, 120),
    tall=st.booleans(),
)
def test_a_line_shows_every_tile_in_order_and_keeps_to_its_width(hand: Hand, width: int, tall: bool) -> None:
    rows = draw.line(hand.line.halves, width, tall=tall)
    height = 5 if tall else 3
    assert all(row.cell_len <= width for row in rows)
    assert len(rows) % height == 0
    strips = [rows[at : at + height] for at in range(0, len(rows), height)]
    for strip in strips:
        assert len({row.cell_len for row in strip}) == 1
    if not tall:
        shown = "".join(strip[1].plain for strip in strips)
        assert [digit for digit in shown if digit.isdigit()] == list("".join(hand.line.texts))


def test_pictures_stand_side_by_side_as_far_as_there_is_room() -> None:
    pictures = [[Text("ab")], [Text("cd")], [Text("ef")]]
    assert plain(draw.side_by_side(pictures, 5, gap=1)) == ["ab cd", "ef"]


def test_the_longest_line_fits_into_six_rows_of_eighty() -> None:
    hand = Hand.dealt(Rules(players=4, hand=7), seed=1)
    halves = (hand.line.halves or ((0, 0),)) * 28
    assert len(draw.line(halves, 80, tall=False)) == 6
