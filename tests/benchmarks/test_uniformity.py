"""The kernel that deals millions of hands deals what the library deals; and the library deals evenly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.fast_dealing import deal_many
from benchmarks.uniformity import chi_square_p, count, counted, judged
from gaple import TILES, Dealing

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "data" / "deals.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['players']}x{vector['size']}#{vector['hand']}")
def test_the_kernel_deals_the_shared_deals(vector: dict[str, Any]) -> None:
    secret = np.frombuffer(bytes.fromhex(vector["secret"]), np.uint8).reshape(1, 32)
    rows, starters = deal_many(secret, vector["table"], vector["hand"], tuple(vector["nonces"]))
    tiles = [str(TILES[number]) for number in rows[0]]
    assert tiles == [tile for hand in vector["hands"] for tile in hand] + vector["stock"]
    assert "ABCDE"[starters[0]] == vector["starter"]


@given(
    st.lists(st.binary(min_size=32, max_size=32), min_size=1, max_size=20),
    st.text("abc /ä", max_size=80),
    st.integers(1, 10**9),
    st.lists(st.text("0123456789abcdef", max_size=64), min_size=2, max_size=5),
)
@settings(deadline=None)
def test_the_kernel_deals_what_the_library_deals(
    secrets: list[bytes], table: str, hand: int, nonces: list[str]
) -> None:
    rows, starters = deal_many(np.frombuffer(b"".join(secrets), np.uint8).reshape(-1, 32), table, hand, tuple(nonces))
    for secret, row, starter in zip(secrets, rows, starters, strict=True):
        dealing = Dealing(secret, len(nonces), 1, hand, table, tuple(nonces))
        assert tuple(TILES[number] for number in row) == dealing.row
        assert starter == dealing.starter


def test_deals_are_spread_evenly() -> None:
    for name, _, _, p in judged(counted(50_000, "even")):
        assert p > 1e-6, name


def test_the_librarys_own_deals_are_spread_evenly() -> None:
    dealings = [[Dealing(number.to_bytes(32), 4, 7, hand) for hand in (1, 2)] for number in range(10_000)]
    rows, following = (
        np.array([[TILES.index(tile) for tile in pair[at].row] for pair in dealings], np.uint8) for at in (0, 1)
    )
    starters = np.array([pair[0].starter for pair in dealings], np.uint8)
    for name, _, _, p in judged(count(rows, starters, following)):
        assert p > 1e-6, name


def test_a_shuffle_that_is_a_little_uneven_is_found_out() -> None:
    rng = np.random.default_rng(1)
    rows = np.tile(np.arange(28, dtype=np.uint8), (50_000, 1))
    for k in range(27, 0, -1):  # a well-known fault: a random byte, taken modulo
        other = rng.integers(0, 256, len(rows)) % (k + 1)
        places = np.arange(len(rows))
        rows[places, k], rows[places, other] = rows[places, other], rows[places, k].copy()
    by_name = {name: p for name, _, _, p in judged(count(rows, rows[:, 0] % 4, np.roll(rows, 1, axis=0)))}
    assert by_name["every tile in every place"] < 1e-9


def test_p_values() -> None:
    assert chi_square_p(0, 5) == 1
    assert chi_square_p(1e4, 729) < 1e-100
    assert chi_square_p(2 * np.log(1000), 2) == pytest.approx(0.001)
