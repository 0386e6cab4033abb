"""A position that is named by a file, a hand's number and a number of actions; for `infer` and `solve`."""

from __future__ import annotations

from gaple.cli.errors import UsageError
from gaple.cli.files import read_bytes, replay_content
from gaple.hand import Hand
from gaple.partial import PartialHand
from gaple.replay import Replayed
from gaple.tiles import Seat


def find(file: str, number: int, move: int | None) -> Hand | PartialHand:
    """The first hand of this number in a file, after ``move`` actions; ``None`` is as far as it is recorded.

    A turned-up tile is no action. Raises :class:`UsageError` where there is no such hand, or it has fewer actions;
    and as :func:`gaple.cli.files.replay_content` does, for a fault in the file up to this hand.
    """
    numbers: list[int] = []
    for replayed in replay_content(read_bytes(file), file):
        numbers.append(replayed.record.number)
        if numbers[-1] == number:
            return _after(replayed, file, move)
    raise UsageError("position-hand", file=file, number=number, expected=_told(numbers))


def seat_of(hand: Hand | PartialHand, text: str) -> Seat:
    """The seat with this letter. Raises :class:`UsageError` where the table has none."""
    for seat in hand.rules.seats:
        if str(seat) == text:
            return seat
    raise UsageError("position-seat", text=text, expected=", ".join(map(str, hand.rules.seats)))


def _after(replayed: Replayed, file: str, move: int | None) -> Hand | PartialHand:
    record, hand = replayed.record, replayed.hand
    most = len(record.actions)
    if move is None or move == most:
        return hand
    if move > most:
        raise UsageError("position-move", file=file, number=record.number, move=move, most=most)
    if isinstance(hand, Hand):
        while len(hand.actions) > move:
            hand.undo()
        return hand
    early = PartialHand(hand.rules, hand.deal, hand.starter, hand.number, hand.duty.seat)
    for action in record.actions[:move]:
        early.play(action)
    return early


def _told(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)
