"""A decision with a choice, judged by what its seat could know at that moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gaple.actions import Action
from gaple.hand import Hand
from gaple.tiles import Seat
from gaple.view import View

from .budget import Budget
from .hindsight import Hindsight, look_back
from .patterns import Reason, explain
from .values import Loss, Method, value
from .verdict import Verdict, judge


@dataclass(frozen=True, slots=True)
class Option:
    """A legal action: what it is worth and how sure that is, and how far behind the best and how sure that is.

    Values are nets, in teams the side's; ``hindsight`` is the value with all tiles in sight, where they are known.
    """

    action: Action
    value: float
    error: float
    behind: float
    behind_error: float
    hindsight: float | None

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "action": str(self.action),
            "value": round(self.value, 2),
            "error": round(self.error, 2),
            "behind": round(self.behind, 2),
            "behind_error": round(self.behind_error, 2),
            "hindsight": None if self.hindsight is None else round(self.hindsight, 2),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What ``seat`` did as action number ``move`` (from 1) and what it could have done.

    ``worlds`` is in how many ways the tiles could lie, ``weighed`` how many of them were looked at; ``method`` is how
    (:mod:`gaple.analysis.values`), ``playouts`` how often. ``verdict`` is ``None`` where it is not clear. ``hindsight``
    says how the values with all tiles in sight were found.
    """

    move: int
    seat: Seat
    played: Action
    best: Action
    options: tuple[Option, ...]
    loss: Loss
    verdict: Verdict | None
    method: Method
    worlds: int
    weighed: int
    playouts: int
    hindsight: Hindsight | None
    why: tuple[Reason, ...]

    @property
    def expected(self) -> float:
        """What the seat could expect before, with its best action."""
        return next(option.value for option in self.options if option.action == self.best)

    @property
    def played_value(self) -> float:
        """What it could expect after what it did."""
        return next(option.value for option in self.options if option.action == self.played)

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        loss = self.loss
        return {
            "move": self.move,
            "seat": str(self.seat),
            "played": str(self.played),
            "best": str(self.best),
            "options": [option.to_dict() for option in self.options],
            "loss": {"chips": round(loss.chips, 2), "low": round(loss.low, 2), "high": round(loss.high, 2)},
            "verdict": self.verdict,
            "method": self.method,
            "worlds": self.worlds,
            "weighed": self.weighed,
            "playouts": self.playouts,
            "hindsight": None
            if self.hindsight is None
            else {"method": self.hindsight.method, "convention": self.hindsight.convention},
            "why": [reason.to_dict() for reason in self.why],
        }


def decide(view: View, played: Action, budget: Budget, hand: Hand | None = None) -> Decision:
    """Judges what was played from a view; ``hand`` is the hand at that moment, where all tiles are known."""
    assert view.seat is not None
    valued = value(view, budget, played)
    loss = valued.loss(played)
    hindsight = look_back(hand, valued, budget) if hand is not None else None
    own = valued.actions.index(played)
    options = tuple(
        Option(
            action=action,
            value=float(valued.values[place]),
            error=float(valued.errors[place]),
            behind=float(valued.gaps[place]),
            behind_error=float(valued.gap_errors[place]),
            hindsight=None if hindsight is None else hindsight.values[place],
        )
        for place, action in enumerate(valued.actions)
    )
    return Decision(
        move=len(view.actions) + 1,
        seat=view.seat,
        played=played,
        best=played if valued.gaps[own] == 0 else valued.best,
        options=options,
        loss=loss,
        verdict=judge(loss.low, loss.high, view.rules),
        method=valued.method,
        worlds=valued.worlds,
        weighed=valued.weighed,
        playouts=valued.playouts,
        hindsight=hindsight,
        why=explain(valued, played),
    )
