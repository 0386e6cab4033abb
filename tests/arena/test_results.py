from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import gaple
from gaple import Rules
from gaple.arena import ArenaError, Contest, Results, Sprt
from gaple.arena.deals import play_deal

CONTEST = Contest(candidate="greedy", against="random", rules=Rules(settle="pairwise"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.json"


def saved(path: Path, deals: int = 3) -> Results:
    results = Results.open(CONTEST, path)
    for number in range(deals):
        results.add(play_deal(CONTEST, number))
    results.save()
    return results


def test_what_is_saved_is_found_again(path: Path) -> None:
    results = saved(path)
    again = Results.open(CONTEST, path)
    assert again.deals == results.deals
    assert again.to_dict() == results.to_dict()
    assert [each.name for each in path.parent.iterdir()] == ["results.json"]


def test_the_file_says_what_was_played(path: Path) -> None:
    results = saved(path)
    told = json.loads(path.read_text(encoding="utf-8"))
    assert list(told) == ["format", "gaple", "contest", "summary", "verdict", "deals"]
    assert told["gaple"] == gaple.__version__
    assert told["contest"] == {
        "candidate": "greedy",
        "against": "random",
        "rules": CONTEST.rules.full,
        "seed": "1",
        "many": False,
        "limit": 10.0,
    }
    assert told["summary"] == results.summary().to_dict()
    assert [deal["deal"] for deal in told["deals"]] == [0, 1, 2]


def test_a_file_without_deals(path: Path) -> None:
    saved(path, 0)
    assert Results.open(CONTEST, path).deals == {}


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("candidate", "random", "candidate is random, not greedy"),
        ("rules", Rules().full, "rules is players=4"),
        ("seed", "2", "seed is 2, not 1"),
        ("many", True, "many is True, not False"),
        ("limit", 1.0, "limit is 1.0, not 10.0"),
    ],
)
def test_results_of_another_contest_are_left_alone(path: Path, key: str, value: Any, expected: str) -> None:
    saved(path, 0)
    told = json.loads(path.read_text(encoding="utf-8"))
    told["contest"][key] = value
    refused(path, told, expected)


def test_results_of_another_version_are_left_alone(path: Path) -> None:
    saved(path)
    told = json.loads(path.read_text(encoding="utf-8"))
    refused(path, {**told, "gaple": "0.0.1"}, f"from gaple 0.0.1, and this is {gaple.__version__}")
    refused(path, {**told, "format": 2}, "format 2; expected format 1")


def refused(path: Path, told: dict[str, Any], expected: str) -> None:
    path.write_text(json.dumps(told), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(ArenaError, match=expected):
        Results.open(CONTEST, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b'"greedy"',
        b"\xff",
        b"[" * 100_000,
        b'{"format": 1}',
        b'{"format": 1, "gaple": "0", "contest": 1}',
    ],
)
def test_what_is_no_result_is_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(ArenaError, match="no results of gaple arena"):
        Results.open(CONTEST, path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "change",
    [
        lambda deal: deal["hands"].clear(),
        lambda deal: deal["hands"].pop(),
        lambda deal: deal["hands"][0].update(candidate="B"),
        lambda deal: deal["hands"][0].update(net=[1]),
        lambda deal: deal["hands"][0].update(end="won"),
        lambda deal: deal["hands"][0].update(winner="Z"),
        lambda deal: deal.pop("times"),
        lambda deal: deal.update(times={"greedy": {"soon": 1}}),
    ],
)
def test_a_deal_that_was_tampered_with(path: Path, change: Any) -> None:
    saved(path)
    told = json.loads(path.read_text(encoding="utf-8"))
    change(told["deals"][1])
    refused(path, told, "no results of gaple arena")


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"No such file|cannot find"):
        Results.open(CONTEST, tmp_path / "none" / "results.json")


def test_a_write_that_fails_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = saved(path)
    before = path.read_bytes()
    results.add(play_deal(CONTEST, 3))

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        results.save()
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["results.json"]


def test_a_verdict_counts_deals_without_a_gap() -> None:
    results, sprt = Results(CONTEST), Sprt(2.0)
    deals = [play_deal(CONTEST, number) for number in range(70)]
    for deal in reversed(deals[1:]):
        results.add(deal)
        assert not results.judge(sprt)
    results.add(deals[0])
    assert results.judge(sprt)
    assert results.verdict
    assert results.verdict.better
    assert sorted(results.deals) == list(range(results.verdict.deals))
    assert results.to_dict()["verdict"] == results.verdict.to_dict()
