"""Where the tiles of a line lie: as the page lays them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gaple import Hand, Rules
from gaple.layout import Layout, lay_out
from gaple.line import Line
from tests.page import told_by_the_page


def some_line(rng: random.Random) -> Line:
    """The line of a hand that was played at random, up to somewhere."""
    rules = rng.choice(["players=4 hand=7", "players=2 hand=7", "players=5 hand=5"])
    hand = Hand.dealt(Rules.parse(rules), rng.randrange(2**32))
    while not hand.is_over and (not hand.line or rng.random() < 0.97):
        hand.play(rng.choice(hand.legal_actions()))
    return hand.line


def test_a_line_lies_as_it_does_on_the_page() -> None:
    rng = random.Random(seed := random.randrange(2**32))
    cases: list[tuple[Line, Any]] = []
    for _ in range(300):
        line = some_line(rng)
        box = {"width": rng.uniform(200, 1200), "height": rng.uniform(80, 700), "largest": rng.uniform(10, 60)}
        cases.append((line, box))
    told = told_by_the_page("dev/layout.js", [{"line": line.texts, "root": line.root, **box} for line, box in cases])
    for (line, box), (size, places) in zip(cases, told, strict=True):
        mine = lay_out(line, **box)
        assert mine.size == pytest.approx(size), seed
        assert [list(place) for place in mine.tiles] == [pytest.approx(place) for place in places], (seed, str(line))
    longest = max(len(line) for line, _ in cases)
    assert longest > 20  # so that rows have turned


def test_an_empty_table_has_no_tiles() -> None:
    assert lay_out(Line(), 400, 200, 20) == Layout(20, ())
