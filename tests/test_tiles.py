from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import ALL, SEATS, TILES, Seat, SeatError, Tile, TileError, pips_of, read_tile, tile_set, tiles_of
from gaple.tiles import DOUBLES, FITS, SUITS


def test_the_set_has_each_pair_once() -> None:
    assert len(TILES) == len(set(TILES)) == 28
    assert {(tile.low, tile.high) for tile in TILES} == {(a, b) for b in range(7) for a in range(b + 1)}
    assert [str(tile) for tile in TILES] == sorted(str(tile) for tile in TILES)


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_is_a_value(tile: Tile) -> None:
    assert Tile.parse(str(tile)) is tile
    assert Tile(tile.high, tile.low) is tile
    assert eval(repr(tile)) is tile
    assert pickle.loads(pickle.dumps(tile)) is tile
    assert copy.deepcopy(tile) is tile
    assert tile.pips == tile.low + tile.high == tile.other_end(tile.low) + tile.low
    with pytest.raises(AttributeError):
        tile.low = 3


@pytest.mark.parametrize("text", ["43", "7", "", "77", "07", "3", "333", "3-4", "??", "x35", " 35", "３５"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(TileError, match=r"tile") as caught:
        Tile.parse(text)
    assert text in str(caught.value)


def test_a_tile_in_the_wrong_order_is_told_the_right_one() -> None:
    with pytest.raises(TileError, match="34"):
        Tile.parse("43")


@pytest.mark.parametrize(
    "text", ["35", "53", "3-5", "5-3", "[3-5]", "[5-3]", "3:5", "5|3", "3/5", " 35 ", "[35]", "[ 3 | 5 ]"]
)
def test_people_write_tiles_in_many_ways(text: str) -> None:
    assert read_tile(text) is Tile(3, 5)


@pytest.mark.parametrize("text", ["7-1", "[3-5", "3-5]", "3--5", "", "a", "355", "٣٥", "3 5 6", "-35"])
def test_people_write_nonsense_too(text: str) -> None:
    with pytest.raises(TileError):
        read_tile(text)


@given(st.sets(st.sampled_from(TILES)))
def test_sets_of_tiles(tiles: set[Tile]) -> None:
    mask = tile_set(tiles)
    assert tiles_of(mask) == tuple(sorted(tiles))
    assert pips_of(mask) == sum(tile.pips for tile in tiles)
    for left in range(7):
        for right in range(7):
            fitting = {tile for tile in tiles if {left, right} & {tile.low, tile.high}}
            assert set(tiles_of(mask & FITS[left][right])) == fitting


def test_suits() -> None:
    assert all(suit.bit_count() == 7 for suit in SUITS)
    assert DOUBLES.bit_count() == 7
    assert pips_of(ALL) == 168


def test_a_tile_twice_is_named() -> None:
    with pytest.raises(TileError, match="35"):
        tile_set([Tile(3, 5), Tile(1, 1), Tile(5, 3)])


def test_seats_print_and_parse() -> None:
    assert [Seat.parse(str(seat)) for seat in SEATS] == list(SEATS)
    for text in ("F", "a", "", "AB", "1"):
        with pytest.raises(SeatError, match="seat"):
            Seat.parse(text)
