from __future__ import annotations

import subprocess
import sys

from tests.waiting import PATIENCE, ended

PROGRAM = """
import time
from gaple import Rules
from gaple.arena import Contest
from gaple.arena.workers import Processes

contest = Contest(candidate="greedy", against="random", rules=Rules(settle="pairwise"))
with Processes([contest], 1) as workers:
    workers.result(contest, workers.submit(contest, 1))
    print("played", flush=True)
    time.sleep(3600)
"""


def test_workers_end_with_who_started_them_however_that_ends() -> None:
    """They have its output too, which comes to its end only when the last of them has."""
    running = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True)
    with ended(running):
        assert running.stdout
        assert running.stdout.readline() == "played\n"
        running.kill()
        out, _ = running.communicate(timeout=PATIENCE)
        assert out == ""
