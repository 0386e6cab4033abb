"""Pin the newest fitting versions of everything: `python3 -m scripts.lock`.

Each lock in `requirements/` holds for every platform and Python we support, carries hashes, and
names no place to download from. `uv` writes them, in an environment of its own under `build/`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from scripts.console import ROOT, run, step

EXTRAS = ("pyproject.toml", "--extra", "table", "--extra", "engine", "requirements/build.in")
# In this order: each constrains the next, so that they can be installed into one environment.
LOCKS: dict[str, tuple[str, ...]] = {
    "run": EXTRAS,
    "dev": (
        *EXTRAS,
        *(f"--extra={name}" for name in ("shared", "data", "envs", "openspiel", "ray")),
        "requirements/dev.in",
    ),
    "node": ("requirements/node.in",),
}
COMPILE = (
    *("pip", "compile", "--no-config", "--quiet", "--custom-compile-command", "make lock"),
    *("--universal", "--python-version", "3.11", "--generate-hashes", "--upgrade"),
)


def uv() -> Path:
    """The `uv` program, installed newly unless it is there."""
    home = ROOT / "build" / "lock"
    folder = home / ("Scripts" if os.name == "nt" else "bin")
    program = folder / "uv"
    if not program.exists():
        step("Installing uv")
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        run([folder / "python", "-m", "pip", "install", "uv"], "uv could not be installed.")
    return program


def main() -> None:
    """Write all locks anew."""
    program = uv()
    # Settings of this machine must not show in a lock.
    env = {name: value for name, value in os.environ.items() if not name.startswith("UV_")}
    for name, inputs in LOCKS.items():
        step(f"Locking requirements/{name}.txt")
        run(
            [program, *COMPILE, *inputs, "--output-file", f"requirements/{name}.txt"],
            f"requirements/{name}.txt could not be locked; see above.",
            env=env,
        )


if __name__ == "__main__":
    main()
