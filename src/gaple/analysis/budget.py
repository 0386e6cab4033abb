"""How much may be looked at for each decision, and what a review would cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gaple.errors import GapleError

if TYPE_CHECKING:
    from gaple.engine.net import Model

WORLDS: Final = 12_000
"""So many worlds are weighed for each decision, unless told otherwise; the same number and fewer are all taken."""
LEAST_WORLDS: Final = 100
MOST_WORLDS: Final = 1_000_000
MOST_SEED: Final = 2**64 - 1
MINUTES: Final = 60.0
"""What would take longer than this is refused, unless more is allowed."""

_SECONDS: Final = 8e-6  # a decision takes about so long for each world of the budget (benchmarks/bench_review.py)
_MODELS: Final = ("broad", "greedy", "learned")


class ReviewError(GapleError):
    """What cannot be reviewed, or would take too long."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is looked at for a decision; the same budget and seed give the same numbers on every machine.

    ``worlds`` are weighed; a quarter as many playouts are made at most, and the exact plan is looked for in up to five
    times as many cases. ``model`` names how the others are taken to play: ``broad`` (a mixture for people of whom
    nothing is known, :data:`gaple.engine.net.BROAD`), ``greedy`` or ``learned``.

    Raises :class:`ReviewError` for numbers out of range and for an unknown model.
    """

    worlds: int = WORLDS
    seed: int = 1
    model: str = "broad"

    def __post_init__(self) -> None:
        if not LEAST_WORLDS <= self.worlds <= MOST_WORLDS:
            raise ReviewError("review-worlds", value=self.worlds, least=LEAST_WORLDS, most=MOST_WORLDS)
        if not 0 <= self.seed <= MOST_SEED:
            raise ReviewError("review-seed", value=self.seed, most=MOST_SEED)
        if self.model not in _MODELS:
            raise ReviewError("review-model", value=self.model, expected=", ".join(_MODELS))

    @property
    def playouts(self) -> int:
        """The most playouts of each action."""
        return self.worlds // 4

    @property
    def work(self) -> int:
        """The most cases that are gone through for the exact plan."""
        return 5 * self.worlds

    @property
    def others(self) -> Model:
        """The model by name."""
        from gaple.engine.net import BROAD, Model
        from gaple.engine.net.choosing import GREEDY

        if self.model == "broad":
            return BROAD
        return Model((GREEDY if self.model == "greedy" else 0.03,), (1.0,), 0.03)

    def seconds(self, decisions: int) -> float:
        """About how long so many decisions take on one core."""
        return decisions * self.worlds * _SECONDS


def check_cost(budget: Budget, decisions: Iterable[int], minutes: float = MINUTES) -> None:
    """Raises :class:`ReviewError`, which says what it would cost, where hands with so many decisions take longer."""
    count = sum(decisions)
    takes = budget.seconds(count) / 60
    if takes > minutes:
        raise ReviewError(
            "review-costly", decisions=count, worlds=budget.worlds, minutes=round(takes), limit=f"{minutes:g}"
        )
