"""Matches of one player, kept in a file that a later run goes on with."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Self

from benchmarks.peers.budgets import budget_for
from benchmarks.peers.match import Match, Played, Summary
from benchmarks.peers.opponents import PEERS


class Wanted(NamedTuple):
    """What is asked of a match: a ``budget`` of ``peer``, or one for so many times our time, or neither."""

    peer: str
    ratio: float | None = None
    budget: int | None = None


@dataclass(kw_only=True)
class Entry:
    """A match and its deals so far."""

    match: Match
    wanted: Wanted
    deals: list[Played] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON, with what the deals came to."""
        peer = PEERS[self.match.peer]
        return {
            **asdict(self.match),
            "unit": peer.unit,
            "rules": str(peer.rules),
            "wanted": self.wanted._asdict(),
            "summary": asdict(Summary.of(self.deals)) if self.deals else None,
            "deals": [deal.to_dict() for deal in self.deals],
        }

    @classmethod
    def of_dict(cls, told: dict[str, Any]) -> Self:
        """What :meth:`to_dict` has told."""
        match = Match(**{key: told[key] for key in ("player", "peer", "budget", "seed")})
        return cls(match=match, wanted=Wanted(**told["wanted"]), deals=[Played.of_dict(deal) for deal in told["deals"]])


class Results:
    """The matches, and the file they are kept in, if any.

    Raises ``ValueError`` for a file that holds something else, ``OSError`` for one that cannot be read.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.entries: list[Entry] = []
        if path and path.exists():
            try:
                told = json.loads(path.read_text(encoding="utf-8"))["matches"]
                self.entries = [Entry.of_dict(each) for each in told]
            except (KeyError, TypeError, ValueError):
                raise ValueError(f"{path} holds no matches against peers") from None

    def entry(self, player: str, wanted: Wanted, seed: str) -> Entry:
        """The entry of a match; a new one where there is none, with a budget as wanted."""
        for entry in self.entries:
            if (entry.match.player, entry.wanted, entry.match.seed) == (player, wanted, seed):
                return entry
        budget = wanted.budget
        if wanted.ratio is not None:
            budget = budget_for(player, wanted.peer, wanted.ratio, seed)
        match = Match(player=player, peer=wanted.peer, budget=budget or 0, seed=seed)
        self.entries.append(Entry(match=match, wanted=wanted))
        return self.entries[-1]

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return {"matches": [entry.to_dict() for entry in self.entries]}

    def save(self) -> None:
        """Writes the file, replacing it as a whole."""
        if self.path:
            new = self.path.with_name(f"{self.path.name}.new")
            new.write_text(json.dumps(self.to_dict()) + "\n", encoding="utf-8")
            new.replace(self.path)
