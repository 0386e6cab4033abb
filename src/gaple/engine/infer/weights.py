"""Where tiles probably are, if the others play by some policy.

The constraints alone count every world the same. Under a policy a world is as likely as what was done would have been
in it: the product, over all actions of seats whose hand is hidden, of the chance that the policy gives to the action,
in the hand that the seat had at that moment in that world. Plays and discards count alike; an action without a choice
has chance 1. All deals being equally likely beforehand, these products are the worlds' weights.

>>> from gaple import Hand, Rules, Seat, Tile
>>> from gaple.engine import GREEDY
>>> from gaple.engine.infer import infer
>>> from gaple.players import Greedy
>>> hand, player = Hand.dealt(Rules(hand=6), seed=2026), Greedy()
>>> for _ in range(18):
...     hand.play(player.choose(hand.view(hand.turn)))
>>> worlds = infer(hand.view(Seat.B))
>>> weighted = weigh(worlds, GREEDY)
>>> weighted.exact, worlds.count, round(weighted.effective)
(True, 10080, 778)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from gaple.engine.bits import count, lowest
from gaple.engine.checks import EngineError, whole
from gaple.engine.choice import RANKED, WEIGHTED, ranked
from gaple.engine.chunks import in_chunks
from gaple.engine.jit import FLOAT_ROWS, FLOATS, INT, INTS, ROWS, inline, kernel
from gaple.engine.policy import Policies, Policy
from gaple.engine.room import ints
from gaple.engine.state import DISCARD, NO_LINE, RIGHT, code_of, plays

from .evidence import Evidence
from .exact import CHUNK, FEW, MOST_WORLDS, Where, Worlds
from .known import ViewError
from .worlds import Batch

SAMPLES: Final = 20_000
"""So many worlds are drawn where there are too many to weigh each."""

FLOOR: Final = 0.1
"""How often a player is taken to do just anything, unless told otherwise."""

SEAT, CODE, LEFT_SHOWN, RIGHT_SHOWN, COLUMN, FACTS = range(6)
"""What a row says of an action: who, which one (``DISCARD`` for any discard), the ends before, the discard's column."""

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Weighted:
    """Worlds with weights.

    ``weights`` is ``float64[n]`` and adds up to 1. With ``exact``, ``worlds`` are all there are and :attr:`where` is
    exact; otherwise they are a sample, and as good as one of :attr:`effective` worlds drawn by their weight.
    """

    worlds: Batch
    weights: Floats
    exact: bool

    @property
    def effective(self) -> float:
        """The effective sample size (Kish): 1 over the sum of squared weights, from 1 to *n*."""
        return float(1 / (self.weights**2).sum())

    @property
    def where(self) -> Where:
        """Where each tile is, every world counting by its weight."""
        evidence = self.worlds.evidence
        players = evidence.known.rules.players
        targets = [*range(players), 2 * players, *(players + seat for seat, _ in evidence.discards)]
        table = np.zeros((28, 2 * players + 1))
        columns = np.array(targets, np.int64)
        in_chunks(
            len(self.weights), CHUNK, lambda a, b: tally(self.worlds.rows[a:b], self.weights[a:b], columns, table)
        )
        return Where.of_table(table)


def weigh(
    worlds: Worlds,
    policy: Policy | Sequence[Policy],
    *,
    floor: float = FLOOR,
    limit: int = FEW,
    samples: int = SAMPLES,
    seed: int = 0,
) -> Weighted:
    """Weighs worlds by a policy for everybody, or one a seat; with probability ``floor`` a player does just anything.

    Up to ``limit`` worlds are weighed each, of more there is a sample. Raises :class:`ViewError` where no world weighs
    anything (only without a floor), and :class:`EngineError` for numbers out of range.
    """
    if not 0 <= floor <= 1:
        raise EngineError("engine-floor", value=floor)
    evidence, known = worlds.evidence, worlds.evidence.known
    policies = Policies.of(known.rules, policy)
    exact = worlds.count <= whole("limit", limit, 0, MOST_WORLDS)
    batch = worlds.all(limit) if exact else worlds.sample(whole("samples", samples, 1, MOST_WORLDS), seed)
    weights = np.empty(len(batch))
    given = policies.modes, policies.values, float(floor), _moves(evidence), known.duty.leads(known.tiles)
    in_chunks(len(batch), CHUNK, lambda a, b: likelihoods(*given, batch.rows[a:b], weights[a:b]))
    total = weights.sum()
    if not total > 0:
        raise ViewError("worlds-weightless", n=len(batch))
    return Weighted(batch, weights / total, exact)


def _moves(evidence: Evidence) -> Numbers:
    """The actions of seats whose hand is hidden, a row each; passes are no choice."""
    known = evidence.known
    column = known.rules.players + 1
    rows: list[tuple[int, ...]] = []
    for (seat, action), ends in zip(known.moves, evidence.ends_before, strict=True):
        if known.hands[seat] is None and not action.is_pass:
            code = DISCARD if action.is_discard else code_of(action)
            rows.append((seat, code, *(ends or (NO_LINE, NO_LINE)), column))
        column += action.is_discard
    return np.array(rows, np.int64).reshape(-1, FACTS)


@inline
def chance(mode: int, values: Any, seat: int, options: int, first: int, option: int) -> float:
    """How likely a policy chooses an option; arguments as in :mod:`gaple.engine.choice`."""
    if mode == RANKED:
        return 1.0 if ranked(values, seat, options, first) == option else 0.0
    if mode == WEIGHTED:
        total = 0.0
        others = options
        while others:
            total += values[seat, first + lowest(others)]
            others &= others - 1
        if total > 0.0:
            return float(values[seat, first + option] / total)
    return 1.0 / count(options)


@kernel(INTS, FLOAT_ROWS, types.float64, ROWS, INT, ROWS, FLOATS)
def likelihoods(
    modes: Numbers, values: Floats, floor: float, moves: Numbers, leads: int, rows: Numbers, weights: Floats
) -> None:
    """Fills ``weights``, one a row of worlds, with the likelihood of all moves in it.

    Each world is undone from its last move to its first, so that its hands are those before the move.
    """
    held = ints(5)
    for i in range(len(rows)):
        for seat in range(5):
            held[seat] = rows[i, seat] if seat < rows.shape[1] else 0
        weight = 1.0
        for move in range(len(moves) - 1, -1, -1):
            seat, code = moves[move, SEAT], moves[move, CODE]
            left, right = moves[move, LEFT_SHOWN], moves[move, RIGHT_SHOWN]
            if code >= DISCARD:
                bit = rows[i, moves[move, COLUMN]]
                held[seat] |= bit
                options, first, option = held[seat], DISCARD, lowest(bit)
            else:
                held[seat] |= 1 << (code % 28)
                first, option = 0, code
                options = plays(held[seat], left, right) if left >= 0 else (held[seat] & leads) << RIGHT
            n = count(options)
            if n > 1:
                weight *= (1.0 - floor) * chance(modes[seat], values, seat, options, first, option) + floor / n
        weights[i] = weight


@kernel(ROWS, FLOATS, INTS, FLOAT_ROWS)
def tally(rows: Numbers, weights: Floats, targets: Numbers, table: Floats) -> None:
    """Adds each world's weight to ``table[tile, targets[column]]`` for every tile in a column of its row."""
    for i in range(len(rows)):
        for column in range(len(targets)):
            tiles = rows[i, column]
            while tiles:
                table[lowest(tiles), targets[column]] += weights[i]
                tiles &= tiles - 1
