"""Tiles as pictures: each drawn once in the page, and used wherever it lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gaple.svg import draw_tile
from gaple.tiles import Tile

from .html import tag, text

_LONG, _SHORT = 52, 26
_WAYS: Final = {"l": (_LONG, _SHORT), "u": (_SHORT, _LONG)}


class Drawn:
    """The tiles that a page uses."""

    def __init__(self) -> None:
        self._used: dict[str, str] = {}

    def use(self, first: int, second: int, *, upright: bool) -> str:
        """A tile with its left or upper half ``first``; nothing is said of it to a screen reader."""
        way = "u" if upright else "l"
        name = f"{way}{first}{second}"
        width, height = _WAYS[way]
        if name not in self._used:
            self._used[name] = tag(
                "symbol", draw_tile(0, 0, first, second, upright=upright), id=name, viewBox=f"0 0 {width} {height}"
            )
        return tag(
            "svg", f'<use href="#{name}"/>', class_=f"tile {way}",
            viewBox=f"0 0 {width} {height}", aria_hidden="true", focusable="false",
        )  # fmt: skip

    def symbols(self) -> str:
        """All tiles used so far, drawn."""
        return tag("svg", *self._used.values(), class_="symbols", aria_hidden="true", focusable="false")

    def line(self, halves: Sequence[tuple[int, int]], label: str) -> str:
        """The line from left to right, doubles across."""
        tiles = [self.use(a, b, upright=a == b) for a, b in halves]
        told = " ".join(f"{a}-{b}" for a, b in halves)
        return tag("div", *tiles, class_="line", role="img", aria_label=f"{label}: {told}")

    def row(self, tiles: Iterable[Tile | None], label: str = "", class_: str = "") -> str:
        """Tiles side by side, upright; ``None`` is one that is not known."""
        drawn, told = [], []
        for tile in tiles:
            told.append(f"{tile.low}-{tile.high}" if tile else "?")
            drawn.append(
                self.use(tile.low, tile.high, upright=True)
                if tile
                else tag("span", text("?"), class_="tile u hidden", aria_hidden="true")
            )
        if not drawn:
            return tag("span", text("–"), class_="none")
        said = f"{label}: {' '.join(told)}" if label else " ".join(told)
        return tag("span", *drawn, class_=f"tiles {class_}".rstrip(), role="img", aria_label=said)
