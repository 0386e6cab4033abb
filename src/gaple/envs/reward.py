"""What a finished hand is worth to each seat, more being better, and how much that can be.

It is the net of the hand (rule 11). Only with ``settle=points``, where the least is best, its sign is turned.

>>> from gaple import Hand, Rules
>>> reward_range(Rules(settle="pairwise")), reward_range(Rules(settle="points"))
((-207, 153), (-69, 0))
"""

from __future__ import annotations

from typing import Final

from gaple.rules import Rules
from gaple.scoring import Outcome
from gaple.tiles import TILES

_PIPS: Final = sorted((tile.pips for tile in TILES), reverse=True)
_WITHOUT_BLANK: Final = sorted((tile.pips for tile in TILES if tile.low), reverse=True)


def rewards_of(rules: Rules, outcome: Outcome) -> tuple[int, ...]:
    """Every seat's reward."""
    return tuple([-net for net in outcome.net]) if rules.low_is_good else outcome.net


def reward_range(rules: Rules) -> tuple[int, int]:
    """The least and the greatest reward that a seat can have: no hand goes beyond, though few come near."""
    own = _most(rules, 1)
    others = rules.players - 1
    if rules.settle == "points":
        return -own, 0
    if rules.settle == "hands":
        return 0, 1
    if rules.teams:
        pair = _most(rules, 2)
        return (-pair, pair) if rules.side == "total" else (-2 * own, pair)
    if rules.settle == "pairwise":
        return -others * own, _most(rules, others)
    return -own, _most(rules, others)


def reward_sum(rules: Rules) -> int | None:
    """What the rewards of all seats add up to; ``None`` where that varies."""
    if rules.settle == "points":
        return None
    if rules.settle == "hands":
        return 2 if rules.teams else 1
    return 0


def _most(rules: Rules, seats: int) -> int:
    """The most points that so many seats can have together (rule 8)."""
    tiles = rules.hand * seats
    most = sum(_PIPS[:tiles])
    if rules.lone:  # somebody has [0-0] and no other blank, so that one of the tiles counts nothing but `lone`
        most = max(most, rules.lone + sum((_PIPS if seats > 1 else _WITHOUT_BLANK)[: tiles - 1]))
    return most
