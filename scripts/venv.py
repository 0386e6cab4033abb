"""Make `.venv` and install a lock into it: `python3 -m scripts.venv run|dev`.

Everything comes from the hashed locks in `requirements/`; the package itself is installed editable
and looks for nothing further. Fit for a machine that has Python alone, see `scripts.console`.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from scripts.console import ROOT, fail, run, step

OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def switch_to_newer_python() -> None:
    """Start this module again under a Python that is new enough, or say that there is none."""
    for name in NEWER:
        path = shutil.which(name)
        # A version manager may have the name without the program behind it.
        if path and subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            os.execv(path, [path, "-m", "scripts.venv", *sys.argv[1:]])
    fail(
        f"Gaple needs Python {OLDEST[0]}.{OLDEST[1]} or later; this is {sys.version.split()[0]}. "
        "Install a newer one, or name it: make PYTHON=/path/to/python3.12"
    )


def ensure_ensurepip() -> None:
    """Debian keeps `ensurepip` in a package of its own; install it where that is possible."""
    if importlib.util.find_spec("ensurepip") is not None:
        return
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if not install_with_apt(package):
        fail(f"Python lacks `ensurepip`. Install it (Debian: sudo apt install {package}).")


def install_with_apt(*packages: str) -> bool:
    """Install Debian packages, as root or through a sudo that asks nothing; whether that worked."""
    if shutil.which("apt-get") is None:
        return False
    step(f"Installing Debian's {' '.join(packages)}")
    return _apt("update", "-q") and _apt("install", "-q", "-y", "--no-install-recommends", *packages)


def unpack_with_apt(package: str, folder: Path) -> bool:
    """Lay a Debian package's files into a folder, so that nothing is set up or started; whether that worked."""
    if shutil.which("apt-get") is None:
        return False
    step(f"Fetching Debian's {package}")
    folder.mkdir(parents=True, exist_ok=True)
    download = ("apt-get", "download", "-q", package)
    if not _works(*download, cwd=folder) and not (_apt("update", "-q") and _works(*download, cwd=folder)):
        return False
    return all(_works("dpkg", "-x", file, folder) for file in folder.glob(f"{package}_*.deb"))


def _apt(*arguments: str) -> bool:
    """Run apt-get as root or through a sudo that asks nothing; whether that worked."""
    sudo: list[str] = []
    if os.geteuid() != 0:
        if shutil.which("sudo") is None or not _works("sudo", "-n", "true"):
            return False
        sudo = ["sudo", "-n"]
    return _works(*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *arguments)


def _works(*command: str | Path, cwd: Path = ROOT) -> bool:
    """Run something quietly; whether that worked."""
    return subprocess.run(command, cwd=cwd, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0


def count_packages(lock: Path) -> Callable[[str], str | None]:
    """A `progress` for pip: how many of a lock's packages it has got to, and which one it is at."""
    total = len(re.findall(r"^[\w.-]+==", lock.read_text(encoding="utf-8"), re.MULTILINE))
    seen = 0

    def progress(line: str) -> str | None:
        nonlocal seen
        if not line.startswith(("Collecting ", "Requirement already satisfied: ")):
            if line.startswith("Installing collected packages"):
                return f"unpacking {total} packages"
            return None
        seen += 1
        name = line.replace(":", " ").split("==")[0].split()[-1]
        return f"{min(seen, total)} of {total}: {name}"

    return progress


def pip(*arguments: str | Path) -> list[str | Path]:
    """The command line of the environment's own pip."""
    return [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]


def install_lock(name: str) -> None:
    """Install `requirements/NAME.txt`, every file checked against its hash."""
    lock = ROOT / "requirements" / f"{name}.txt"
    step(f"Installing requirements/{name}.txt")
    run(
        pip("install", "--require-hashes", "--only-binary=:all:", "-r", lock),
        f"The packages of requirements/{name}.txt could not be installed; see above. "
        "Is there a connection to the package index?",
        progress=count_packages(lock),
    )


def install_gaple() -> None:
    """Install this checkout, editable, with what is there already."""
    run(
        pip("install", "--no-deps", "--no-build-isolation", "--editable", ROOT),
        "Gaple itself could not be installed; see above.",
    )


def works() -> bool:
    """Whether `.venv` runs, and here: one that was copied or whose Python is gone does not."""
    if not PYTHON.exists():
        return False
    try:
        answer = subprocess.run([PYTHON, "-c", "import pip, sys; print(sys.prefix)"], capture_output=True, text=True)
    except OSError:
        return False
    return answer.returncode == 0 and Path(answer.stdout.strip()) == VENV


def create() -> None:
    """Make an empty `.venv`."""
    ensure_ensurepip()
    step(f"Creating .venv with Python {sys.version.split()[0]}")
    run(
        [sys.executable, "-m", "venv", "--clear", VENV],
        "The environment .venv could not be created; see above.",
    )


def main(name: str) -> None:
    """Bring `.venv` to what `requirements/NAME.txt` says."""
    if sys.version_info < OLDEST:
        switch_to_newer_python()
    if not works():
        create()
    install_lock(name)
    install_gaple()


if __name__ == "__main__":
    main(sys.argv[1])
