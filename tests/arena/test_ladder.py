from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gaple
from gaple import GapleError, Rules
from gaple.arena import ArenaError, Contest, Ladder, LadderResults, Results
from gaple.arena.deals import play_deal
from tests.strategies import rules

PLAYERS = ("random", "greedy", "tests.arena.test_deals:First")
LADDER = Ladder(players=PLAYERS, rules=Rules(settle="pairwise"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ladder.json"


def saved(path: Path, deals: int = 2) -> LadderResults:
    results = LadderResults.open(LADDER, path)
    for number in range(deals):
        for part in results.parts:
            part.add(play_deal(part.contest, number))
    results.save()
    return results


def deals_of(results: LadderResults) -> list[dict[int, Any]]:
    return [part.deals for part in results.parts]


@given(rules(), st.permutations(["random", "greedy", "flat5", "flat50", "cheater"]))
def test_every_pair_meets_once_whatever_the_order(by: Rules, players: list[str]) -> None:
    contests = Ladder(players=tuple(players), rules=by, seed="x", limit=3).contests
    assert len({frozenset((contest.candidate, contest.against)) for contest in contests}) == len(contests) == 10
    assert contests == Ladder(players=tuple(sorted(players)), rules=by, seed="x", limit=3).contests
    assert all((contest.rules, contest.seed, contest.limit) == (by, "x", 3) for contest in contests)
    assert all(contest.many is (by.players > 2 and not by.teams) for contest in contests)


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"players": ("random",)}, "1 player cannot"),
        ({"players": ()}, "0 players cannot"),
        ({"players": ("random", "greedy", "random")}, "random is named twice"),
        ({"players": ("random", "champion")}, "champion"),
        ({"players": ("random", "flat5", "no.module:X")}, "no.module:X"),
        ({"limit": 0}, "0 seconds"),
        ({"seed": "\n"}, "cannot be printed"),
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any], expected: str) -> None:
    given: dict[str, Any] = {"players": PLAYERS, "rules": Rules(), **wrong}
    with pytest.raises(GapleError, match=expected):
        Ladder(**given)


def test_what_is_saved_is_found_again(path: Path) -> None:
    results = saved(path)
    again = LadderResults.open(LADDER, path)
    assert deals_of(again) == deals_of(results)
    assert again.to_dict() == results.to_dict()
    assert [each.name for each in path.parent.iterdir()] == ["ladder.json"]


def test_the_file_says_what_was_played(path: Path) -> None:
    results = saved(path)
    told = json.loads(path.read_text(encoding="utf-8"))
    assert list(told) == ["format", "gaple", "ladder", "strengths", "deals"]
    assert told["gaple"] == gaple.__version__
    assert told["ladder"] == {"players": list(PLAYERS), "rules": LADDER.rules.full, "seed": "1", "limit": 10.0}
    assert told["strengths"] == json.loads(json.dumps(results.strengths().to_dict()))
    assert len(told["deals"]) == 6
    assert {(deal["candidate"], deal["against"]) for deal in told["deals"]} == {
        (contest.candidate, contest.against) for contest in LADDER.contests
    }


def test_a_player_can_be_added_and_left_out_again(path: Path) -> None:
    """What has been played stays, also what is not asked for now."""
    before = saved(path)
    more = LadderResults.open(Ladder(players=("cheater", *PLAYERS), rules=LADDER.rules), path)
    assert sum(map(len, deals_of(more))) == 6
    assert more.strengths().deals == 0  # the new one has not played yet
    more.save()
    fewer = LadderResults.open(Ladder(players=PLAYERS[:2], rules=LADDER.rules), path)
    assert fewer.strengths().deals == 2
    fewer.save()
    assert deals_of(LadderResults.open(LADDER, path)) == deals_of(before)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"seed": "2"}, "seed is 2, not 1"),
        ({"limit": 1.0}, "limit is 1.0, not 10.0"),
        ({"rules": Rules().full}, "rules is players=4"),
    ],
)
def test_results_of_another_ladder_are_left_alone(path: Path, change: dict[str, Any], expected: str) -> None:
    saved(path)
    told = json.loads(path.read_text(encoding="utf-8"))
    refused(path, {**told, "ladder": {**told["ladder"], **change}}, expected)


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told.pop("deals"),
        lambda told: told.update(ladder=1),
        lambda told: told["ladder"].pop("seed"),
        lambda told: told["deals"][0].pop("against"),
        lambda told: told["deals"][0]["hands"].pop(),
        lambda told: told["deals"].append(1),
        lambda told: told["deals"][0].update(candidate=["greedy"]),
    ],
)
def test_a_file_that_was_tampered_with(path: Path, change: Any) -> None:
    saved(path)
    told = json.loads(path.read_text(encoding="utf-8"))
    change(told)
    refused(path, told, "no results of gaple arena")


def refused(path: Path, told: dict[str, Any], expected: str) -> None:
    path.write_text(json.dumps(told), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(ArenaError, match=expected):
        LadderResults.open(LADDER, path)
    assert path.read_bytes() == before


def test_a_ladder_and_a_contest_are_not_the_same(path: Path, tmp_path: Path) -> None:
    saved(path)
    contest = Contest(candidate="greedy", against="random", rules=LADDER.rules)
    with pytest.raises(ArenaError, match="results of a ladder"):
        Results.open(contest, path)
    other = tmp_path / "contest.json"
    Results.open(contest, other).save()
    with pytest.raises(ArenaError, match="results of two players"):
        LadderResults.open(LADDER, other)
