"""Ray itself, in processes of its own: it leaves threads, handlers and settings behind where it has been."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

import gaple
from gaple import Rules
from gaple.arena import ArenaError, Contest, Ladder, LadderResults, Results, run
from tests.waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ray")]

ROOT: Final = Path(__file__).parents[2]
MARK: Final = "GAPLE_TEST_RAY"
PLAIN: Final = Contest(candidate="greedy", against="random", rules=Rules(settle="pairwise"))

# One that others connect to; it ends when its standard input does.
CLUSTER: Final = """
import ray, sys
context = ray.init(address="local", num_cpus=2, object_store_memory=10**8, include_dashboard=False, logging_level=40)
print(context.address_info["gcs_address"], flush=True)
sys.stdin.read()
ray.shutdown()
"""

MORTAL: Final = """
import os, pathlib
from gaple.players import Greedy

class Mortal(Greedy):
    def __init__(self, seed): ...

    def choose(self, view):
        mark = pathlib.Path(__file__).with_suffix(".died")
        if not mark.exists():
            mark.touch()
            os._exit(1)
        return super().choose(view)
"""

OTHER_VERSION: Final = """
import gaple
gaple.__version__ = "0.0.1"
from gaple import Rules
from gaple.arena import Contest, Results, run
run(Results(Contest(candidate="greedy", against="random", rules=Rules())), 1, on="ray")
"""


class Ended(NamedTuple):
    code: int
    out: str
    err: str


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """That of this process, with nothing in it about the Ray of whoever runs the tests."""
    mine = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    return {**mine, "PYTHONPATH": os.pathsep.join([str(ROOT), mine.get("PYTHONPATH", "")]), **(more or {})}


def arena(*args: str, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> Ended:
    command = [sys.executable, "-m", "gaple", "--lang", "en", "arena", *args, "--on", "ray"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment(env), timeout=PATIENCE)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def without_times(told: dict[str, Any]) -> dict[str, Any]:
    for player in told.get("strengths", {}).get("players", []):
        player["taken"] = player["taken"]["decisions"]
    told.get("summary", {}).pop("times", None)
    return told


def here(results: Results | LadderResults, deals: int) -> dict[str, Any]:
    """What the same comes to on this machine."""
    run(results, deals, jobs=1)
    return without_times(json.loads(json.dumps(results.to_dict())))


@pytest.fixture(scope="module")
def cluster() -> Iterator[dict[str, str]]:
    """What the environment of others must have so that they find it."""
    settings = {
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # on the loopback alone
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
    }
    pipe, command = subprocess.PIPE, [sys.executable, "-c", CLUSTER]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment(settings)) as process:
        assert process.stdout
        address = process.stdout.readline().strip()
        assert address
        yield {**settings, "RAY_ADDRESS": address}
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


def test_on_a_cluster_begun_here_the_result_is_the_same() -> None:
    players, mark = ("random", "greedy", "flat5"), uuid.uuid4().hex
    code, out, err = arena(*players, "--deals", "4", "--jobs", "2", "--json", env={MARK: mark})
    assert code == 0, err
    assert without_times(json.loads(out)) == here(LadderResults(Ladder(players=players, rules=PLAIN.rules)), 4)
    wait_until(lambda: not left_behind(mark))


def left_behind(mark: str) -> list[str]:
    """The processes that began with this mark in their environment and are still there."""
    told = f"{MARK}={mark}".encode()
    return [folder.name for folder in Path("/proc").glob("[0-9]*") if told in _environ_of(folder)]


def _environ_of(folder: Path) -> bytes:
    try:
        return (folder / "environ").read_bytes()
    except OSError:  # it has ended, or is somebody else's
        return b""


def test_on_a_cluster_that_is_there_the_result_is_the_same(cluster: dict[str, str], tmp_path: Path) -> None:
    """And it is there afterwards, for the next who goes on from what the first has kept."""
    file = str(tmp_path / "results.json")
    for deals in (3, 5):
        code, out, err = arena("greedy", "random", "--deals", str(deals), "--json", "--out", file, env=cluster)
        assert code == 0, err
        assert without_times(json.loads(out)) == here(Results(PLAIN), deals)


def test_a_worker_that_dies_loses_only_its_deals(cluster: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "mortal.py").write_text(MORTAL, encoding="utf-8")
    code, out, _ = arena("mortal:Mortal", "random", "--deals", "4", "--json", env=cluster, cwd=tmp_path)
    assert code == 0
    assert (tmp_path / "mortal.died").exists()
    told = json.loads(out)["summary"]
    assert told["deals"] == 4
    assert told["ways"] == here(Results(PLAIN), 4)["summary"]["ways"]
    assert told["faults"] == {}


def test_who_takes_every_worker_down_is_named_and_the_rest_is_kept(cluster: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    player = "tests.arena.misbehaving:Deadly"
    code, out, err = arena("greedy", "random", player, "--deals", "1", "--out", str(file), env=cluster)
    assert (code, out) == (2, "")
    assert f"against {player} took down 3 workers" in err or f"{player} against " in err
    assert "Traceback" not in err
    ladder = Ladder(players=("greedy", "random", player), rules=PLAIN.rules)
    assert {part.contest.against for part in LadderResults.open(ladder, file).parts if part.deals} <= {"random"}


def test_a_player_that_stalls_is_stopped_there_too(cluster: dict[str, str]) -> None:
    player = "tests.arena.misbehaving:Staller"
    code, out, err = arena(player, "greedy", "--deals", "1", "--limit", "0.02", "--json", env=cluster)
    assert code == 0, err
    assert json.loads(out)["summary"]["faults"][player]["stalled"] > 0


def test_another_version_there_plays_nothing(cluster: dict[str, str]) -> None:
    command = [sys.executable, "-c", OTHER_VERSION]
    env = environment(cluster)
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env, timeout=PATIENCE)
    assert f"the cluster has gaple {gaple.__version__}, and this is 0.0.1" in ended.stderr


RAYS_OWN_FAULTS = (b"You have likely discovered a bug in Ray", b"timed out during startup")
"""What Ray says, now and then, as it ends a process that is stopped, and as it begins on a very busy machine."""


def stopped_with_ctrl_c(file: Path, env: dict[str, str]) -> tuple[int, bytes, bytes]:
    """The exit code of an arena that is stopped once it has kept something, and what it said."""
    command = [sys.executable, "-m", "gaple", "--lang", "en", "arena", "greedy", "random", "--deals", "100000"]
    command += ["--json", "--on", "ray", "--jobs", "2", "--out", str(file)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, start_new_session=True, env=env, cwd=ROOT) as process:
        try:
            wait_until(lambda: file.exists() or process.poll() is not None)  # saved every few seconds
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    return process.returncode, out, err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
@pytest.mark.parametrize("there", [False, True])
def test_ctrl_c_keeps_what_is_done_and_ends_what_was_begun(
    there: bool, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    where: dict[str, str] = request.getfixturevalue("cluster") if there else {}
    for tried in range(3):
        file, mark = tmp_path / f"results-{tried}.json", uuid.uuid4().hex
        code, out, err = stopped_with_ctrl_c(file, environment({**where, MARK: mark}))
        if not any(fault in err for fault in RAYS_OWN_FAULTS):
            break
    assert code == 130, err
    assert err.decode().startswith("Stopped after ")
    assert len(Results.open(PLAIN, file).deals) == json.loads(out)["summary"]["deals"] > 0
    wait_until(lambda: not left_behind(mark))
    if there:
        assert arena("greedy", "random", "--deals", "1", env=where).code == 0


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(ArenaError, match=r"pip install 'gaple\[ray\]'"):
        run(Results(PLAIN), 1, on="ray")


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense"])
def test_where_no_cluster_answers(address: str) -> None:
    code, out, err = arena("greedy", "random", "--deals", "1", env={"RAY_ADDRESS": address})
    assert (code, out) == (2, "")
    assert err.startswith(f"no Ray cluster could be had ({address}): ")
    assert err.count("\n") == 1


def test_no_other_place_is_known() -> None:
    with pytest.raises(ArenaError, match='on "the moon"; expected one of processes, ray'):
        run(Results(PLAIN), 1, on="the moon")
