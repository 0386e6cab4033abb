from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gaple import Hand, Match, Record, Rules, write_records
from gaple.dealing import Dealing
from gaple.engine.solve import CONVENTIONS, OBJECTIVES, solve
from tests.cli.running import Run
from tests.strategies import play_some
from tests.waiting import PATIENCE, ended, wait_until

TEAMS = Rules(teams=True, settle="pairwise")


@pytest.fixture
def hand() -> Hand:
    return play_some(Hand.dealt(TEAMS, seed=2026), 1)


@pytest.fixture
def file(hand: Hand, tmp_path: Path) -> str:
    return written(tmp_path, hand)


def written(folder: Path, hand: Hand) -> str:
    path = folder / "one.gaple"
    path.write_text(str(Record.of(hand)), encoding="utf-8")
    return str(path)


def told(run: Run, *args: str, stdin: bytes = b"") -> dict[str, Any]:
    result = run("solve", *args, "--json", stdin=stdin)
    assert (result.code, result.err) == (0, "")
    content: dict[str, Any] = json.loads(result.out)
    assert list(content) == ["turn", "as", "objective", "values", "best", "line", "exact"]
    return content


def at(hand: Hand, move: int) -> Hand:
    early = hand.copy()
    while len(early.actions) > move:
        early.undo()
    return early


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_json_says_what_the_library_does(run: Run, hand: Hand, file: str, convention: Any, objective: Any) -> None:
    for move in range(8, len(hand.actions)):
        content = told(run, file, "--hand", "1", "--move", str(move), "--as", convention, "--objective", objective)
        assert content == solve(at(hand, move), convention, objective).to_dict()
        assert content["exact"] is True


def test_what_is_taken_where_nothing_is_said(run: Run, hand: Hand, file: str, tmp_path: Path) -> None:
    assert told(run, file, "--move", "9") == solve(at(hand, 9), "teams", "net").to_dict()
    alone = play_some(Hand.dealt(Rules(players=3, hand=5), seed=4), 1, 8)
    assert told(run, written(tmp_path, alone)) == solve(alone, "paranoid", "net").to_dict()
    assert told(run, "-", stdin=str(Record.of(alone)).encode())["turn"] == str(alone.turn)


def test_a_turned_up_tile_is_no_action(run: Run, tmp_path: Path) -> None:
    hand = play_some(Hand.dealt(Rules(players=2, hand=3, settle="points"), seed=3), 1)
    content = told(run, written(tmp_path, hand), "--move", "0")
    assert content["turn"] == str(hand.starter)
    assert list(content["values"]) == list(map(str, at(hand, 0).legal_actions()))


def test_a_later_hand(run: Run, tmp_path: Path) -> None:
    match = Match(TEAMS)
    first = play_some(match.deal(Dealing.from_seed(1, TEAMS)), 1)
    match.add(first)
    second = play_some(match.deal(Dealing.from_seed(1, TEAMS, 2)), 1, 6)
    path = tmp_path / "two.gaple"
    path.write_text(write_records(map(Record.of, (first, second))), encoding="utf-8")
    assert told(run, str(path), "--hand", "2", "--move", "0") == solve(at(second, 0)).to_dict()


def test_a_limit(run: Run, hand: Hand, file: str) -> None:
    hand = at(hand, 6)
    content = told(run, file, "--move", "6", "--positions", "40")
    assert content == solve(hand, positions=40).to_dict()
    assert content["exact"] is False
    out = run("solve", file, "--move", "6", "--positions", "40").out
    assert "The limit was reached after 40 positions" in out
    assert " … " in out
    assert told(run, file, "--move", "6", "--seconds", "60")["exact"] is True
    assert told(run, file, "--move", "6", "--seconds", "1e-9")["exact"] is False


