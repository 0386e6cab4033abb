"""`python -m benchmarks.regret [PLAYER …]`: what choices cost where the best one is known exactly.

One seat plays among others of one kind, whose way of playing is known to the last choice. Where it has a choice and few
worlds are left, what every action of its own is worth can be reckoned exactly: the chips that the best plan that begins
with it brings on average, if the seat knows how the others play and nothing more of their tiles than it has seen
(:func:`gaple.engine.net.respond`). A player's *regret* is what the best action is worth more than the one it takes.

All players are asked in the same positions, those that the one who sits there (``--by``) gets into.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from benchmarks.measuring import Mean, each_hand, many_worlds, named, parser, player, positive, show, write
from gaple import Action, Hand, Rules, View
from gaple.engine.infer import infer
from gaple.engine.net import Model, respond, trained
from gaple.engine.net.believing import weighed
from gaple.engine.net.choosing import GREEDY
from gaple.engine.net.stakes import HAND
from gaple.engine.params import Params
from gaple.engine.state import code_of

RULES: Final = (
    "players=4 hand=7 stuck=pass settle=pairwise",
    "players=4 hand=7 settle=pairwise",
    "players=4 hand=6 settle=pairwise",
    "players=5 hand=5 settle=pairwise",
    "players=4 hand=7 teams=yes settle=pairwise",
)
PLAYERS: Final = ("greedy", "flat100", "learned", "master")
BY: Final = "master"
LEAST, MOST = 2, 2000
LIMIT: Final = 3_000_000

KINDS: Final[Mapping[str, float]] = {"greedy": GREEDY, "learned": 1e-10}
"""The others, and what kind of player they are exactly: ``learned`` always takes what it likes best (no heat)."""
_FLOOR: Final = 1e-9  # worlds in which the others would not have done so: not 0, for some are divided by their weight
_UNLIKELY: Final = 1e-8  # of such worlds the weight is less, of others one divided by their number
_EQUAL: Final = 1e-6  # chips


@dataclass(frozen=True, slots=True)
class Setting:
    """``by`` at a table of ``against``; ``players`` are asked, all by name.

    They are where ``least`` to ``most`` worlds are possible. Where the reckoning would go through more than ``limit``
    cases, the position is left out.
    """

    rules: Rules
    against: str
    by: str
    players: tuple[str, ...]
    least: int
    most: int
    limit: int
    seed: str

    def __str__(self) -> str:
        return f"{self.by} among {self.against}, {self.rules}"


@dataclass(frozen=True, slots=True)
class Decision:
    """A position with so many ``worlds``: what each player's choice costs, in chips; ``None`` if it is left out."""

    worlds: int
    regrets: Mapping[str, float] | None


def plans(view: View, kind: float, most: int = MOST, limit: int = LIMIT) -> dict[Action, float] | None:
    """What each action of the seat on turn is worth, if it goes on as well as can be: its payoff, in teams the side's.

    The others are all of one ``kind`` (:mod:`gaple.engine.net.choosing`). More is better under any settlement. ``None``
    where the reckoning would go through more than ``limit`` cases. Raises :class:`gaple.engine.infer.ViewError` where
    there are more than ``most`` worlds.
    """
    net, params = trained(), Params.of(view.rules)
    belief = weighed(view, infer(view).all(most), True, Model((kind,), (1.0,), _FLOOR), net)
    likely = belief.weights > _UNLIKELY
    weights, codes = belief.weights[likely], np.array([code_of(action) for action in view.legal])
    values = np.empty(len(codes))
    work = respond(
        params, net, belief.scenes[0], belief.cases[likely], weights / weights.sum(), belief.beliefs[likely],
        belief.kinds, HAND, codes, limit, values,
    )  # fmt: skip
    return None if work > limit else dict(zip(view.legal, values.tolist(), strict=True))


def regret(values: Mapping[Action, float], choice: Action) -> float:
    """What the best action is worth more than this one; 0 for what is only rounding."""
    lost = max(values.values()) - values[choice]
    return lost if lost > _EQUAL else 0.0


def measure(setting: Setting, number: int) -> list[Decision]:
    """The decisions that ``by`` meets in hand ``number``, by ``setting`` and number alone; it sits elsewhere each hand.

    Every player has the same chance whoever else is asked.
    """
    told = f"{setting.seed}/{number}"
    hand = Hand.dealt(setting.rules, told)
    own = setting.rules.seats[number % setting.rules.players]
    others = {seat: player(setting.against, f"{told}/{seat}") for seat in setting.rules.seats}
    asked = {name: player(name, f"{told}/{own}") for name in (setting.by, *setting.players)}
    found = []
    while hand.turn is not None:
        view = hand.view(hand.turn)
        if hand.turn != own:
            hand.play(others[hand.turn].choose(view))
            continue
        count = infer(view).count
        counts = len(view.legal) > 1 and setting.least <= count <= setting.most
        choices = {name: each.choose(view) for name, each in asked.items() if counts or name == setting.by}
        if counts:
            values = plans(view, KINDS[setting.against], setting.most, setting.limit)
            regrets = {name: regret(values, choice) for name, choice in choices.items()} if values else None
            found.append(Decision(count, regrets))
        hand.play(choices[setting.by])
    return found


