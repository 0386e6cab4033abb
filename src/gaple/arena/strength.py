"""How strong each of many players is: strengths in chips a hand, fitted to what the players gain from each other.

A player of strength *s* alone among players of strength *t* is taken to net *s* - *t* a hand. The strengths are those
whose differences miss the gains of all pairs by the least sum of squares. They add up to 0, so 0 is the average player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .contest import Contest
from .deals import PlayedDeal, gain
from .summary import Taken, collect, interval


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals, and the ends of its 95% bootstrap interval, ``None`` for fewer than two deals."""

    mean: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> Self:
        """From the value of each deal."""
        low, high = interval(values) or (None, None)
        return cls(float(values.mean()), low, high)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player: its strength, by how much it is ahead of the next (but for the last), its decisions (where any)."""

    name: str
    strength: Estimate
    ahead: Estimate | None
    taken: Taken | None


@dataclass(frozen=True, slots=True)
class Duel:
    """What ``candidate`` nets a hand alone among ``against``, and what it should by the strengths (``fitted``)."""

    candidate: str
    against: str
    gain: Estimate
    fitted: float

    @property
    def miss(self) -> float:
        """How far the strengths are off."""
        return abs(self.gain.mean - self.fitted)


@dataclass(frozen=True, slots=True)
class Strengths:
    """The result of so many ``deals``: players, strongest first; every pair; by player's name what went wrong."""

    deals: int
    players: tuple[Ranked, ...]
    duels: tuple[Duel, ...]
    faults: Mapping[str, Mapping[str, int]]

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return asdict(self)


def measure(played: Mapping[Contest, Mapping[int, PlayedDeal]]) -> Strengths:
    """What the deals say that all these contests have; nothing but times depends on the order or the machine.

    The contests share their deals, so an interval is found by drawing deals anew, each with all its contests.
    """
    numbers = sorted(set.intersection(*(set(deals) for deals in played.values())))
    if not numbers:
        return Strengths(0, (), (), {})
    names = sorted({name for contest in played for name in (contest.candidate, contest.against)})
    pairs = [(names.index(contest.candidate), names.index(contest.against)) for contest in played]
    gains = np.array([[duel(contest, deals[number]) for contest, deals in played.items()] for number in numbers])
    by_deal = fit(len(names), pairs, gains)
    fitted = by_deal.mean(axis=0)
    order = sorted(range(len(names)), key=lambda one: -fitted[one])
    times, faults = collect(deals[number] for deals in played.values() for number in numbers)

    def ranked(one: int, after: int | None) -> Ranked:
        ahead = None if after is None else Estimate.of(by_deal[:, one] - by_deal[:, after])
        taken = Taken.of(times[names[one]]) if names[one] in times else None
        return Ranked(names[one], Estimate.of(by_deal[:, one]), ahead, taken)

    return Strengths(
        deals=len(numbers),
        players=tuple(ranked(one, after) for one, after in zip(order, [*order[1:], None], strict=True)),
        duels=tuple(
            Duel(names[one], names[other], Estimate.of(gains[:, at]), float(fitted[one] - fitted[other]))
            for at, (one, other) in enumerate(pairs)
        ),
        faults=faults,
    )


def duel(contest: Contest, deal: PlayedDeal) -> float:
    """What the candidate nets a hand in this deal, alone among the others; in teams its side.

    Where the others sit alone too (``many``), it is the mean of what the candidate gains and they lose.
    """
    ways = dict.fromkeys(seating.way for seating in contest.seatings)
    gains = [gain(contest.rules, [hand for hand in deal.hands if hand.seating.way == way]) for way in ways]
    if not contest.many:
        return gains[0]
    alone, shared = gains
    return (alone + (contest.rules.players - 1) * shared) / 2


def fit(players: int, pairs: Sequence[tuple[int, int]], gains: NDArray[np.float64]) -> NDArray[np.float64]:
    """``float64[…, players]``: strengths from ``float64[…, pairs]``, what the first of each pair gains from the second.

    Least squares by the Moore-Penrose inverse: of all solutions the shortest one, which adds up to 0. Pairs have to
    connect all players.

    >>> strengths = fit(3, [(0, 1), (1, 2), (0, 2)], np.array([2.0, 2.0, 7.0]))
    >>> [round(float(strength), 6) for strength in strengths]
    [3.0, 0.0, -3.0]
    """
    design = np.zeros((len(pairs), players))
    for row, (one, other) in zip(design, pairs, strict=True):
        row[one], row[other] = 1, -1
    strengths: NDArray[np.float64] = gains @ np.linalg.pinv(design).T
    return strengths
