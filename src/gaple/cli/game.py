"""A match of one person against computer players."""

from __future__ import annotations

import hashlib
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from rich.table import Table

from gaple.cli import draw
from gaple.cli.ask import Asker, Leave
from gaple.cli.errors import UsageError
from gaple.cli.stage import Stage, name_all
from gaple.cli.terminal import Terminal, printable
from gaple.dealing import Dealing
from gaple.errors import GapleError
from gaple.hand import Hand
from gaple.match import Match
from gaple.opening import DutyKind
from gaple.players import LEVELS, Player, make_for_match
from gaple.record import Record
from gaple.rules import Rules
from gaple.tiles import Seat, Tile

if TYPE_CHECKING:
    from gaple.cli.record_file import RecordFile

PERSON: Final = Seat.A
"""Where the person sits."""


class Game:
    """A match in the terminal. The same ``seed`` and the same answers give the same match.

    Raises :class:`UsageError` for a level that there is not.
    """

    def __init__(
        self,
        terminal: Terminal,
        rules: Rules,
        *,
        level: str,
        seed: str,
        pace: float,
        name: str | None = None,
        keep: RecordFile | None = None,
    ) -> None:
        self.match = Match(rules)
        self.names = name_all(terminal, rules.seats, PERSON, name)
        self._computers = computers(level, seed, rules)
        _prepare(level, terminal)
        self._terminal = terminal
        self._seed = seed
        self._keep = keep
        self._ask = Asker(terminal)
        self._stage = Stage(terminal, self.names, pace)

    def run(self) -> None:
        """Plays hand after hand until the match is over or the person leaves."""
        with self._stage.open():
            try:
                while not self.match.is_over:
                    dealing = Dealing.from_seed(self._seed, self.match.rules, self.match.number)
                    hand = self.match.deal(dealing)
                    self._play(hand)
                    self._finish(hand)
            except Leave:
                pass

    def part(self) -> None:
        """The standings, and where the hands were recorded. Raises :class:`UsageError` where some could not be."""
        self._terminal.print()
        if self.match.hands:
            self._terminal.print(self._terminal.say("play.standings", n=len(self.match.hands)))
            self._terminal.print(self._standings())
        if self._keep and self.match.hands:
            self._keep.flush()
            self._terminal.print(self._terminal.say("play.recorded", file=printable(self._keep.file)), soft_wrap=True)
        self._terminal.print(self._terminal.say("play.bye"))

    def _play(self, hand: Hand) -> None:
        total = self.match.total
        note = self._stage.announce(self._opening(hand))
        while hand.turn is not None:
            view = hand.view(PERSON)
            if hand.turn == PERSON:
                self._stage.table(view, total, note)
                action = self._ask.action(view, partial(self._stage.again, view, total))
                note = ""
            else:
                with self._stage.turn(view, total, note):
                    action = self._computers[hand.turn].choose(hand.view(hand.turn))
            hand.play(action)
            self._stage.did(hand.view(PERSON))
        self._stage.watch(hand.view(PERSON), total, "")

    def _finish(self, hand: Hand) -> None:
        self.match.add(hand)
        notes = [self._what_next()]
        if self._keep:
            date = datetime.now().astimezone().date().isoformat()
            try:
                self._keep.add(Record.of(hand, date=date, names=self.names))
            except UsageError as error:
                notes.append(error.told(self._terminal.lang))
        self._stage.outcome(hand, self.match.total, notes)
        self._ask.go_on(self._terminal.say("play.ask.end-match" if self.match.is_over else "play.ask.next"))

    def _opening(self, hand: Hand) -> str:
        """Who begins this hand, and why."""
        duty, starter = hand.duty, hand.starter
        kind = str(duty.kind)
        if duty.kind is DutyKind.WINNER_DOUBLE and duty.seat != starter:
            kind = "passed-on"
        return self._begins(f"play.begins.{kind}", starter, duty.tile or hand.turned_up, duty.seat)

    def _what_next(self) -> str:
        """Who begins the hand that follows, and with what duty."""
        duty = self.match.duty
        if duty is None:
            return self._terminal.say("play.match-over")
        return self._begins(f"play.next.{duty.kind}", duty.seat, duty.tile, duty.seat)

    def _begins(self, code: str, seat: Seat | None, tile: Tile | None, winner: Seat | None) -> str:
        return self._terminal.say(
            code,
            name="" if seat is None else self.names[seat],
            winner="" if winner is None else self.names[winner],
            tile=draw.tile_text(tile).plain,
        )

    def _standings(self) -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        for place, seat, total in self.match.standings:
            told = f"{total:+d}" if self.match.rules.chips and total else str(total)
            table.add_row(f"{place}.", self.names[seat], told)
        return table


def computers(level: str, seed: str, rules: Rules) -> dict[Seat, Player]:
    """A computer player for every seat but the person's; their chance comes from ``seed``.

    Raises :class:`UsageError` for an unknown level, and for one whose packages are not installed.
    """
    try:
        return {seat: make_for_match(level, _chance(seed, seat)) for seat in rules.seats if seat != PERSON}
    except GapleError as error:
        raise UsageError(error.code, **error.params) from None


def _prepare(level: str, terminal: Terminal) -> None:
    """Readies the engine's kernels for a level that needs them, so that no turn waits for them."""
    if not LEVELS[level].needs_engine:
        return
    from gaple.engine import is_warm, warm_up

    if not is_warm():
        terminal.print(terminal.say("play.preparing"))
    warm_up()


def _chance(seed: str, seat: Seat) -> int:
    return int.from_bytes(hashlib.sha256(f"gaple-play-1\n{seed}\n{seat}".encode()).digest()[:8])
