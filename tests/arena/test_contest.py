from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import GapleError, Rules, Seat
from gaple.arena import NAMES, Contest
from gaple.arena.candidates import candidate, needs_engine
from gaple.arena.cheater import Cheater
from gaple.players import LEVELS, Flat, Greedy, Learned, Master, Random
from tests.strategies import rules

HERE = "tests.arena.misbehaving"


@given(rules(), st.booleans())
def test_everybody_sits_everywhere_equally_often(by: Rules, many: bool) -> None:
    many = many and by.players > 2 and not by.teams
    seatings = Contest(candidate="greedy", against="random", rules=by, many=many).seatings
    for way in {seating.way for seating in seatings}:
        sat = Counter(seat for seating in seatings if seating.way == way for seat in seating.seats)
        assert set(sat) == set(by.seats)
        assert len(set(sat.values())) == 1
    sizes = Counter(len(seating.seats) for seating in seatings)
    if by.teams:
        assert {seating.seats for seating in seatings} == {(Seat.A, Seat.C), (Seat.B, Seat.D)}
    else:
        assert sizes == ({1: by.players, by.players - 1: by.players} if many else {1: by.players})


@given(rules(), st.text(st.characters(exclude_categories=["C", "Z"])), st.floats(1e-3, 1e6))
def test_it_is_told_and_read(by: Rules, seed: str, limit: float) -> None:
    contest = Contest(candidate="flat7", against="cheater", rules=by, seed=seed, limit=limit)
    assert Contest.of_dict(contest.to_dict()) == contest


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"limit": 0.0}, "0.0 seconds"),
        ({"limit": float("nan")}, "nan seconds"),
        ({"limit": float("inf")}, "inf seconds"),
        ({"seed": "\udc80"}, r"'\\udc80'"),
        ({"many": True, "rules": Rules(teams=True)}, "no teams"),
        ({"many": True, "rules": Rules(players=2)}, "three players"),
        ({"candidate": "champion"}, "champion"),
        ({"against": "flat0"}, "flat0"),
        ({"against": f"{HERE}:Nobody"}, "no attribute 'Nobody'"),
        ({"against": f"{HERE}:NOT_CALLABLE"}, "not callable"),
        ({"against": "no.such.module:Player"}, "ModuleNotFoundError"),
        ({"against": ":Player"}, "no player :Player"),
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any], expected: str) -> None:
    given: dict[str, Any] = {"candidate": "greedy", "against": "random", "rules": Rules(), **wrong}
    with pytest.raises(GapleError, match=expected):
        Contest(**given)


def test_players_by_name() -> None:
    kinds = {
        "random": Random, "greedy": Greedy, "learned": Learned, "flat": Flat, "flat100": Flat, "master": Master,
        "cheater": Cheater,
    }  # fmt: skip
    for name, kind in kinds.items():
        assert name in NAMES
        assert type(candidate(name, 1)) is kind
        assert needs_engine(name) == (kind not in {Random, Greedy})
    assert needs_engine("flat1000000")
    assert not needs_engine(f"{HERE}:Raiser"), "of a player of others nothing is known"
    assert set(LEVELS) < set(NAMES)
    flat = candidate("flat25", 9)
    assert isinstance(flat, Flat)
    assert (flat.worlds, flat.seed) == (25, 9)
    assert type(candidate(f"{HERE}:Raiser", 1)).__name__ == "Raiser"
