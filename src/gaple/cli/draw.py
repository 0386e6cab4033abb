"""Drawing tiles with characters.

A picture is a list of equally wide rows. A lying tile is three rows high, an upright one five::

    ╭─┬─╮   ╭─╥─╮   ╭─╮
    │3│5│   │4║4│   │3│
    ╰─┴─╯   ╰─╨─╯   ├─┤
                    │5│
                    ╰─╯

A double that lies has a double bar; in a tall line it stands across, as on a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from gaple.tiles import Tile

Picture = list[Text]

PIPS: Final = ("bold", "bold red", "bold green", "bold yellow", "bold bright_blue", "bold magenta", "bold cyan")
"""The style of each number, so that equal ones are found at a glance."""

FRAME: Final = ""
DIM: Final = "dim"


def lying(first: int | None, second: int | None, style: str = FRAME) -> Picture:
    """A tile on its long side; ``None`` for a number that is not known."""
    top, bar, bottom = "╥║╨" if first == second and first is not None else "┬│┴"
    middle = Text.assemble(("│", style), _pip(first, style), (bar, style), _pip(second, style), ("│", style))
    return [Text(f"╭─{top}─╮", style), middle, Text(f"╰─{bottom}─╯", style)]


def upright(upper: int, lower: int, style: str = FRAME) -> Picture:
    """A tile on its short side."""
    halves = [Text.assemble(("│", style), _pip(pip, style), ("│", style)) for pip in (upper, lower)]
    return [Text("╭─╮", style), halves[0], Text("├─┤", style), halves[1], Text("╰─╯", style)]


def tile_text(tile: Tile | None, style: str = FRAME) -> Text:
    """A tile in one row: ``[3|5]``."""
    low, high = (tile.low, tile.high) if tile else (None, None)
    return Text.assemble(("[", style), _pip(low, style), ("│", style), _pip(high, style), ("]", style))


def tiles_text(tiles: Iterable[Tile | None], style: str = FRAME) -> Text:
    """Tiles in one row."""
    return Text(" ").join(tile_text(tile, style) for tile in tiles)


def line(halves: Sequence[tuple[int, int]], width: int, *, tall: bool) -> Picture:
    """The line of tiles, from left to right and on in the next strip; ``tall`` with doubles across."""
    pictures = []
    for a, b in halves:
        if not tall:
            pictures.append(lying(a, b))
        elif a == b:
            pictures.append(upright(a, b))
        else:
            pictures.append([Text(" " * 5), *lying(a, b), Text(" " * 5)])
    return side_by_side(pictures, width)


def side_by_side(pictures: Iterable[Picture], width: int, gap: int = 0) -> Picture:
    """Pictures of one height from left to right, in as many strips as they need."""
    rows: Picture = []
    strip: Picture = []
    for picture in pictures:
        if strip and strip[0].cell_len + gap + picture[0].cell_len <= width:
            strip = [Text.assemble(row, " " * gap, more) for row, more in zip(strip, picture, strict=True)]
        else:
            rows += strip
            strip = picture
    return rows + strip


def _pip(number: int | None, style: str) -> tuple[str, str]:
    if number is None:
        return "?", style
    return str(number), style if style == DIM else f"{style} {PIPS[number]}".strip()
