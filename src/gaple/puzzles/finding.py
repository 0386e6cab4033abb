"""Finding puzzles in hands that computer players play among themselves."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Set
from typing import Final

from gaple.engine.infer import infer
from gaple.hand import Hand
from gaple.players import Player, make
from gaple.record import Record
from gaple.rules import Rules

from .judging import Found, judge
from .levels import level_of, missed
from .puzzle import KINDS, Kind, Puzzle

RULES: Final = tuple(
    Rules.parse(f"{text} settle=pairwise")
    for text in (
        "players=4 hand=7",
        "players=4 hand=7 stuck=pass",
        "players=4 hand=6",
        "players=4 hand=7 teams=yes",
        "players=4 hand=7 teams=yes stuck=pass",
        "players=5 hand=5",
    )
)
"""The rules by which hands are played, in turn."""

PLAYERS: Final = ("beginner", "greedy", "casual", "learned")


CLOSING: Final = 8
"""In one of so many hands it is looked how the line can be closed: nearly every hand has such a question."""


def played(number: int) -> Iterator[Hand]:
    """Hand ``number``, before each of its actions: always the same, among players of mixed levels."""
    rng = random.Random(f"gaple puzzle {number}")
    rules = RULES[number % len(RULES)]
    players: list[Player] = [make(rng.choice(PLAYERS), number) for _ in rules.seats]
    hand = Hand.dealt(rules, f"gaple puzzle {number}")
    while (seat := hand.turn) is not None:
        yield hand
        hand.play(players[seat].choose(hand.view(seat)))


def find(number: int, kinds: Set[Kind] = frozenset(KINDS)) -> Iterator[tuple[str, Puzzle]]:
    """The puzzles in hand ``number``, each with a key that it shares with those that are the same by symmetry."""
    asked = kinds if number % CLOSING == 0 else kinds - {"close"}
    for hand in played(number):
        for found in judge(hand, asked):
            yield key_of(hand, found.kind), _puzzle(hand, found)


def _puzzle(hand: Hand, found: Found) -> Puzzle:
    view = hand.view(hand.turn)
    record = str(Record.of(hand))
    shares = missed(found, view)
    return Puzzle(
        name=f"{found.kind}-{hashlib.sha256(f'{found.kind} {record}'.encode()).hexdigest()[:8]}",
        kind=found.kind,
        record=record,
        answer=found.answer,
        worlds=found.worlds,
        margin=found.margin,
        missed=shares,
        level=level_of(found, view, shares),
    )


def key_of(hand: Hand, kind: Kind) -> str:
    """What a moment is, whoever sits where and whichever way round the line lies: what is known, not how it came."""
    view = hand.view(hand.turn)
    assert view.seat is not None
    where = infer(view).where
    players = view.rules.players
    others = [(view.seat + step) % players for step in range(1, players)]
    told = [kind, str(view.rules), *map(str, view.tiles), "ends", *map(str, sorted(view.ends or ()))]
    told += ["line", *sorted("".join(sorted(tile)) for tile in view.line.texts)]
    for seat in others:
        told += ["hand", str(view.counts[seat]), str(len(view.dead[seat]))]
        told += [str(place) for place in (where.hands[:, seat] > 0).nonzero()[0]]
    return " ".join(told)
