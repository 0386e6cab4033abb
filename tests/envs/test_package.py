"""What importing the environments brings in, and what it leaves alone."""

from __future__ import annotations

import subprocess
import sys

import gaple.envs


def test_every_public_name_is_there() -> None:
    for name in gaple.envs.__all__:
        assert getattr(gaple.envs, name) is not None


def test_each_interface_comes_when_it_is_asked_for() -> None:
    """Whoever has the batched environment alone needs neither PettingZoo nor OpenSpiel."""
    code = "import gaple.envs, sys; print({'pettingzoo', 'gymnasium', 'pyspiel', 'open_spiel'} & set(sys.modules))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"
