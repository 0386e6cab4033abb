"""Thousands of hands at once as NumPy arrays, some millions of steps a second on one core (docs/envs.md).

>>> from gaple.engine import GREEDY
>>> env = BatchedEnv("players=4 hand=7 settle=pairwise", 1000, seed=1)
>>> total = np.zeros(4)
>>> for _ in range(100):
...     rewards, done = env.step(env.choose())  # any legal action
...     total += rewards.sum(axis=0)
>>> env.mask.shape, env.turn.shape, env.observe().shape, float(total.sum())
((1000, 85), (1000,), (1000, 138), 0.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gaple.deal import Deal
from gaple.engine import ACTIONS, UNIFORM, EngineError, Policy
from gaple.engine.checks import MOST_HANDS, MOST_SEED, whole
from gaple.engine.params import Opening, Params
from gaple.engine.policy import Policies
from gaple.engine.rows import Table, choose_rows, deal_rows, step_rows
from gaple.engine.seen import LINE, observe_rows, recall_rows
from gaple.engine.state import DEAD, HELD, LEFT_END, SIZE, TURNS, action_of
from gaple.hand import Hand
from gaple.opening import Duty
from gaple.rules import Rules
from gaple.tiles import ALL, Seat, tiles_of

from .observation import HISTORY, Layout, most_turns
from .opening import check_opening


class Step(NamedTuple):
    """What came of a step; the arrays are yours.

    =========== ================= ==============================================================================
    ``rewards`` ``float32[n, P]`` for every seat, where the hand ended with this step (:mod:`gaple.envs.reward`); else 0
    ``done``    ``bool[n]``       whether it did
    =========== ================= ==============================================================================
    """

    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]


class BatchedEnv:
    """``count`` hands side by side, each with its own seat on turn.

    ============== ================== ==============================================================================
    ``turn``       ``int8[n]``        the seat on turn, 0 for A; -1 where the hand is over
    ``mask``       ``bool[n, 85]``    the legal actions, in the order of :data:`gaple.engine.ACTIONS`
    ``positions``  ``int64[n, 16]``   everything there is, hidden tiles too, for kernels; a copy
    ============== ================== ==============================================================================

    ``turn`` and ``mask`` are the same memory all along, rewritten by every step and not to be written to: copy what you
    keep (``env.mask[rows]`` is a copy). ``rules``, ``number`` and ``opener`` are as in
    :class:`gaple.envs.gaple_v0.raw_env`. With ``auto_reset`` a hand that ends is followed by the next within the same
    step; ``turn`` and ``mask`` are then the new hand's.

    Row *i* of a seed (0 to 2^64 − 1) is dealt the same hands, and :meth:`choose` chooses the same in it, however rows
    are cut into batches: ``first`` is the number of the first row, so ``BatchedEnv(rules, 100, seed, first=100)`` is
    the second half of ``BatchedEnv(rules, 200, seed)``. A deal that is blocked before anybody has played (rule 7) is
    dealt again.

    Raises :class:`gaple.RulesError`, :class:`gaple.DealError` where an opener is needed and missing, and
    :class:`gaple.engine.EngineError` for numbers out of range.
    """

    def __init__(
        self,
        rules: Rules | str,
        count: int,
        seed: int = 0,
        *,
        number: int = 1,
        opener: Seat | str | None = None,
        auto_reset: bool = True,
        first: int = 0,
    ) -> None:
        self.rules = Rules.parse(rules) if isinstance(rules, str) else rules
        self.number = number
        self.opener = Seat.parse(opener) if isinstance(opener, str) else opener
        check_opening(self.rules, self.number, self.opener)
        self.auto_reset = bool(auto_reset)
        self._first = whole("first", first, 0, MOST_HANDS)
        self._params = Params.of(self.rules)
        self._opening = Opening.of(Duty.of(self.rules, self.number, self.opener))
        self._policies: dict[Any, Policies] = {}
        self._score = np.empty(10, np.int64)
        self._table = Table.of(whole("count", count, 1, 10**8), self.rules.players, most_turns(self.rules))
        self.mask, self.turn = _read_only(self._table.mask), _read_only(self._table.turn)
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.turn)

    def reset(self, seed: int | None = None, rows: ArrayLike | None = None) -> None:
        """Deals the next hand to every row, or to ``rows``: ``bool[n]``, or the rows' indices.

        With a ``seed`` all rows begin again with the first hand of that seed. Raises :class:`EngineError` for a seed
        or rows that cannot be.
        """
        chosen = np.ones(len(self), np.bool_)
        if seed is not None:
            if rows is not None:
                raise EngineError("env-seed-rows")
            self.seed = whole("seed", seed, 0, MOST_SEED)
            self._table.numbers[:] = -1
        if rows is not None:
            chosen[:] = False
            chosen[self._rows(rows)] = True
        deal_rows(self._params, self._opening, np.uint64(self.seed), self._first, chosen, self._table)

    def step(self, actions: ArrayLike) -> Step:
        """The seat on turn in every row does what ``actions`` (whole numbers, ``[n]``) says.

        In a row whose hand is over (there is none with ``auto_reset``) the number does not matter. Raises
        :class:`EngineError` that names the first row whose action is not legal; nothing has changed then.
        """
        given = np.asarray(actions)
        if given.shape != self.turn.shape or given.dtype.kind not in "iu":
            raise EngineError("env-actions-shape", shape=given.shape, dtype=given.dtype, expected=self.turn.shape)
        codes = np.ascontiguousarray(given, np.int64)
        wrong = step_rows(
            self._params,
            self._opening,
            np.uint64(self.seed),
            self._first,
            int(self.auto_reset),
            codes,
            self._table,
            self._score,
        )
        if wrong >= 0:
            raise self._refusal(wrong, int(given[wrong]))
        return Step(self._table.rewards.copy(), self._table.done.copy())

    def _refusal(self, row: int, code: int) -> EngineError:
        seat = Seat(int(self.turn[row]))
        if not 0 <= code < len(ACTIONS):
            return EngineError("env-action-number", row=row, action=code, most=len(ACTIONS) - 1, seat=seat)
        leading = bool(self._table.rows[row, LEFT_END] < 0)
        return EngineError("env-action-illegal", row=row, action=code, name=action_of(code, leading), seat=seat)

    def choose(self, policy: Policy | Sequence[Policy] = UNIFORM) -> NDArray[np.int64]:
        """What the seats on turn do by ``policy``, everybody's or one a seat: ``int64[n]``, -1 where a hand is over.

        For opponents: ``actions = env.choose(GREEDY)``, and then your own where it is your turn. Chance is the row's.
        Raises :class:`EngineError` for another number of policies.
        """
        key = policy if isinstance(policy, Policy) else tuple(policy)
        policies = self._policies.get(key)
        if policies is None:
            policies = self._policies[key] = Policies.of(self.rules, policy)
        actions = np.empty(len(self), np.int64)
        choose_rows(policies.modes, policies.values, self._params, self._table, actions)
        return actions

    def observe(
        self, rows: ArrayLike | None = None, seat: Seat | int | None = None, history: bool = False
    ) -> NDArray[np.int8]:
        """What seats may know, as ``int8[m, size]`` in the order of :class:`gaple.envs.Layout`.

        Of every row, or of ``rows`` as in :meth:`reset`; as the seat on turn, or as ``seat`` in each. A row whose
        hand is over is all zeros where no seat was named. The numbers are those of :func:`gaple.envs.observe` while
        the hand goes on; at its end this tells no hidden tile either. Raises :class:`EngineError`.
        """
        chosen = np.arange(len(self)) if rows is None else self._rows(rows)
        if seat is None:
            seats = self.turn[chosen].astype(np.int64)
        else:
            seats = np.full(len(chosen), whole("seat", seat, 0, self.rules.players - 1), np.int64)
        layout = Layout.of(self.rules, history)
        seen = np.empty((len(chosen), layout.size), np.int8)
        observe_rows(self._params, self._table.rows, chosen, seats, seen)
        if history:
            start = layout[HISTORY].start
            recall_rows(self._params, self._table.rows, self._table.traces, chosen, seats, start, seen)
        return seen

    def hand(self, row: int) -> Hand:
        """The hand in this row, with all that is hidden from the players; changing it changes nothing here.

        Raises :class:`EngineError` for a row that is not there.
        """
        row = whole("row", row, 0, len(self) - 1)
        position, trace = self._table.rows[row], self._table.traces[row]
        hands = [int(position[HELD + seat] | position[DEAD + seat]) for seat in self.rules.seats]
        moves = [divmod(int(told), len(ACTIONS)) for told in trace[: position[TURNS]]]
        line = int(position[LINE])
        for seat, code in moves:
            if code < 2 * 28:
                hands[seat] |= 1 << code % 28
                line ^= 1 << code % 28
        up = tiles_of(line)  # of the line, what nobody has played
        stock = [tile for tile in tiles_of(ALL & ~sum(hands)) if tile not in up]
        starter = moves[0][0] if moves else int(self.turn[row])
        hand = Hand(self.rules, Deal(tuple(hands), (*up, *stock)), Seat(starter), self.number, self.opener)
        for _, code in moves:
            hand.play(action_of(code, hand.ends is None))
        return hand

    @property
    def positions(self) -> NDArray[np.int64]:
        """``int64[n, 16]`` as :mod:`gaple.engine.state` lays them out, with everything hidden in them; a copy."""
        return self._table.rows[:, :SIZE].copy()

    def _rows(self, rows: ArrayLike) -> NDArray[np.int64]:
        """The rows' indices, contiguous and all there."""
        given = np.asarray(rows)
        if given.dtype.kind == "b" and given.shape == self.turn.shape:
            return np.flatnonzero(given)
        if given.ndim != 1 or (given.dtype.kind not in "iu" and given.size):
            raise EngineError("env-rows", shape=given.shape, dtype=given.dtype, count=len(self))
        found = np.ascontiguousarray(given, np.int64)
        if len(found) and not (found.min() >= 0 and found.max() < len(self)):
            raise EngineError("env-rows", shape=given.shape, dtype=given.dtype, count=len(self))
        return found

    def __repr__(self) -> str:
        return f"<BatchedEnv {self.rules} rows={len(self)} seed={self.seed}>"


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
