"""The notebook that reads an export: it runs from top to bottom, and its plots have something in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib import pyplot

from gaple import Hand, Rules
from gaple.dataset import PlayedHand, write
from gaple.players import make

NOTEBOOK = Path(__file__).parents[2] / "examples" / "hands.ipynb"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export of 150 hands among greedy players."""
    out = tmp_path_factory.mktemp("export") / "hands"
    rules = Rules(players=4, hand=7, settle="pairwise")

    def hand(seed: int) -> Hand:
        played = Hand.dealt(rules, seed)
        while (seat := played.turn) is not None:
            played.play(make("greedy", seed).choose(played.view(seat)))
        return played

    write((PlayedHand(hand(seed), seed) for seed in range(1, 151)), out, "parquet")
    return out


def test_the_notebook_draws_three_plots(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPLE_HANDS", str(folder))
    matplotlib.use("Agg")
    pyplot.close("all")
    monkeypatch.setattr(pyplot, "show", lambda: None)
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    known: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []  # what was drawn once is not kept in the repository
            exec("".join(cell["source"]), known)
    figures = [pyplot.figure(number) for number in pyplot.get_fignums()]
    assert [figure.axes[0].get_title() for figure in figures] == [
        "Heavy tiles cost",
        "Fewer and fewer tiles fit",
        "Beginning pays",
    ]
    assert all(axes.has_data() for figure in figures for axes in figure.axes)
    worth = np.asarray(figures[0].axes[0].lines[0].get_ydata(), float)
    assert worth[0] > 0 > worth[-1]
    for number, figure in enumerate(figures):
        figure.savefig(folder / f"{number}.png")
    pyplot.close("all")
