from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import ALL, Deal, DealError, Dealing, Rules, Seat, TileError, commitment, nonce_commitment, tile_set
from tests.strategies import rules, seeds

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "deals.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['players']}x{vector['size']}#{vector['hand']}")
def test_deals_come_out_exactly(vector: dict[str, Any]) -> None:
    size, players = vector["size"], vector["players"]
    secret = bytes.fromhex(vector["secret"])
    dealing = Dealing(secret, players, size, vector["hand"], vector["table"], tuple(vector["nonces"]))
    row = [str(tile) for tile in dealing.row]
    assert [row[size * seat : size * (seat + 1)] for seat in range(players)] == vector["hands"]
    assert row[size * players :] == vector["stock"]
    assert [set(map(str, dealing.deal.tiles(seat))) for seat in Rules(players=players, hand=size).seats] == [
        set(hand) for hand in vector["hands"]
    ]
    assert [str(tile) for tile in dealing.deal.stock] == vector["stock"]
    assert str(dealing.starter) == vector["starter"]
    assert commitment(secret) == vector["commit"]
    if vector.get("seed") is not None:
        from_seed = Dealing.from_seed(vector["seed"], Rules(players=players, hand=size), vector["hand"])
        assert (from_seed.secret, from_seed.row) == (secret, dealing.row)


def test_vectors_cover_seeds_and_nonces() -> None:
    assert any(vector.get("seed") is None for vector in VECTORS)
    assert any(any(vector["nonces"]) for vector in VECTORS)
    assert any(vector["table"] for vector in VECTORS)


def test_nonce_commitments() -> None:
    told = 0
    for vector in VECTORS:
        for seat, nonce, committed in zip(Seat, vector["nonces"], vector.get("nonce_commits", ()), strict=False):
            if nonce:
                assert nonce_commitment(seat, nonce) == committed
                told += 1
    assert told
    assert nonce_commitment(Seat.A, "00ff") != nonce_commitment(Seat.B, "00ff")


@given(rules(), seeds, st.integers(1, 1000))
def test_a_deal_is_the_28_tiles(by: Rules, seed: int, number: int) -> None:
    dealing = Dealing.from_seed(seed, by, number)
    deal = dealing.deal
    assert sum(deal.hands) | tile_set(deal.stock) == ALL
    assert len(deal.stock) == by.stock
    deal.check(by)
    assert dealing.starter < by.players
    assert Deal.parse(str(deal)) == deal


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"secret": b"short"}, "32 bytes, not 5"),
        ({"table": "a\nb"}, "line breaks"),
        ({"table": "a\u2028b"}, "line breaks"),
        ({"hand": 0}, "not 0"),
        ({"players": 6}, "6 players"),
        ({"size": 8}, "8 tiles"),
        ({"size": 0}, "0 tiles"),
        ({"nonces": ("",)}, "1 nonces"),
        ({"nonces": ("", "AB", "", "")}, "nonce of B"),
    ],
)
def test_what_cannot_be_dealt_is_refused(change: dict[str, Any], said: str) -> None:
    good: dict[str, Any] = {"secret": bytes(32), "players": 4, "size": 7, "hand": 1}
    Dealing(**good)
    with pytest.raises(DealError, match=said):
        Dealing(**(good | change))


def test_a_secret_is_not_told_by_accident() -> None:
    secret = bytes(range(32))
    assert secret.hex() not in repr(Dealing(secret, 4, 7))
    assert repr(secret) not in repr(Dealing(secret, 4, 7))


def test_another_table_hand_or_nonce_is_another_deal() -> None:
    secret = bytes(32)
    deals = {
        Dealing(secret, 4, 7).row,
        Dealing(secret, 4, 7, table="t").row,
        Dealing(secret, 4, 7, hand=2).row,
        Dealing(secret, 4, 7, nonces=("a", "", "", "")).row,
        Dealing(secret, 4, 7, nonces=("", "a", "", "")).row,
    }
    assert len(deals) == 5


GOOD = str(Dealing(bytes(32), 4, 6).deal)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "2 to 5 players, not 0"),
        (GOOD.replace("A:", "B:", 1), "no part of a deal"),
        (GOOD.rsplit(" ", 1)[0], "lacks"),
        (GOOD + " stock:00", "no part of a deal"),
        (GOOD.replace(" B:", ",00 B:"), "twice|has 7 tiles"),
    ],
)
def test_a_text_that_is_no_deal(text: str, said: str) -> None:
    with pytest.raises((DealError, TileError), match=said):
        Deal.parse(text)


def test_a_deal_for_other_rules_is_refused() -> None:
    deal = Dealing(bytes(32), 4, 6).deal
    with pytest.raises(DealError, match="4 players; the rules say 3"):
        deal.check(Rules(players=3, hand=6))
    with pytest.raises(DealError, match="6 tiles; expected 7"):
        deal.check(Rules(players=4, hand=7))
    assert deal.holder(deal.stock[0]) is None
    assert deal.holder(deal.tiles(Seat.C)[0]) is Seat.C
