"""Points, the winner, what decided, and the settlement (rules 8 to 11)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from .errors import OutcomeError
from .rules import Rules
from .texts import text
from .tiles import ALL, SEATS, SUITS, TILES, Seat, Tile, TileSet, pips_of, tiles_of


class Ending(StrEnum):
    """How a hand ends (rule 7)."""

    OUT = "out"
    BLOCKED = "blocked"


class Decision(StrEnum):
    """What found the winner (rules 9 and 10)."""

    POINTS = "points"
    OUT = "out"
    TILE = "tile"
    LOW_END = "low_end"
    TOTAL = "total"


class Payment(NamedTuple):
    """Chips from one seat to another (rule 11)."""

    payer: Seat
    payee: Seat
    chips: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand came out: every seat's ``points`` and ``net``, the ``winner``, and what it was ``decided_by``.

    ``end`` is ``None`` where unplayed tiles were scored and nobody said how the hand ended. ``side`` is ``"AC"`` or
    ``"BD"`` in teams, else ``None``.

    >>> from gaple.tiles import tile_set
    >>> tiles = [tile_set(map(Tile.parse, seat.split())) for seat in ("11 13", "06", "24", "33")]
    >>> print(score(Rules(settle="pairwise"), tiles))
    points=6,6,6,6 winner=A decided_by=tile net=0,0,0,0
    """

    points: tuple[int, ...]
    winner: Seat
    decided_by: Decision
    net: tuple[int, ...]
    side: str | None = None
    end: Ending | None = None

    def __str__(self) -> str:
        parts = {
            "end": self.end,
            "points": ",".join(map(str, self.points)),
            "winner": self.winner,
            "decided_by": self.decided_by,
            "side": self.side,
            "net": ",".join(map(str, self.net)),
        }
        return " ".join(f"{key}={value}" for key, value in parts.items() if value is not None)

    @classmethod
    def parse(cls, text: str) -> Outcome:
        """An outcome from its printed form. Raises :class:`OutcomeError`."""
        match = re.fullmatch(_OUTCOME, text, re.ASCII)
        if match is None:
            raise OutcomeError("outcome-malformed", text=text)
        points, net = (tuple(map(int, match[key].split(","))) for key in ("points", "net"))
        winner = Seat[match["winner"]]
        decided_by = Decision(match["decided_by"])
        whole = decided_by is not Decision.TOTAL or match["side"]
        if not (whole and winner < len(points) == len(net) <= len(SEATS)):
            raise OutcomeError("outcome-malformed", text=text)
        end = Ending(match["end"]) if match["end"] else None
        return cls(points, winner, decided_by, net, match["side"], end)

    def explain(self, lang: str = "en") -> str:
        """Why it came out so, in a sentence or two."""
        parts = [text(f"game.end.{self.end}", lang)] if self.end else []
        told = ", ".join(f"{SEATS[i]} {points}" for i, points in enumerate(self.points))
        parts.append(text("game.points-told", lang, points=told))
        parts.append(text(f"game.decided.{self.decided_by}", lang, winner=self.winner, side=self.side))
        if self.side and self.decided_by is not Decision.TOTAL:
            parts.append(text("game.side-wins", lang, side=self.side))
        net = ", ".join(f"{SEATS[i]} {chips:+d}" if chips else f"{SEATS[i]} 0" for i, chips in enumerate(self.net))
        parts.append(text("game.net-told", lang, net=net))
        return " ".join(parts)


_OUTCOME: Final = (
    r"(end=(?P<end>out|blocked) )?points=(?P<points>\d+(,\d+)+) winner=(?P<winner>[A-E])"
    r" decided_by=(?P<decided_by>points|out|tile|low_end|total)( side=(?P<side>AC|BD))? net=(?P<net>-?\d+(,-?\d+)+)"
)

_BLANKS: Final = SUITS[0]
_LONE_BLANK: Final = TILES[0].bit
# A tile's place among all by pips, then by low end: the order in which rule (9) compares single tiles.
_RANK: Final = {tile: rank for rank, tile in enumerate(sorted(TILES, key=lambda tile: (tile.pips, tile.low)))}


def points_of(rules: Rules, unplayed: TileSet) -> int:
    """The points of a player with these unplayed tiles, dead ones included (rule 8).

    >>> from gaple.tiles import tile_set
    >>> points_of(Rules(lone=25), tile_set([Tile(0, 0), Tile(1, 6)]))
    32
    """
    pips = pips_of(unplayed)
    return pips + rules.lone if unplayed & _BLANKS == _LONE_BLANK else pips


def lowest_tile(unplayed: TileSet) -> Tile | None:
    """The single tile that rule (9) compares: fewest pips, then lower low end. ``None`` where there is no tile."""
    return min(tiles_of(unplayed), key=_RANK.__getitem__, default=None)


def score(rules: Rules, unplayed: Sequence[TileSet], end: Ending | None = None) -> Outcome:
    """The outcome of a hand from the unplayed tiles of every seat, A first, dead ones included.

    Raises :class:`OutcomeError` for a number of seats that is not the rules', a tile with two players, more tiles
    than a hand holds, or two seats without tiles (rule 9: there is at most one).
    """
    _check(rules, unplayed)
    return settle(rules, unplayed, end)


