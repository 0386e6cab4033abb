"""The examples of docs/cli.md."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from gaple import Seat
from gaple.cli.app import COMMANDS
from gaple.cli.errors import PIPE_CLOSED, STOPPED, UNEXPECTED, WRONG_INPUT, WRONG_USE
from gaple.texts import catalogue
from tests.cli.running import Run
from tests.test_verify import dealt

DOCS = Path(__file__).parent.parent.parent / "docs"
TEXT = (DOCS / "cli.md").read_text(encoding="utf-8")
EXAMPLES = [
    (match[1], match[2])
    for block in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL)
    for match in re.finditer(r"^\$ gaple (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def trimmed(text: str) -> list[str]:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n").splitlines()


@pytest.mark.parametrize(("command", "expected"), EXAMPLES, ids=[command[:40] for command, _ in EXAMPLES])
def test_an_example(command: str, expected: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = re.findall(r"```\n(\[Gaple.*?)```", (DOCS / "record.md").read_text(encoding="utf-8"), re.DOTALL)[0]
    (tmp_path / "arisan.gaple").write_text(record, encoding="utf-8")
    (tmp_path / "kocokan.gaple").write_text(str(dealt(nonces={Seat.A: "00ff"})), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*shlex.split(command))
    told = out + err + (f"[exit code {code}]\n" if code else "")
    assert trimmed(told) == trimmed(expected)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 8


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_documented(command: str, run: Run) -> None:
    assert f"## gaple {command}" in TEXT
    for option in re.findall(r"--[a-z-]+", run(command, "--help").out):
        assert option in TEXT, option


@pytest.mark.parametrize("code", [0, WRONG_INPUT, WRONG_USE, UNEXPECTED, STOPPED, PIPE_CLOSED])
def test_every_exit_code_is_documented(code: int) -> None:
    assert re.search(rf"^\| {code} \|", TEXT, re.MULTILINE)


def test_every_error_of_the_command_line_has_its_text() -> None:
    sources = Path(__file__).parent.parent.parent / "src" / "gaple" / "cli"
    told = catalogue("en")["error"]
    for module in sources.glob("*.py"):
        for code in re.findall(r'Error\(\s*"([a-z0-9-]+)"', module.read_text(encoding="utf-8")):
            assert code in told, f"{module.name}: {code}"
