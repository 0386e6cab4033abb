"""How the scripts talk: one line a step, and plain words when something fails.

Standard library only, and no syntax newer than Python 3.7: `scripts.venv` starts here on whatever
`python3` a machine has, if only to say that it is too old.
"""

from __future__ import annotations

import collections
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent

KEPT_LINES = 30


def step(text: str) -> None:
    """Announce a step."""
    print(f"• {text}", flush=True)


def fail(text: str) -> NoReturn:
    """Stop with one sentence that says what to do."""
    sys.exit(f"✗ {text}")


def run(
    command: Sequence[str | Path],
    failure: str,
    *,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    progress: Callable[[str], str | None] | None = None,
) -> None:
    """Run a command quietly; if it fails, show the end of what it printed and stop with `failure`.

    `progress` sees every line as it comes and may make of it a short text, shown in place on a
    terminal, so that long work is seen to move.
    """
    live = progress is not None and sys.stdout.isatty()
    kept: collections.deque[str] = collections.deque(maxlen=KEPT_LINES)
    try:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            # Python's own output in the order in which it was written: errors would come first otherwise.
            env={**(os.environ if env is None else env), "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        fail(f"{failure} ({command[0]}: {error.strerror})")
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            kept.append(line)
            text = progress(line) if live and progress is not None else None
            if text is not None:
                print(f"\r\033[K  {text}", end="", flush=True)
    if live:
        print("\r\033[K", end="", flush=True)
    if process.returncode:
        sys.stderr.writelines(f"  {line}" for line in kept)
        fail(failure)
