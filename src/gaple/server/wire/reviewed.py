"""What is told of a review while it is made, line by line (docs/protocol.md)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .messages import Failed


class Words(msgspec.Struct, frozen=True):
    """A sentence in both languages; ``{A}`` in it is the player at A, ``[3-5]`` a tile."""

    id: str
    en: str


class ReviewedOption(msgspec.Struct, frozen=True):
    """What could be done: its worth, and how far it is behind the best, with standard errors.

    ``hindsight`` is its worth with all tiles in sight.
    """

    action: str
    value: float
    error: float
    behind: float
    behind_error: float
    hindsight: float | None


class ReviewedLoss(msgspec.Struct, frozen=True):
    """What a choice has lost, and the bounds of that."""

    chips: float
    low: float
    high: float


class ReviewedReason(msgspec.Struct, frozen=True):
    """Why something is better, or what cannot be judged."""

    code: str
    text: Words


class ReviewedDecision(msgspec.Struct, frozen=True):
    """What ``seat`` did as action number ``move`` (from 1), and what it could have done.

    There is no ``verdict`` where it is not clear. ``how`` says from how much it is known, ``hindsight`` how the values
    with all tiles in sight were found.
    """

    move: int
    seat: str
    played: str
    best: str
    options: list[ReviewedOption]
    loss: ReviewedLoss
    verdict: Literal["good", "doubtful", "mistake", "blunder"] | None
    worlds: int
    how: Words
    hindsight: Words | None
    why: list[ReviewedReason]


class KnownReason(msgspec.Struct, frozen=True):
    """Why somebody cannot have some tiles."""

    tiles: list[str]
    text: Words


class ReviewedKnowledge(msgspec.Struct, frozen=True):
    """What ``seat`` could know at a moment: in how many ways the tiles could lie, how many bits that is, and where.

    ``where`` has by place (``A`` a hand, ``Ax`` its discards, ``stock``) the chances of the 28 tiles from ``00`` to
    ``66``, in thousandths: 0 and 1000 are certain.
    """

    seat: str
    worlds: int
    bits: float
    where: dict[str, list[int]]
    why: list[KnownReason]


class ReviewedSplit(msgspec.Struct, frozen=True):
    """What became of a seat: ``net`` is the sum of the others."""

    net: float
    usual: float
    deal: float
    decisions: float
    others: float


class ReviewedMoment(msgspec.Struct, frozen=True):
    """What decided the hand: a choice that has cost much, or a turn of what a seat could expect."""

    kind: Literal["cost", "turn"]
    seat: str
    move: int
    until: int
    chips: float
    text: Words


class ReviewWaits(msgspec.Struct, frozen=True, tag_field="type", tag="waits"):
    """Others come first: so many reviews. ``ready`` is whether anything is reviewed yet."""

    ahead: int
    ready: bool


class ReviewBegins(msgspec.Struct, frozen=True, tag_field="type", tag="begins"):
    """Which moves were choices, what the numbers mean, what could be known at each moment, and what cannot be judged.

    With ``sides`` values are a side's; ``worlds`` is how many are weighed for a decision.
    """

    moves: list[int]
    unit: Literal["chips", "points", "hands"]
    less_is_better: bool
    sides: bool
    worlds: int
    known: list[list[ReviewedKnowledge]]
    notes: list[ReviewedReason]


class ReviewDecides(msgspec.Struct, frozen=True, tag_field="type", tag="decides"):
    """A decision; a better look at it follows, unless this is ``final``."""

    final: bool
    decision: ReviewedDecision


class ReviewEnds(msgspec.Struct, frozen=True, tag_field="type", tag="ends"):
    """The last line: what follows from all decisions. ``splits`` are ``null`` where they are not known."""

    lost: dict[str, float]
    splits: dict[str, ReviewedSplit] | None
    moments: list[ReviewedMoment]


ReviewLine: TypeAlias = ReviewWaits | ReviewBegins | ReviewDecides | ReviewEnds | Failed
