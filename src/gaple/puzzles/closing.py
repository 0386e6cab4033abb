"""On which numbers a line can still be closed: by anybody's will, in any way in which the hidden tiles can lie."""

from __future__ import annotations

from collections.abc import Iterable

from gaple.hand import Hand


class TooMany(Exception):  # noqa: N818 (no error: this is not for a puzzle)
    """More positions than it is worth looking at."""


def closing_numbers(hands: Iterable[Hand], most: int = 20_000) -> tuple[int, ...]:
    """The numbers at an end of the line when a hand ends blocked (rule 7), over all ways to go on from ``hands``.

    Raises :class:`TooMany` where there are more than ``most`` positions to look at.
    """
    seen: set[tuple[object, ...]] = set()
    numbers: set[int] = set()
    for hand in hands:
        _walk(hand.copy(), seen, numbers, most)
    return tuple(sorted(numbers))


def _walk(hand: Hand, seen: set[tuple[object, ...]], numbers: set[int], most: int) -> None:
    if hand.is_over:
        if hand.end == "blocked" and hand.ends:
            numbers.update(hand.ends)
        return
    ends = hand.ends
    key = (hand.turn, ends and tuple(sorted(ends)), *(hand.tiles(seat) for seat in hand.rules.seats), *_clean(hand))
    if key in seen:
        return
    seen.add(key)
    if len(seen) > most:
        raise TooMany
    for action in hand.legal_actions():
        hand.play(action)
        _walk(hand, seen, numbers, most)
        hand.undo()


def _clean(hand: Hand) -> tuple[bool, ...]:
    """Who has discarded nothing: with ``end=clean`` it matters, rule (7)."""
    return tuple(not hand.dead(seat) for seat in hand.rules.seats) if hand.rules.end == "clean" else ()
