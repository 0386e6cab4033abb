"""A recorded hand or match, reviewed: every decision by what could be known, and what came of it.

>>> from gaple import Hand, Record, Rules
>>> from gaple.players import Greedy
>>> hand, player = Hand.dealt(Rules(players=2, hand=4, settle="pairwise"), seed=2026), Greedy()
>>> while hand.turn is not None:
...     hand.play(player.choose(hand.view(hand.turn)))
>>> found = review_record(Record.of(hand), budget=Budget(worlds=500))
>>> found.is_complete, len(found.decisions) > 0
(True, True)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gaple.engine.infer import ViewError, infer_record
from gaple.hand import Hand
from gaple.partial import PartialHand
from gaple.record import Record
from gaple.replay import Replayed, replay_record
from gaple.rules import Rules
from gaple.tiles import Seat
from gaple.view import View

from .budget import Budget
from .decision import Decision, decide
from .knowledge import Knowledge, know
from .luck import Interval, deal_luck, side_net, usual_nets
from .moments import Moment, pick
from .values import is_choice

SCHEMA: Final = "gaple-review"
VERSION: Final = 1

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Split:
    """What became of one seat in a hand (in teams, of its side): ``net`` is the sum of the four others.

    ``usual`` is what it nets on average over all deals, ``deal`` what these tiles were worth beyond that
    (:mod:`gaple.analysis.luck`), ``decisions`` what its own choices have lost (never above 0; with ``settle=points``,
    never below), ``others`` the rest: what others did, and how it fell.
    """

    net: float
    usual: float
    deal: float
    decisions: float

    @property
    def others(self) -> float:
        """What is owed to the others' play and to how the hidden tiles lay."""
        return self.net - self.usual - self.deal - self.decisions

    def to_dict(self) -> dict[str, float]:
        """As JSON has it."""
        return {
            "net": round(self.net, 2),
            "usual": round(self.usual, 2),
            "deal": round(self.deal, 2),
            "decisions": round(self.decisions, 2),
            "others": round(self.others, 2),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class HandReview:
    """A reviewed hand.

    ``judged`` are the seats whose decisions were looked at, ``decisions`` those with a choice, in order. ``known`` has
    for every moment (before the first action, after each) what each judged seat could know. ``splits`` is ``None``
    where the hand or the deal is not known to the end. ``notes`` are codes of what cannot be judged, and why. With
    ``is_complete`` false the review was stopped.
    """

    record: Record
    hand: Hand | PartialHand
    budget: Budget
    judged: tuple[Seat, ...]
    decisions: tuple[Decision, ...]
    known: tuple[dict[Seat, Knowledge], ...]
    splits: dict[Seat, Split] | None
    moments: tuple[Moment, ...]
    notes: tuple[tuple[str, dict[str, Any]], ...]
    is_complete: bool

    @property
    def rules(self) -> Rules:
        """The hand's rules."""
        return self.record.rules

    def lost(self, seat: Seat) -> float:
        """What a seat's decisions have cost it, never below 0."""
        return _lost(self.decisions, seat)

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it (docs/analysis.md)."""
        return {
            "hand": self.record.number,
            "rules": str(self.rules),
            "names": {str(seat): name for seat, name in self.record.names.items()},
            "actions": [{"seat": str(seat), "action": str(action)} for seat, action in self.hand.moves],
            "over": self.hand.is_over,
            "complete": self.is_complete,
            "judged": [str(seat) for seat in self.judged],
            "decisions": [each.to_dict() for each in self.decisions],
            "lost": {str(seat): round(self.lost(seat), 2) for seat in self.judged},
            "splits": None
            if self.splits is None
            else {str(seat): split.to_dict() for seat, split in self.splits.items()},
            "moments": [moment.to_dict() for moment in self.moments],
            "known": [[each.to_dict() for each in moment.values()] for moment in self.known],
            "notes": [{"code": code, "params": params} for code, params in self.notes],
        }


def _lost(decisions: Sequence[Decision], seat: Seat) -> float:
    return math.fsum(each.loss.chips for each in decisions if each.seat == seat)


@dataclass(frozen=True, slots=True)
class Sum:
    """A seat over a match: result, luck of the deals, and skill (the result without that luck); and what it lost."""

    net: float
    luck: Interval
    skill: Interval
    decisions: float

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "net": round(self.net, 2),
            "luck": self.luck.to_dict(),
            "skill": self.skill.to_dict(),
            "decisions": round(self.decisions, 2),
        }


def sum_up(reviews: Sequence[HandReview]) -> dict[Seat, Sum]:
    """The split over all hands that have one; their rules must be the same. Empty where there are none."""
    whole = [review.splits for review in reviews if review.splits]
    seats = sorted(set.intersection(*(set(splits) for splits in whole))) if whole else []
    return {
        seat: Sum(
            net=sum(splits[seat].net for splits in whole),
            luck=Interval.of([splits[seat].deal for splits in whole]),
            skill=Interval.of([splits[seat].net - splits[seat].deal for splits in whole]),
            decisions=math.fsum(splits[seat].decisions for splits in whole),
        )
        for seat in seats
    }


def to_dict(reviews: Sequence[HandReview], budget: Budget, *, stopped: bool = False) -> dict[str, Any]:
    """Reviews as one JSON document (docs/analysis.md); ``stopped`` says that more was asked for."""
    same = len({str(review.rules) for review in reviews}) == 1
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "budget": {"worlds": budget.worlds, "seed": budget.seed, "model": budget.model},
        "stopped": stopped,
        "hands": [review.to_dict() for review in reviews],
        "match": {str(seat): each.to_dict() for seat, each in sum_up(reviews).items()} if same else None,
    }


def review_record(
    record: Record, *, seat: Seat | None = None, budget: Budget | None = None, progress: Progress | None = None
) -> HandReview:
    """Reviews a single record; who won the hand before is not in it. Raises :class:`gaple.RecordIllegalError`."""
    replayed = Replayed(record, replay_record(record), (0,) * record.rules.players)
    return review_hand(replayed, seat=seat, budget=budget, progress=progress)


def review_hand(
    replayed: Replayed, *, seat: Seat | None = None, budget: Budget | None = None, progress: Progress | None = None
) -> HandReview:
    """Reviews a hand that was played through, one seat's decisions or everybody's.

    ``progress`` is told decisions done and all decisions. Ctrl-C ends it early: what is returned is then not complete.
    """
    pieces = Pieces(replayed, seat=seat, budget=budget)
    complete = True
    try:
        for done, number in enumerate(pieces.points):
            if progress is not None:
                progress(done, len(pieces.points))
            pieces.decide(number)
        pieces.finish()
        if progress is not None:
            progress(len(pieces.points), len(pieces.points))
    except KeyboardInterrupt:
        complete = False
    return pieces.review(is_complete=complete)


class Pieces:
    """The review of a hand, piece by piece, for whoever shows it while it is made.

    ``judged`` are the seats whose decisions are looked at, ``points`` the numbers of their actions, from 0, and
    ``choices`` those of them where there was a choice.
    """

    def __init__(self, replayed: Replayed, *, seat: Seat | None = None, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self.record, self.hand = replayed.record, replayed.hand
        self._moments = Moments(self.hand)
        self.judged = tuple(
            other for other in self.record.rules.seats if seat in (None, other) and self._moments.knows(other)
        )
        self.notes = tuple(_notes(self.record, self.hand, seat, self.judged))
        self.points = tuple(number for number, (by, _) in enumerate(self.hand.moves) if by in self.judged)
        self._decided: dict[int, Decision | None] = {}
        self._known: list[dict[Seat, Knowledge]] = []
        self._luck: tuple[float, ...] | None = None
        self._usual: list[float] = []

    @property
    def choices(self) -> tuple[int, ...]:
        """The numbers of the actions, from 0, that had an alternative."""
        return tuple(number for number in self.points if is_choice(self._view(number)))

    def sketch(self, number: int, budget: Budget) -> Decision | None:
        """What can be said of an action with a smaller budget, and without a look at what was hidden."""
        view = self._view(number)
        return decide(view, self.hand.moves[number][1], budget) if is_choice(view) else None

    def decide(self, number: int) -> Decision | None:
        """What there is to say of an action; ``None`` where there was no choice. It is looked at once."""
        if number not in self._decided:
            view = self._view(number)
            action = self.hand.moves[number][1]
            self._decided[number] = (
                decide(view, action, self.budget, self._moments.hand(number)) if is_choice(view) else None
            )
        return self._decided[number]

    def known(self) -> tuple[dict[Seat, Knowledge], ...]:
        """What each judged seat could know, before every action (and at the end of an unfinished hand)."""
        if not self._known:
            moments = range(len(self.hand.moves) + (not self.hand.is_over))
            self._known = [{seat: know(self._moments.view(number, seat)) for seat in self.judged} for number in moments]
        return tuple(self._known)

    def finish(self) -> None:
        """Do what remains to be done besides the decisions."""
        self.known()
        if self._luck is None and isinstance(self.hand, Hand) and self.hand.outcome:
            self._luck, self._usual = deal_luck(self.hand), usual_nets(self.hand).tolist()

    def review(self, *, is_complete: bool = True) -> HandReview:
        """The review, of what was done so far."""
        record, hand, rules = self.record, self.hand, self.record.rules
        decisions = [found for number in self.points if (found := self._decided.get(number))]
        outcome = hand.outcome if isinstance(hand, Hand) else None
        nets = [side_net(rules, outcome.net, other) for other in rules.seats] if outcome else None
        splits: dict[Seat, Split] | None = None
        if nets is not None and self._luck is not None:
            sign = 1 if rules.low_is_good else -1
            splits = {
                other: Split(nets[other], self._usual[other], self._luck[other], sign * _lost(decisions, other) + 0.0)
                for other in self.judged
            }
        return HandReview(
            record=record,
            hand=hand,
            budget=self.budget,
            judged=self.judged,
            decisions=tuple(decisions),
            known=tuple(self._known),
            splits=splits,
            moments=pick(rules, decisions, nets if is_complete else None, len(hand.moves)),
            notes=self.notes,
            is_complete=is_complete,
        )

    def _view(self, number: int) -> View:
        return self._moments.view(number, self.hand.moves[number][0])


def count_decisions(replayed: Replayed, seat: Seat | None = None) -> int:
    """At most so many decisions are to be judged in a hand: the actions of the seat, or of everybody."""
    return sum(seat in (None, by) and not action.is_pass for by, action in replayed.hand.moves)


def is_trained(rules: Rules) -> bool:
    """Whether the network that values playouts was trained on rules like these (``scripts/train_net``)."""
    return rules.hand >= 3 and rules.lone in (0, 25)


def _notes(
    record: Record, hand: Hand | PartialHand, seat: Seat | None, judged: Sequence[Seat]
) -> list[tuple[str, dict[str, Any]]]:
    notes: list[tuple[str, dict[str, Any]]] = []
    asked = [other for other in record.rules.seats if seat in (None, other)]
    notes += [("tiles-hidden", {"seat": str(other)}) for other in asked if other not in judged]
    if isinstance(hand, PartialHand):
        notes.append(("no-split-hidden", {}))
    elif not hand.is_over:
        notes.append(("no-split-unfinished", {}))
    if not is_trained(record.rules):
        notes.append(("rules-untrained", {}))
    return notes


class Moments:
    """A hand at each of its moments: what a seat saw, and the hand itself where all tiles are known."""

    def __init__(self, hand: Hand | PartialHand) -> None:
        self._whole = hand
        self._at: dict[int, Hand] = {}
        if isinstance(hand, Hand):
            start = Hand(hand.rules, hand.deal, hand.starter, hand.number, hand.view(None).duty.seat)
            start.totals = hand.totals
            self._at[0] = start.copy()
            for number, action in enumerate(hand.actions, 1):
                start.play(action)
                self._at[number] = start.copy()

    def hand(self, number: int) -> Hand | None:
        """The hand after so many actions; ``None`` where not all tiles are known."""
        return self._at.get(number)

    def view(self, number: int, seat: Seat) -> View:
        """What a seat saw after so many actions. Raises :class:`ViewError` where its own tiles are not known."""
        if isinstance(self._whole, Hand):
            return self._at[number].view(seat)
        early = self._early(number)
        return infer_record(early, seat)[0].hand().view(seat)  # any world looks the same to the seat

    def knows(self, seat: Seat) -> bool:
        """Whether all of a seat's own tiles are known."""
        if isinstance(self._whole, Hand):
            return True
        try:
            self.view(max(len(self._whole.moves) - 1, 0), seat)
        except ViewError:
            return False
        return True

    def _early(self, number: int) -> PartialHand:
        whole = self._whole
        assert isinstance(whole, PartialHand)
        early = PartialHand(whole.rules, whole.deal, whole.starter, whole.number, whole.duty.seat)
        for _, action in whole.moves[:number]:
            early.play(action)
        return early
