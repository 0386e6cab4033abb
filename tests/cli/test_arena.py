from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gaple import Rules
from gaple.arena import Contest, Results
from gaple.arena import run as play
from tests.cli.running import Run

QUICK = ("arena", "greedy", "random", "--jobs", "1")
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
        (("greedy",), "AGAINST"),
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
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, start_new_session=True, env=environment) as process:
        until = time.monotonic() + 300
        while not file.exists():  # it is written every few seconds
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    told = json.loads(out)
    lines = err.decode().splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("Stopped after ")
    contest = Contest(candidate="greedy", against="random", rules=Rules(settle="pairwise"))
    assert len(Results.open(contest, file).deals) == int(lines[0].split()[2]) == told["summary"]["deals"] > 0
