"""What the person sees while a hand is played: a view, drawn into a terminal of 80 × 24 or what there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.table import Table
from rich.text import Text

from gaple.actions import Action
from gaple.cli import draw
from gaple.cli.result import Names
from gaple.cli.terminal import Terminal
from gaple.tiles import Seat, Tile
from gaple.view import View

_BESIDE_THE_LINE: Final = 13  # rows that everything but seats and line takes, the prompt included
_CHOICE: Final = "bold green"


@dataclass(frozen=True, slots=True)
class Choices:
    """What the seat on turn can choose among: a number for each tile that may go, with what can be done with it."""

    actions: Mapping[Tile, tuple[Action, ...]]
    numbers: Mapping[Tile, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", {tile: number for number, tile in enumerate(self.actions, 1)})

    @classmethod
    def of(cls, view: View) -> Choices:
        """The choices of the view's own seat; none where it is not on turn, or can only pass."""
        found: dict[Tile, tuple[Action, ...]] = {}
        for tile in view.tiles:
            actions = tuple(action for action in view.legal if action.tile is tile)
            if actions:
                found[tile] = actions
        return cls(found)

    def numbered(self, number: int) -> tuple[Action, ...]:
        """What can be done with the tile of this number; nothing where there is none."""
        return next((self.actions[tile] for tile, own in self.numbers.items() if own == number), ())

    def __len__(self) -> int:
        return len(self.actions)


def show_table(terminal: Terminal, view: View, names: Names, total: Sequence[int], note: str = "") -> None:
    """Draws everything that the view's seat may know: seats, line, ends, own tiles, and a note below."""
    console = terminal.console
    terminal.print(Text(f"{terminal.say('result.hand', n=view.number)} · {view.rules}", draw.DIM), no_wrap=True)
    terminal.print(_seats(terminal, view, names, total))
    terminal.print()
    room = console.height - _BESIDE_THE_LINE - view.rules.players
    line = draw.line(view.line.halves, console.width, tall=True)
    if len(line) > room:
        line = draw.line(view.line.halves, console.width, tall=False)
    _print_rows(terminal, line)
    terminal.print(_ends(terminal, view))
    _print_rows(terminal, _own_tiles(view, console.width))
    if note:
        terminal.print(note)


def action_text(terminal: Terminal, action: Action) -> Text:
    """An action in words, with its tile drawn where it is known."""
    told = Text()
    if action.tile:
        told.append_text(draw.tile_text(action.tile)).append(" ")
    return told.append(terminal.say(f"play.did.{action.kind}"))


def _print_rows(terminal: Terminal, rows: draw.Picture) -> None:
    for row in rows:
        terminal.print(row, no_wrap=True, crop=True)


def _seats(terminal: Terminal, view: View, names: Names, total: Sequence[int]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(no_wrap=True, max_width=max(10, terminal.console.width - 54))
    for _ in range(3):
        table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    last = dict(view.actions)
    for seat in view.rules.seats:
        style = "bold" if seat == view.turn else ""
        dead = len(view.dead[seat])
        chips = f"{total[seat]:+d}" if view.rules.chips and total[seat] else f"{total[seat]}"
        table.add_row(
            "▶" if seat == view.turn else " ",
            Text(_called(terminal, view, names, seat), style, overflow="ellipsis"),
            terminal.say("play.tiles", n=view.counts[seat]),
            Text(terminal.say("play.dead", n=dead) if dead else "", "red"),
            terminal.say("play.total", n=chips),
            action_text(terminal, last[seat]) if seat in last else Text(),
        )
    return table


def _called(terminal: Terminal, view: View, names: Names, seat: Seat) -> str:
    if view.seat is not None and view.rules.teams and seat == (view.seat + 2) % 4:
        return terminal.say("play.partner", name=names[seat])
    return names[seat]


def _ends(terminal: Terminal, view: View) -> Text:
    ends = view.ends
    told = terminal.say("play.ends", left=ends[0], right=ends[1]) if ends else terminal.say("play.empty-table")
    if view.rules.stock > 1:
        told = f"{told} · {terminal.say('play.stock', n=view.rules.stock - 1)}"
    return Text(told, "bold")


def _own_tiles(view: View, width: int) -> draw.Picture:
    """The seat's own tiles, and its dead ones, with the numbers of those that may go now below."""
    choices = Choices.of(view)
    own = [_own_tile(tile, choices) for tile in view.tiles]
    dead = [tile for tile in view.dead[view.seat] if tile] if view.seat is not None else []
    crossed = [[*draw.upright(tile.low, tile.high, draw.DIM), Text(" × ", "red")] for tile in dead]
    return draw.side_by_side([*own, *crossed], width, gap=1)


def _own_tile(tile: Tile, choices: Choices) -> draw.Picture:
    number = choices.numbers.get(tile)
    style = draw.FRAME if number or not choices else draw.DIM
    return [*draw.upright(tile.low, tile.high, style), Text(f"{number or '':^3}", _CHOICE)]
