"""A finished hand with what is known of its circumstances, and nothing of its people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from gaple.hand import Hand
from gaple.replay import Replayed
from gaple.rules import Rules
from gaple.tiles import Seat

_MONTH: Final = re.compile(r"[0-9]{4}-[0-9]{2}(?![0-9])", re.ASCII)  # a record's date is free text

PlayerKind = Literal["person", "bot", "computer", "unknown"]


@dataclass(frozen=True, slots=True)
class Sitting:
    """What sat at a seat: of which ``kind``, and a computer player's ``level``."""

    kind: PlayerKind
    level: str | None = None


UNKNOWN: Final = Sitting("unknown")


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A finished hand.

    ``table`` and ``match`` are numbers by which hands belong together, ``month`` is when it was dealt (``2026-11``),
    ``sitting`` tells by seat what sat there (empty: not known), ``stood_in`` are the turns (from 0) that a computer
    player took for a person, and ``taken_back`` how often somebody took moves back, alone among computer players.
    """

    hand: Hand
    table: int = 1
    match: int = 1
    month: str | None = None
    sitting: tuple[Sitting, ...] = ()
    stood_in: frozenset[int] = frozenset()
    taken_back: int = 0

    def at(self, seat: Seat) -> Sitting:
        """What sat at this seat."""
        return self.sitting[seat] if self.sitting else UNKNOWN


def of_records(replayed: Iterable[tuple[str, Replayed]], skipped: list[Replayed]) -> Iterator[PlayedHand]:
    """The finished hands among those read from files, each with its file's name; the rest goes to ``skipped``.

    Hands of a file belong to one match as long as each follows the one before it, or says the same in its ``Table``
    and ``Match`` headers. Names, comments and what a header says of the deal's secret are left behind.
    """
    tables: dict[tuple[str, str | None], int] = {}
    matches: dict[int, int] = {}
    before: tuple[int, int, str | None, Rules] | None = None  # table, hand's number, the match's own number, rules
    for file, one in replayed:
        headers = dict(one.record.headers)
        table = tables.setdefault((file, headers.get("Table")), len(tables) + 1)
        said, number, rules = headers.get("Match"), one.record.number, one.record.rules
        goes_on = before is not None and before[0] == table and before[2:] == (said, rules) and before[1] < number
        if not goes_on:
            matches[table] = matches.get(table, 0) + 1
        before = (table, number, said, rules)
        if not isinstance(one.hand, Hand) or not one.hand.is_over:
            skipped.append(one)
            continue
        dated = _MONTH.match(one.record.date or "")
        yield PlayedHand(one.hand, table, matches[table], dated[0] if dated else None)
