"""The recorded first hand is the library's own, and short enough to be played with pleasure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gaple import Action, Hand
from scripts import lesson


def test_what_the_page_has_is_what_the_library_records() -> None:
    told = json.loads(lesson.FILE.read_text(encoding="utf-8"))
    assert told == lesson.lesson(), "run `python -m scripts.lesson`"


def ways(node: dict[str, Any], steps: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every way to play it, and how that ends."""
    steps += tuple(step[1:] for step in node["did"])
    if "end" in node:
        yield steps, node["end"]
    for action, then in node.get("then", {}).items():
        yield from ways(then, (*steps, action))


def test_every_way_is_a_hand_by_the_rules() -> None:
    dealt = lesson.deal()
    found = list(ways(lesson.tree(dealt)))
    assert lesson.deal() == dealt  # recording has not played it
    assert 20 <= len(found) <= 100
    for steps, end in found:
        hand = Hand.replay(lesson.RULES, dealt.deal, dealt.starter, [Action.parse(step) for step in steps])
        assert hand.is_over
        view = hand.view(lesson.LEARNER).to_dict()
        assert (end["outcome"], end["hands"], end["dead"]) == (view["outcome"], view["hands"], view["dead"])
        assert 14 <= len(steps) <= 28


def test_it_is_written_where_it_is_read(tmp_path: Path) -> None:
    lesson.write(tmp_path / "learn" / "hand.json")
    assert json.loads((tmp_path / "learn" / "hand.json").read_text(encoding="utf-8")) == lesson.lesson()
