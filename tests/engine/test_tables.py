from __future__ import annotations

from gaple.engine import tables
from gaple.scoring import lowest_tile
from gaple.tiles import FITS, SUITS, TILES, pips_of


def test_tables_are_the_ground_floors() -> None:
    for tile in TILES:
        assert (tables.LOW[tile.index], tables.HIGH[tile.index]) == (tile.low, tile.high)
        assert tables.PIPS[tile.index] == tile.pips
        assert tables.PLAY_PIPS[tile.index] == tables.PLAY_PIPS[28 + tile.index] == tile.pips
        ends = {end for end, suit in enumerate(tables.SUITS) if suit & tile.bit}
        assert ends == {tile.low, tile.high}
    assert [[int(tables.FITS[7 * a + b]) for b in range(7)] for a in range(7)] == [list(row) for row in FITS]
    assert [[int(tables.PLAYS[7 * a + b]) for b in range(7)] for a in range(7)] == [
        [left | right << 28 for right in SUITS] for left in SUITS
    ]


def test_ranks_are_the_order_of_rule_9() -> None:
    for a in TILES:
        for b in TILES:
            if a is not b:
                first = lowest_tile(a.bit | b.bit)
                assert (tables.RANK[a.index] < tables.RANK[b.index]) == (first is a)


def test_pips_are_counted_by_powers_of_two() -> None:
    for tile in TILES:
        masks = (tables.ONES, tables.TWOS, tables.FOURS, tables.EIGHTS)
        assert sum(1 << k for k, mask in enumerate(masks) if mask & tile.bit) == pips_of(tile.bit)


def test_smaller_sets() -> None:
    assert [tables.universe(suits).bit_count() for suits in range(1, 8)] == [1, 3, 6, 10, 15, 21, 28]
