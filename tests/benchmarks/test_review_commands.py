"""The commands that measure reviews: what they count, in as little time as a test has."""

from __future__ import annotations

import json

import pytest

from benchmarks import bench_review_honesty, review_levels
from benchmarks.bench_review_honesty import BAD, Twice, wilson
from gaple import Rules
from gaple.analysis import Verdict

RULES = "players=2 hand=4 settle=pairwise"


def test_how_many_verdicts_stay(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_review_honesty.main(["--rules", RULES, "--hands", "1", "--worlds", "100", "--json"]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])["settings"][0]
    counted = sum(each["n"] for each in told["verdicts"].values())
    assert counted + told["unclear"] == told["decisions"] > 0


def test_a_verdict_stays_is_left_open_or_is_contradicted() -> None:
    def twice(first: Verdict | None, then: Verdict | None, loss_then: float) -> Twice:
        return Twice("playouts", first is not None, first, then, 9.0, loss_then, 8.0, 10.0)

    hands = [
        [
            twice(Verdict.MISTAKE, Verdict.BLUNDER, 20.0),
            twice(Verdict.BLUNDER, Verdict.DOUBTFUL, 4.0),
            twice(Verdict.MISTAKE, None, 6.0),
        ],
        [twice(Verdict.GOOD, Verdict.GOOD, 0.0), twice(None, None, 0.0)],
    ]
    setting = bench_review_honesty.Setting(Rules(settle="pairwise"), 100, "1")
    told = bench_review_honesty.summary(setting, hands)
    bad = told["verdicts"]["mistake or blunder"]
    assert sorted(BAD) == [Verdict.BLUNDER, Verdict.MISTAKE]
    assert [bad[key] for key in ("n", "stay", "open", "contradicted", "estimate_stays")] == [3, 1, 1, 1, 2]
    assert told["verdicts"]["good"]["stay"] == told["verdicts"]["good"]["n"] == told["unclear"] == 1


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert wilson(19, 20) == pytest.approx((0.764, 0.991), abs=1e-3)
    assert wilson(0, 0) is None


def test_levels_luck_and_skill(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--hands", "2", "--reviewed", "1", "--worlds", "100", "--json"]
    rules = ["--rules", "players=4 hand=5 settle=pairwise hands=1"]
    assert review_levels.main([*rules, *given]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])["settings"][0]
    for figures in told["levels"].values():
        assert figures["luck"]["mean"] + figures["skill"]["mean"] == pytest.approx(figures["net"]["mean"])
        assert figures["lost"]["mean"] >= 0
    assert sum(figures["luck"]["mean"] for figures in told["levels"].values()) == pytest.approx(0, abs=1e-6)
