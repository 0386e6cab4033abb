from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import gaple
from gaple.cli import app
from gaple.cli.files import Reader
from tests.cli.running import Run
from tests.waiting import PATIENCE, ended

# Unbuffered output would hide what happens where the last of it cannot be written.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"} | {"LC_ALL": "C.UTF-8"}


def call(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE)


def shell(*args: str) -> subprocess.CompletedProcess[str]:
    return call(sys.executable, "-m", "gaple", *args)


def test_the_version(run: Run) -> None:
    assert run("--version") == (0, f"gaple {gaple.__version__}\n", "")


@pytest.mark.parametrize("args", [[], ["--lang", "en"]])
def test_without_a_command_it_helps(run: Run, args: list[str]) -> None:
    code, out, err = run(*args)
    assert (code, err) == (0, "")
    assert "gaple COMMAND --help" in re.sub(r"\s+", " ", out)


def test_python_m_gaple_is_the_command() -> None:
    done = shell("score", "11 13", "15", "24", "23", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert '"winner": "D"' in done.stdout


def test_help_needs_nothing_heavy() -> None:
    code = (
        "import sys; from gaple.cli import main; main(['--help']);"
        "print(sorted({'litestar', 'sqlalchemy', 'numba', 'numpy', 'segno', 'asyncio'} & set(sys.modules)))"
    )
    done = call(sys.executable, "-c", code)
    assert done.stdout.splitlines()[-1] == "[]"


def test_ctrl_c_before_it_has_begun() -> None:
    code = """
import signal, sys

class Finder:
    def find_spec(self, name, *_):
        if name == "typer":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder())
from gaple.cli import main
sys.exit(main(["--version"]))
"""
    done = call(sys.executable, "-c", code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_fault_of_ours_is_an_apology(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LookupError("secret tile 35")

    monkeypatch.setattr(Reader, "hands", fail)
    monkeypatch.delenv(app.DEBUG, raising=False)
    code, out, err = run("check", "x.gaple", lang="id")
    assert (code, out) == (70, "")
    assert err.startswith("maaf, ")
    assert "LookupError" in err
    assert "secret" not in err
    assert err.count("\n") == 1


def test_the_traceback_of_a_fault_is_shown_on_demand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LookupError("here")

    monkeypatch.setattr(Reader, "hands", fail)
    monkeypatch.setenv(app.DEBUG, "1")
    code, _, err = run("check", "x.gaple")
    assert code == 70
    assert "Traceback" in err
    assert "LookupError: here" in err


def many_hands(folder: Path, vectors: list[dict[str, str]], times: int) -> Path:
    file = folder / "many.gaple"
    file.write_text("\n".join(hand["record"] for hand in vectors) * times, encoding="utf-8")
    return file


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_a_reader_that_has_enough_ends_it_quietly(tmp_path: Path, vectors: list[dict[str, str]]) -> None:
    file = many_hands(tmp_path, vectors, 2)
    for options in ("--json", ""):
        command = f"{sys.executable} -m gaple replay {options} {file} | head -n 1; echo ${{PIPESTATUS[0]}}"
        done = call("bash", "-c", command)
        assert done.stdout.splitlines()[-1] == "141"
        assert len(done.stdout.splitlines()) == 2
        assert done.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_it_quietly(tmp_path: Path, vectors: list[dict[str, str]]) -> None:
    file = many_hands(tmp_path, vectors, 1)
    names = [str(file)] * 200
    process = subprocess.Popen(
        [sys.executable, "-m", "gaple", "replay", "--json", *names],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    with ended(process):
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()  # it is under way
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gaple", "score", "11", "12"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
            timeout=PATIENCE,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("the output could not be written")
    assert done.stderr.count("\n") == 1
