"""How long the engine takes to be there: importing it with warm kernels, and compiling them all on a new machine.

The import is measured in new processes, beside Python alone and beside ``import numba`` alone, in turn; the first
compile with an empty cache folder. CPU time of the process, which is its wall time on a machine that is otherwise idle.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict

from benchmarks.sidebyside import Spread

STARTS = 11
COMPILES = 3
CODE = {
    "Python alone": "pass",
    "import numba": "import numba",
    "import gaple.engine": "import gaple.engine",
    "import gaple.engine, and 1000 hands": "from gaple import Rules, engine; engine.play(Rules(), 1000, seed=1)",
}
WARM_UP = "from gaple import engine; engine.warm_up()"


def seconds(code: str, **environment: str) -> float:
    """CPU time of a Python that does this; its wall time where children's CPU time is not told (Windows)."""
    begun, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **environment})
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return spent or time.perf_counter() - begun


def main() -> None:
    seconds(WARM_UP)
    figures: dict[str, list[float]] = {name: [] for name in CODE}
    for _ in range(STARTS):
        for name, code in CODE.items():
            figures[name].append(seconds(code))
    figures["warm_up, from disk"] = [seconds(WARM_UP) for _ in range(STARTS)]
    figures["warm_up, the first time on a machine"] = []
    for _ in range(COMPILES):
        with tempfile.TemporaryDirectory() as folder:
            figures["warm_up, the first time on a machine"].append(seconds(WARM_UP, GAPLE_CACHE=folder))
    spreads = {name: Spread.of(column) for name, column in figures.items()}
    for name, spread in spreads.items():
        print(f"  {name:<40} {spread} s")
    if "--json" in sys.argv:
        print(json.dumps({"unit": "s", **{name: asdict(spread) for name, spread in spreads.items()}}))


if __name__ == "__main__":
    main()
