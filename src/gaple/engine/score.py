"""How a finished hand came out, inside a kernel (rules 8 to 11): the fast telling of :mod:`gaple.scoring`."""

from __future__ import annotations

from typing import Final

from .bits import count, lowest
from .jit import Ints, inline
from .params import HANDS, PAIRWISE, POINTS, WINNER, Params
from .state import DEAD, HELD
from .tables import BLANK, EIGHTS, FOURS, NO_RANK, ONES, RANK, SUITS, TWOS

NOTHING: Final = -1
"""The rank of a player who holds nothing: it comes before every tile's (rule 9)."""
_BLANKS: Final = int(SUITS[0])


@inline
def pips_of(tiles: int) -> int:
    """All pips on the tiles of a set."""
    return count(tiles & ONES) + 2 * count(tiles & TWOS) + 4 * count(tiles & FOURS) + 8 * count(tiles & EIGHTS)


@inline
def points_of(params: Params, unplayed: int) -> int:
    """The points of a player with these unplayed tiles (rule 8)."""
    points = pips_of(unplayed)
    if params.lone != 0 and unplayed & _BLANKS == BLANK:
        points += params.lone
    return points


@inline
def lowest_rank(unplayed: int) -> int:
    """The place of the single tile that rule (9) compares; ``NOTHING`` where there is no tile."""
    if unplayed == 0:
        return NOTHING
    best = NO_RANK
    while unplayed:
        best = min(best, int(RANK[lowest(unplayed)]))
        unplayed &= unplayed - 1
    return best


@inline
def best_seat(position: Ints, points: Ints, first: int, step: int, players: int) -> int:
    """The winner by rule (9) among the seats ``first``, ``first + step``, … below ``players``."""
    least = points[first]
    for other in range(first + step, players, step):
        least = min(least, points[other])
    level = 0
    for other in range(first, players, step):
        level |= int(points[other] == least) << other
    best = lowest(level)
    if level & (level - 1) == 0:
        return best
    rank = NO_RANK
    while level:
        other = lowest(level)
        challenger = lowest_rank(position[HELD + other] | position[DEAD + other])
        if challenger < rank:
            best, rank = other, challenger
        level &= level - 1
    return best


@inline
def outcome(params: Params, position: Ints, points: Ints, net: Ints) -> int:
    """Writes every seat's points and net, and returns the winner; ``points`` and ``net`` have room for all players."""
    total = 0
    for seat in range(params.players):
        points[seat] = points_of(params, position[HELD + seat] | position[DEAD + seat])
        total += points[seat]
    first, step = 0, 1
    if params.total != 0:
        own = points[0] + points[2]
        if own + own != total:
            first, step = int(own + own > total), 2
    winner = best_seat(position, points, first, step, params.players)
    settle(params, points, winner, total, net)
    return winner


@inline
def settle(params: Params, points: Ints, winner: int, total: int, net: Ints) -> None:
    """Every seat's net (rule 11), from the points, their sum and the winner."""
    if params.settle == POINTS:
        for seat in range(params.players):
            net[seat] = points[seat]
    elif params.settle == HANDS:
        for seat in range(params.players):
            net[seat] = int(seat == winner or (params.teams != 0 and (seat - winner) % 2 == 0))
    elif params.teams != 0:
        settle_sides(params, points, winner, total, net)
    elif params.settle == PAIRWISE:
        for seat in range(params.players):
            net[seat] = total - params.players * points[seat]
    elif params.settle == WINNER:
        for seat in range(params.players):
            net[seat] = points[winner] - points[seat]
        net[winner] = total - params.players * points[winner]


@inline
def settle_sides(params: Params, points: Ints, winner: int, total: int, net: Ints) -> None:
    """Chips in teams: each of the losing side pays each of the winning side."""
    won = winner % 2
    if params.total != 0:
        own = points[won] + points[won + 2]
        difference = total - own - own
        for seat in range(4):
            net[seat] = difference if seat % 2 == won else -difference
        return
    lost = 1 - won
    a, b = points[lost] - points[winner], points[lost + 2] - points[winner]
    net[won] = a + b
    net[won + 2] = a + b
    net[lost] = -2 * a
    net[lost + 2] = -2 * b
