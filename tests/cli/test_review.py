from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gaple.analysis
from gaple import Hand, Record, Rules, Seat, write_records
from gaple.cli.errors import STOPPED, WRONG_INPUT, WRONG_USE
from tests.analysis.hands import CHIPS, before, played
from tests.cli.running import Run

FEW = ("--worlds", "200")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Two hands of a match, of two players to be quick."""
    rules = Rules(players=2, hand=6, settle="pairwise")
    first = played(rules, 1)
    assert first.outcome
    second = Hand.dealt(rules, seed=2, number=2, opener=first.outcome.winner)
    while second.turn is not None:
        second.play(second.legal_actions()[0])
    path = tmp_path / "two.gaple"
    names = {Seat.A: "Ayu", Seat.B: "Bayu"}
    path.write_text(write_records([Record.of(first, names=names), Record.of(second, names=names)]))
    return str(path)


def test_a_match_is_told_hand_by_hand_and_summed_up(run: Run, file: str) -> None:
    code, out, err = run("review", file, *FEW)
    assert (code, err) == (0, "")
    assert out.count("What decided it") == 2
    assert "The whole match" in out
    assert "Ayu" in out
    assert "Budget 200 ways a move" in out
    assert out.count("Net = usual + deal") == 1  # what the columns mean


def test_in_indonesian(run: Run, file: str) -> None:
    out = run("review", file, "--hand", "2", *FEW, lang="id").out
    assert "Saat yang menentukan" in out
    assert "Seluruh permainan" not in out


def test_one_seat_as_json(run: Run, file: str) -> None:
    code, out, _ = run("review", file, "--seat", "B", "--json", *FEW)
    told = json.loads(out)
    assert code == 0
    assert (told["schema"], told["version"], told["stopped"]) == ("gaple-review", 1, False)
    assert [hand["hand"] for hand in told["hands"]] == [1, 2]
    assert {decision["seat"] for hand in told["hands"] for decision in hand["decisions"]} == {"B"}
    assert run("review", file, "--seat", "B", "--json", *FEW).out == out


def test_a_page_is_written_and_nothing_else_shown(run: Run, file: str, tmp_path: Path) -> None:
    page = tmp_path / "ulasan.html"
    code, out, err = run("review", file, "--html", str(page), *FEW, lang="id")
    assert (code, out) == (0, "")
    assert str(page) in err
    assert page.read_text(encoding="utf-8").startswith('<!doctype html>\n<html lang="id">')


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--seat", "D"), "D"),
        (("--hand", "7"), "7"),
        (("--worlds", "5"), "from 100 to 1000000"),
        (("--seed", "-1"), "-1"),
        (("--minutes", "0"), "0.0"),
        (("--worlds", "1000000", "--minutes", "0.1"), "minutes"),
        (("--html", "/nowhere/at/all.html"), "/nowhere/at/all.html"),
        (("--html", "."), "."),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_done(
    run: Run, file: str, options: tuple[str, ...], told: str
) -> None:
    code, out, err = run("review", file, *options)
    assert (code, out) == (WRONG_USE, "")
    assert told in err


def test_a_fault_in_the_file_is_told_beside_the_hands_before_it(run: Run, file: str) -> None:
    path = Path(file)
    path.write_text(path.read_text().rstrip()[:-2] + "=C\n")
    code, out, err = run("review", file, *FEW)
    assert code == WRONG_INPUT
    assert out.count("What decided it") == 1
    assert "hand 2" in err


def test_a_record_of_one_seats_view(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "seen.gaple"
    path.write_text(str(Record.of_view(before(played(CHIPS, 7), 15).view(Seat.B))))
    code, out, _ = run("review", str(path), *FEW)
    assert code == 0
    assert "Not all of A's tiles are recorded" in out
    assert "The deal is not fully recorded" in out


def test_stopped_it_shows_what_is_done(run: Run, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Any] = gaple.analysis.review_hand
    asked = []

    def review_hand(*args: Any, **options: Any) -> Any:
        asked.append(args)
        if len(asked) == 2:

            def stop(done: int, total: int) -> None:
                if done == 3:
                    raise KeyboardInterrupt

            options["progress"] = stop
        return real(*args, **options)

    monkeypatch.setattr(gaple.analysis, "review_hand", review_hand)
    page = tmp_path / "part.html"
    code, out, err = run("review", file, "--json", "--html", str(page), *FEW)
    told = json.loads(out)
    assert code == STOPPED
    assert "1 of 2 hands" in err
    assert told["stopped"]
    assert [hand["complete"] for hand in told["hands"]] == [True, False]
    assert "Stopped" in page.read_text(encoding="utf-8")


def test_without_the_engine(run: Run, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in [name for name in sys.modules if name.startswith("gaple.analysis")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "numba" else object())
    code, out, err = run("review", file)
    assert (code, out) == (WRONG_USE, "")
    assert "numba" in err
    assert "gaple[engine]" in err
