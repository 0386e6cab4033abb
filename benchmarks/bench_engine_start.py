"""How long the engine takes to be there: importing it with warm kernels, and compiling them all on a new machine.

The import is measured in new processes, beside Python alone and beside ``import numba`` alone, in turn; the first
compile with an empty cache folder. Wall time and CPU time.
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


def seconds(code: str, **environment: str) -> tuple[float, float]:
    """Wall time and CPU time of a Python that does this (Windows tells no CPU time of children)."""
    begun, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **environment})
    after, wall = os.times(), time.perf_counter() - begun
    return wall, after.children_user + after.children_system - before.children_user - before.children_system


def compiled_anew() -> tuple[float, float]:
    """The same for readying every kernel where none is kept."""
    with tempfile.TemporaryDirectory() as folder:
        return seconds(WARM_UP, GAPLE_CACHE=folder)


def main() -> None:
    seconds(WARM_UP)
    figures: dict[str, list[tuple[float, float]]] = {name: [] for name in CODE}
    for _ in range(STARTS):
        for name, code in CODE.items():
            figures[name].append(seconds(code))
    figures["warm_up, from disk"] = [seconds(WARM_UP) for _ in range(STARTS)]
    figures["warm_up, the first time on a machine"] = [compiled_anew() for _ in range(COMPILES)]
    told = {}
    for name, pairs in figures.items():
        wall, spent = (Spread.of(list(column)) for column in zip(*pairs, strict=True))
        print(f"  {name:<40} {wall} s; CPU {spent} s")
        told[name] = {"wall": asdict(wall), "cpu": asdict(spent)}
    if "--json" in sys.argv:
        print(json.dumps({"unit": "s", **told}))


if __name__ == "__main__":
    main()
