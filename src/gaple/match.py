"""Hands that follow one another: who begins, the totals, the end (rules 12 and 13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .deal import Deal
from .dealing import Dealing
from .errors import MatchError
from .hand import Hand
from .opening import Duty
from .rules import Rules
from .scoring import Outcome
from .tiles import Seat


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A finished hand of a match and the totals after it."""

    number: int
    starter: Seat
    outcome: Outcome
    total: tuple[int, ...]


class Before(NamedTuple):
    """How a match stood after its first ``hands``: who won the last of them, and everybody's total."""

    hands: int
    winner: Seat | None
    total: tuple[int, ...]


class Place(NamedTuple):
    """A line of the standings; equal totals share the place."""

    place: int
    seat: Seat
    total: int


class Match:
    """A match by these rules; with ``before`` it goes on from there, of its first hands knowing no more than that.

    >>> match = Match(Rules(players=2, hand=5, hands=1))
    >>> print(match.duty)
    drawn
    >>> hand = match.deal(Dealing.from_seed("arisan", match.rules))
    >>> while not hand.is_over:
    ...     hand.play(hand.legal_actions()[0])
    >>> match.add(hand)
    >>> match.is_over, len(match.hands)
    (True, 1)
    """

    def __init__(self, rules: Rules, before: Before | None = None) -> None:
        self.rules = rules
        self.before = before or Before(0, None, (0,) * rules.players)
        self.hands: list[PlayedHand] = []

    @property
    def number(self) -> int:
        """The number of the next hand, from 1."""
        return self.before.hands + len(self.hands) + 1

    @property
    def winner(self) -> Seat | None:
        """Who won the last hand; ``None`` before the first."""
        return self.hands[-1].outcome.winner if self.hands else self.before.winner

    @property
    def duty(self) -> Duty | None:
        """Who begins the next hand, and with what duty; ``None`` when the match is over."""
        return None if self.is_over else Duty.of(self.rules, self.number, self.winner)

    def deal(self, dealing: Dealing) -> Hand:
        """The next hand, dealt so.

        Raises :class:`MatchError` where the match is over or the dealing is for another hand.
        """
        if dealing.hand != self.number:
            raise MatchError("match-number", number=dealing.hand, expected=self.number)
        return self.hand(dealing.deal, dealing.starter)

    def hand(self, deal: Deal, drawn: Seat | None = None) -> Hand:
        """The next hand with these tiles, and ``drawn`` for the starter where one is drawn by lot (rule 4).

        Raises :class:`MatchError` where the match is over, or a starter is needed and missing.
        """
        if self.is_over:
            raise MatchError("match-over", number=self.number)
        deal.check(self.rules)
        starter = Duty.of(self.rules, self.number, self.winner).starter(deal, drawn)
        if starter is None:
            raise MatchError("match-starter-drawn", number=self.number)
        hand = Hand(self.rules, deal, starter, self.number, self.winner)
        hand.totals = self.total
        return hand

    def add(self, hand: Hand) -> None:
        """Counts a finished hand. Raises :class:`MatchError` where it is not this match's next."""
        outcome = hand.outcome
        if self.is_over:
            raise MatchError("match-over", number=hand.number)
        if outcome is None:
            raise MatchError("match-unfinished", number=hand.number)
        if hand.rules != self.rules:
            raise MatchError("match-rules", rules=hand.rules, expected=self.rules)
        if hand.number != self.number:
            raise MatchError("match-number", number=hand.number, expected=self.number)
        Duty.of(self.rules, self.number, self.winner).check(hand.deal, hand.starter)
        total = tuple([before + net for before, net in zip(self.total, outcome.net, strict=True)])
        self.hands.append(PlayedHand(hand.number, hand.starter, outcome, total))

    def undo(self) -> PlayedHand:
        """Takes the last hand out of the count again and returns it. Raises :class:`MatchError` where there is none."""
        if not self.hands:
            raise MatchError("match-nothing-to-undo")
        return self.hands.pop()

    @property
    def total(self) -> tuple[int, ...]:
        """Every seat's running total."""
        return self.hands[-1].total if self.hands else self.before.total

    @property
    def is_over(self) -> bool:
        """Whether ``hands`` have been played, or a total has reached ``target`` (rule 12).

        In teams with ``settle=points`` it is a side's total that reaches it: the sum of its two.
        """
        if not self.hands:
            return False
        rules, total = self.rules, self.total
        if rules.teams and rules.settle == "points":
            reached = max(sum(total[seat] for seat in side) for side in rules.sides)
        else:
            reached = max(total)
        return (rules.hands is not None and self.number > rules.hands) or (
            rules.target is not None and reached >= rules.target
        )

    @property
    def standings(self) -> tuple[Place, ...]:
        """Every seat, best first; equal totals share the place (rule 12).

        Most is best, with ``settle=points`` least.
        """
        sign, total = 1 if self.rules.low_is_good else -1, self.total
        order = sorted(self.rules.seats, key=lambda seat: sign * total[seat])  # stable, so in the order of seats
        totals = [total[seat] for seat in order]
        return tuple([Place(totals.index(total[seat]) + 1, seat, total[seat]) for seat in order])

    def __repr__(self) -> str:
        return f"<Match {self.rules} hands={len(self.hands)} total={self.total}>"
