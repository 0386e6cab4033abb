"""`python -m benchmarks.review_levels`: whether reviews tell strong players from weak ones, and luck from skill.

Matches between four levels, which change seats from match to match. *Luck and skill*: over all matches, what a level
netted a hand, its luck (:mod:`gaple.analysis.luck`) and its skill (net less luck), with intervals over matches: luck
should be nothing within its interval, and skill order the levels as their nets do, with narrower intervals. *Lost by
decisions*: in the first ``--reviewed`` matches every decision is reviewed as well, and it is told what a level's
decisions lose a hand.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from benchmarks.measuring import Mean, chance, each_hand, parser, positive, show
from gaple import Dealing, Match, Rules, Seat
from gaple.analysis import Budget, deal_luck, is_choice, value
from gaple.analysis.luck import side_net
from gaple.players import make

LEVELS: Final = ("random", "beginner", "greedy", "learned")
RULES: Final = ("players=4 hand=7 settle=pairwise hands=4",)
WORLDS: Final = 2000


@dataclass(frozen=True, slots=True)
class Setting:
    """Matches by these rules between these levels; so many of them are reviewed, each decision with so many worlds."""

    rules: Rules
    levels: tuple[str, ...]
    reviewed: int
    worlds: int
    seed: str

    def __str__(self) -> str:
        return f"{' '.join(self.levels)}, {self.rules}"


@dataclass(frozen=True, slots=True)
class Played:
    """A match: by level net, luck and skill a hand, and what its decisions lost a hand where they were reviewed."""

    net: dict[str, float]
    luck: dict[str, float]
    lost: dict[str, float] | None


def measure(setting: Setting, number: int) -> Played:
    """One match, and what is told of it."""
    rules, told = setting.rules, f"{setting.seed}/{setting.rules}/{number}"
    seats = {seat: setting.levels[(seat + number) % len(setting.levels)] for seat in rules.seats}
    players = {seat: make(level, chance(f"{told}/{level}")) for seat, level in seats.items()}
    match, budget = Match(rules), Budget(setting.worlds)
    net, luck, lost = (dict.fromkeys(setting.levels, 0.0) for _ in range(3))
    while not match.is_over:
        hand = match.deal(Dealing.from_seed(told, rules, match.number))
        for seat, each in enumerate(deal_luck(hand)):
            luck[seats[Seat(seat)]] += each
        while hand.turn is not None:
            seat, view = hand.turn, hand.view(hand.turn)
            action = players[seat].choose(view)
            if number < setting.reviewed and is_choice(view):
                lost[seats[seat]] += value(view, budget, action).loss(action).chips
            hand.play(action)
        assert hand.outcome
        for seat in rules.seats:
            net[seats[seat]] += side_net(rules, hand.outcome.net, seat)
        match.add(hand)
    hands = len(match.hands)
    net, luck, lost = ({level: figure / hands for level, figure in each.items()} for each in (net, luck, lost))
    return Played(net, luck, lost if number < setting.reviewed else None)


def summary(setting: Setting, matches: Sequence[Played]) -> dict[str, Any]:
    """Means over matches with their intervals, as plain values for JSON."""
    levels: dict[str, Any] = {}
    for level in setting.levels:
        lost = [each.lost[level] for each in matches if each.lost is not None]
        levels[level] = {
            "net": asdict(Mean.of([each.net[level] for each in matches])),
            "luck": asdict(Mean.of([each.luck[level] for each in matches])),
            "skill": asdict(Mean.of([each.net[level] - each.luck[level] for each in matches])),
            "lost": asdict(Mean.of(lost)) if lost else None,
        }
    reviewed = sum(each.lost is not None for each in matches)
    return {"rules": str(setting.rules), "matches": len(matches), "reviewed": reviewed, "levels": levels}


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays and reviews matches between levels, and shows luck, skill and what decisions lose; the exit code."""
    asked = parser("benchmarks.review_levels", main.__doc__, RULES, hands=100)
    asked.add_argument("--levels", nargs=4, default=LEVELS, metavar="LEVEL", help=f"weakest first ({' '.join(LEVELS)})")
    asked.add_argument("--reviewed", type=positive, default=10, metavar="N", help="matches that are reviewed (10)")
    asked.add_argument("--worlds", type=positive, default=WORLDS, metavar="N", help=f"worlds a decision ({WORLDS:,})")
    told = asked.parse_args(arguments)
    settings = [
        Setting(rules, tuple(told.levels), told.reviewed, told.worlds, told.seed) for rules in told.rules or told.usual
    ]
    done, stopped = each_hand(settings, told.hands, measure)
    summaries = [summary(setting, matches) for setting, matches in done if matches]
    for (setting, _), each in zip(done, summaries, strict=False):
        rows = [
            (
                level,
                *(str(Mean(**figures[name])) if figures[name] else "–" for name in ("net", "luck", "skill", "lost")),
            )
            for level, figures in each["levels"].items()
        ]
        title = f"{setting}; {each['matches']} matches, {each['reviewed']} reviewed; a hand"
        show(title, ("level",), ("net", "luck", "skill", "lost by decisions"), rows)
    if told.json:
        print(json.dumps({"seed": told.seed, "worlds": told.worlds, "settings": summaries}))
    return 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
