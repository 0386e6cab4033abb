"""The package as a whole: what it exports, and what importing it brings in."""

from __future__ import annotations

import subprocess
import sys

import pytest

import gaple


def test_every_public_name_is_there() -> None:
    for name in gaple.__all__:
        assert getattr(gaple, name) is not None
    assert len(gaple.__all__) == len(set(gaple.__all__))
    assert not hasattr(gaple, "shop")


def test_importing_it_brings_in_nothing_but_the_game() -> None:
    code = "import sys; before = set(sys.modules); import gaple; print(*sorted(set(sys.modules) - before))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    brought = told.stdout.split()
    ours = {name for name in brought if name.startswith("gaple")}
    others = {name.split(".")[0] for name in brought} - {"gaple"}
    assert others <= sys.stdlib_module_names
    assert not ours & {
        "gaple.record",
        "gaple.replay",
        "gaple.cli",
        "gaple.engine",
        "gaple.envs",
        "gaple.server",
        "gaple.players",
    }


@pytest.mark.parametrize("name", ["Record", "replay_text", "PartialHand"])
def test_what_comes_later_comes_when_asked_for(name: str) -> None:
    code = f"import gaple, sys; before = 'gaple.record' in sys.modules; gaple.{name}; print(before)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
