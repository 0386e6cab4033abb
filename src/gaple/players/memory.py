"""What somebody who pays attention at the table remembers of a hand: who could not play, and who laid the ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from gaple.actions import Kind
from gaple.tiles import Seat
from gaple.view import View


@dataclass(frozen=True, slots=True)
class Memory:
    """What a view's actions tell without any reckoning.

    ``lacks`` has for every seat the numbers that it holds no tile of: those of the ends at which it was stuck
    (rule 6). As nobody ever draws a tile, that stays true. ``laid`` is who laid the tile at the left and at the right
    end; ``None`` for the turned-up one, and where there is no line.

    >>> from gaple import Action, Hand, Rules
    >>> hand = Hand.dealt(Rules(players=2, hand=7), seed=2)
    >>> for action in map(Action.parse, ("16<", "36<", "34<", "25>", "26>", "06>", "x11")):
    ...     hand.play(action)
    >>> memory = Memory.of(hand.view(hand.turn))
    >>> str(hand.line), [sorted(numbers) for numbers in memory.lacks], [str(seat) for seat in memory.laid]
    ('43 36 61 15 52 26 60', [[0, 4], []], ['A', 'B'])
    """

    lacks: tuple[frozenset[int], ...]
    laid: tuple[Seat | None, Seat | None] = (None, None)

    @classmethod
    def of(cls, view: View) -> Self:
        """What has been seen of this hand so far."""
        tile = view.turned_up
        left, right = (tile.low, tile.high) if tile else (-1, -1)
        lacks: list[set[int]] = [set() for _ in view.rules.seats]
        by: list[Seat | None] = [None, None]
        for seat, action in view.actions:
            tile = action.tile
            if not action.is_play:
                lacks[seat] |= {left, right}
            elif tile is None:
                raise ValueError("a play without a tile")
            elif action.kind is Kind.LEFT:
                left, by[0] = tile.other_end(left), seat
            elif action.kind is Kind.RIGHT:
                right, by[1] = tile.other_end(right), seat
            else:
                left, right, by = tile.low, tile.high, [seat, seat]
        return cls(tuple(map(frozenset, lacks)), (by[0], by[1]))
