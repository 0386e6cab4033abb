"""A finished hand as a picture for messengers: who won and how, the line as it lies, everybody's points.

It is drawn from what it is given and nothing else: a line, names and points, no tile of anybody's hand.
"""

from __future__ import annotations

import contextlib
import io
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from gaple.layout import Placed, lay_out
from gaple.line import Line
from gaple.svg import PIPS

SIZE: Final = (1200, 630)
"""What messengers show whole."""

_FINE: Final = 2
"""It is drawn so much larger and then made smaller, which smooths all edges."""
_EDGE: Final = 36
_FELT: Final = (_EDGE, 162, SIZE[0] - _EDGE, 498)
_AROUND: Final = 20
_LARGEST: Final = 52.0
_LEAST_TYPE: Final = 0.7

# The page's colours (web/src/styles/tokens.css).
_WOOD, _WOOD_EDGE, _WOOD_INK, _WOOD_MUTED = "#2f1c10", "#6b4527", "#f6ecd9", "#cdb798"
_FELT_PAINT, _PANEL = "#17594a", "#24150b"
_IVORY, _IVORY_EDGE, _IVORY_LINE, _PIP = "#faf4e3", "#c9b489", "#b7a27a", "#2a1f18"
_BRASS, _BRASS_BRIGHT, _BRASS_DEEP = "#e3b04b", "#ffd57a", "#9a6b1a"


class Sitting(NamedTuple):
    """One who played: what they are called, and their points."""

    name: str
    points: str
    won: bool


class Shown(NamedTuple):
    """What a picture tells, all of it public; two that are equal are one picture.

    Its words are :func:`legible` in its ``font``, a file; ``None`` is one that comes with Pillow.
    """

    headline: str
    reasons: str
    where: str
    line: Line
    seats: tuple[Sitting, ...]
    font: bytes | None = None


@lru_cache(64)
def draw(shown: Shown) -> bytes:
    """The picture as a PNG, of at most some 100 kB."""
    image = Image.new("RGB", (SIZE[0] * _FINE, SIZE[1] * _FINE), _WOOD)
    board = _Board(ImageDraw.Draw(image), shown.font)
    board.write("Gaple", SIZE[0] - _EDGE, 66, 40, _BRASS_BRIGHT, most=200, anchor="rs")
    board.write(shown.where, SIZE[0] - _EDGE, 120, 26, _WOOD_MUTED, most=260, anchor="rs")
    board.write(shown.headline, _EDGE, 78, 58, _WOOD_INK, most=880)
    board.write(shown.reasons, _EDGE, 130, 28, _WOOD_MUTED, most=840)
    board.panel(_FELT, 26, _FELT_PAINT, _WOOD_EDGE)
    left, top, right, bottom = _FELT
    width, height = right - left - 2 * _AROUND, bottom - top - 2 * _AROUND
    size, places = lay_out(shown.line, width, height, _LARGEST)
    reach = [(place.y, size / 2 if place.rotation % 180 == 0 else size) for place in places]
    middle = (min(y - half for y, half in reach) + max(y + half for y, half in reach)) / 2 if reach else 0
    for halves, place in zip(shown.line.halves, places, strict=True):
        x, y = place.x + left + _AROUND, place.y - middle + (top + bottom) / 2
        board.tile(halves, Placed(x, y, place.rotation), size)
    step = (SIZE[0] - 2 * _EDGE + 12) / len(shown.seats)
    for at, seat in enumerate(shown.seats):
        x = _EDGE + at * step
        board.panel((x, 514, x + step - 12, 604), 16, _PANEL, _BRASS_BRIGHT if seat.won else _PANEL)
        ink = _BRASS_BRIGHT if seat.won else _WOOD_INK
        board.write(seat.name, x + 16, 553, 29, ink, most=step - 44)
        board.write(seat.points, x + 16, 590, 25, ink if seat.won else _WOOD_MUTED, most=step - 44)
    told = io.BytesIO()
    image.reduce(_FINE).save(told, "PNG", compress_level=6)
    return told.getvalue()


