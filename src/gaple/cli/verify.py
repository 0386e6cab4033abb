"""``gaple verify``: whether recorded hands were dealt as the server had committed to."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from gaple.cli.errors import WELL, WRONG_INPUT
from gaple.cli.files import Reader
from gaple.cli.terminal import Terminal, printable
from gaple.record import Record
from gaple.tiles import Seat
from gaple.verify import Check, Verification, verify_record


def command(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE")],
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Tells hand by hand what is proved and what is missing."""
    terminal = Terminal.of(context)
    reader = Reader(terminal)
    counted: Counter[str] = Counter()
    for file, replayed in reader.hands(files):
        record = replayed.record
        verification = verify_record(record)
        counted[verification.status] += 1
        if as_json:
            terminal.line(json.dumps({"file": file, "hand": record.number, **verification.to_dict()}))
        else:
            _show(terminal, file, record, verification)
    if counted and not as_json:
        _print(terminal, _summary(terminal, counted))
        if counted["verified"]:
            _print(terminal, terminal.say("verify.before"))
    well = counted["verified"] == counted.total()
    raise typer.Exit(max(reader.code, WELL if well else WRONG_INPUT))


def _show(terminal: Terminal, file: str, record: Record, verification: Verification) -> None:
    title = [printable(file), terminal.say("result.hand", n=record.number)]
    _print(terminal, f"{' · '.join(title)}: {terminal.say(f'verify.{verification.status}')}")
    for line in _lines(terminal, record, verification):
        _print(terminal, f"  {line}")


def _lines(terminal: Terminal, record: Record, verification: Verification) -> Iterator[str]:
    for check in verification.checks:
        yield _told(terminal, check)
    named = [name for name in verification.missing if name != "??"]
    if named:
        yield terminal.say("verify.missing-headers", names=", ".join(named), n=len(named))
    if "??" in verification.missing:
        yield terminal.say("verify.missing-tiles")
    if verification.missing:
        return
    if verification.silent:
        yield terminal.say("verify.silent", seats=_seats(verification.silent))
    without = [seat for seat in record.rules.seats if seat not in verification.nonces]
    if without:
        code = "some-without-nonce" if verification.nonces else "none-with-nonce"
        yield terminal.say(f"verify.{code}", seats=_seats(without))


def _told(terminal: Terminal, check: Check) -> str:
    given = {"name": check.name, "seat": check.seat, "expected": check.expected, "found": printable(check.found)}
    sentence = terminal.say(f"verify.{check.what}-{'right' if check.is_right else 'wrong'}", **given)
    return terminal.say("verify.proved" if check.is_right else "verify.wrong", sentence=sentence)


def _summary(terminal: Terminal, counted: Counter[str]) -> str:
    return terminal.say(
        "verify.summary",
        hands=counted.total(),
        verified=counted["verified"],
        refuted=counted["refuted"],
        unverifiable=counted["unverifiable"],
    )


def _seats(seats: Iterable[Seat]) -> str:
    return ", ".join(map(str, seats))


def _print(terminal: Terminal, content: str) -> None:
    terminal.print(content, soft_wrap=True)
