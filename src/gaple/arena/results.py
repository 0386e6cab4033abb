"""The results of a contest, in memory and as a file that is never half-written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Self

import gaple

from .contest import ArenaError, Contest
from .deals import PlayedDeal
from .sprt import Sprt, Verdict
from .summary import Summary, gains, summarise

FORMAT: Final = 1


class Results:
    """The deals of a contest that have been played, by number; ``path`` is where they are kept, if anywhere.

    ``verdict`` is that of a sequential test, once there is one.
    """

    def __init__(self, contest: Contest, path: Path | None = None) -> None:
        self.contest = contest
        self.path = path.resolve() if path else None  # a link stays a link
        self.deals: dict[int, PlayedDeal] = {}
        self.verdict: Verdict | None = None

    @classmethod
    def open(cls, contest: Contest, path: Path | None) -> Self:
        """The results of this contest that are in the file already; none where there is no file yet.

        Raises :class:`ArenaError` where the file holds something else, or was made by another version, and ``OSError``
        where it cannot be read or written.
        """
        results = cls(contest, path)
        if results.path is None:
            return results
        if results.path.exists():
            results._read(results.path.read_bytes(), results.path)
        results._beside(results.path).touch()  # says now rather than after hours that nothing can be written here
        results._beside(results.path).unlink()
        return results

    def add(self, deal: PlayedDeal) -> None:
        """One deal more."""
        self.deals[deal.number] = deal

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

    def save(self) -> None:
        """Writes the file, wholly or not at all. Raises ``OSError`` where it can't."""
        if self.path is None:
            return
        new = self._beside(self.path)
        try:
            with new.open("w", encoding="utf-8") as file:
                file.writelines(self._lines())
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
        except BaseException:  # Ctrl-C leaves nothing behind either
            new.unlink(missing_ok=True)
            raise

    def _lines(self) -> Iterable[str]:
        """JSON with a line for each deal."""
        yield json.dumps(self.to_dict(), indent=1).removesuffix("\n}")
        yield ',\n "deals": [\n'
        yield ",\n".join(json.dumps(self.deals[number].to_dict()) for number in sorted(self.deals))
        yield "\n ]\n}\n"

    def _read(self, content: bytes, path: Path) -> None:
        try:
            told = json.loads(content)
            if told["format"] != FORMAT:
                raise ArenaError("arena-file-format", file=path, found=told["format"], expected=FORMAT)
            version, contest = told["gaple"], Contest.of_dict(told["contest"])
            deals = [PlayedDeal.of_dict(deal) for deal in told["deals"]]
            if not all(deal.fits(contest) for deal in deals):
                raise ValueError
        except ArenaError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            raise ArenaError("arena-file-malformed", file=path) from None
        if version != gaple.__version__:
            raise ArenaError("arena-file-version", file=path, found=version, expected=gaple.__version__)
        for key, expected in self.contest.to_dict().items():
            if (found := contest.to_dict()[key]) != expected:
                raise ArenaError("arena-file-other", file=path, key=key, found=found, expected=expected)
        self.deals = {deal.number: deal for deal in deals}

    @staticmethod
    def _beside(path: Path) -> Path:
        return path.with_name(f".{path.name}.{os.getpid()}")