def summary(setting: Setting, hands: Sequence[Sequence[Decision]]) -> dict[str, Any]:
    """What so many hands came to, as plain values for JSON; means as :class:`benchmarks.measuring.Mean`.

    ``a_hand`` is only of who sat there: the sum of its regrets.
    """
    decisions = [decision for hand in hands for decision in hand]
    regrets = [[decision.regrets for decision in hand if decision.regrets is not None] for hand in hands]
    reckoned = sum(map(len, regrets))
    told: dict[str, Any] = {
        "rules": str(setting.rules),
        "against": setting.against,
        "by": setting.by,
        "hands": len(hands),
        "positions": reckoned,
        "left_out": len(decisions) - reckoned,
        "players": {},
    }
    if reckoned:
        told["worlds"] = statistics.median(each.worlds for each in decisions if each.regrets is not None)
        told["players"] = {name: _one(name, setting.by, regrets) for name in setting.players}
    return told


def _one(name: str, by: str, hands: Sequence[Sequence[Mapping[str, float]]]) -> dict[str, Any]:
    """The figures of one player."""
    groups = [[regrets[name] for regrets in hand] for hand in hands]
    every = np.array([each for group in groups for each in group])
    return {
        "regret": asdict(Mean.of_groups(groups)),
        "p95": float(np.quantile(every, 0.95)),
        "optimal": float((every == 0).mean()),
        "a_hand": asdict(Mean.of([sum(group) for group in groups])) if name == by else None,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures what players' choices late in a hand cost, exactly, and shows it; the exit code."""
    asked = parser("benchmarks.regret", main.__doc__, RULES, hands=60)
    asked.add_argument("players", nargs="*", type=named, metavar="player", help=f"who is asked ({' '.join(PLAYERS)})")
    asked.add_argument("--by", type=named, default=BY, metavar="PLAYER", help=f"who gets into the positions ({BY})")
    asked.add_argument(
        "--against", choices=tuple(KINDS), action="append", help=f"who the others are ({' and '.join(KINDS)})"
    )
    asked.add_argument("--least", type=many_worlds, default=LEAST, metavar="N", help=f"where so many worlds ({LEAST})")
    asked.add_argument("--most", type=many_worlds, default=MOST, metavar="N", help=f"to so many are left ({MOST:,})")
    asked.add_argument(
        "--limit", type=positive, default=LIMIT, metavar="N", help=f"leave out what takes more cases ({LIMIT:,})"
    )
    told = asked.parse_args(arguments)
    if told.least > told.most:
        asked.error(f"no number is at least {told.least} and at most {told.most}")
    settings = [
        Setting(rules, against, told.by, tuple(told.players) or PLAYERS, told.least, told.most, told.limit, told.seed)
        for against in told.against or KINDS
        for rules in told.rules or told.usual
    ]
    done, stopped = each_hand(settings, told.hands, measure)
    summaries = [summary(setting, hands) for setting, hands in done if hands]
    if told.markdown:
        for against in dict.fromkeys(each["against"] for each in summaries):
            _write([each for each in summaries if each["against"] == against])
    else:
        for each in summaries:
            _show(each)
    if told.json:
        print(
            json.dumps(
                {"unit": "chips", "least": told.least, "most": told.most, "seed": told.seed, "settings": summaries}
            )
        )
    return 130 if stopped else 0


def _show(told: Mapping[str, Any]) -> None:
    rows = [
        (
            name,
            str(Mean(**figures["regret"])),
            f"{figures['p95']:.2f}",
            f"{figures['optimal']:.0%}",
            str(Mean(**figures["a_hand"])) if figures["a_hand"] else "–",
        )
        for name, figures in told["players"].items()
    ]
    where = f"{told['rules']}: {told['by']} among {told['against']}"
    counted = f"{told['hands']} hands, {told['positions']} positions, {told['left_out']} left out"
    show(f"{where}; {counted}", ("player",), ("regret", "p95", "optimal", "a hand"), rows)


def _write(summaries: Sequence[Mapping[str, Any]]) -> None:
    """All rules against the same others in one table."""
    by, names = summaries[0]["by"], list(dict.fromkeys(name for each in summaries for name in each["players"]))
    columns = [f"among `{summaries[0]['against']}`", "positions", *(f"`{name}`" for name in names), f"`{by}`, a hand"]
    rows = []
    for told in summaries:
        left_out = f" ({told['left_out']} left out)" if told["left_out"] else ""
        cells = [told["rules"], f"{told['positions']:,}{left_out}"]
        for name in names:
            one = told["players"].get(name)
            cells.append(f"{Mean(**one['regret'])}; {one['p95']:.1f}; {one['optimal']:.0%}" if one else "–")
        mine = told["players"].get(by)
        rows.append([*cells, str(Mean(**mine["a_hand"])) if mine else "–"])
    write(columns, rows)


if __name__ == "__main__":
    sys.exit(main())
