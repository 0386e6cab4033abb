"""Strengths as a picture: an SVG that needs nothing else, legible on light and dark pages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from .strength import Estimate, Strengths

_WIDTH: Final = 760
_ROW: Final = 30
_TOP: Final = 66  # title and subtitle
_BOTTOM: Final = 56  # ticks and what they mean
_EDGE: Final = 20
_LETTER: Final = 8.0  # about as wide as the letters of a name are, in pixels
_LONGEST: Final = 30  # letters of a name
_VALUE: Final = 66  # the column of numbers at the right

_STYLE: Final = """
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.quiet { font-size: 12px; fill: #59636e }
.name, .value { font-weight: 600; text-anchor: end }
.tick { text-anchor: middle }
.page { fill: #ffffff }
.grid { stroke: #d8dee4 }
.zero { stroke: #818b98 }
.interval { stroke: #0a7d74; stroke-width: 8; opacity: 0.35 }
.point { fill: #0a7d74 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc }
.quiet { fill: #9198a1 }
.page { fill: #0d1117 }
.grid { stroke: #30363d }
.zero { stroke: #767e87 }
.interval { stroke: #3fc7bb; opacity: 0.45 }
.point { fill: #3fc7bb }
}
"""


def draw(strengths: Strengths, *, title: str, subtitle: str, axis: str, digits: int = 2) -> str:
    """The players with their strengths and intervals, strongest above, as the text of an SVG file.

    ``title`` and ``subtitle`` stand above, ``axis`` says below what the numbers are; strengths are told with so many
    ``digits`` after the point. Raises :class:`ValueError` where nothing was measured.
    """
    if not strengths.players:
        raise ValueError("there is nothing to draw")
    names = [_shortened(player.name) for player in strengths.players]
    left = 2 * _EDGE + _LETTER * max(map(len, names))
    scale = _Scale([player.strength for player in strengths.players], left, _WIDTH - _EDGE - _VALUE)
    height = _TOP + _ROW * len(names) + _BOTTOM
    floor = height - _BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}"'
        f' viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<rect class="page" width="{_WIDTH}" height="{height}" rx="8"/>',
        _text(_EDGE, 30, "title", title),
        _text(_EDGE, 50, "quiet", subtitle),
    ]
    for tick in scale.ticks:
        kind = "zero" if tick == 0 else "grid"
        parts.append(f'<path class="{kind}" d="M{scale.x(tick):.1f} {_TOP}V{floor}"/>')
        parts.append(_text(scale.x(tick), floor + 18, "quiet tick", scale.told(tick)))
    parts.append(_text((left + _WIDTH - _EDGE - _VALUE) / 2, floor + 40, "quiet tick", axis))
    for row, (name, player) in enumerate(zip(names, strengths.players, strict=True)):
        y = _TOP + _ROW * (row + 0.5)
        parts.append(_text(left - _EDGE, y + 4.5, "name", name))
        parts.append(_mark(player.strength, scale, y))
        parts.append(_text(_WIDTH - _EDGE, y + 4.5, "value", _signed(player.strength.mean, digits)))
    return "\n".join([*parts, "</svg>\n"])


class _Scale:
    """From numbers to places between ``left`` and ``right``, wide enough for all estimates; with round ticks."""

    def __init__(self, estimates: Sequence[Estimate], left: float, right: float) -> None:
        ends = [end for each in estimates for end in (each.mean, each.low, each.high) if end is not None]
        low, high = min(*ends, 0), max(*ends, 0)
        if high - low < 0.01:  # all but 0
            low, high = -1.0, 1.0
        step = _round_step((high - low) / 6)
        self._digits = max(0, -math.floor(math.log10(step)))
        self._first, self._last = math.floor(low / step) * step, math.ceil(high / step) * step
        self._left, self._pixels = left, (right - left) / (self._last - self._first)
        self.ticks = [step * number for number in range(round(self._first / step), round(self._last / step) + 1)]

    def x(self, value: float) -> float:
        return self._left + (value - self._first) * self._pixels

    def told(self, tick: float) -> str:
        return _signed(tick, self._digits) if tick else "0"


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def _round_step(least: float) -> float:
    """The least of 1, 2 and 5 by a power of ten that is not below ``least``.

    >>> [_round_step(least) for least in (0.03, 2.0, 600.0)]
    [0.05, 2.0, 1000.0]
    """
    power: float = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least)


def _mark(estimate: Estimate, scale: _Scale, y: float) -> str:
    """The point, on the bar of its interval if it has one."""
    point = f'<circle class="point" cx="{scale.x(estimate.mean):.1f}" cy="{y:g}" r="5"/>'
    if estimate.low is None or estimate.high is None:
        return point
    return f'<path class="interval" d="M{scale.x(estimate.low):.1f} {y:g}H{scale.x(estimate.high):.1f}"/>{point}'


def _text(x: float, y: float, kind: str, content: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:g}">{escape(content)}</text>'


def _shortened(name: str) -> str:
    """A long name, such as that of a module's player, without its middle.

    >>> _shortened("players.of.mine.and.others:Champion")
    'players.of.mine…thers:Champion'
    """
    half = _LONGEST // 2
    return name if len(name) <= _LONGEST else f"{name[:half]}…{name[1 - half :]}"
