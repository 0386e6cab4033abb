"""Duplicate deals: the same tiles twice, once with our player on both seats of the one side, once on the other's."""

from __future__ import annotations

import hashlib
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final, Self, TypeVar

import numpy as np

from benchmarks.peers.opponents import PEERS
from benchmarks.peers.table import NUMBER, Table
from gaple import Action, Dealing, Seat, View
from gaple.arena.candidates import candidate
from gaple.arena.cheater import Cheater
from gaple.arena.summary import interval
from gaple.players import Player

Seen = TypeVar("Seen")
Decided = TypeVar("Decided")

OURS: Final = (Seat.A, Seat.B)
"""Our side by its first seat, in the first and in the second hand of a deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """``player``, one of ours by name, against ``peer``, one of :data:`PEERS` that has this ``budget`` a move.

    ``budget`` is 0 for a peer that knows none. ``seed`` fixes deals and chance.
    """

    player: str
    peer: str
    budget: int
    seed: str


@dataclass(frozen=True, slots=True)
class Played:
    """Deal ``number``: our ``points`` in each of its two hands, and how long decisions took in ms of CPU time.

    Points are what our side won, less than 0 where theirs did. A decision is a turn on which more than one move is
    legal.
    """

    number: int
    points: tuple[int, int]
    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return asdict(self)

    @classmethod
    def of_dict(cls, told: dict[str, Any]) -> Self:
        """What :meth:`to_dict` has told."""
        first, second = told["points"]
        return cls(told["number"], (first, second), tuple(told["ours"]), tuple(told["theirs"]))


@dataclass(frozen=True, slots=True)
class Summary:
    """What so many ``deals``, two hands each, came to.

    ``points`` are ours a hand, less what is theirs; ``low`` and ``high`` the ends of the 95% bootstrap interval over
    deals, ``None`` for fewer than two. ``won`` and ``lost`` are shares of hands. ``ours`` and ``theirs`` are the median
    and the mean of all decisions in ms of CPU time.
    """

    deals: int
    points: float
    low: float | None
    high: float | None
    won: float
    lost: float
    ours: tuple[float, float]
    theirs: tuple[float, float]

    @classmethod
    def of(cls, deals: Iterable[Played]) -> Self:
        """The summary of at least one deal."""
        deals = sorted(deals, key=lambda deal: deal.number)
        hands = [points for deal in deals for points in deal.points]
        means = np.array([sum(deal.points) / 2 for deal in deals])
        low, high = interval(means) or (None, None)
        return cls(
            deals=len(deals),
            points=float(means.mean()),
            low=low,
            high=high,
            won=sum(points > 0 for points in hands) / len(hands),
            lost=sum(points < 0 for points in hands) / len(hands),
            ours=_times([taken for deal in deals for taken in deal.ours]),
            theirs=_times([taken for deal in deals for taken in deal.theirs]),
        )


def check(player: str) -> None:
    """Raises :class:`gaple.GapleError` for an unknown player, ``ValueError`` for one that is given all tiles."""
    if isinstance(candidate(player, 0), Cheater):
        raise ValueError(f"{player} is no player, for it is given everybody's tiles")


def make_ready(player: str, peer: str) -> None:
    """Plays a deal that does not count, so that no decision that does waits for a kernel to be compiled."""
    play_deal(Match(player=player, peer=peer, budget=PEERS[peer].least or 0, seed="ready"), 0)


def play_deal(match: Match, number: int) -> Played:
    """Plays deal ``number`` both ways round. All but the times depends on ``match`` and ``number`` alone."""
    ours: list[float] = []
    theirs: list[float] = []
    first, second = (_play(match, number, side, ours, theirs) for side in OURS)
    return Played(number, (first, second), tuple(ours), tuple(theirs))


def _play(match: Match, number: int, side: Seat, ours: list[float], theirs: list[float]) -> int:
    """Our points in one hand."""
    peer = PEERS[match.peer]
    deal = Dealing.from_seed(f"{match.seed}/{number}", peer.rules, NUMBER).deal
    table: Table[Any] = Table(peer.game(deal), peer.rules, deal)
    chances = {seat: _chance(f"{match.seed}/{number}/{seat}") for seat in peer.rules.seats}
    players = {seat: _ours(match.player, chances[seat]) for seat in chances if _is_ours(seat, side)}
    opponents = {seat: peer.opponent(chances[seat], match.budget) for seat in chances if not _is_ours(seat, side)}
    while table.turn is not None:
        seat, choices = table.turn, table.choices
        if len(choices) == 1:
            move = next(iter(choices))
        elif seat in players:
            action = _timed(ours, players[seat].choose, table.view)
            move = table.move(_checked(action, table.view))
        else:
            move = _timed(theirs, opponents[seat].choose, table)
        table.play(move)
    return table.game.points if side is Seat.A else -table.game.points


def _ours(name: str, seed: int) -> Player:
    player = candidate(name, seed)
    assert not isinstance(player, Cheater)
    return player


def _checked(action: Action, view: View) -> Action:
    if action not in view.legal:
        raise ValueError(f"{action} is not legal")
    return action


def _is_ours(seat: Seat, side: Seat) -> bool:
    return seat % 2 == side % 2


def _chance(told: str) -> int:
    return int.from_bytes(hashlib.blake2b(told.encode(), digest_size=8).digest())


def _timed(times: list[float], decide: Callable[[Seen], Decided], seen: Seen) -> Decided:
    begun = time.process_time()
    decided = decide(seen)
    times.append(round(1000 * (time.process_time() - begun), 4))
    return decided


def _times(taken: list[float]) -> tuple[float, float]:
    return (statistics.median(taken), statistics.fmean(taken)) if taken else (0.0, 0.0)
