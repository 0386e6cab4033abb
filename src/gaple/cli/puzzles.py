"""``gaple puzzles``: a moment of a hand, a question, and the answer with its proof."""

from __future__ import annotations

import datetime
import json
import sys
from collections import Counter
from typing import Annotated

import typer
from rich.text import Text

from gaple.cli import draw
from gaple.cli.errors import WELL, WRONG_INPUT, UsageError
from gaple.cli.screen import show_table
from gaple.cli.terminal import Terminal
from gaple.errors import GapleError
from gaple.puzzles import KINDS, LEVELS, Puzzle, daily, find_puzzle, proof, puzzles, question
from gaple.tiles import tiles_of


def command(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
    answer: Annotated[list[str] | None, typer.Option("--answer", metavar="TEXT")] = None,
    solution: Annotated[bool, typer.Option("--solution")] = False,
    day: Annotated[str | None, typer.Option("--day", metavar="DATE")] = None,
    listed: Annotated[bool, typer.Option("--list")] = False,
    kind: Annotated[str | None, typer.Option("--kind", metavar="|".join(KINDS))] = None,
    level: Annotated[int | None, typer.Option("--level", metavar="1-5", min=LEVELS[0], max=LEVELS[-1])] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Shows a puzzle, today's without a name, and asks for the answer."""
    terminal = Terminal.of(context)
    if kind is not None and kind not in KINDS:
        raise UsageError("puzzle-kind", kind=kind, expected=", ".join(KINDS))
    if listed:
        chosen = [it for it in puzzles() if kind in (None, it.kind) and level in (None, it.level)]
        _list(terminal, chosen, as_json)
        return
    try:
        puzzle = find_puzzle(name) if name else daily(_day(day))
        right = None if not answer else puzzle.is_answer(_parts(answer))
    except GapleError as error:
        raise UsageError(error.code, **error.params) from None
    if as_json:
        told = {"name": puzzle.name, "kind": puzzle.kind, "level": puzzle.level, "view": puzzle.view().to_dict()}
        proof = {"right": right, "answer": list(puzzle.answer), "worlds": puzzle.worlds, "margin": puzzle.margin}
        terminal.line(json.dumps(told | (proof if solution or right is not None else {})))
        raise typer.Exit(WRONG_INPUT if right is False else WELL)
    _show(terminal, puzzle)
    if right is None and not solution and sys.stdin.isatty():
        right, solution = _ask(terminal, puzzle), True
    if right is not None:
        terminal.print(terminal.say("puzzles.right" if right else "puzzles.wrong"))
    if right is not None or solution:
        terminal.print(_why(terminal, puzzle))
    else:
        terminal.print(terminal.say("puzzles.how", name=puzzle.name))
    raise typer.Exit(WRONG_INPUT if right is False else WELL)


def _day(text: str | None) -> datetime.date:
    if text is None:
        return datetime.datetime.now().astimezone().date()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise UsageError("puzzle-day", text=text) from None


def _parts(answers: list[str]) -> list[str]:
    """What was answered: parts between commas, or given one by one."""
    return [" ".join(part.split()) for answer in answers for part in answer.split(",") if part.strip()]


def _list(terminal: Terminal, chosen: list[Puzzle], as_json: bool) -> None:
    if as_json:
        terminal.line(json.dumps([{"name": it.name, "kind": it.kind, "level": it.level} for it in chosen]))
        return
    for puzzle in chosen:
        terminal.line(f"{puzzle.name:17} {puzzle.level}  {terminal.tell(f'page.puzzle.kinds.{puzzle.kind}')}")
    counted = Counter(puzzle.kind for puzzle in chosen)
    told = ", ".join(f"{count} {kind}" for kind, count in counted.items())
    terminal.print(terminal.say("puzzles.count", n=len(chosen), told=told))


def _show(terminal: Terminal, puzzle: Puzzle) -> None:
    view = puzzle.view()
    head = f"{puzzle.name} · {terminal.say('puzzles.level_of', level=puzzle.level)}"
    terminal.print(Text(head, "bold"))
    names = {
        seat: terminal.say("puzzles.you" if seat == view.seat else "puzzles.other", seat=seat)
        for seat in view.rules.seats
    }
    show_table(terminal, view, names, (0,) * view.rules.players)
    turns = "  ".join(f"{seat} {action}" for seat, action in view.actions)
    terminal.print(Text(terminal.say("puzzles.so_far", turns=turns), draw.DIM))
    terminal.print(Text(question(puzzle, terminal.lang), "bold"))
    form = puzzle.kind if puzzle.kind in ("deal", "close") else "action"
    terminal.print(terminal.say(f"puzzles.form.{form}", **_asked(puzzle)))


def _asked(puzzle: Puzzle) -> dict[str, object]:
    view = puzzle.view()
    places = [str(seat) for seat in view.rules.seats if seat != view.seat]
    first, *_ = tiles_of(view.unseen)
    example = f"{first} {places[0]}, …"
    return {"legal": ", ".join(map(str, view.legal)), "places": ", ".join(places), "example": example}


def _ask(terminal: Terminal, puzzle: Puzzle) -> bool | None:
    """Whether what is answered is right; ``None`` where nothing is."""
    while True:
        try:
            told = input(f"{terminal.say('puzzles.prompt')} ").strip()
        except EOFError:
            return None
        if not told:
            return None
        try:
            return puzzle.is_answer(_parts([told]))
        except GapleError as error:
            terminal.fail(error)


def _why(terminal: Terminal, puzzle: Puzzle) -> str:
    why = proof(puzzle, terminal.lang)
    if not puzzle.missed:
        return why
    shares = ", ".join(f"{terminal.tell(f'level.{level}')} {share:.0%}" for level, share in puzzle.missed)
    return f"{why}\n{terminal.say('puzzles.missed', shares=shares)}"
