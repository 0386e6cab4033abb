from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import (
    SEATS,
    Deal,
    Dealing,
    Hand,
    Match,
    Record,
    Rules,
    Seat,
    Tile,
    commitment,
    nonce_commitment,
    read_records,
    tile_set,
    verify_record,
)
from tests.strategies import rules

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "deals.json").read_text())
NONCES = {Seat.A: "00ff", Seat.C: "abcdef0123456789"}
BY = Rules(players=4, hand=6)
SECRET = bytes(range(32))


def told(values: dict[Seat, str]) -> str:
    return " ".join(f"{seat}:{value}" for seat, value in values.items())


def dealt(by: Rules = BY, secret: bytes = SECRET, nonces: dict[Seat, str] | None = None, table: str = "t") -> Record:
    """The record of a first hand as a server reveals it."""
    nonces = NONCES if nonces is None else nonces
    dealing = Dealing(secret, by.players, by.hand, 1, table, tuple(nonces.get(seat, "") for seat in by.seats))
    headers = [("Table", table), ("Commit", commitment(secret)), ("Secret", secret.hex())]
    if nonces:
        commits = {seat: nonce_commitment(seat, nonce) for seat, nonce in nonces.items()}
        headers += [("Nonces", told(nonces)), ("NonceCommits", told(commits))]
    return Record.of(Match(by).deal(dealing), headers=tuple(headers))


def changed(record: Record, **headers: str | None) -> Record:
    """The record with other headers; ``None`` takes one away."""
    values = {**dict(record.headers), **headers}
    kept = tuple((name, value) for name, value in values.items() if value is not None)
    return dataclasses.replace(record, headers=kept)


def wrong(record: Record) -> list[str]:
    verification = verify_record(record)
    assert verification.status == "refuted"
    return [check.what for check in verification.checks if not check.is_right]


@given(rules(), st.binary(min_size=32, max_size=32), st.data())
def test_what_was_dealt_so_is_verified(by: Rules, secret: bytes, data: st.DataObject) -> None:
    nonce = st.text("0123456789abcdef", min_size=1, max_size=64)
    nonces = data.draw(st.dictionaries(st.sampled_from(by.seats), nonce))
    record = dealt(by, secret, nonces)
    again = next(read_records(str(record)))
    for one in (record, again):
        verification = verify_record(one)
        assert verification.status == "verified"
        assert verification.nonces == tuple(sorted(nonces))
    drawn = [check for check in verification.checks if check.what == "starter"]
    assert bool(drawn) == (not by.all_dealt)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['players']}x{vector['size']}#{vector['hand']}")
def test_the_shared_deals_are_verified(vector: dict[str, Any]) -> None:
    by = Rules(players=vector["players"], hand=vector["size"])
    hands = tuple(tile_set(map(Tile.parse, hand)) for hand in vector["hands"])
    headers = {"Table": vector["table"], "Commit": vector["commit"], "Secret": vector["secret"]}
    nonces = {seat: nonce for seat, nonce in zip(SEATS, vector["nonces"], strict=False) if nonce}
    if nonces:
        headers["Nonces"] = told(nonces)
        headers["NonceCommits"] = told({seat: vector["nonce_commits"][seat] for seat in nonces})
    record = Record(
        rules=by,
        deal=Deal(hands, tuple(map(Tile.parse, vector["stock"]))),
        starter=Seat.parse(vector["starter"]),
        number=vector["hand"],
        headers=tuple(headers.items()),
    )
    assert verify_record(record).status == "verified"


def test_another_secret_is_not_the_one_committed_to() -> None:
    assert wrong(changed(dealt(), Secret="00" * 32)) == ["commit", "deal", "starter"]
    found = verify_record(changed(dealt(), Commit=commitment(bytes(32))))
    assert [(check.expected, check.found) for check in found.checks if not check.is_right] == [
        (commitment(SECRET), commitment(bytes(32)))
    ]


def test_a_deal_that_was_chosen_is_found_out() -> None:
    record = dealt()
    assert isinstance(record.deal, Deal)
    first, second, *others = record.deal.hands
    for deal in (
        Deal((second, first, *others), record.deal.stock),
        Deal(record.deal.hands, record.deal.stock[::-1]),
    ):
        assert wrong(dataclasses.replace(record, deal=deal)) == ["deal"]


def test_a_starter_who_was_not_drawn_is_found_out() -> None:
    record = dealt()
    assert wrong(dataclasses.replace(record, starter=Seat((record.starter + 1) % 4))) == ["starter"]
    later = dataclasses.replace(record, number=2)  # not drawn, and another deal
    assert wrong(later) == ["deal"]


def test_a_nonce_that_was_not_committed_to_is_found_out() -> None:
    found = verify_record(changed(dealt(), Nonces="A:00fe C:abcdef0123456789"))
    assert [(check.what, check.seat) for check in found.checks if not check.is_right] == [
        ("nonce", Seat.A),
        ("deal", None),
        ("starter", None),
    ]


def test_a_seat_that_did_not_reveal_counts_as_empty() -> None:
    record = dealt(nonces={Seat.A: "00ff"})
    commits = dict(record.headers)["NonceCommits"]
    found = verify_record(changed(record, NonceCommits=f"{commits} B:{'0' * 64}"))
    assert (found.status, found.nonces, found.silent) == ("verified", (Seat.A,), (Seat.B,))


@pytest.mark.parametrize(
    ("without", "missing"),
    [
        (["Table"], ("Table",)),
        (["Commit"], ("Commit",)),
        (["Secret"], ("Secret",)),
        (["NonceCommits"], ("NonceCommits",)),
        (["Table", "Commit", "Secret", "Nonces", "NonceCommits"], ("Table", "Commit", "Secret")),
    ],
)
def test_what_is_missing_is_never_taken_for_proved(without: list[str], missing: tuple[str, ...]) -> None:
    found = verify_record(changed(dealt(), **dict.fromkeys(without)))
    assert (found.status, found.missing) == ("unverifiable", missing)


def test_a_nonce_left_out_is_found_out() -> None:
    assert wrong(changed(dealt(), Nonces=None)) == ["deal", "starter"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Secret", "00"),
        ("Secret", SECRET.hex().upper()),
        ("Commit", "x"),
        ("Nonces", ""),
        ("Nonces", "A:"),
        ("Nonces", "A:00 A:00"),
        ("Nonces", "A:00, C:00"),
        ("Nonces", "E:00"),
        ("NonceCommits", "00"),
        ("Table", "a\x85b"),
    ],
)
def test_a_header_that_cannot_be_read_is_told(name: str, value: str) -> None:
    found = verify_record(changed(dealt(), **{name: value}))
    told_ = [(check.name, check.found) for check in found.checks if not check.is_right]
    assert found.status == "refuted"
    assert told_ == [(name, value)]


def test_a_view_is_never_verified_whole() -> None:
    hand = Hand(BY, (full := dealt()).deal, full.starter)  # type: ignore[arg-type]
    view = dataclasses.replace(Record.of_view(hand.view(Seat.B)), headers=full.headers)
    found = verify_record(view)
    assert (found.status, found.missing) == ("unverifiable", ("??",))
    other = dealt(secret=bytes(32))
    assert "deal" in wrong(dataclasses.replace(view, headers=other.headers))
