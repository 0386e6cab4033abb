"""The 28 tiles of the double-six set, seats, and sets of tiles as 28-bit masks.

Tiles are values: there is one object for each, so they compare by identity and work as keys. A set of tiles is an
``int`` whose bit ``tile.index`` says whether the tile is in it (alias :data:`TileSet`); bit 0 is [0-0], bit 27 is
[6-6].
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Final, NoReturn

from .errors import SeatError, TileError

TileSet = int
"""A set of tiles, bit ``tile.index`` for each tile in it."""


class Seat(IntEnum):
    """A place at the table, A first in order of play.

    >>> str(Seat.B), Seat.parse("B"), int(Seat.B)
    ('B', <Seat.B: 1>, 1)
    """

    A = 0
    B = 1
    C = 2
    D = 3
    E = 4

    def __str__(self) -> str:
        return _LETTERS[self]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """The seat with this letter. Raises :class:`SeatError` for anything else."""
        try:
            return cls[text]
        except KeyError:
            raise SeatError("seat-unknown", text=text) from None


SEATS: Final = tuple(Seat)
_LETTERS: Final = tuple([seat.name for seat in SEATS])  # a look-up is three times as quick as an enum's name


class Tile:
    """One tile: ``low`` and ``high`` end, ``pips`` (their sum), ``index`` (0 to 27) and ``bit`` (``1 << index``).

    >>> Tile(5, 3) is Tile.parse("35")
    True
    >>> Tile.parse("66").is_double, Tile.parse("35").pips, str(Tile(5, 3))
    (True, 8, '35')
    """

    __slots__ = ("bit", "high", "index", "low", "pips", "text")

    low: int
    high: int
    pips: int
    index: int
    bit: int
    text: str

    def __new__(cls, a: int, b: int) -> Tile:
        """The tile with these two ends, in either order. Raises :class:`TileError` where there is none."""
        try:
            return _BY_TEXT[f"{a}{b}" if a <= b else f"{b}{a}"]
        except KeyError:
            raise TileError("tile-unknown", text=f"{a}-{b}") from None

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile written as in records: two digits, low end first. Raises :class:`TileError`."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            if re.fullmatch("[0-6][0-6]", text):
                raise TileError("tile-order", text=text, expected=text[::-1]) from None
            raise TileError("tile-malformed", text=text) from None

    @property
    def is_double(self) -> bool:
        """Whether both ends are equal (balak)."""
        return self.low == self.high

    def other_end(self, end: int) -> int:
        """The end that shows once ``end`` touches the line."""
        return self.pips - end

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Tile({self.low}, {self.high})"

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a tile cannot be changed: {self}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Tile.parse, (self.text,)


def _make(low: int, high: int, index: int) -> Tile:
    tile = object.__new__(Tile)
    values = {"low": low, "high": high, "pips": low + high, "index": index, "bit": 1 << index, "text": f"{low}{high}"}
    for name, value in values.items():
        object.__setattr__(tile, name, value)
    return tile


TILES: Final = tuple(
    _make(low, high, index)
    for index, (low, high) in enumerate((low, high) for low in range(7) for high in range(low, 7))
)
"""All 28 tiles in the order 00, 01, …, 06, 11, …, 66."""

_BY_TEXT: Final = {tile.text: tile for tile in TILES}

ALL: Final[TileSet] = (1 << 28) - 1
"""The whole set."""

SUITS: Final = tuple(sum(tile.bit for tile in TILES if end in (tile.low, tile.high)) for end in range(7))
"""For each number of pips, the seven tiles that bear it."""

FITS: Final = tuple(tuple(a | b for b in SUITS) for a in SUITS)
"""``FITS[left][right]``: the tiles that fit a line with these two ends."""

DOUBLES: Final = sum(tile.bit for tile in TILES if tile.is_double)

_PIPS_BITS: Final = tuple(sum(tile.bit for tile in TILES if tile.pips >> k & 1) for k in range(4))


def tile_set(tiles: Iterable[Tile]) -> TileSet:
    """The set of these tiles. Raises :class:`TileError` where one is named twice."""
    mask = 0
    for tile in tiles:
        if mask & tile.bit:
            raise TileError("tile-twice", tile=tile)
        mask |= tile.bit
    return mask


def tiles_of(tiles: TileSet) -> tuple[Tile, ...]:
    """The tiles of a set, in order.

    >>> [str(tile) for tile in tiles_of(DOUBLES)]
    ['00', '11', '22', '33', '44', '55', '66']
    """
    found = []
    while tiles:
        low = tiles & -tiles
        found.append(TILES[low.bit_length() - 1])
        tiles ^= low
    return tuple(found)


def pips_of(tiles: TileSet) -> int:
    """All pips on the tiles of a set.

    >>> pips_of(ALL)
    168
    """
    ones, twos, fours, eights = _PIPS_BITS
    return (
        (tiles & ones).bit_count()
        + 2 * (tiles & twos).bit_count()
        + 4 * (tiles & fours).bit_count()
        + 8 * (tiles & eights).bit_count()
    )


_HANDWRITTEN: Final = re.compile(r"\[\s*([0-9])\s*[-:|/]?\s*([0-9])\s*\]|([0-9])\s*[-:|/]?\s*([0-9])")


def read_tile(text: str) -> Tile:
    """A tile in any of the ways people write one: ``35``, ``5-3``, ``[3-5]``, ``3:5``, ``5|3``.

    Raises :class:`TileError`.

    >>> [str(read_tile(t)) for t in ("53", "3-5", "[5-3]", "5:3", "3|5")]
    ['35', '35', '35', '35', '35']
    """
    match = _HANDWRITTEN.fullmatch(text.strip()) if text.isascii() else None
    if match is None:
        raise TileError("tile-malformed", text=text)
    a, b = (int(digit) for digit in match.groups() if digit)
    if max(a, b) > 6:
        raise TileError("tile-unknown", text=text)
    return Tile(a, b)
