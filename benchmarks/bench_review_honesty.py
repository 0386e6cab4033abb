"""How many verdicts of a review stay when ten times as much is looked at: `python -m benchmarks.bench_review_honesty`.

Hands are played by mixed levels, one drawn for each seat. Every decision is valued with the usual budget, and again
with ten times as much and other chance. A verdict *stays* where the second time says the same (mistake and blunder are
one), is *contradicted* where it clearly says something else, and is left open where it gives no verdict. Most
decisions are good, and valuing them again takes most of the time: ``--good 0.25`` does it for a quarter of them, drawn
by chance.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.measuring import chance, each_hand, parser, show
from gaple import Hand, Rules
from gaple.analysis import THRESHOLDS, Budget, Verdict, is_choice, judge, unit, value
from gaple.analysis.budget import WORLDS
from gaple.players import LEVELS, make

RULES: Final = (
    "players=4 hand=7 settle=pairwise",
    "players=4 hand=6 settle=pairwise",
    "players=4 hand=7 teams=yes settle=pairwise",
    "players=4 hand=7 stuck=pass",
)
TIMES: Final = 10
BAD: Final = frozenset({Verdict.MISTAKE, Verdict.BLUNDER})


@dataclass(frozen=True, slots=True)
class Setting:
    """Hands by these rules; so many worlds are weighed the first time, and this share of good decisions a second."""

    rules: Rules
    worlds: int
    seed: str
    good: float = 1.0

    def __str__(self) -> str:
        return f"{self.rules}, {self.worlds:,} worlds"


@dataclass(frozen=True, slots=True)
class Twice:
    """A decision judged twice: verdict and loss with the usual budget, and with ten times as much.

    ``again`` tells whether there was a second time: not without a verdict, nor for a good one that was not drawn.
    """

    method: str
    again: bool
    first: Verdict | None
    then: Verdict | None
    loss: float
    loss_then: float
    low: float
    high: float


def measure(setting: Setting, number: int) -> list[Twice]:
    """All decisions of a hand with a choice, each judged once, and again where it got a verdict and is drawn."""
    told = f"{setting.seed}/{setting.rules}/{number}"
    rng, drawn = random.Random(told), random.Random(f"{told}/again")
    hand = Hand.dealt(setting.rules, seed=chance(told))
    levels = [rng.choice(list(LEVELS)) for _ in setting.rules.seats]
    players = [make(level, chance(f"{told}/{seat}")) for seat, level in enumerate(levels)]
    usual, tenfold = Budget(setting.worlds, seed=1), Budget(TIMES * setting.worlds, seed=2)
    found = []
    while hand.turn is not None:
        view = hand.view(hand.turn)
        played = players[hand.turn].choose(view)
        if is_choice(view):
            valued = value(view, usual, played)
            loss = valued.loss(played)
            verdict, then, loss_then = judge(loss.low, loss.high, setting.rules), None, math.nan
            again = verdict is not None and (verdict is not Verdict.GOOD or drawn.random() < setting.good)
            if again:
                second = value(view, tenfold, played).loss(played)
                then, loss_then = judge(second.low, second.high, setting.rules), second.chips
            found.append(Twice(valued.method, again, verdict, then, loss.chips, loss_then, loss.low, loss.high))
        hand.play(played)
    return found


def summary(setting: Setting, hands: Sequence[Sequence[Twice]]) -> dict[str, Any]:
    """Counts by verdict, as plain values for JSON."""
    decisions = [each for hand in hands for each in hand]
    size, shares = unit(setting.rules), dict(THRESHOLDS)
    bad = [each for each in decisions if each.first in BAD]
    good = [each for each in decisions if each.first is Verdict.GOOD and each.again]
    doubtful = [each for each in decisions if each.first is Verdict.DOUBTFUL]
    mistake, doubt = shares[Verdict.MISTAKE] * size, shares[Verdict.DOUBTFUL] * size
    return {
        "rules": str(setting.rules),
        "worlds": setting.worlds,
        "hands": len(hands),
        "decisions": len(decisions),
        "good_looked_at_again": setting.good,
        "unclear": sum(each.first is None for each in decisions),
        "verdicts": {
            "mistake or blunder": _one(bad, BAD, [each.loss_then >= mistake for each in bad]),
            "doubtful": _one(doubtful, {Verdict.DOUBTFUL, *BAD}, [each.loss_then >= doubt for each in doubtful]),
            "good": _one(good, {Verdict.GOOD}, [each.loss_then < doubt for each in good]),
        },
    }


def _one(decisions: Sequence[Twice], same: frozenset[Verdict] | set[Verdict], side: Sequence[bool]) -> dict[str, Any]:
    n, stay = len(decisions), sum(each.then in same for each in decisions)
    contradicted = sum(each.then is not None and each.then not in same for each in decisions)
    return {
        "n": n,
        "stay": stay,
        "open": n - stay - contradicted,
        "contradicted": contradicted,
        "estimate_stays": sum(side),
        "interval": wilson(stay, n),
    }


def wilson(hits: int, n: int) -> tuple[float, float] | None:
    """Wilson's 95% interval of a share; ``None`` of nothing."""
    if n == 0:
        return None
    z, p = 1.959964, hits / n
    middle, spread = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def main(arguments: Sequence[str] | None = None) -> int:
    """Counts how many verdicts stay under ten times the budget, and shows it; the exit code."""
    asked = parser("benchmarks.bench_review_honesty", main.__doc__, RULES, hands=3)
    asked.add_argument("--worlds", type=int, default=WORLDS, metavar="N", help=f"the usual budget ({WORLDS:,})")
    asked.add_argument("--good", type=float, default=1.0, metavar="P", help="value this share of good ones again (1)")
    told = asked.parse_args(arguments)
    settings = [Setting(rules, told.worlds, told.seed, told.good) for rules in told.rules or told.usual]
    done, stopped = each_hand(settings, told.hands, measure)
    summaries = [summary(setting, hands) for setting, hands in done if hands]
    for (setting, _), each in zip(done, summaries, strict=False):
        rows = []
        for name, counts in each["verdicts"].items():
            low, high = counts["interval"] or (math.nan, math.nan)
            share = f"{counts['stay'] / counts['n']:.1%} ({low:.1%} to {high:.1%})" if counts["n"] else "–"
            figures = (counts["n"], counts["stay"], counts["open"], counts["contradicted"], counts["estimate_stays"])
            rows.append((name, *map(str, figures), share))
        title = f"{setting}; {each['hands']} hands, {each['decisions']} decisions, {each['unclear']} unclear"
        show(title, ("verdict",), ("n", "stay", "open", "contradicted", "estimate stays", "share that stays"), rows)
    if told.json:
        print(json.dumps({"times": TIMES, "seed": told.seed, "settings": summaries}))
    return 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
