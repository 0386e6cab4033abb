from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run, runner

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line: ``run("score", "11", "12")`` gives exit code, output and errors."""
    return runner(monkeypatch, capsys)


@pytest.fixture(scope="session")
def vectors() -> list[dict[str, Any]]:
    """The hands of tests/data/hands.json, in the order in which they make matches."""
    content: list[dict[str, Any]] = json.loads((DATA / "hands.json").read_text(encoding="utf-8"))
    return content
