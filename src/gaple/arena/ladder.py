"""A ladder: every pair of several players as a contest, over the same deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import gaple
from gaple.rules import Rules

from .contest import LIMIT, ArenaError, Contest
from .kept import FORMAT, Kept
from .results import Results
from .strength import Strengths, measure


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """``players`` by name (:data:`gaple.arena.NAMES`), each against each of the others; the rest as of a contest.

    Raises :class:`ArenaError` for what makes no sense, :class:`gaple.GapleError` for an unknown player.

    >>> ladder = Ladder(players=("random", "greedy", "flat100"), rules=Rules())
    >>> [(contest.candidate, contest.against) for contest in ladder.contests]
    [('flat100', 'greedy'), ('flat100', 'random'), ('greedy', 'random')]
    """

    players: tuple[str, ...]
    rules: Rules
    seed: str = "1"
    limit: float = LIMIT

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ArenaError("arena-few", n=len(self.players))
        for player in self.players:
            if self.players.count(player) > 1:
                raise ArenaError("arena-twice", name=player)
        self.contests  # noqa: B018 (which are looked at as they are made)

    @cached_property
    def contests(self) -> tuple[Contest, ...]:
        """Every pair once, whatever the order of the players; with more than two seats both as the one alone."""
        many = self.rules.players > 2 and not self.rules.teams
        return tuple(
            Contest(candidate=one, against=other, rules=self.rules, seed=self.seed, limit=self.limit, many=many)
            for one, other in combinations(sorted(self.players), 2)
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON; the rules with every option, so that no later default changes them."""
        return {
            "players": list(self.players),
            "rules": self.rules.full,
            "seed": self.seed,
            "limit": self.limit,
        }


class LadderResults(Kept[Ladder]):
    """The deals of all contests of a ladder, in the order of those; ``path`` is where they are kept, if anywhere.

    A file may be of other players: the pairs that it has are taken over, so that a player can be added to a ladder, and
    pairs that are not asked for now stay in it.
    """

    kind: ClassVar[str] = "ladder"

    def __init__(self, ladder: Ladder, path: Path | None = None) -> None:
        super().__init__(ladder, path)
        self.ladder = ladder
        self.parts = tuple(Results(contest) for contest in ladder.contests)
        self._others: list[Mapping[str, Any]] = []

    @property
    def depends_on(self) -> Mapping[str, Any]:
        """The ladder without its players."""
        return {key: value for key, value in self.ladder.to_dict().items() if key != "players"}

    def strengths(self) -> Strengths:
        """What the deals that all pairs have played say."""
        return measure({part.contest: part.deals for part in self.parts})

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON, without the deals one by one."""
        return {
            "format": FORMAT,
            "gaple": gaple.__version__,
            "ladder": self.ladder.to_dict(),
            "strengths": self.strengths().to_dict(),
        }

    def _told(self) -> Iterable[Mapping[str, Any]]:
        for part in self.parts:
            pair = {"candidate": part.contest.candidate, "against": part.contest.against}
            for number in sorted(part.deals):
                yield {**pair, **part.deals[number].to_dict()}
        yield from self._others

    def _take(self, deals: list[Any]) -> None:
        by_pair = {(part.contest.candidate, part.contest.against): part for part in self.parts}
        for told in deals:
            part = by_pair.get((told["candidate"], told["against"]))
            if part:
                part.add_told(told)
            else:
                self._others.append(told)
