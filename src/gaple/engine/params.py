"""Rules as kernels take them: the one place where a :class:`gaple.Rules` becomes numbers."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from numba import typeof

from gaple.opening import Duty, DutyKind
from gaple.rules import Rules
from gaple.tiles import Seat

HANDS, PAIRWISE, WINNER, POINTS = range(4)
"""The settlements of rule (11), as :attr:`Params.settle` names them."""
_SETTLE: Final = {"hands": HANDS, "pairwise": PAIRWISE, "winner": WINNER, "points": POINTS}

HOLDER, WINNER_DOUBLE, WINNER_ANY, TURNED_UP = range(4)
"""How a hand opens, as :attr:`Opening.kind` names it."""
_KIND: Final = {
    DutyKind.HOLDER: HOLDER,
    DutyKind.WINNER_DOUBLE: WINNER_DOUBLE,
    DutyKind.WINNER_ANY: WINNER_ANY,
    DutyKind.WINNER_TURN: TURNED_UP,
    DutyKind.DRAWN: TURNED_UP,
}
DRAWN: Final = -1
"""The seat of an opening whose first player is drawn by lot."""


class Params(NamedTuple):
    """How a hand is played and scored. Numba passes it in registers, so constants in it specialise a kernel.

    Truths are 0 or 1: ``discard`` (rule 6), ``clean`` (7), ``total`` (``side=total``, 10).

    >>> Params.of(Rules(settle="pairwise"))
    Params(players=4, size=7, discard=1, clean=0, teams=0, total=0, lone=0, settle=1)
    """

    players: int
    size: int
    discard: int
    clean: int
    teams: int
    total: int
    lone: int
    settle: int

    @classmethod
    def of(cls, rules: Rules) -> Params:
        """The numbers for these rules."""
        return cls(
            players=rules.players,
            size=rules.hand,
            discard=int(rules.stuck == "discard"),
            clean=int(rules.end == "clean"),
            teams=int(rules.teams),
            total=int(rules.side == "total"),
            lone=rules.lone,
            settle=_SETTLE[rules.settle],
        )


class Opening(NamedTuple):
    """How a hand opens (rules 3, 4, 13): ``kind``, the named double's index ``tile``, the ``seat`` that has the right.

    >>> Opening.of(Duty.of(Rules(), 1))
    Opening(kind=0, tile=0, seat=-1)
    """

    kind: int
    tile: int
    seat: int

    @classmethod
    def of(cls, duty: Duty) -> Opening:
        """The numbers for this duty."""
        seat: Seat | None = duty.seat
        return cls(_KIND[duty.kind], duty.tile.index if duty.tile else 0, DRAWN if seat is None else int(seat))


_type_of: Any = typeof  # Numba is typed in part only

PARAMS: Final = _type_of(Params(*range(len(Params._fields))))
"""The Numba type of a :class:`Params`."""
OPENING: Final = _type_of(Opening(*range(len(Opening._fields))))