def test_the_drawing(run: Run, hand: Hand, file: str) -> None:
    code, out, err = run("solve", file, "--move", "11")
    assert (code, err) == (0, "")
    solution = solve(at(hand, 11))
    assert f"Hand 1 · after 11 actions · {solution.turn} on turn" in out
    assert f"Side against side, for the nets of {solution.turn}'s side together" in out
    for action, value in solution.values.items():
        assert action.tile is not None
        row = next(
            row for row in out.splitlines() if f"[{action.tile.low}│{action.tile.high}] " in row and "on " in row
        )
        assert row.endswith(f"{value:+d} ")
    assert f"Best play:  {solution.turn} {solution.best[0]}" in out
    assert f"{solution.searched:,} positions searched." in out
    assert max(map(len, out.splitlines())) <= 80
    assert "Langkah terbaik:" in run("solve", file, "--move", "11", lang="id").out


def test_the_drawing_of_what_everybody_gets(run: Run, hand: Hand, file: str) -> None:
    out = run("solve", file, "--move", "11", "--as", "maxn").out
    solution = solve(at(hand, 11), "maxn")
    nets = [f"{net:+d}" if net else "0" for net in solution.nets[solution.best[0]]]
    row = next(row for row in out.splitlines() if row.split()[-4:] == nets)
    assert f" {solution.values[solution.best[0]]:+d} " in row
    for convention in CONVENTIONS:
        out = run("solve", file, "--move", "11", "--as", convention, "--objective", "win").out
        assert "1 where" in out


def test_a_record_that_hides_tiles_is_refused(run: Run, hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "view.gaple"
    path.write_text(str(Record.of_view(at(hand, 9).view(hand.starter))), encoding="utf-8")
    code, out, err = run("solve", str(path))
    assert (code, out) == (2, "")
    assert "does not show every tile (??), so it cannot be solved" in err


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ((), "the hand is over"),
        (("--move", "1000"), "there is no position after 1000"),
        (("--hand", "7"), "there is no hand 7"),
        (("--move", "5", "--as", "friends"), '"friends" is no way to solve; expected teams|paranoid|maxn'),
        (("--move", "5", "--objective", "glory"), '"glory" is no objective; expected net|win'),
        (("--move", "5", "--seconds", "0"), "seconds cannot be 0"),
        (("--move", "5", "--seconds", "nan"), "seconds cannot be nan"),
        (("--move", "5", "--seconds", "soon"), '--seconds: "soon" does not fit here'),
        (("--move", "5", "--positions", "0"), '--positions: "0" does not fit here'),
        (("--move", "5", "--positions", "9" * 30), "positions cannot be 999"),
        (("--move", "-1"), '--move: "-1" does not fit here'),
    ],
)
def test_wrong_use(run: Run, file: str, args: tuple[str, ...], expected: str) -> None:
    code, out, err = run("solve", file, *args)
    assert (code, out) == (2, "")
    assert expected in err


def test_no_teams(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, play_some(Hand.dealt(Rules(), seed=4), 1, 8))
    code, out, err = run("solve", file, "--as", "teams")
    assert (code, out, err) == (2, "", "these rules have no teams; expected paranoid or maxn\n")


def test_without_the_engine(run: Run, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("gaple.engine")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numba", None)
    code, out, err = run("solve", file, "--move", "9")
    assert (code, out) == (2, "")
    assert "pip install 'gaple[engine]'" in err


WATCHED = """
import sys
from pathlib import Path
from gaple.cli import main
from gaple.engine.solve.budget import Budget

spend = Budget.spend

def tell(budget, positions):
    Path(sys.argv[1]).touch()
    spend(budget, positions)

Budget.spend = tell
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c(tmp_path: Path) -> None:
    """It stops in the midst of a search without an end, says nothing, and its exit code tells why."""
    long = Hand.dealt(Rules(players=3, hand=9, settle="winner"), seed=1)
    file = written(tmp_path, long)
    solve(long, "maxn", positions=1000)  # what it needs is compiled by now
    begun = tmp_path / "begun"
    command = [sys.executable, "-c", WATCHED, str(begun), "solve", file, "--as", "maxn", "--positions", str(10**14)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with ended(process):
        wait_until(lambda: begun.exists() or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, err) == (130, b"", b"")
