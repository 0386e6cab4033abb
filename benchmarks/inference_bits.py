"""`python -m benchmarks.inference_bits [PLAYER …]`: how much is known of hidden tiles in the middle of a hand.

At a table of four of the same kind the seat on turn is asked, after so many moves, where the tiles are that it does not
see; its *surprise* at the truth is −log2 of the chance that it gave to it, in bits for each unseen tile. Two answers
are measured, each in two ways:

- *Counted* is what must be: all worlds (:mod:`gaple.engine.infer`) count the same. *Believed* is what ``master``
  believes: worlds weighed by the mixture of players :data:`gaple.engine.net.BROAD`.
- *Jointly* the question is which of all worlds is the true one, one question for all unseen tiles (and for which of
  its discards a seat made when). *Tile by tile* it is asked of each where it is (whose hand, whose discards, the stock)
  from the table of its places alone; what the place of one tell about another's is lost, so it comes out higher.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import log2
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.measuring import Mean, chance, each_hand, many_worlds, named, parser, player, positive, show, write
from gaple import Hand, Rules, tile_set
from gaple.engine.infer import FEW, Batch, Weighted, Where, Worlds, infer
from gaple.engine.net import BROAD, Model
from gaple.engine.net.believing import weighed
from gaple.tiles import tiles_of

RULES: Final = ("players=4 hand=7 stuck=pass settle=pairwise", "players=4 hand=6 settle=pairwise")
PLAYERS: Final = ("beginner", "greedy", "casual", "learned", "flat100", "master")
COLUMNS: Final = (
    "hands", "counted", "believed", "less by", "apart: counted", "apart: believed", "worlds", "effective"
)  # fmt: skip
MOVE: Final = 12
WORLDS: Final = FEW


@dataclass(frozen=True, slots=True)
class Setting:
    """A table at which all seats are one ``player``, by name; looked at after ``move`` moves."""

    rules: Rules
    player: str
    move: int
    worlds: int
    seed: str

    def __str__(self) -> str:
        return f"{self.player}, {self.rules}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Surprise:
    """How much the truth surprised one seat: bits for each of ``unseen`` tiles.

    ``counted`` and ``believed`` are joint, the ``_apart`` ones tile by tile. ``worlds`` is how many there are, and
    ``effective`` how many worlds drawn by weight the weighed ones are as good as (Kish).
    """

    unseen: int
    worlds: int
    effective: float
    counted: float
    believed: float
    counted_apart: float
    believed_apart: float


def surprise(hand: Hand, most: int, seed: int, model: Model = BROAD) -> Surprise:
    """The surprise of the seat on turn. Of more than ``most`` worlds a sample as large, fixed by ``seed``, is taken.

    A sample makes nothing up: how likely the truth is beside the average world of it is estimated. At least one tile
    must be unseen.
    """
    assert hand.turn is not None
    view = hand.view(hand.turn)
    possible = infer(view)
    exact, truth = possible.count <= most, true_world(hand, possible)
    batch = possible.all(most) if exact else possible.sample(most, seed)
    together = Batch(batch.evidence, np.concatenate([batch.rows, truth.rows]))
    weights = weighed(view, together, exact, model).weights
    drawn = Weighted(batch, weights[:-1] / weights[:-1].sum(), exact)
    unseen = [tile.index for tile in tiles_of(view.unseen)]
    places = table(Weighted(truth, np.ones(1), True).where)[unseen]
    counted, believed = table(possible.where)[unseen], table(drawn.where)[unseen]
    if not exact:  # as if of one more world, so that what is possible is never ruled out
        believed = (len(batch) * believed + counted) / (len(batch) + 1)
    return Surprise(
        unseen=len(unseen),
        worlds=possible.count,
        effective=drawn.effective,
        counted=possible.bits / len(unseen),
        believed=joint_bits(possible.count, weights[:-1], float(weights[-1])) / len(unseen),
        counted_apart=bits_apart(counted, places),
        believed_apart=bits_apart(believed, places),
    )


def joint_bits(count: int, weights: NDArray[np.float64], true: float) -> float:
    """−log2 of the true world's chance: of ``count`` worlds some have these weights, and the true one has ``true``."""
    return log2(count) + log2(weights.mean()) - log2(true)


