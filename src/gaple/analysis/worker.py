"""A process that reviews hands for a server, a small piece at a time, so that many can be reviewed in turns.

It is asked and answers as :mod:`gaple.players.worker` is. A question is a pickled tuple of a kind, a name for the hand,
the hand, how many worlds to weigh, and for ``decide`` the number of an action, from 0:

==========  ================================================================================
``sketch``  what can be known, and every decision looked at quickly
``decide``  one decision, with the whole budget
``whole``   what follows from all of them: sums and key moments
==========  ================================================================================

The answer is ``{"lines": [...]}``, lines of a review as docs/protocol.md has them. Sentences come in every language; in
them a seat is ``{A}``, for whoever shows them knows what its player is called.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Concatenate, Final, Literal, ParamSpec, TypeAlias

from gaple.hand import Hand
from gaple.players.worker import Answer, answer_all
from gaple.record import Record
from gaple.replay import Replayed
from gaple.texts import LANGUAGES
from gaple.tiles import tiles_of

from .budget import LEAST_WORLDS, Budget
from .decision import Decision
from .knowledge import Knowledge
from .review import Pieces
from .sentences import Teller

Kind: TypeAlias = Literal["sketch", "decide", "whole"]
P = ParamSpec("P")
Question: TypeAlias = tuple[Kind, str, Hand, int, int | None]

SKETCHED: Final = 500
"""So many worlds are weighed for a sketch."""

_NICE: Final = 19  # after everybody else
_KEPT: Final = 128


def main() -> None:
    """Answers until nobody asks any more."""

    def prepared() -> Callable[[Question], Answer]:
        from gaple.engine import warm_up

        warm_up()
        return Reviewer().answer

    answer_all(prepared, _NICE)


class Reviewer:
    """Answers questions. What was found of a hand is kept for its next piece; what was forgotten is found again."""

    def __init__(self) -> None:
        self._pieces: OrderedDict[str, Pieces] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        """The answer, as JSON has it."""
        kind, name, hand, worlds, number = question
        pieces = self._of(name, hand, worlds)
        told = Told(pieces)
        if kind == "sketch":
            budget = Budget(max(LEAST_WORLDS, min(SKETCHED, worlds)))
            sketches = [decision for number in pieces.choices if (decision := pieces.sketch(number, budget))]
            return {"lines": [told.begins(), *(told.decides(decision, final=False) for decision in sketches)]}
        if kind == "decide":
            assert number is not None
            decision = pieces.decide(number)
            assert decision is not None
            return {"lines": [told.decides(decision, final=True)]}
        for number in pieces.choices:
            pieces.decide(number)
        pieces.finish()
        return {"lines": [told.ends()]}

    def _of(self, name: str, hand: Hand, worlds: int) -> Pieces:
        if name not in self._pieces:
            replayed = Replayed(Record.of(hand), hand, hand.totals or (0,) * hand.rules.players)
            self._pieces[name] = Pieces(replayed, budget=Budget(worlds))
            if len(self._pieces) > _KEPT:
                self._pieces.popitem(last=False)
        return self._pieces[name]


class Told:
    """What was found of a hand, as JSON, with sentences in every language."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        rules = pieces.record.rules
        names = {seat: f"{{{seat}}}" for seat in rules.seats}
        self._tellers = {lang: Teller(lang, rules, names) for lang in LANGUAGES}

    def begins(self) -> Answer:
        """The first line."""
        rules = self._pieces.record.rules
        return {
            "type": "begins",
            "moves": [number + 1 for number in self._pieces.choices],
            "unit": "chips" if rules.chips else rules.settle,
            "less_is_better": rules.low_is_good,
            "sides": rules.teams,
            "worlds": self._pieces.budget.worlds,
            "known": [[self._knowledge(each) for each in moment.values()] for moment in self._pieces.known()],
            "notes": [
                {"code": code, "text": self._words(Teller.note, code, params)} for code, params in self._pieces.notes
            ],
        }

    def decides(self, decision: Decision, *, final: bool) -> Answer:
        """A decision."""
        told = {
            **decision.to_dict(),
            "how": self._words(Teller.how, decision),
            "hindsight": decision.hindsight and self._words(Teller.say, f"hindsight.{decision.hindsight.method}"),
            "why": [{"code": reason.code, "text": self._words(Teller.reason, reason)} for reason in decision.why],
        }
        return {"type": "decides", "final": final, "decision": told}

    def ends(self) -> Answer:
        """The last line."""
        review = self._pieces.review()
        at = {decision.move: decision for decision in review.decisions}
        return {
            "type": "ends",
            "lost": {str(seat): round(review.lost(seat), 2) for seat in review.judged},
            "splits": review.splits and {str(seat): split.to_dict() for seat, split in review.splits.items()},
            "moments": [
                {
                    **moment.to_dict(),
                    "text": self._words(Teller.moment, moment, at.get(moment.move)),
                }
                for moment in review.moments
            ],
        }

    def _knowledge(self, known: Knowledge) -> Answer:
        return {
            "seat": str(known.seat),
            "worlds": known.worlds,
            "bits": round(known.bits, 1),
            "where": {place: [_thousandths(chance) for chance in chances] for place, chances in known.places().items()},
            "why": [
                {
                    "tiles": [str(tile) for tile in tiles_of(reason.tiles)],
                    "text": self._words(Teller.known, reason),
                }
                for reason in known.reasons
            ],
        }

    def _words(self, say: Callable[Concatenate[Teller, P], str], *args: P.args, **params: P.kwargs) -> dict[str, str]:
        return {lang: say(teller, *args, **params) for lang, teller in self._tellers.items()}


def _thousandths(chance: Any) -> int:
    """A chance in thousandths; what is not certain is not told as certain, and what is possible not as impossible.

    >>> [_thousandths(chance) for chance in (0, 1e-6, 0.5, 0.9999, 1)]
    [0, 1, 500, 999, 1000]
    """
    if chance <= 0 or chance >= 1:
        return round(1000 * float(chance))
    return min(max(round(1000 * float(chance)), 1), 999)