def settle(rules: Rules, unplayed: Sequence[TileSet], end: Ending | None) -> Outcome:
    """The same as :func:`score` for tiles that are known to be in order."""
    points = tuple([points_of(rules, tiles) for tiles in unplayed])
    totals = (points[0] + points[2], points[1] + points[3]) if rules.teams else (0, 0)
    if rules.side == "total" and totals[0] != totals[1]:
        best = rules.sides[totals[0] > totals[1]]
        winner, decided_by = _best(points, unplayed, best)[0], Decision.TOTAL
    else:
        winner, decided_by = _best(points, unplayed, rules.seats)
    return Outcome(points, winner, decided_by, _net(rules, points, winner), rules.side_of(winner), end)


def _best(points: Sequence[int], unplayed: Sequence[TileSet], seats: Sequence[Seat]) -> tuple[Seat, Decision]:
    """The winner among these seats by rule (9), and what decided."""
    of_seats = [points[seat] for seat in seats]
    least = min(of_seats)
    if of_seats.count(least) == 1:
        return seats[of_seats.index(least)], Decision.POINTS
    level = [seat for seat in seats if points[seat] == least]
    lowest = {seat: lowest_tile(unplayed[seat]) for seat in level}
    for seat, tile in lowest.items():
        if tile is None:
            return seat, Decision.OUT
    ranked = sorted(
        ((_RANK[tile], tile.pips, seat) for seat, tile in lowest.items() if tile), key=lambda found: found[0]
    )
    decided_by = Decision.LOW_END if ranked[0][1] == ranked[1][1] else Decision.TILE
    return ranked[0][2], decided_by


def _net(rules: Rules, points: tuple[int, ...], winner: Seat) -> tuple[int, ...]:
    """Every seat's net by rule (11)."""
    if rules.settle == "points":
        return points
    if rules.settle == "hands":
        won = winner % 2 if rules.teams else winner
        return tuple([int((seat % 2 if rules.teams else seat) == won) for seat in range(rules.players)])
    if rules.settle == "pairwise" and not rules.teams:
        total, players = sum(points), rules.players
        return tuple([total - players * own for own in points])
    net = [0] * rules.players
    for payer, payee, chips in _chips(rules, points, winner):
        net[payer] -= chips
        net[payee] += chips
    return tuple(net)


def payments(rules: Rules, outcome: Outcome) -> tuple[Payment, ...]:
    """Who pays whom how many chips (rule 11); empty where chips are not played for, and without payments of nothing.

    With ``side=total`` every losing player is told to pay one winning player, so that the nets are the rule's.

    >>> rules = Rules(settle="winner")
    >>> outcome = Outcome((12, 5, 11, 7), Seat.B, Decision.POINTS, (-7, 15, -6, -2))
    >>> [(str(p.payer), str(p.payee), p.chips) for p in payments(rules, outcome)]
    [('A', 'B', 7), ('C', 'B', 6), ('D', 'B', 2)]
    """
    if not rules.chips:
        return ()
    return tuple(Payment(*paid) for paid in _chips(rules, outcome.points, outcome.winner) if paid[2])


def _chips(rules: Rules, points: tuple[int, ...], winner: Seat) -> list[tuple[Seat, Seat, int]]:
    seats = rules.seats
    if rules.teams:
        won = [seat for seat in seats if (seat - winner) % 2 == 0]
        lost = [seat for seat in seats if (seat - winner) % 2]
        if rules.side == "total":
            difference = abs(points[0] + points[2] - points[1] - points[3])
            return [(payer, payee, difference) for payer, payee in zip(lost, won, strict=True)]
        return [(payer, payee, points[payer] - points[winner]) for payer in lost for payee in won]
    if rules.settle == "winner":
        return [(seat, winner, points[seat] - points[winner]) for seat in seats if seat != winner]
    return [(a, b, points[a] - points[b]) for a in seats for b in seats if points[a] > points[b]]


def level_seats(rules: Rules, outcome: Outcome) -> tuple[Seat, ...]:
    """The seats that were level on the deciding points.

    The winner alone, or those among whom rule (9) broke the tie; where sides' totals decided, of the winning side.
    """
    among = rules.sides[outcome.winner % 2] if outcome.decided_by is Decision.TOTAL else rules.seats
    return tuple(seat for seat in among if outcome.points[seat] == outcome.points[outcome.winner])


def _check(rules: Rules, unplayed: Sequence[TileSet]) -> None:
    if len(unplayed) != rules.players:
        raise OutcomeError("score-seats", seats=len(unplayed), players=rules.players)
    seen = 0
    empty: Seat | None = None
    for seat, tiles in zip(rules.seats, unplayed, strict=True):
        if tiles & ~ALL:
            raise OutcomeError("score-mask", seat=seat)
        if tiles & seen:
            raise OutcomeError("score-tile-twice", seat=seat, tile=tiles_of(tiles & seen)[0])
        if tiles.bit_count() > rules.hand:
            raise OutcomeError("score-too-many", seat=seat, tiles=tiles.bit_count(), hand=rules.hand)
        if not tiles and empty is not None:
            raise OutcomeError("score-two-empty", first=empty, second=seat)
        empty = empty if tiles else seat
        seen |= tiles
