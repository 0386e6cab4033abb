from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gaple import Rules
from gaple.arena import Contest, Ladder, LadderResults, Results
from gaple.arena import run as play
from tests.cli.running import Run
from tests.waiting import PATIENCE, ended, wait_until

QUICK = ("arena", "greedy", "random", "--jobs", "1")
LADDER = ("random", "tests.arena.test_deals:First", "greedy")
RULES = "players=3 hand=9 settle=winner"


def test_json_says_what_the_library_does(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    code, out, err = run(
        *QUICK, "--deals", "6", "--rules", RULES, "--seed", "x", "--many", "--out", str(file), "--json"
    )
    assert (code, err) == (0, "")
    told = json.loads(out)
    contest = Contest(candidate="greedy", against="random", rules=Rules.parse(RULES), seed="x", many=True)
    results = Results(contest)
    play(results, 6, jobs=1)
    expected = results.to_dict()
    for each in (told, expected):
        del each["summary"]["times"]
    assert told == expected
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert len(kept.pop("deals")) == 6
    del kept["summary"]["times"]
    assert kept == told


def test_the_drawing(run: Run) -> None:
    code, out, err = run(*QUICK, "--deals", "40", "--many", "--until", "2")
    assert (code, err) == (0, "")
    assert out.startswith("greedy against random\nplayers=4 hand=7 settle=pairwise\n")
    rows = [line.split() for line in out.splitlines()]
    assert any(row[:3] == ["1", ":", "3"] and row[3].startswith("+") for row in rows)
    assert any(row[:3] == ["3", ":", "1"] for row in rows)
    assert "it is clear: greedy gains" in out
    assert max(map(len, out.splitlines())) <= 80
    out = run(*QUICK, "--deals", "2", "--rules", "players=4 hand=7 teams=yes", lang="id").out
    assert "greedy lawan random" in out
    assert " 2 : 2 " in out


def ladder(*more: str) -> tuple[str, ...]:
    return ("arena", *LADDER, "--jobs", "1", *more)


def test_a_ladder_in_json_says_what_the_library_does(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    code, out, err = run(*ladder("--deals", "3", "--rules", RULES, "--seed", "x", "--out", str(file), "--json"))
    assert (code, err) == (0, "")
    results = LadderResults(Ladder(players=LADDER, rules=Rules.parse(RULES), seed="x"))
    play(results, 3, jobs=1)
    told, expected = json.loads(out), json.loads(json.dumps(results.to_dict()))
    for each in (told, expected):
        for player in each["strengths"]["players"]:
            assert player.pop("taken")["decisions"] > 0
    assert told == expected
    assert told["ladder"]["seed"] == "x"
    assert told["strengths"]["deals"] == 3
    assert len(json.loads(file.read_text(encoding="utf-8"))["deals"]) == 9


def test_the_drawing_of_a_ladder(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ladder.svg"
    code, out, err = run(*ladder("--deals", "12", "--plot", str(file)))
    assert (code, err) == (0, "")
    assert out.startswith("The strength of 3 players\nplayers=4 hand=7 settle=pairwise\n")
    ranks = [line.split()[0] for line in out.splitlines() if line.startswith((" greedy ", " random ", " tests.arena."))]
    assert ranks[0] == "greedy"
    assert len(ranks) == 3
    assert "12 deals, seed 1" in out
    assert "Least so: " in out
    assert max(map(len, out.splitlines())) <= 80
    picture = file.read_text(encoding="utf-8")
    assert all(f">{name}<" in picture for name in LADDER)
    assert "12 deals, seed 1 · gaple" in picture
    out = run(*ladder("--deals", "2", "--rules", "players=4 hand=7 settle=points", "--plot", str(file)), lang="id").out
    assert "Kekuatan 3 pemain" in out
    assert "hasil bersih per ronde" in file.read_text(encoding="utf-8")


def test_a_player_is_added_to_a_ladder(run: Run, tmp_path: Path) -> None:
    """What has been played is not played again; results of two players are left alone."""
    file = str(tmp_path / "ladder.json")
    first = json.loads(run(*ladder("--deals", "2", "--out", file, "--json")).out)
    assert first["strengths"]["deals"] == 2
    raiser = "tests.arena.misbehaving:Raiser"
    out = run(*ladder(raiser, "--deals", "2", "--out", file)).out
    assert "The strength of 4 players" in out
    assert f"{raiser} lost " in " ".join(out.split())
    again = json.loads(run(*ladder("--deals", "2", "--out", file, "--json")).out)
    assert again == first  # with the times of then
    code, out, err = run(*QUICK, "--out", file)
    assert (code, out) == (2, "")
    assert "results of a ladder" in err


def test_who_fails_is_named(run: Run) -> None:
    player = "tests.arena.misbehaving:Raiser"
    code, out, err = run("arena", player, "greedy", "--deals", "1", "--jobs", "1")
    assert (code, err) == (0, "")
    assert f"{player} lost " in out
    assert "raised RuntimeError" in " ".join(out.split())


def test_a_rerun_goes_on(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "results.json")
    for deals in ("2", "4"):
        told = json.loads(run(*QUICK, "--deals", deals, "--out", file, "--json").out)
        assert told["summary"]["deals"] == int(deals)
    code, out, err = run(*QUICK, "--deals", "4", "--seed", "2", "--out", file)
    assert (code, out) == (2, "")
    assert "results of another contest: its seed is 1, not 2" in err


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("champion", "greedy"), 'no computer player "champion"'),
        (("greedy", "no.module:X"), "there is no player no.module:X"),
        (("greedy", "random", "--rules", "players=9"), "rules:"),
        (("greedy", "random", "--deals", "0"), "0 deals cannot be played"),
        (("greedy", "random", "--jobs", "0"), "0 processes cannot be"),
        (("greedy", "random", "--limit", "0"), "a limit of 0.0 seconds"),
        (("greedy", "random", "--until", "nan"), "a gain of nan"),
        (("greedy", "random", "--seed", "\udc80"), "cannot be printed"),
        (("greedy", "random", "--many", "--rules", "players=2 hand=7"), "three players"),
        (("greedy", "random", "--out", "no-such-folder/x.json"), "there is no such file"),
        (("greedy", "random", "--out", "."), "this is a folder"),
        (("greedy",), "1 player cannot be measured; name two at least"),
        ((), "PLAYER"),
        (("greedy", "random", "--plot", "x.svg"), "--plot goes with three players or more"),
        ((*LADDER, "--many"), "--many goes with two players"),
        ((*LADDER, "--until", "1"), "--until goes with two players"),
        ((*LADDER, "greedy"), "greedy is named twice"),
        ((*LADDER, "--plot", "no-such-folder/x.svg"), "no-such-folder/x.svg: there is no such file"),
    ],
)
def test_wrong_use(run: Run, args: tuple[str, ...], expected: str) -> None:
    code, out, err = run("arena", *args)
    assert (code, out) == (2, "")
    assert expected in err


def test_without_the_engine(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("gaple.engine", "gaple.arena"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    code, out, err = run("arena", "greedy", "random")
    assert (code, out) == (2, "")
    assert "pip install 'gaple[engine]'" in err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_in_a_terminal(tmp_path: Path) -> None:
    """The whole group of processes hears it, as it does from a terminal; a rerun goes on."""
    file = tmp_path / "results.json"
    command = [sys.executable, "-m", "gaple", "arena", "greedy", "random", "--deals", "100000", "--json"]
    command += ["--out", str(file)]
    pipe = subprocess.PIPE
    environment = {**os.environ, "LANG": "en_GB.UTF-8", "LC_ALL": "en_GB.UTF-8"}
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, start_new_session=True, env=environment)
    with ended(process):
        wait_until(lambda: file.exists() or process.poll() is not None)  # it is written every few seconds
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    told = json.loads(out)
    lines = err.decode().splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("Stopped after ")
    contest = Contest(candidate="greedy", against="random", rules=Rules(settle="pairwise"))
    assert len(Results.open(contest, file).deals) == int(lines[0].split()[2]) == told["summary"]["deals"] > 0
