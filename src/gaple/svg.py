"""Drawing a hand as SVG, for notebooks (``Hand._repr_svg_``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .hand import Hand

_UNIT: Final = 26  # one half of a tile, in pixels
# Where the pips of a half lie: column and row, in quarters of its side.
PIPS: Final = {
    0: (),
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
}


def draw_tile(x: float, y: float, first: int, second: int, *, upright: bool, dead: bool = False) -> str:
    """One tile with its left or upper half ``first``.

    ``upright`` stands it on its short side. The corner is at (x, y).
    """
    width, height = (_UNIT, 2 * _UNIT) if upright else (2 * _UNIT, _UNIT)
    fill = "#d9d2c3" if dead else "#fbf7ec"
    parts = [
        f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{width - 2}" height="{height - 2}" rx="4"'
        f' fill="{fill}" stroke="#6b5b45"/>'
    ]
    x2, y2 = (x, y + _UNIT) if upright else (x + _UNIT, y)
    parts.append(
        f'<path d="M{x + 5:g} {y2:g}h{_UNIT - 10}" stroke="#6b5b45"/>'
        if upright
        else f'<path d="M{x2:g} {y + 5:g}v{_UNIT - 10}" stroke="#6b5b45"/>'
    )
    for left, top, pips in ((x, y, first), (x2, y2, second)):
        for column, row in PIPS[pips]:
            if not upright:
                column, row = row, column  # a lying six has its pips in two rows
            parts.append(
                f'<circle cx="{left + column * _UNIT / 4:g}" cy="{top + row * _UNIT / 4:g}" r="{_UNIT / 11:.2f}"'
                ' fill="#2b2320"/>'
            )
    return "".join(parts)


def draw_hand(hand: Hand) -> str:
    """The whole hand as its holder sees it, hands and dead tiles included: the line above, then a row for each seat."""
    parts: list[str] = []
    x, y, width = 10.0, 10.0, 10.0
    limit = 24 * _UNIT
    for a, b in hand.line.halves:
        step = _UNIT if a == b else 2 * _UNIT
        if x + step > limit:
            x, y = 10.0, y + 2.5 * _UNIT
        parts.append(draw_tile(x, y if a == b else y + _UNIT / 2, a, b, upright=a == b))
        x += step
        width = max(width, x)
    y += 2.5 * _UNIT
    for seat in hand.rules.seats:
        x = 10.0
        marker = " ◂" if seat == hand.turn else ""
        parts.append(
            f'<text x="{x:g}" y="{y + 1.3 * _UNIT:g}" font-family="sans-serif" font-size="16">{seat}{marker}</text>'
        )
        x += 1.6 * _UNIT
        for tile in hand.tiles(seat):
            parts.append(draw_tile(x, y, tile.low, tile.high, upright=True))
            x += _UNIT + 4
        for tile in hand.dead(seat):
            parts.append(draw_tile(x + 10, y, tile.low, tile.high, upright=True, dead=True))
            x += _UNIT + 4
        width = max(width, x + 10)
        y += 2.3 * _UNIT
    if hand.outcome:
        parts.append(
            f'<text x="10" y="{y + 14:g}" font-family="sans-serif" font-size="14">{hand.outcome.explain()}</text>'
        )
        width = max(width, 7.5 * len(hand.outcome.explain()))
        y += 24
    width, height = width + 10, y + 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}">'
        f"{''.join(parts)}</svg>"
    )
