"""``gaple review``: which moves lost something, how much, and why."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaple.cli import position
from gaple.cli.errors import STOPPED, UsageError
from gaple.cli.files import Reader, unreadable
from gaple.cli.progress import progress
from gaple.cli.terminal import Terminal
from gaple.replay import Replayed
from gaple.tiles import Seat

if TYPE_CHECKING:
    from gaple.analysis import Budget, HandReview


def command(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE")],
    hand: Annotated[int | None, typer.Option("--hand", metavar="N", min=1)] = None,
    seat: Annotated[str | None, typer.Option("--seat", metavar="SEAT")] = None,
    worlds: Annotated[int | None, typer.Option("--worlds", metavar="N")] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N")] = 1,
    minutes: Annotated[float, typer.Option("--minutes", metavar="M")] = 60.0,
    html: Annotated[str | None, typer.Option("--html", metavar="FILE")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Reviews the hands of a record and shows what its moves were worth."""
    terminal = Terminal.of(context)
    reader = Reader(terminal)
    hands = [replayed for _, replayed in reader.hands([file])]
    numbers = [replayed.record.number for replayed in hands]
    if hand is not None:
        hands = [replayed for replayed in hands if replayed.record.number == hand]
    if not hands:
        if hand is not None and not reader.code:
            expected = ", ".join(map(str, sorted(set(numbers))))
            raise UsageError("position-hand", file=file, number=hand, expected=expected)
        raise typer.Exit(reader.code)
    who = None if seat is None else position.seat_of(hands[0].hand, seat)
    out = None if html is None else _writable(html)
    reviews, budget = _review(terminal, hands, who, worlds, seed, minutes)
    stopped = len(reviews) < len(hands) or not all(review.is_complete for review in reviews)
    if out is not None:
        _write(terminal, out, reviews, stopped=stopped)
    if as_json:
        from gaple.analysis import to_dict

        terminal.line(json.dumps(to_dict(reviews, budget, stopped=stopped), ensure_ascii=False))
    elif out is None:
        from gaple.cli.reviewed import show_reviews

        show_reviews(terminal, file, reviews)
    if stopped:
        done = sum(review.is_complete for review in reviews)
        terminal.warn(terminal.say("review.stopped", done=done, all=len(hands)))
    raise typer.Exit(STOPPED if stopped else reader.code)


def _review(
    terminal: Terminal, hands: Sequence[Replayed], seat: Seat | None, worlds: int | None, seed: int, minutes: float
) -> tuple[list[HandReview], Budget]:
    """The reviews of the hands, as many as were done until Ctrl-C."""
    if not minutes > 0:
        raise UsageError("review-minutes", value=minutes)
    with progress(terminal.say("review.working")) as bar:
        try:
            from gaple.analysis import Budget, ReviewError, check_cost, count_decisions, review_hand
            from gaple.analysis.budget import WORLDS
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] == "gaple":
                raise  # no package that is missing, but a fault of ours
            raise UsageError("engine-not-installed", package=error.name) from None
        try:
            budget = Budget(WORLDS if worlds is None else worlds, seed)
            check_cost(budget, [count_decisions(each, seat) for each in hands], minutes)
        except ReviewError as error:
            raise UsageError(error.code, **error.params) from None
        reviews: list[HandReview] = []
        for number, replayed in enumerate(hands):
            doing = terminal.say("review.progress", n=replayed.record.number)

            def told(done: int, total: int, number: int = number, doing: str = doing) -> None:
                if bar:
                    bar(number + done / max(total, 1), len(hands), doing)

            reviews.append(review_hand(replayed, seat=seat, budget=budget, progress=told))
            if not reviews[-1].is_complete:
                break
    return reviews, budget


def _writable(file: str) -> Path:
    """Says now rather than after the work that nothing can be written there."""
    path = Path(file)
    try:
        if path.exists() and not path.is_file():
            raise UsageError("file-not-regular", file=file)
        if not path.resolve().parent.is_dir():
            raise UsageError("file-no-folder", file=file)
    except (OSError, ValueError) as error:
        raise error if isinstance(error, UsageError) else unreadable(file, error) from None
    return path


def _write(terminal: Terminal, path: Path, reviews: Sequence[HandReview], *, stopped: bool) -> None:
    from gaple.analysis.page import page

    try:
        path.write_text(page(reviews, terminal.lang, stopped=stopped), encoding="utf-8")
    except OSError as error:
        raise unreadable(str(path), error) from None
    terminal.warn(terminal.say("review.written", file=path))
