"""Many deals, by whoever plays them; what is done is kept, whatever happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from .cluster import Cluster
from .contest import ArenaError, Contest
from .deals import PlayedDeal
from .interrupts import uninterrupted
from .ladder import LadderResults
from .results import Results
from .sprt import Sprt
from .workers import Processes, Workers

Progress = Callable[[int, int], None]
"""Told how many deals are done, and of how many."""

PLACES: Final[Mapping[str, Callable[[Sequence[Contest], int | None], Workers]]] = MappingProxyType(
    {"processes": Processes, "ray": Cluster}
)
"""Who plays the deals: processes of this machine, or a Ray cluster."""

MOST_DEALS: Final = 10**7
_SAVE_EVERY: Final = 5.0  # seconds
_JUDGE_AT: Final = 1.02  # a verdict needs all deals, so it is looked for when there are 2% more of them
_SAVE_SHARE: Final = 20  # saving takes at most so small a part of the time


class _Task(NamedTuple):
    """A deal that is to be played, and the results that it is for."""

    part: Results
    number: int


def run(
    results: Results | LadderResults,
    deals: int,
    *,
    jobs: int | None = None,
    on: str = "processes",
    sprt: Sprt | None = None,
    progress: Progress | None = None,
) -> None:
    """Plays those of the first ``deals`` deals that ``results`` lack, and adds them. Others that are there stay.

    Of a ladder every contest plays them, and progress counts them for each. ``jobs`` is the number of processes, one a
    core without it, and ``on`` is where they are (:data:`PLACES`); what comes out depends on neither. With ``sprt`` a
    contest ends as soon as that test has a verdict; a ladder has none. The file of the results is written every few
    seconds and at the end, also where Ctrl-C or an error ends it early. Raises :class:`ArenaError` for what is out of
    range, where a player took its whole process down, or where a cluster is not to be had.
    """
    if not 1 <= deals <= MOST_DEALS:
        raise ArenaError("arena-deals", value=deals, most=MOST_DEALS)
    if jobs is not None and jobs < 1:
        raise ArenaError("arena-jobs", value=jobs)
    if on not in PLACES:
        raise ArenaError("arena-place", value=on, expected=", ".join(PLACES))
    missing = [_Task(part, number) for number in range(deals) for part in results.parts if number not in part.deals]
    total = deals * len(results.parts)
    tell = progress or (lambda done, total: None)
    tell(total - len(missing), total)

    def is_judged() -> bool:
        return isinstance(results, Results) and sprt is not None and results.judge(sprt)

    try:
        if not is_judged() and missing:
            workers = PLACES[on]([part.contest for part in results.parts], jobs)
            _play(results, missing, workers, is_judged, lambda count: tell(total - len(missing) + count, total))
            is_judged()
    finally:
        with uninterrupted():  # what is told to be kept is
            results.save()


def _play(
    results: Results | LadderResults,
    missing: Sequence[_Task],
    workers: Workers,
    is_judged: Callable[[], bool],
    tell: Callable[[int], None],
) -> None:
    """Plays the missing deals, saves now and then, and ends at a verdict."""
    saved, pause = time.monotonic(), _SAVE_EVERY
    before = sum(len(part.deals) for part in results.parts)
    judged = before
    with closing(_played(missing, workers)) as played:
        for count, (part, deal) in enumerate(played, 1):
            part.add(deal)
            tell(count)
            if before + count > _JUDGE_AT * judged:
                judged = before + count
                if is_judged():
                    break
            if time.monotonic() - saved > pause:
                begun = time.monotonic()
                results.save()
                saved = time.monotonic()
                pause = max(_SAVE_EVERY, _SAVE_SHARE * (saved - begun))


def _played(tasks: Sequence[_Task], workers: Workers) -> Generator[tuple[Results, PlayedDeal]]:
    """The deals, each as soon as it has been played, and the results that it is for."""
    remaining = iter(tasks)
    running: dict[Future[PlayedDeal], Results] = {}
    with workers:
        while True:
            with uninterrupted():
                for part, number in islice(remaining, workers.room - len(running)):
                    running[workers.submit(part.contest, number)] = part
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                part = running.pop(future)
                yield part, workers.result(part.contest, future)
