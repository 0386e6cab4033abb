"""Playing hands out by the million.

>>> from gaple import Rules
>>> from gaple.engine import GREEDY, UNIFORM
>>> result = play(Rules(settle="pairwise"), 10_000, seed=1)
>>> result.net.shape, int(result.net.sum())
((10000, 4), 0)
>>> against = play(Rules(settle="pairwise"), 10_000, seed=1, policy=(GREEDY, UNIFORM, UNIFORM, UNIFORM))
>>> bool(against.net[:, 0].mean() > 1)
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gaple.deal import Deal
from gaple.errors import DealError
from gaple.hand import Hand
from gaple.opening import Duty, DutyKind
from gaple.rules import Rules
from gaple.tiles import ALL, Seat, Tile, tiles_of

from .checks import MOST_HANDS, MOST_SEED, MOST_THREADS, EngineError, checked_positions, whole
from .chunks import Done, in_chunks
from .params import Opening, Params
from .playout import MOST_TURNS, deal_hand, play_hands
from .policy import UNIFORM, Policies, Policy
from .state import HELD, LEFT_END, NO_LINE, RIGHT_END, SIZE, Position, action_of, position_of

_CHUNK: Final = 8192  # hands: some milliseconds, so that Ctrl-C and progress need not wait
_NOTHING: Final = np.zeros((0, SIZE), np.int64)


@dataclass(frozen=True, eq=False)
class Playouts:
    """How each of *n* hands came out.

    ============ ======================= ===============================================================
    ``points``   ``int64[n, players]``   pips on each seat's unplayed tiles (rule 8)
    ``net``      ``int64[n, players]``   each seat's settlement (rule 11)
    ``winner``   ``int8[n]``             the winning seat (rules 9 and 10), 0 for A
    ``end``      ``int8[n]``             :data:`OUT` (1) or :data:`BLOCKED` (2) (rule 7)
    ``turns``    ``int16[n]``            actions since the deal, passes included, the turned-up tile not
    ============ ======================= ===============================================================
    """

    points: NDArray[np.int64]
    net: NDArray[np.int64]
    winner: NDArray[np.int8]
    end: NDArray[np.int8]
    turns: NDArray[np.int16]

    @classmethod
    def room(cls, players: int, count: int) -> Playouts:
        """Unwritten results."""
        return cls(
            points=np.empty((count, players), np.int64),
            net=np.empty((count, players), np.int64),
            winner=np.empty(count, np.int8),
            end=np.empty(count, np.int8),
            turns=np.empty(count, np.int16),
        )

    def __len__(self) -> int:
        return len(self.winner)


def play(
    rules: Rules,
    count: int,
    seed: int,
    *,
    policy: Policy | Sequence[Policy] = UNIFORM,
    number: int = 1,
    opener: Seat | None = None,
    first: int = 0,
    threads: int = 1,
    progress: Done | None = None,
) -> Playouts:
    """Deals ``count`` hands and plays them out.

    ``policy`` is everybody's, or one a seat. ``number`` and ``opener`` say which hand of a match it is and who won the
    one before, as in :class:`gaple.Hand`. Hand *i* of a seed (0 to 2^64 − 1) is always the same, whatever the number
    of ``threads`` and the machine; ``first`` is the number of the first, so that a long run can be had in parts.
    ``progress`` is told hands done and all hands. Raises :class:`EngineError` for numbers out of range and
    :class:`gaple.DealError` where ``opener`` is needed and missing. Ctrl-C stops within milliseconds.

    >>> a = play(Rules(players=5, hand=5), 100, seed=7)
    >>> b = play(Rules(players=5, hand=5), 50, seed=7, first=50)
    >>> bool((a.points[50:] == b.points).all())
    True
    """
    duty = _duty(rules, number, opener)
    return _run(rules, Opening.of(duty), _NOTHING, 0, count, seed, policy, first, threads, progress)


def play_on(
    rules: Rules,
    start: Hand | NDArray[np.int64],
    each: int,
    seed: int,
    *,
    policy: Policy | Sequence[Policy] = UNIFORM,
    threads: int = 1,
    progress: Done | None = None,
) -> Playouts:
    """Plays on to the end, ``each`` times from every position: playout *k* starts from position ``k // each``.

    ``start`` is a hand, or ``int64[n, 16]`` as :mod:`gaple.engine.state` lays positions out. Chance depends on ``seed``
    and *k* alone, so the same seed compares positions under the same chance. A hand that is over comes out as it did.
    Raises :class:`EngineError` for a position that cannot be, with its index.

    >>> from gaple import Action
    >>> hand = Hand.dealt(Rules(settle="pairwise"), seed=1)
    >>> hand.play(Action.parse("00"))
    >>> result = play_on(hand.rules, hand, 1000, seed=1)
    >>> len(result), int(result.turns.min()) > 1
    (1000, True)
    """
    if isinstance(start, Hand):
        if start.rules != rules:
            raise EngineError("engine-rules", rules=start.rules, expected=rules)
        positions = position_of(start)[None]
    else:
        positions = checked_positions(rules, start)
    each = whole("each", each, 1, MOST_HANDS)
    opening = Opening(0, 0, 0)
    return _run(rules, opening, positions, each, len(positions) * each, seed, policy, 0, threads, progress)


def replay(
    rules: Rules,
    index: int,
    seed: int,
    *,
    policy: Policy | Sequence[Policy] = UNIFORM,
    number: int = 1,
    opener: Seat | None = None,
) -> Hand:
    """Hand ``index`` of what :func:`play` plays with the same arguments, as a :class:`gaple.Hand`, finished.

    >>> hand = replay(Rules(), 3, seed=7)
    >>> list(hand.outcome.points) == play(Rules(), 4, seed=7).points[3].tolist()
    True
    """
    duty = _duty(rules, number, opener)
    index = whole("index", index, 0, MOST_HANDS)
    word = np.uint64(whole("seed", seed, 0, MOST_SEED))
    params, policies, opening = Params.of(rules), Policies.of(rules, policy), Opening.of(duty)
    position, score, trace = _room()
    starter = deal_hand(params, opening, word, index, position)
    hand = Hand(rules, _deal_in(rules, position), Seat(starter), number, opener)
    one = Playouts.room(rules.players, 1)
    columns = one.points, one.winner, one.net, one.end, one.turns
    play_hands(
        params, opening, _NOTHING, 0, policies.modes, policies.values, word, index, *columns, position, score, trace
    )
    for code in trace[: one.turns[0]]:
        hand.play(action_of(int(code), hand.ends is None))
    return hand


def _deal_in(rules: Rules, position: Position) -> Deal:
    """The deal that a position, as dealt, shows; the hidden stock in the order of tiles."""
    hands = tuple(int(position[HELD + seat]) for seat in rules.seats)
    stock = tiles_of(ALL & ~sum(hands))
    if position[LEFT_END] == NO_LINE:
        return Deal(hands)
    up = Tile(int(position[LEFT_END]), int(position[RIGHT_END]))
    return Deal(hands, (up, *(tile for tile in stock if tile is not up)))


def _duty(rules: Rules, number: int, opener: Seat | None) -> Duty:
    number = whole("number", number, 1, 10**9)
    if opener is not None:
        whole("opener", opener, 0, rules.players - 1)
    duty = Duty.of(rules, number, opener)
    if duty.seat is None and duty.kind not in (DutyKind.HOLDER, DutyKind.DRAWN):
        raise DealError("starter-unknown", number=number)
    return duty


def _run(
    rules: Rules,
    opening: Opening,
    positions: NDArray[np.int64],
    each: int,
    count: int,
    seed: int,
    policy: Policy | Sequence[Policy],
    first: int,
    threads: int,
    progress: Done | None,
) -> Playouts:
    count = whole("count", count, 0, MOST_HANDS)
    first = whole("first", first, 0, MOST_HANDS)
    threads = whole("threads", threads, 1, MOST_THREADS)
    word = np.uint64(whole("seed", seed, 0, MOST_SEED))
    params, policies = Params.of(rules), Policies.of(rules, policy)
    modes, values = policies.modes, policies.values
    result = Playouts.room(rules.players, count)

    def work(start: int, stop: int) -> None:
        place = slice(start, stop)
        play_hands(
            params,
            opening,
            positions,
            each,
            modes,
            values,
            word,
            first + start,
            result.points[place],
            result.winner[place],
            result.net[place],
            result.end[place],
            result.turns[place],
            *_room(),
        )

    in_chunks(count, _CHUNK, work, threads, progress)
    return result


def _room() -> tuple[Position, NDArray[np.int64], NDArray[np.int8]]:
    return np.empty(SIZE, np.int64), np.empty(10, np.int64), np.empty(MOST_TURNS, np.int8)
