from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from gaple import Rules, engine
from gaple.engine import jit


def test_warming_up_readies_every_kernel_and_tells_of_each() -> None:
    told: list[tuple[int, int, str]] = []
    engine.warm_up(lambda done, total, name: told.append((done, total, name)))
    assert [done for done, _, _ in told] == list(range(told[0][1] + 1))
    assert {"play_hands", "take_step", "legal_codes", "find_outcome"} <= {name for _, _, name in told}
    assert told[-1][2] == ""
    assert engine.is_warm()


def test_a_kernel_has_one_signature() -> None:
    """Python never makes a second version of a kernel by giving it other types."""
    engine.play(Rules(), 10, seed=1)
    engine.warm_up()
    for dispatcher, _ in jit._KERNELS:
        assert len(dispatcher.signatures) == 1, dispatcher


def test_warm_is_only_said_of_these_sources(tmp_path: Path) -> None:
    code = "from gaple import engine; print(engine.is_warm())"
    environment = {**os.environ, "GAPLE_CACHE": str(tmp_path)}
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False"]


def test_constants_do_not_multiply_a_function() -> None:
    from gaple.engine.bits import select

    @jit.routine
    def constant(mask: int) -> int:
        return select(mask, 0) + select(mask, 1) + select(5, 1)

    before = len(select.signatures)  # type: ignore[attr-defined]
    assert constant(6) == 1 + 2 + 2
    assert len(select.signatures) <= before + 1  # type: ignore[attr-defined]
