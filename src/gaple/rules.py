"""Every choice of how the game is played, as data.

A :class:`Rules` value names each option of ``docs/rules.md``; it parses from and prints to one line of text, the
same in records, on the command line, in the web form and in the kernels.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final, Literal, get_args

from .errors import RulesError
from .tiles import SEATS, TILES, Seat, Tile

Stuck = Literal["discard", "pass"]
End = Literal["empty", "clean"]
Lead = Literal["0-0", "6-6", "rising"]
Next = Literal["double", "any", "lead"]
SideMeasure = Literal["individual", "total"]
Settle = Literal["hands", "pairwise", "winner", "points"]

_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "stuck": get_args(Stuck),
    "end": get_args(End),
    "lead": get_args(Lead),
    "next": get_args(Next),
    "side": get_args(SideMeasure),
    "settle": get_args(Settle),
}
_MANY: Final = 10**9 - 1
_NUMBERS: Final = {  # with the least and the most of each
    "players": (2, 5),
    "hand": (1, 14),
    "lone": (0, _MANY),
    "hands": (1, _MANY),
    "target": (1, _MANY),
}
_REQUIRED: Final = ("players", "hand")
_DOUBLES: Final = tuple(tile for tile in TILES if tile.is_double)
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a match; every combination that exists is one that may be played.

    ``players`` and ``hand`` (tiles each) are as in rule (1), ``teams`` (2), ``lead`` and ``next`` (13), ``stuck``
    (6), ``end`` (7),
    ``lone`` (8), ``side`` (10), ``settle`` (11), ``hands`` and ``target`` (12; ``None`` where not set).
    Raises :class:`RulesError` for what may not go together (1, 14).

    >>> rules = Rules.parse("players=4 hand=6 stuck=pass")
    >>> rules.stock, str(rules)
    (4, 'players=4 hand=6 stuck=pass')
    >>> Rules.parse(str(rules)) == rules
    True
    """

    players: int = 4
    hand: int = 7
    teams: bool = False
    stuck: Stuck = "discard"
    end: End = "empty"
    lone: int = 0
    lead: Lead = "0-0"
    next: Next = "double"
    side: SideMeasure = "individual"
    settle: Settle = "hands"
    hands: int | None = None
    target: int | None = None

    def __post_init__(self) -> None:
        for key, (least, most) in _NUMBERS.items():
            number = getattr(self, key)
            if number is None and key in ("hands", "target"):
                continue
            if type(number) is not int or not least <= number <= most:
                raise RulesError("rules-number", key=key, value=repr(number), least=least, most=most)
        for key, choices in _CHOICES.items():
            if getattr(self, key) not in choices:
                raise RulesError("rules-value", key=key, value=getattr(self, key), expected="|".join(choices))
        if type(self.teams) is not bool:
            raise RulesError("rules-value", key="teams", value=self.teams, expected="no|yes")
        if self.players * self.hand > 28:
            raise RulesError(
                "rules-too-many-tiles", players=self.players, hand=self.hand, tiles=self.players * self.hand
            )
        if self.teams and self.players != 4:
            raise RulesError("rules-teams-need-four", players=self.players)
        if self.side == "total" and not self.teams:
            raise RulesError("rules-side-needs-teams")
        if self.lead == "rising" and self.next != "lead":
            raise RulesError("rules-rising-needs-next-lead", next=self.next)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Rules from ``key=value`` pairs in any order.

        ``players`` and ``hand`` are required. Raises :class:`RulesError`.
        """
        values: dict[str, Any] = {}
        for pair in text.split():
            key, equals, value = pair.partition("=")
            if not equals:
                raise RulesError("rules-pair", text=pair)
            if key in values:
                raise RulesError("rules-twice", key=key)
            values[key] = _value(key, value)
        for key in _REQUIRED:
            if key not in values:
                raise RulesError("rules-missing", key=key)
        return cls(**values)

    def __str__(self) -> str:
        """The canonical text: players and hand, then what differs from the default."""
        return self._text

    @cached_property
    def _text(self) -> str:
        return " ".join(
            f"{field.name}={_told(getattr(self, field.name))}"
            for field in fields(self)
            if field.name in _REQUIRED or getattr(self, field.name) != field.default
        )

    @cached_property
    def full(self) -> str:
        """Every option written out; ``hands`` and ``target`` only where they are set."""
        return " ".join(
            f"{field.name}={_told(getattr(self, field.name))}"
            for field in fields(self)
            if getattr(self, field.name) is not None
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in order of play."""
        return SEATS[: self.players]

    @property
    def stock(self) -> int:
        """How many tiles are left over (rule 1)."""
        return 28 - self.players * self.hand

    @property
    def all_dealt(self) -> bool:
        """Whether every tile is dealt, so that hands open by rule (3) and not by rule (4)."""
        return self.stock == 0

    @property
    def chips(self) -> bool:
        """Whether chips change hands: a zero-sum settlement (rule 11)."""
        return self.settle in ("pairwise", "winner")

    @property
    def low_is_good(self) -> bool:
        """Whether the least total stands first (rule 12)."""
        return self.settle == "points"

    @property
    def sides(self) -> tuple[tuple[Seat, Seat], ...]:
        """The two sides of a game in teams (rule 2); empty where everybody plays alone."""
        return ((Seat.A, Seat.C), (Seat.B, Seat.D)) if self.teams else ()

    def side_of(self, seat: Seat) -> str | None:
        """The side of a seat, ``"AC"`` or ``"BD"``; ``None`` where everybody plays alone."""
        return ("AC", "BD")[seat % 2] if self.teams else None

    def lead_double(self, number: int) -> Tile:
        """The double that ``lead`` names for hand ``number`` of a match (rule 13)."""
        if self.lead == "rising":
            return _DOUBLES[(number - 1) % 7]
        return _DOUBLES[0 if self.lead == "0-0" else 6]


def _value(key: str, value: str) -> object:
    if key in _NUMBERS:
        if not _NUMBER.fullmatch(value):
            least, most = _NUMBERS[key]
            raise RulesError("rules-number", key=key, value=value, least=least, most=most)
        return int(value)
    choices = ("no", "yes") if key == "teams" else _CHOICES.get(key)
    if choices is None:
        raise RulesError("rules-key", key=key, expected=", ".join(field.name for field in fields(Rules)))
    if value not in choices:
        raise RulesError("rules-value", key=key, value=value, expected="|".join(choices))
    return value == "yes" if key == "teams" else value


def _told(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
