"""``gaple arena``: which of two computer players is the stronger, or how strong each of several is."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gaple.cli.errors import UsageError
from gaple.cli.files import unreadable
from gaple.cli.progress import progress
from gaple.cli.terminal import Terminal
from gaple.errors import GapleError
from gaple.rules import Rules

if TYPE_CHECKING:
    from gaple.arena import LadderResults, Results

RULES: Final = "players=4 hand=7 settle=pairwise"


def command(
    context: typer.Context,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER")],
    rules: Annotated[str, typer.Option("--rules", metavar="TEXT")] = RULES,
    deals: Annotated[int, typer.Option("--deals", metavar="N")] = 200,
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT")] = "1",
    many: Annotated[bool, typer.Option("--many")] = False,
    until: Annotated[float | None, typer.Option("--until", metavar="GAIN")] = None,
    limit: Annotated[float, typer.Option("--limit", metavar="SECONDS")] = 10.0,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="N")] = None,
    on: Annotated[str, typer.Option("--on", metavar="processes|ray")] = "processes",
    out: Annotated[str | None, typer.Option("--out", metavar="FILE")] = None,
    plot: Annotated[str | None, typer.Option("--plot", metavar="FILE.svg")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Plays duplicate deals, and tells the gain a hand of one of two, or the strengths of more, with intervals."""
    terminal = Terminal.of(context)
    by = Rules.parse(rules)
    try:
        import gaple.arena as arena
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "gaple":
            raise  # no package that is missing, but a fault of ours
        raise UsageError("engine-not-installed", package=error.name) from None
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)  # players by module are looked for where one stands
    results: Results | LadderResults
    with _wrong_use(out):
        file = Path(out) if out else None
        sprt = None if until is None else arena.Sprt(until)
        if len(players) == 2:
            _refuse("arena-ladder-only", ("--plot", plot is not None))
            candidate, against = players
            contest = arena.Contest(candidate=candidate, against=against, rules=by, seed=seed, many=many, limit=limit)
            results = arena.Results.open(contest, file)
        else:
            _refuse("arena-two-only", ("--many", many), ("--until", until is not None))
            ladder = arena.Ladder(players=tuple(players), rules=by, seed=seed, limit=limit)
            results = arena.LadderResults.open(ladder, file)
    with _wrong_use(plot):
        if plot:
            arena.check_writable(Path(plot))
    try:
        with (
            _wrong_use(out),
            progress(terminal.say(f"arena.deals_done.{results.kind}")) as told,
            redirect_stdout(sys.stderr),
        ):  # Ray's words
            arena.run(results, deals, jobs=jobs, on=on, sprt=sprt, progress=told)
    except KeyboardInterrupt:
        done, total = sum(len(part.deals) for part in results.parts), deals * len(results.parts)
        if done:
            _tell(terminal, results, plot, as_json)
        code = "kept" if results.path else "lost"
        terminal.warn(terminal.say(f"arena.stopped.{code}", done=done, deals=total, file=results.path))
        raise
    _tell(terminal, results, plot, as_json)


def _refuse(code: str, *options: tuple[str, bool]) -> None:
    """Raises :class:`UsageError` for an option that was given and does not fit so many players."""
    for option, given in options:
        if given:
            raise UsageError(code, option=option)


def _tell(terminal: Terminal, results: Results | LadderResults, plot: str | None, as_json: bool) -> None:
    from gaple.arena import LadderResults
    from gaple.cli import gains

    if as_json:
        terminal.line(json.dumps(results.to_dict()))
    elif isinstance(results, LadderResults):
        gains.show_ladder(terminal, results)
    else:
        gains.show(terminal, results)
    if plot and isinstance(results, LadderResults):
        with _wrong_use(plot):
            gains.plot(terminal, results, Path(plot))


@contextmanager
def _wrong_use(file: str | None) -> Iterator[None]:
    """What goes wrong in here is told as an error of use; an ``OSError`` as one of this file."""
    try:
        yield
    except GapleError as error:
        raise UsageError(error.code, **error.params) from None
    except OSError as error:
        raise unreadable(file or "", error) from None
