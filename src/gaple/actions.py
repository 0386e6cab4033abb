"""What a player can do on a turn (rules 5 and 6), as values that print and parse as in a record.

======== ==========================================
``00``   the lead to an empty table
``35>``  [3-5] played on the right end
``35<``  [3-5] played on the left end
``x35``  [3-5] discarded (``x??`` when it is hidden)
``--``   a pass
======== ==========================================
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, NoReturn

from .errors import ActionError, TileError
from .tiles import TILES, Tile


class Kind(StrEnum):
    """The kinds of action."""

    LEAD = "lead"
    RIGHT = "right"
    LEFT = "left"
    DISCARD = "discard"
    PASS = "pass"


class Action:
    """One action: its ``kind`` and its ``tile`` (``None`` for a pass and for a hidden discard).

    There is one object for each action, so they compare by identity.

    >>> Action.parse("35>") is Action.of(Kind.RIGHT, Tile(3, 5))
    True
    >>> str(Action.parse("x35")), Action.parse("--")
    ('x35', Action.parse('--'))
    """

    __slots__ = ("kind", "text", "tile")

    kind: Kind
    tile: Tile | None
    text: str

    def __init__(self) -> None:
        raise TypeError("use Action.of or Action.parse")

    @staticmethod
    def of(kind: Kind, tile: Tile | None = None) -> Action:
        """The action of this kind with this tile.

        Raises :class:`ActionError` for a lead or play without one, or a pass with one.
        """
        try:
            return _BY_PARTS[kind, tile]
        except KeyError:
            raise ActionError("action-malformed", text=f"{kind} {tile}") from None

    @staticmethod
    def parse(text: str) -> Action:
        """The action written so in a record. Raises :class:`ActionError`."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            pass
        if len(text.strip("x<>")) == 2 and len(text) <= 3:  # the form is right, so it is the tile that is not
            try:
                Tile.parse(text.strip("x<>"))
            except TileError as error:
                raise ActionError("action-tile", text=text, reason=error) from None
        raise ActionError("action-malformed", text=text)

    @property
    def is_play(self) -> bool:
        """Whether a tile goes on the line (the lead included)."""
        return self.kind in (Kind.LEAD, Kind.RIGHT, Kind.LEFT)

    @property
    def is_discard(self) -> bool:
        """Whether a tile goes face down."""
        return self.kind is Kind.DISCARD

    @property
    def is_pass(self) -> bool:
        """Whether nothing is laid."""
        return self.kind is Kind.PASS

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action.parse({self.text!r})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an action cannot be changed: {self}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Action.parse, (self.text,)


def _make(kind: Kind, tile: Tile | None, text: str) -> Action:
    action = object.__new__(Action)
    object.__setattr__(action, "kind", kind)
    object.__setattr__(action, "tile", tile)
    object.__setattr__(action, "text", text)
    return action


PASS: Final = _make(Kind.PASS, None, "--")
HIDDEN_DISCARD: Final = _make(Kind.DISCARD, None, "x??")
LEADS: Final = tuple(_make(Kind.LEAD, tile, f"{tile}") for tile in TILES)
RIGHTS: Final = tuple(_make(Kind.RIGHT, tile, f"{tile}>") for tile in TILES)
LEFTS: Final = tuple(_make(Kind.LEFT, tile, f"{tile}<") for tile in TILES)
DISCARDS: Final = tuple(_make(Kind.DISCARD, tile, f"x{tile}") for tile in TILES)

ACTIONS: Final = (*LEADS, *RIGHTS, *LEFTS, *DISCARDS, HIDDEN_DISCARD, PASS)
"""Every action that there is."""

_BY_TEXT: Final = {action.text: action for action in ACTIONS}
_BY_PARTS: Final = {(action.kind, action.tile): action for action in ACTIONS}