def bits_apart(table: NDArray[np.float64], places: NDArray[np.float64]) -> float:
    """The mean of −log2 of the chance of each tile's true place; ``places`` is 1 there, and 0 elsewhere."""
    return float(-np.log2((table * places).sum(axis=1)).mean())


def table(where: Where) -> NDArray[np.float64]:
    """``float64[28, 2 · players + 1]``: the chance of every place of every tile."""
    return np.column_stack([where.hands, where.dead, where.stock])


def true_world(hand: Hand, worlds: Worlds) -> Batch:
    """The one world that is the case."""
    discards = [action.tile.bit for _, action in hand.moves if action.is_discard and action.tile]
    held = [tile_set(hand.tiles(seat)) for seat in hand.rules.seats]
    return Batch(worlds.evidence, np.array([[*held, tile_set(hand.deal.stock[1:]), *discards]], np.int64))


def measure(setting: Setting, number: int) -> Surprise | None:
    """The surprise in hand ``number``, by ``setting`` and number alone; ``None`` where it was over before."""
    told = f"{setting.seed}/{number}"
    hand = Hand.dealt(setting.rules, told)
    players = [player(setting.player, f"{told}/{seat}") for seat in setting.rules.seats]
    while hand.turn is not None and len(hand.moves) < setting.move:
        hand.play(players[hand.turn].choose(hand.view(hand.turn)))
    return None if hand.turn is None else surprise(hand, setting.worlds, chance(told))


def summary(setting: Setting, found: Sequence[Surprise | None]) -> dict[str, Any]:
    """What so many hands came to, as plain values for JSON; means as :class:`benchmarks.measuring.Mean`."""
    seen = [each for each in found if each]
    told: dict[str, Any] = {
        "rules": str(setting.rules),
        "player": setting.player,
        "hands": len(seen),
        "over_before": len(found) - len(seen),
    }
    if seen:
        for name in ("unseen", "worlds", "effective"):
            told[name] = statistics.median(getattr(each, name) for each in seen)
        for name in ("counted", "believed", "counted_apart", "believed_apart"):
            told[name] = asdict(Mean.of([getattr(each, name) for each in seen]))
        told["less"] = asdict(Mean.of([each.counted - each.believed for each in seen]))
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures how much the players' belief knows of hidden tiles, and shows it; the exit code."""
    asked = parser("benchmarks.inference_bits", main.__doc__, RULES, hands=60)
    asked.add_argument("players", nargs="*", type=named, metavar="player", help=f"at the tables ({' '.join(PLAYERS)})")
    asked.add_argument("--move", type=positive, default=MOVE, metavar="N", help=f"after so many moves ({MOVE})")
    asked.add_argument(
        "--worlds", type=many_worlds, default=WORLDS, metavar="N", help=f"weigh so many worlds at most ({WORLDS:,})"
    )
    told = asked.parse_args(arguments)
    settings = [
        Setting(rules, name, told.move, told.worlds, told.seed)
        for rules in told.rules or told.usual
        for name in told.players or PLAYERS
    ]
    done, stopped = each_hand(settings, told.hands, measure)
    summaries = [summary(setting, found) for setting, found in done if found]
    for rules in dict.fromkeys(each["rules"] for each in summaries):
        rows = [_cells(each) for each in summaries if each["rules"] == rules]
        if told.markdown:
            write([f"`{rules}`", *COLUMNS], rows)
        else:
            show(rules, ("players",), COLUMNS, rows)
    if told.json:
        print(json.dumps({"unit": "bits a tile", "move": told.move, "seed": told.seed, "settings": summaries}))
    return 130 if stopped else 0


def _cells(told: dict[str, Any]) -> list[str]:
    cells = [told["player"], f"{told['hands']}"]
    if not told["hands"]:
        return cells + ["–"] * (len(COLUMNS) - 1)
    cells += [str(Mean(**told[name])) for name in ("counted", "believed", "less", "counted_apart", "believed_apart")]
    return [*cells, f"{told['worlds']:,.0f}", f"{told['effective']:,.0f}"]


if __name__ == "__main__":
    sys.exit(main())
