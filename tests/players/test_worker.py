from __future__ import annotations

import subprocess
import sys

from tests.waiting import PATIENCE

PROGRAM = 'from gaple.players.worker import main; main("gaple.players:make", "gaple.players:make", False)'


def test_it_ends_without_a_word_where_nobody_listens() -> None:
    """As when its server is killed before the process can say that it is ready."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 0
