"""Record the first hand that teaches the game: `python -m scripts.lesson` writes `web/src/learn/hand.json` anew.

It is a hand like any other, from a seed of the library: somebody at A against three beginners. Each of those does what
the view and a fixed seed make it do, so all that can happen follows from what A chooses, and there is an end to that.
All of it is recorded, as a tree, so that the lesson needs no server, and no luck: the deal is one in which every way of
playing comes by everything that there is to teach (`tests/scripts/test_lesson.py`).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from gaple import Dealing, Hand, Match, Rules, Seat
from gaple.players import Beginner
from scripts.console import ROOT, step

FILE: Final = ROOT / "web" / "src" / "learn" / "hand.json"
RULES: Final = Rules()
SEED: Final = 1481
CALM: Final = 7
"""The beginners' seed."""
LEARNER: Final = Seat.A

Node = dict[str, Any]


def deal() -> Hand:
    """The hand before its first step."""
    return Match(RULES).deal(Dealing.from_seed(SEED, RULES))


def tree(hand: Hand) -> Node:
    """What comes from here on, up to the learner's next turn, and after each of their choices; the hand stays as it is.

    ``did`` are the steps of the others; ``then`` what follows each legal action, or ``end`` how the hand ended.
    """
    did = []
    while hand.turn is not None and hand.turn is not LEARNER:
        action = Beginner(CALM).choose(hand.view(hand.turn))
        did.append(f"{hand.turn}{action}")
        hand.play(action)
    node: Node = {"did": did}
    if hand.is_over:
        node["end"] = _end(hand)
    else:
        node["then"] = {}
        for action in hand.legal_actions():
            hand.play(action)
            node["then"][str(action)] = tree(hand)
            hand.undo()
    for _ in did:
        hand.undo()
    return node


def _end(hand: Hand) -> Node:
    match = Match(RULES)
    match.add(hand)
    view = hand.view(LEARNER).to_dict()
    standings = [{"place": place, "seat": str(seat), "total": total} for place, seat, total in match.standings]
    return {**{key: view[key] for key in ("hands", "dead", "outcome")}, "standings": standings}


def lesson() -> Node:
    """All of it: the rules, the learner's view before the first step, and the tree."""
    hand = deal()
    return {"rules": RULES.full, "view": hand.view(LEARNER).to_dict(), "tree": tree(hand)}


def write(file: Path = FILE) -> None:
    """Write the file."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(lesson(), separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    step(str(FILE.relative_to(ROOT)))
    write()
