"""What the page's own scripts say, asked from here: the same cases for both tellings of a thing."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts import web

ROOT = Path(__file__).resolve().parents[1]


def told_by_the_page(script: str, cases: Sequence[Any]) -> list[Any]:
    """What this script (in ``web/``) makes of all cases, by one run of Node; each case and each answer is JSON."""
    npm, env = web.npm_environment(ROOT)
    web.install_packages(ROOT / "web", npm, env)
    asked = "".join(f"{json.dumps(case)}\n" for case in cases)
    node = shutil.which("node", path=env["PATH"])
    assert node
    answer = subprocess.run([node, script], cwd=ROOT / "web", env=env, input=asked, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return [json.loads(line) for line in answer.stdout.splitlines()]
