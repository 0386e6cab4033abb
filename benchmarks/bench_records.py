"""Reading an archive: records parsed, replayed and scored. Beside it, parsing alone."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.sidebyside import compare
from gaple import read_records, replay_text

VECTORS = json.loads((Path(__file__).parent.parent / "tests" / "data" / "hands.json").read_text(encoding="utf-8"))
ARCHIVE = "\n".join(vector["record"] for vector in VECTORS)


def replayed() -> int:
    """Parses and replays every hand."""
    return sum(1 for _ in replay_text(ARCHIVE))


def parsed() -> int:
    """Parses every hand."""
    return sum(1 for _ in read_records(ARCHIVE))


if __name__ == "__main__":
    compare("hands", replayed, {"parsing alone": parsed})
