"""What a move was worth: hands and matches reviewed by what the players could know (docs/analysis.md).

==============  ==================================================================
``budget``      how much is looked at, and what a review costs
``values``      what each action is worth to the seat on turn, as far as it knows
``verdict``     when a choice is called good, doubtful, a mistake or a blunder
``hindsight``   the same with all tiles in sight
``knowledge``   where hidden tiles could be, and why
``patterns``    why an action is better, in codes with numbers
``decision``    all of that about one decision
``luck``        what of a result was the deal's doing
``moments``     the moments that decided a hand
``review``      a hand or a match from its record
``sentences``   codes as sentences in both languages
``page``        a review as one HTML page
``worker``      a process that reviews for a server
==============  ==================================================================
"""

from __future__ import annotations

from importlib.util import find_spec

for _package in ("numpy", "numba", "platformdirs"):
    if find_spec(_package) is None:
        raise ModuleNotFoundError(
            f"gaple.analysis needs the package {_package}, which comes with: pip install 'gaple[engine]'", name=_package
        )

from .budget import Budget, ReviewError, check_cost  # noqa: E402 (only with the engine's packages)
from .decision import Decision, Option, decide  # noqa: E402
from .knowledge import Knowledge, know  # noqa: E402
from .luck import Interval, deal_luck  # noqa: E402
from .moments import Moment  # noqa: E402
from .patterns import Reason, explain  # noqa: E402
from .review import (  # noqa: E402
    HandReview,
    Pieces,
    Split,
    Sum,
    count_decisions,
    review_hand,
    review_record,
    sum_up,
    to_dict,
)
from .values import Loss, Valued, is_choice, value  # noqa: E402
from .verdict import THRESHOLDS, Verdict, judge, unit  # noqa: E402

__all__ = [
    "THRESHOLDS",
    "Budget",
    "Decision",
    "HandReview",
    "Interval",
    "Knowledge",
    "Loss",
    "Moment",
    "Option",
    "Pieces",
    "Reason",
    "ReviewError",
    "Split",
    "Sum",
    "Valued",
    "Verdict",
    "check_cost",
    "count_decisions",
    "deal_luck",
    "decide",
    "explain",
    "is_choice",
    "judge",
    "know",
    "review_hand",
    "review_record",
    "sum_up",
    "to_dict",
    "unit",
    "value",
]
