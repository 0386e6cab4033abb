"""Who plays whom, by which rules: all that a result depends on."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self

from gaple.errors import GapleError
from gaple.rules import Rules
from gaple.tiles import Seat

from .candidates import check

LIMIT: Final = 10.0
"""Seconds that a decision may take unless told otherwise."""


class ArenaError(GapleError):
    """A contest that cannot be held, or a file that is none of its results."""


class Seating(NamedTuple):
    """Where the candidate sits, and in which ``way``: ``one`` seat, all but one (``many``), or a ``side``."""

    way: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class Contest:
    """``candidate`` against ``against``, both by name (:data:`gaple.arena.NAMES`).

    One candidate plays against all others; with ``many`` also all but one are candidates. In teams it is a side against
    a side. ``seed`` fixes deals and chance. A decision that takes longer than ``limit`` seconds is lost to the greedy
    player. Raises :class:`ArenaError` for what makes no sense, :class:`gaple.GapleError` for an unknown player.

    >>> contest = Contest(candidate="greedy", against="random", rules=Rules(players=3, hand=9))
    >>> [seating.seats for seating in contest.seatings]
    [(<Seat.A: 0>,), (<Seat.B: 1>,), (<Seat.C: 2>,)]
    >>> Contest.of_dict(contest.to_dict()) == contest
    True
    """

    candidate: str
    against: str
    rules: Rules
    seed: str = "1"
    many: bool = False
    limit: float = LIMIT

    def __post_init__(self) -> None:
        check(self.candidate)
        check(self.against)
        if not self.seed.isprintable():
            raise ArenaError("arena-seed", seed=ascii(self.seed))
        if not (self.limit > 0 and math.isfinite(self.limit)):
            raise ArenaError("arena-limit", value=self.limit)
        if self.many and (self.rules.teams or self.rules.players == 2):
            raise ArenaError("arena-many", rules=self.rules)

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """All seatings in which a deal is played."""
        seats = self.rules.seats
        if self.rules.teams:
            return tuple(Seating("side", side) for side in self.rules.sides)
        one = tuple(Seating("one", (seat,)) for seat in seats)
        many = tuple(Seating("many", tuple(other for other in seats if other != seat)) for seat in seats)
        return one + many if self.many else one

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON; the rules with every option, so that no later default changes them."""
        return {
            "candidate": self.candidate,
            "against": self.against,
            "rules": self.rules.full,
            "seed": self.seed,
            "many": self.many,
            "limit": self.limit,
        }

    @classmethod
    def of_dict(cls, told: dict[str, Any]) -> Self:
        """What :meth:`to_dict` has told."""
        return cls(**{**told, "rules": Rules.parse(told["rules"])})