class _Board:
    """What is drawn on, in the picture's own measure."""

    def __init__(self, on: ImageDraw.ImageDraw, font: bytes | None) -> None:
        self._on = on
        self._font = font

    def panel(self, box: tuple[float, float, float, float], radius: float, fill: str, edge: str) -> None:
        """A plate with round corners."""
        fine = [value * _FINE for value in box]
        self._on.rounded_rectangle(fine, radius * _FINE, fill=fill, outline=edge, width=3 * _FINE)

    def tile(self, halves: tuple[int, int], place: Placed, size: float) -> None:
        """A tile of this size with its middle here."""
        size *= _FINE
        x, y = place.x * _FINE, place.y * _FINE
        lying = place.rotation % 180 == 0
        across, down = (size, size / 2) if lying else (size / 2, size)
        gap, radius = size * 0.04, size * 0.16
        box = (x - across + gap, y - down + gap, x + across - gap, y + down - gap)
        for shift, fill in ((size * 0.05, _IVORY_EDGE), (0, _IVORY)):
            self._on.rounded_rectangle((box[0], box[1] + shift, box[2], box[3] + shift), radius, fill=fill)
        reach = size * 0.3
        groove = (x, y - reach, x, y + reach) if lying else (x - reach, y, x + reach, y)
        self._on.line(groove, fill=_IVORY_LINE, width=max(round(size * 0.04), 1))
        self._dot(x, y, size * 0.065, _BRASS, _BRASS_DEEP)
        first, second = halves if place.rotation < 180 else halves[::-1]
        for pips, side in ((first, -0.5), (second, 0.5)):
            cx, cy = (x + side * size, y) if lying else (x, y + side * size)
            for column, row in PIPS[pips]:
                dx, dy = (row, column) if lying else (column, row)  # a lying six has its pips in two rows
                self._dot(cx + (dx - 2) * 0.24 * size, cy + (dy - 2) * 0.24 * size, size * 0.095, _PIP)

    def _dot(self, x: float, y: float, radius: float, fill: str, edge: str | None = None) -> None:
        self._on.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill, outline=edge)

    def write(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        ink: str,
        *,
        most: float,
        anchor: str = "ls",
    ) -> None:
        """A text on one line, smaller where it would be too wide, and cut where that is not enough."""
        font = _font(self._font, round(size * _FINE))
        width = font.getlength(words)
        if width > most * _FINE:
            font = _font(self._font, round(size * _FINE * max(_LEAST_TYPE, most * _FINE / width)))
        shown = words
        while len(shown) > 1 and font.getlength(shown) > most * _FINE:
            words = words[:-1].rstrip()
            shown = f"{words}…"
        self._on.text((x * _FINE, y * _FINE), shown, fill=ink, font=font, anchor=anchor)


def legible(name: str, font: bytes | None, instead: str) -> str:
    """A name as far as the font can write it.

    A letter that it does not have gives up its marks, as in ``ễ``; where even that is not enough, the name gives way to
    ``instead``. What is no letter, as a picture, is left out.
    """
    told = []
    for character in unicodedata.normalize("NFC", name):
        plainer = unicodedata.normalize("NFKD", character)[0]
        found = next((it for it in (character, plainer) if _has(font, it)), "")
        if not found and unicodedata.category(character)[0] in "LN":
            return instead
        told.append(found)
    return " ".join("".join(told).split()) or instead


@lru_cache(4096)
def _has(font: bytes | None, character: str) -> bool:
    """Whether the font can write a character: what it lacks looks like what nothing is."""
    if character.isspace():
        return True
    if not character.isprintable():
        return False
    of = _font(font, 40)
    return bytes(of.getmask(character)) != bytes(of.getmask("\uffff"))


@lru_cache(64)
def _font(font: bytes | None, size: int) -> ImageFont.FreeTypeFont:
    """The page's font in a size; one that comes with Pillow where there is no page, or this FreeType cannot read it."""
    if font is not None:
        with contextlib.suppress(OSError):  # compressed fonts need one that was built with Brotli
            return ImageFont.truetype(io.BytesIO(font), size, layout_engine=ImageFont.Layout.BASIC)
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont)
    return found
