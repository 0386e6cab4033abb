"""The command for matches against peers: what it shows, what it keeps, and what it says of bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.peers import __main__ as command
from benchmarks.peers.match import Match, Played


def kept(file: Path) -> list[dict[str, Any]]:
    matches: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["matches"]
    return matches


def points(told: dict[str, Any]) -> list[list[int]]:
    return [deal["points"] for deal in told["deals"]]


def test_a_row_a_match_and_all_of_it_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["greedy", "random", "ismcts", "--budget", "2", "--budget", "3", "--deals", "2", "--json"]
    assert command.main(arguments) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[1].strip(",") for line in shown[1:-1]] == ["random", "ismcts", "ismcts"]
    assert ["2 simulations" in shown[2], "3 simulations" in shown[3]] == [True, True]
    matches = json.loads(shown[-1])["matches"]
    assert [(told["peer"], told["budget"], told["summary"]["deals"]) for told in matches] == [
        ("random", 0, 2),
        ("ismcts", 2, 2),
        ("ismcts", 3, 2),
    ]


def test_a_later_run_goes_on_with_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, whole = tmp_path / "peers.json", tmp_path / "whole.json"
    assert command.main(["greedy", "random", "--deals", "2", "--out", str(file)]) == 0
    before = kept(file)[0]["deals"]
    assert command.main(["greedy", "random", "double", "--deals", "4", "--out", str(file)]) == 0
    assert kept(file)[0]["deals"][:2] == before
    assert command.main(["greedy", "random", "--deals", "4", "--out", str(whole)]) == 0
    assert points(kept(file)[0]) == points(kept(whole)[0])
    assert [told["peer"] for told in kept(file)] == ["random", "double"]


def test_a_budget_for_a_ratio_is_chosen_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "peers.json"
    arguments = ["greedy", "ismcts", "--ratio", "1", "--deals", "1", "--out", str(file)]
    for budget in (3, 5):
        monkeypatch.setattr("benchmarks.peers.results.budget_for", lambda *_, budget=budget: budget)
        assert command.main(arguments) == 0
    assert [(told["budget"], told["wanted"]["ratio"]) for told in kept(file)] == [(3, 1.0)]


def test_what_was_played_is_kept_and_shown_when_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(match: Match, number: int) -> Played:
        if number == 2:
            raise KeyboardInterrupt
        return Played(number, (3, 4), (1.0,), (2.0,))

    monkeypatch.setattr(command, "play_deal", stopped)
    file = tmp_path / "peers.json"
    assert command.main(["greedy", "random", "--out", str(file)]) == 130
    assert points(kept(file)[0]) == [[3, 4], [3, 4]]
    assert "+3.50" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody"], "nobody"),
        (["cheater"], "everybody's tiles"),
        (["greedy", "somebody"], "'somebody' is none of ismcts, random"),
        (["greedy", "--deals", "0"], "'0' is no number from 1"),
        (["greedy", "--ratio", "-1"], "'-1' is no number above 0"),
        (["greedy", "--budget", "many"], "'many' is no number from 1"),
    ],
)
def test_bad_input_gets_a_sentence(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "{}", '{"matches": [{}]}', "[1]"])
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "other.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit):
        command.main(["greedy", "--out", str(file)])
    assert "holds no matches against peers" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == text
