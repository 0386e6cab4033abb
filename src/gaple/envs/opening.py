"""Which hand of a match an environment plays, and whether that can be."""

from __future__ import annotations

from gaple.errors import DealError
from gaple.opening import Duty, DutyKind
from gaple.rules import Rules
from gaple.tiles import Seat


def check_opening(rules: Rules, number: int, opener: Seat | None) -> None:
    """Raises :class:`gaple.DealError` where no hand ``number`` of a match can open when ``opener`` won the last.

    >>> from gaple import Rules
    >>> check_opening(Rules(), 2, None)
    Traceback (most recent call last):
    gaple.errors.DealError: ...
    """
    if number < 1:
        raise DealError("dealing-hand", hand=number)
    if opener is not None and not 0 <= opener < rules.players:
        raise DealError("seat-not-at-table", seat=Seat(opener), players=rules.players)
    duty = Duty.of(rules, number, opener)
    if duty.seat is None and duty.kind not in (DutyKind.HOLDER, DutyKind.DRAWN):
        raise DealError("starter-unknown", number=number)
