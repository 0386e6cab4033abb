"""Make the puzzles that come with the package anew: `python -m scripts.make_puzzles --hands 30000`.

Hands are numbered, and each is always played in the same way, so the same numbers give the same puzzles. `--add` keeps
those that there are, and `--kind` looks for more of what is rare (docs/puzzles.md). Ctrl-C keeps what was found so far.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from rich.progress import track

from gaple.puzzles.finding import find, key_of
from gaple.puzzles.puzzle import KINDS, Puzzle
from gaple.puzzles.shelf import FILE, puzzles

MOST = 120
"""So many puzzles of a kind are enough."""
MOST_OF_LEVEL = 50
"""And so many of one level."""


def main() -> None:
    """Find puzzles, and write those that are taken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000, help="hands to look through")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--kind", choices=KINDS, action="append", help="look for these kinds alone")
    parser.add_argument("--add", action="store_true", help="keep the puzzles that there are")
    parser.add_argument("--out", type=Path, default=FILE)
    asked = parser.parse_args()
    kinds = frozenset(asked.kind or KINDS)
    found = {key_of(puzzle.hand, puzzle.kind): puzzle for puzzle in (puzzles() if asked.add else ())}
    try:
        for number in track(range(asked.first, asked.first + asked.hands), "Hands played"):
            for key, puzzle in find(number, kinds):
                found.setdefault(key, puzzle)
    except KeyboardInterrupt:
        print("Stopped; what was found so far is kept.")
    taken = choose(list(found.values()))
    asked.out.write_text("".join(f"{json.dumps(it.to_dict(), sort_keys=True)}\n" for it in taken), encoding="utf-8")
    print(f"{len(found)} found, {len(taken)} taken:")
    for (kind, level), count in sorted(Counter((it.kind, it.level) for it in taken).items()):
        print(f"  {kind:8} level {level}: {count}")


def choose(found: list[Puzzle]) -> list[Puzzle]:
    """Not too many of a kind and level, no two from one hand, in a fixed order."""
    taken: list[Puzzle] = []
    deals: set[str] = set()
    for kind in KINDS:
        of_kind: Counter[int] = Counter()
        for puzzle in found:
            deal = next(line for line in puzzle.record.splitlines() if line.startswith("[Deal"))
            enough = of_kind.total() >= MOST or of_kind[puzzle.level] >= MOST_OF_LEVEL
            if puzzle.kind == kind and not enough and deal not in deals:
                deals.add(deal)
                of_kind[puzzle.level] += 1
                taken.append(puzzle)
    return sorted(taken, key=lambda it: (KINDS.index(it.kind), it.level, it.name))


if __name__ == "__main__":
    main()
