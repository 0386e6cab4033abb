"""A hand's table and result as a person reads them; for `score`, `replay` and `play`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich import box
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gaple.cli import draw
from gaple.cli.terminal import Terminal, printable
from gaple.hand import Hand
from gaple.partial import PartialHand
from gaple.replay import Replayed
from gaple.rules import Rules
from gaple.scoring import Decision, Outcome, level_seats, lowest_tile, payments
from gaple.tiles import Seat, Tile, TileSet, pips_of, tiles_of

Names = Mapping[Seat, str]

_WINNER: Final = "bold green"


def show_replayed(terminal: Terminal, file: str, replayed: Replayed) -> None:
    """A recorded hand: where it stands in its file, the table, who holds what, how it came out."""
    record, hand = replayed.record, replayed.hand
    title = [file, terminal.say("result.hand", n=record.number)]
    title += [part for part in (record.event, record.date) if part]
    terminal.print(Rule(Text(printable(" · ".join(title)), "bold"), align="left", characters="─"))
    names = {seat: printable(name) for seat, name in record.names.items()}
    began = terminal.say("result.began", name=name_of(names, record.starter))
    terminal.print(Text(f"{record.rules} · {began}", draw.DIM))
    show_line(terminal, hand)
    show_seats(terminal, hand, names, replayed.total)
    if isinstance(hand, Hand) and hand.outcome:
        show_reasons(terminal, record.rules, hand.outcome, hand.unplayed, names)
    elif record.winner is not None:
        terminal.print(terminal.say("result.told", winner=name_of(names, record.winner)))
    else:
        turn = record.starter if hand.turn is None else hand.turn
        terminal.print(terminal.say("result.stops", n=len(record.actions), name=name_of(names, turn)))
    terminal.print()


def name_of(names: Names, seat: Seat) -> str:
    """What to call a seat: its name, or its letter where it has none of its own."""
    name = names.get(seat, "")
    return name if name and list(names.values()).count(name) == 1 else str(seat)


def show_line(terminal: Terminal, hand: Hand | PartialHand, *, tall: bool = False) -> None:
    """The line of tiles on the table."""
    for row in draw.line(hand.line.halves, terminal.console.width, tall=tall):
        terminal.print(row, no_wrap=True, crop=True)


def show_seats(terminal: Terminal, hand: Hand | PartialHand, names: Names, total: Sequence[int]) -> None:
    """A row for each seat: what it holds, its dead tiles and, when the hand is over, points and nets."""
    rules = hand.rules
    outcome = hand.outcome if isinstance(hand, Hand) else None
    table = _table()
    table.add_column(terminal.say("result.seat"))
    table.add_column(terminal.say("result.tiles"), ratio=3)
    table.add_column(terminal.say("result.dead"), ratio=2)
    for heading in ("points", "net") if outcome else ():
        table.add_column(terminal.say(f"result.{heading}"), justify="right")
    table.add_column(terminal.say("result.total"), justify="right")
    for seat in rules.seats:
        cells: list[Text] = [_seat(seat, names, outcome), draw.tiles_text(hand.tiles(seat))]
        cells.append(draw.tiles_text(hand.dead(seat), draw.DIM))
        if outcome:
            cells += [Text(str(outcome.points[seat])), Text(_net(rules, outcome.net[seat]))]
        cells.append(Text(_net(rules, total[seat])))
        table.add_row(*cells)
    terminal.print(table)


def show_score(terminal: Terminal, rules: Rules, outcome: Outcome, unplayed: Sequence[TileSet]) -> None:
    """What `gaple score` says: every seat's tiles drawn, points and net, and who won and why."""
    table = _table()
    table.add_column(terminal.say("result.seat"), vertical="middle")
    table.add_column(terminal.say("result.tiles"))
    table.add_column(terminal.say("result.points"), justify="right", vertical="middle")
    table.add_column(terminal.say("result.net"), justify="right", vertical="middle")
    width = terminal.console.width - 30
    for seat in rules.seats:
        pictures = [draw.lying(tile.low, tile.high) for tile in tiles_of(unplayed[seat])]
        drawn = Text("\n").join(draw.side_by_side(pictures, width, gap=1)) if pictures else Text("–")
        table.add_row(_seat(seat, {}, outcome), drawn, str(outcome.points[seat]), _net(rules, outcome.net[seat]))
    terminal.print(table)
    show_reasons(terminal, rules, outcome, unplayed, {})


def show_reasons(terminal: Terminal, rules: Rules, outcome: Outcome, unplayed: Sequence[TileSet], names: Names) -> None:
    """Who won and why, and who pays whom."""
    winner = name_of(names, outcome.winner)
    told = [terminal.tell(f"game.end.{outcome.end}")] if outcome.end else []
    told.append(terminal.tell(f"game.decided.{outcome.decided_by}", winner=winner, side=outcome.side))
    terminal.print(Text(" ".join(told), _WINNER))
    if rules.side == "total" and outcome.decided_by is not Decision.TOTAL:
        total = sum(outcome.points[seat] for seat in rules.sides[0])
        terminal.print(terminal.say("result.level-totals", n=total))
    if outcome.decided_by in (Decision.TILE, Decision.LOW_END):
        terminal.print(_lowest_tiles(terminal, rules, outcome, unplayed, names))
    if rules.teams and outcome.decided_by is not Decision.TOTAL:
        partner = name_of(names, rules.seats[(outcome.winner + 2) % 4])
        terminal.print(terminal.say("result.partner", winner=winner, partner=partner))
    for seat in rules.seats:
        if outcome.points[seat] != pips_of(unplayed[seat]):
            terminal.print(terminal.say("result.lone", name=name_of(names, seat), n=rules.lone))
    paid = ", ".join(f"{payer} → {payee} {chips}" for payer, payee, chips in payments(rules, outcome))
    if paid:
        terminal.print(terminal.say("result.payments", payments=paid))


def _lowest_tiles(
    terminal: Terminal, rules: Rules, outcome: Outcome, unplayed: Sequence[TileSet], names: Names
) -> Text:
    told = Text(terminal.say("result.lowest"))
    for place, seat in enumerate(level_seats(rules, outcome)):
        tile: Tile | None = lowest_tile(unplayed[seat])
        told.append(f"{' · ' if place else ' '}{name_of(names, seat)} ")
        told.append_text(draw.tile_text(tile))
        told.append(f" = {tile.pips if tile else 0}")
    return told


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style=draw.DIM)


def _seat(seat: Seat, names: Names, outcome: Outcome | None) -> Text:
    won = outcome is not None and (seat == outcome.winner or (outcome.side is not None and str(seat) in outcome.side))
    told = Text(str(seat), _WINNER if won else "bold")
    if names.get(seat):
        told.append(f" {names[seat]}", "" if not won else "green")
    return told


def _net(rules: Rules, net: int) -> str:
    """A net as it is written down: chips with their sign."""
    return f"{net:+d}" if rules.chips and net else str(net)
