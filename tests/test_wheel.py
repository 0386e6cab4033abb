"""What people install: the built wheel, in an environment that holds nothing else.

It carries the page, `import gaple` needs no other package, and a hand can be played over it.
"""

import ast
import email
import json
import os
import re
import signal
import socket
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from websockets.sync.client import connect

import gaple
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[1]

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


def call(*command: str | Path, cwd: Path, stdin: str = "") -> str:
    """What a command prints; the test fails with all that it said if it fails."""
    done = subprocess.run(
        command,
        cwd=cwd,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env=clean_environment(),
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def clean_environment(**more: str) -> dict[str, str]:
    """The environment without what could lead Python back to this checkout."""
    dropped = ("PYTHON", "COV_", "VIRTUAL_ENV", "GAPLE_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    return {**kept, **more}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    call(*build, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment with `gaple[table]` from the wheel."""
    home = tmp_path_factory.mktemp("installed")
    call(sys.executable, "-m", "venv", "--without-pip", home / "venv", cwd=home)
    folder = home / "venv" / ("Scripts" if os.name == "nt" else "bin")
    # The versions of the lock, but only what the wheel itself asks for.
    lock = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    pins = re.findall(r"^([^\s#].*?) \\$", lock, re.MULTILINE)
    (home / "pins.txt").write_text("\n".join(pins), encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "--python", folder / "python", "install", "--no-compile")
    call(*pip, "--constraint", home / "pins.txt", f"gaple[table] @ {wheel.as_uri()}", cwd=home)
    return folder


@pytest.fixture(scope="module")
def learner(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment with the wheel, and what its extras ask for from where the tests have it."""
    home = tmp_path_factory.mktemp("learner")
    call(sys.executable, "-m", "venv", "--without-pip", home / "venv", cwd=home)
    python = home / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    call(sys.executable, "-m", "pip", "--python", python, "install", "--no-compile", "--no-deps", wheel, cwd=home)
    places = call(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home)
    (Path(places.strip()) / "tests.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python


@pytest.fixture(scope="module")
def address(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `gaple serve`, started from the installed wheel with an empty data folder."""
    home = tmp_path_factory.mktemp("home")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = home / "log.txt"
    with log.open("w") as output:
        server = subprocess.Popen(
            [programs / "gaple", "serve", "--host", "127.0.0.1", "--port", str(port), "--pace", "0"],
            cwd=home,
            env=clean_environment(HOME=str(home), XDG_DATA_HOME=str(home / "data")),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/api/health", server, log)
        yield address
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0, log.read_text()
    finally:
        server.kill()
        server.wait()


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers; its log is the message if it ends first."""

    def answers() -> bool:
        assert server.poll() is None, log.read_text()
        try:
            httpx.get(url, timeout=PATIENCE).raise_for_status()
        except httpx.TransportError:
            return False
        return True

    wait_until(answers)


def test_the_wheel_carries_the_page_and_the_types(wheel: Path) -> None:
    assert wheel.name == f"gaple-{gaple.__version__}-py3-none-any.whl"
    names = zipfile.ZipFile(wheel).namelist()
    assert "gaple/py.typed" in names
    assert "gaple/server/page/index.html" in names
    assert any(re.fullmatch(r"gaple/server/page/.*\.js", name) for name in names)
    assert {"gaple/locale/id.json", "gaple/locale/en.json"} <= set(names)
    assert not [name for name in names if "node_modules" in name or name.startswith("tests")]


def test_the_source_archive_is_enough_to_build_the_page(tmp_path: Path) -> None:
    call(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=ROOT)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    needed = {"hatch_build.py", "scripts/web.py", "requirements/node.txt", "src/gaple/locale/id.json"}
    page = {"web/package.json", "web/package-lock.json", "web/.npmrc", "web/index.html", "web/src/main.ts"}
    assert needed | page <= names
    assert not [name for name in names if name.startswith(("web/dist", "web/node_modules"))]


def test_the_game_is_there_without_any_other_package(programs: Path, tmp_path: Path) -> None:
    code = (
        "import sys; before = set(sys.modules); import gaple; print(gaple.__file__);"
        "print(*{name.split('.')[0] for name in set(sys.modules) - before})"
    )
    file, modules = call(programs / "python", "-c", code, cwd=tmp_path).splitlines()
    assert programs.parent in Path(file).parents
    assert set(modules.split()) - sys.stdlib_module_names == {"gaple"}


def test_both_ways_to_call_it(programs: Path, tmp_path: Path) -> None:
    by_name = call(programs / "gaple", "--help", cwd=tmp_path)
    by_module = call(programs / "python", "-m", "gaple", "--help", cwd=tmp_path)
    for command in ("serve", "play", "score", "check", "replay"):
        assert command in by_name
        assert command in by_module


def wanted(wheel: Path, extra: str) -> set[str]:
    """The packages that an extra of the wheel brings, the extras that it names included."""
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(opened.read(name))
    found: set[str] = set()
    for need in map(Requirement, metadata.get_all("Requires-Dist", [])):
        if need.marker and need.marker.evaluate({"extra": extra}) and not need.marker.evaluate({"extra": ""}):
            others = [wanted(wheel, other) for other in need.extras] if need.name == "gaple" else []
            found.update(*others or [{canonicalize_name(need.name)}])
    return found


def test_the_extras_bring_what_the_environments_import(wheel: Path) -> None:
    assert {"numpy", "numba", "pettingzoo", "gymnasium"} <= wanted(wheel, "envs") <= wanted(wheel, "all")
    assert {"numpy", "numba", "open-spiel"} <= wanted(wheel, "openspiel")
    with zipfile.ZipFile(wheel) as opened:
        sources = {name: opened.read(name) for name in opened.namelist() if name.startswith("gaple/envs/")}
    assert {"gaple/envs/gaple_v0.py", "gaple/envs/openspiel.py", "gaple/envs/batched.py"} <= set(sources)
    for name, source in sources.items():
        imported = {
            (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level)
        }
        packages = {module.partition(".")[0] for module in imported} - sys.stdlib_module_names - {"gaple"}
        extra = "openspiel" if "pyspiel" in packages else "envs" if name.endswith("gaple_v0.py") else "engine"
        assert packages <= wanted(wheel, extra) | ({"pyspiel"} if extra == "openspiel" else set()), name


def test_the_examples_of_the_environments_run(learner: Path, tmp_path: Path) -> None:
    """What somebody would copy from the page first, every line of it, from the wheel."""
    shown = call(learner, "-c", "import gaple.envs; print(gaple.envs.__file__)", cwd=tmp_path)
    assert learner.parents[1] in Path(shown.strip()).parents
    flags = ("-o", "NORMALIZE_WHITESPACE", "-o", "ELLIPSIS", "-o", "IGNORE_EXCEPTION_DETAIL")
    call(learner, "-W", "error", "-m", "doctest", *flags, ROOT / "docs" / "envs.md", cwd=tmp_path)


def test_without_its_packages_an_environment_says_how_to_get_them(programs: Path, tmp_path: Path) -> None:
    for module, extra in (("envs", "envs"), ("envs.gaple_v0", "envs"), ("envs.openspiel", "envs")):
        done = subprocess.run(
            [programs / "python", "-c", f"import gaple.{module}"],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            env=clean_environment(),
        )
        assert done.returncode == 1
        assert f"pip install 'gaple[{extra}]'" in done.stderr.splitlines()[-1]


def test_the_page_and_all_it_names_are_served(address: str) -> None:
    page = httpx.get(f"{address}/", timeout=PATIENCE).raise_for_status()
    assert "text/html" in page.headers["content-type"]
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert any(link.endswith(".js") for link in links)
    for link in links:
        part = httpx.get(urljoin(f"{address}/", link), timeout=PATIENCE).raise_for_status()
        assert part.content
        if link.endswith(".js"):
            assert "javascript" in part.headers["content-type"]


def test_a_hand_is_played_over_it(address: str, programs: Path, tmp_path: Path) -> None:
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        client.get("/api/me").raise_for_status()
        client.put("/api/me", json={"name": "Bayu", "lang": "id"}).raise_for_status()
        table = client.post("/api/play-now", json={"level": "greedy"}).raise_for_status()
        ident = table.json()["table"]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        state = play_a_hand(f"{address}/api/tables/{ident}/socket", cookie)
        outcome = state["view"]["outcome"]
        (listed,) = state["table"]["match"]["hands"]
        assert outcome["winner"] == listed["winner"]
        assert outcome["net"] == listed["net"]

        record = client.get(f"/api/tables/{ident}/record").raise_for_status().text
    assert f"={outcome['winner']}" in record
    assert call(programs / "gaple", "check", "-", cwd=tmp_path, stdin=record) == ""


def test_without_the_engine_the_simple_levels_are_offered(address: str) -> None:
    with httpx.Client(base_url=address) as client:
        client.get("/api/me").raise_for_status()
        client.put("/api/me", json={"name": "Bayu", "lang": "en"}).raise_for_status()
        levels = client.get("/api/levels").raise_for_status().json()["levels"]
        assert levels == ["random", "beginner", "greedy", "casual"]
        refused = client.post("/api/play-now", json={"level": "master"})
        assert refused.status_code == 400
        assert "pip install 'gaple[engine]'" in refused.json()["text"]


def play_a_hand(address: str, cookie: str) -> dict[str, Any]:
    """Take the first legal action whenever there is a choice; the state when the hand is over."""
    moves = 0
    headers = {"Cookie": cookie}
    with connect(address.replace("http", "ws", 1), additional_headers=headers, open_timeout=PATIENCE) as link:
        link.send(json.dumps({"type": "hello", "version": 1, "seq": None, "lang": "id"}))
        while True:
            message = json.loads(link.recv(timeout=PATIENCE))
            assert message["type"] not in {"refused", "error"}, message
            if message["type"] not in {"state", "event"}:
                continue
            view = message["view"]
            if view is None:  # the deal is committed to, and waits for nonces
                continue
            if view["over"]:
                assert moves, "the hand was over before it was played"
                return dict(message)
            if view["legal"] and view["legal"] != ["--"]:
                moves += 1
                play = {"type": "play", "id": f"move-{moves}", "action": view["legal"][0]}
                link.send(json.dumps({**play, "seq": message["seq"]}))
