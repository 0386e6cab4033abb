"""What one seat, or an onlooker, may know of a hand: the one door for what is hidden.

Only :meth:`gaple.hand.Hand.view` makes a :class:`View`. Messages, observations, records with ``??`` and whatever a
computer player thinks about are projections of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from .actions import Action
from .line import Line
from .opening import Duty
from .rules import Rules
from .scoring import Outcome, level_seats, lowest_tile, payments
from .tiles import ALL, SEATS, Seat, Tile, TileSet, tile_set

_LETTERS: Final = tuple([str(seat) for seat in SEATS])


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A hand as ``seat`` sees it (``None``: an onlooker).

    ``tiles`` are the seat's own; ``counts`` are everybody's numbers of tiles; ``dead`` are everybody's discards in
    the order in which they were made, ``None`` for one whose tile is hidden; ``actions`` are all that was done, with
    the seat that did it;
    ``legal`` are this seat's legal actions, empty unless it is on turn. ``hands``, ``hidden_stock`` and ``outcome``
    are ``None`` until the hand is over, when everything is shown. ``totals`` are everybody's before this hand
    (rule 12), where the hand is part of a match that tells them.
    """

    seat: Seat | None
    rules: Rules
    number: int
    starter: Seat
    duty: Duty
    turn: Seat | None
    tiles: tuple[Tile, ...]
    counts: tuple[int, ...]
    dead: tuple[tuple[Tile | None, ...], ...]
    turned_up: Tile | None
    line: Line
    actions: tuple[tuple[Seat, Action], ...]
    legal: tuple[Action, ...]
    hands: tuple[tuple[Tile, ...], ...] | None
    hidden_stock: tuple[Tile, ...] | None
    outcome: Outcome | None
    totals: tuple[int, ...] | None = field(default=None, compare=False)  # of the match, and no part of the hand

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.outcome is not None

    @property
    def ends(self) -> tuple[int, int] | None:
        """The numbers at both ends of the line; ``None`` while the table is empty."""
        return self.line.ends

    @property
    def unseen(self) -> TileSet:
        """The tiles whose place this seat does not know: in other hands, dead with others, or in the stock."""
        known = [*self.tiles, *(Tile(a, b) for a, b in self.line.halves)]
        known += [tile for dead in self.dead for tile in dead if tile]
        known += [tile for hand in self.hands or () for tile in hand if self.seat is None or tile not in self.tiles]
        known += self.hidden_stock or ()
        return ALL & ~tile_set(known)

    def to_dict(self) -> dict[str, Any]:
        """The view as plain values for JSON (docs/protocol.md), in a fixed order."""
        letters = _LETTERS[: self.rules.players]
        return {
            "seat": _text(self.seat),
            "rules": str(self.rules),
            "hand": self.number,
            "starter": str(self.starter),
            "opener": _text(self.duty.seat),
            "turn": _text(self.turn),
            "lead": self._told_lead(),
            "tiles": _texts(self.tiles),
            "counts": dict(zip(letters, self.counts, strict=True)),
            "dead": self._told_dead(),
            "turned_up": _text(self.turned_up),
            "stock": max(self.rules.stock - 1, 0),
            "line": list(self.line.texts),
            "root": self.line.root,
            "ends": list(self.ends) if self.ends else None,
            "actions": self._told_actions(),
            "legal": [action.text for action in self.legal],
            "over": self.is_over,
            "outcome": self._told_outcome(),
            "hands": {letter: _texts(held) for letter, held in zip(letters, self.hands, strict=True)}
            if self.hands
            else None,
            "hidden_stock": _texts(self.hidden_stock) if self.hidden_stock is not None else None,
        }

    def beyond(self, public: View) -> dict[str, Any]:
        """What :meth:`to_dict` tells otherwise, or may, than that of ``public``: the onlooker's of the same moment.

        ``{**public.to_dict(), **view.beyond(public)} == view.to_dict()``, and the former's costly part is
        the same for all who see the moment.
        """
        told: dict[str, Any] = {
            "seat": _text(self.seat),
            "lead": self._told_lead(),
            "tiles": _texts(self.tiles),
            "legal": [action.text for action in self.legal],
        }
        if self.dead is not public.dead:
            told["dead"] = self._told_dead()
        if self.actions is not public.actions:
            told["actions"] = self._told_actions()
        return told

    def _told_lead(self) -> list[str] | None:
        return [str(action) for action in self.legal] if self.legal and not self.line else None

    def _told_dead(self) -> dict[str, list[str]]:
        return {letter: _texts(dead) for letter, dead in zip(_LETTERS, self.dead, strict=False)}

    def _told_actions(self) -> list[dict[str, str]]:
        return [{"seat": _LETTERS[seat], "action": action.text} for seat, action in self.actions]

    def _told_outcome(self) -> dict[str, Any] | None:
        outcome, hands = self.outcome, self.hands
        if outcome is None or hands is None:
            return None
        seats = self.rules.seats
        level = level_seats(self.rules, outcome)
        unplayed = {seat: tile_set([*hands[seat], *(tile for tile in self.dead[seat] if tile)]) for seat in level}
        return {
            "end": outcome.end,
            "points": {str(seat): outcome.points[seat] for seat in seats},
            "winner": str(outcome.winner),
            "decided_by": outcome.decided_by,
            "side": outcome.side,
            "net": {str(seat): outcome.net[seat] for seat in seats},
            "level": [str(seat) for seat in level],
            "lowest": {str(seat): _text(lowest_tile(unplayed[seat])) for seat in level},
            "payments": [
                {"from": str(paid.payer), "to": str(paid.payee), "chips": paid.chips}
                for paid in payments(self.rules, outcome)
            ],
        }


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _texts(tiles: Sequence[Tile | None]) -> list[str]:
    return [tile.text if tile else "??" for tile in tiles]
