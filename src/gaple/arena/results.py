"""The results of a contest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import gaple

from .contest import Contest
from .deals import PlayedDeal
from .kept import FORMAT, Kept
from .sprt import Sprt, Verdict
from .summary import Summary, gains, summarise


class Results(Kept[Contest]):
    """The deals of a contest that have been played, by number; ``path`` is where they are kept, if anywhere.

    ``verdict`` is that of a sequential test, once there is one.
    """

    kind: ClassVar[str] = "contest"

    def __init__(self, contest: Contest, path: Path | None = None) -> None:
        super().__init__(contest, path)
        self.contest = contest
        self.deals: dict[int, PlayedDeal] = {}
        self.verdict: Verdict | None = None

    @property
    def parts(self) -> tuple[Results, ...]:
        """The contests in it: this one."""
        return (self,)

    @property
    def depends_on(self) -> Mapping[str, Any]:
        """The contest."""
        return self.contest.to_dict()

    def add(self, deal: PlayedDeal) -> None:
        """One deal more."""
        self.deals[deal.number] = deal

    def add_told(self, told: Mapping[str, Any]) -> None:
        """One deal more, as :meth:`PlayedDeal.to_dict` has told it.

        Raises ``KeyError``, ``TypeError`` or ``ValueError`` for anything else.
        """
        deal = PlayedDeal.of_dict(told)
        if not deal.fits(self.contest):
            raise ValueError("a deal of another contest")
        self.add(deal)

    def judge(self, sprt: Sprt) -> bool:
        """Whether the deals from the first on, without a gap, suffice for a verdict; those beyond it are let go."""
        row: list[PlayedDeal] = []
        while (number := len(row)) in self.deals:
            row.append(self.deals[number])
        way = self.contest.seatings[0].way
        self.verdict = sprt.verdict(gains(self.contest.rules, row, way).tolist()) if row else None
        if self.verdict:
            self.deals = {number: self.deals[number] for number in range(self.verdict.deals)}
        return self.verdict is not None

    def summary(self) -> Summary:
        """What the deals so far say."""
        return summarise(self.contest, self.deals.values())

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON, without the deals one by one."""
        return {
            "format": FORMAT,
            "gaple": gaple.__version__,
            "contest": self.contest.to_dict(),
            "summary": self.summary().to_dict(),
            "verdict": self.verdict.to_dict() if self.verdict else None,
        }

    def _told(self) -> Iterable[Mapping[str, Any]]:
        for number in sorted(self.deals):
            yield self.deals[number].to_dict()

    def _take(self, deals: list[Any]) -> None:
        for deal in deals:
            self.add_told(deal)
