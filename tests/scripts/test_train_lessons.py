"""What a network is trained on: choices met in play, and what each action came to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from gaple import Action, Duty, Hand, Rules, Seat
from gaple.engine.dealing import deal
from gaple.engine.net.choosing import GREEDY
from gaple.engine.net.features import FEATURES, MOST
from gaple.engine.net.network import Net, scale, utility
from gaple.engine.params import Opening, Params
from gaple.engine.playouts import _deal_in
from gaple.engine.rng import advance, stream
from gaple.engine.state import SIZE, TURN
from gaple.players import Greedy
from scripts.train_net import __main__ as command
from scripts.train_net.lessons import teach
from tests.engine.calling import callables_from_python, compiled
from tests.engine.net.plain import action_of, state_of

unit, useful = callables_from_python(scale, utility)


class Lessons(NamedTuple):
    """What :func:`teach` fills, in its order."""

    features: NDArray[np.int16]
    values: NDArray[np.float64]
    naive: NDArray[np.float64]
    choice: NDArray[np.int64]


def first_opening(rules: Rules) -> Opening:
    return Opening.of(Duty.of(rules, 1))


def taught(rules: Rules, rows: int, share: float = 1.0, cast: tuple[float, ...] = (GREEDY,), seed: int = 5) -> Lessons:
    """Lessons from hands that all play as ``cast``; what is not written is rubbish."""
    lessons = Lessons(
        np.full((rows, MOST), 777, np.int16), np.full(rows, np.nan), np.full(rows, np.nan), np.full(rows, 777)
    )
    opening = first_opening(rules)
    teach(
        Params.of(rules), opening, Net.fresh(1), np.uint64(seed), 0, np.array(cast), cast[0], 1, share, *lessons
    )  # fmt: skip
    return lessons


def deal_after(params: Any, opening: Any, seed: Any, number: Any, position: Any) -> None:
    """A hand's deal, for which chance has said before of what kind everybody is."""
    state = stream(seed, number)
    for _ in range(params.players):
        state = advance(state)
    deal(params, opening, position, state)


deal_of = compiled(deal_after)


def hands(rules: Rules, opening: Opening, seed: int) -> Iterator[Hand]:
    """The same hands, as :class:`gaple.Hand`."""
    number = 0
    while True:
        position = np.zeros(SIZE, np.int64)
        deal_of(Params.of(rules), opening, np.uint64(seed), number, position)
        number += 1
        if position[TURN] >= 0:
            yield Hand(rules, _deal_in(rules, position), Seat(int(position[TURN])))


@pytest.mark.parametrize(
    "text",
    [
        "players=4 hand=7 settle=pairwise", "players=3 hand=6 settle=points stuck=pass",
        "players=4 hand=6 teams=yes settle=winner end=clean", "players=2 hand=5 lone=25",
    ],
)  # fmt: skip
def test_every_action_of_every_choice_and_what_it_came_to(text: str) -> None:
    """Where all are greedy there is no chance after the deal, so that everything can be told once more."""
    rules = Rules.parse(text)
    lessons = taught(rules, 300)
    opening = first_opening(rules)
    row, greedy = 0, Greedy()
    for hand in hands(rules, opening, 5):
        if row + 24 > 300:
            break
        while hand.turn is not None:
            view = hand.view(hand.turn)
            if len(view.legal) > 1 and row + len(view.legal) <= 300:
                for place, action in enumerate(view.legal):
                    found = lessons.features[row + place]
                    there = found[found >= 0].tolist()
                    assert sorted(there) == sorted([*state_of(view), *action_of(view, action)])
                    assert (found[len(there) :] == -1).all()
                    came = played_out(hand, action)
                    assert lessons.values[row + place] == lessons.naive[row + place] == pytest.approx(came)
                    assert lessons.choice[row + place] == row
                row += len(view.legal)
            hand.play(greedy.choose(view))
    assert row > 250
    assert (lessons.choice[row:] == -1).all()


def played_out(hand: Hand, action: Action) -> float:
    """The utility in units of the scale, if all play greedily."""
    seat, hand = hand.turn, hand.copy()
    hand.play(action)
    while hand.turn is not None:
        hand.play(Greedy().choose(hand.view(hand.turn)))
    assert hand.outcome
    net, params = np.array([*hand.outcome.net, 0, 0, 0]), Params.of(hand.rules)
    return float(useful(params, net, seat) / unit(params))


def test_players_of_all_kinds_teach() -> None:
    rules = Rules(settle="pairwise")
    lessons = taught(rules, 2000, 0.5, command.CAST)
    used = lessons.choice >= 0
    assert used[:1976].all()
    assert not used[used.sum() :].any()
    assert np.isfinite(lessons.values[used]).all()
    assert np.isfinite(lessons.naive[used]).all()
    assert lessons.features[used].max() < FEATURES
    begins, sizes = np.unique(lessons.choice[used], return_counts=True)
    assert sizes.min() >= 2
    assert begins.tolist() == [0, *np.cumsum(sizes)[:-1]], "choices are whole, one after the other"
    assert not np.array_equal(lessons.values[used], lessons.naive[used])
    again = taught(rules, 2000, 0.5, command.CAST)
    assert np.array_equal(lessons.features[used], again.features[used])
    assert np.array_equal(lessons.values[used], again.values[used])
    assert not np.array_equal(lessons.choice, taught(rules, 2000, 0.5, command.CAST, seed=6).choice)


def test_rules_of_all_kinds_are_learned_from() -> None:
    rng = random.Random(1)
    found = [command.some_rules(rng) for _ in range(500)]
    for key in ("players", "teams", "stuck", "end", "lone", "side", "settle"):
        assert len({getattr(rules, key) for rules in found}) > 1, key
    assert {str(Rules.parse(text)) for text in command.COMMON} <= {
        str(rules).replace(f" settle={rules.settle}", "") for rules in found
    }
    for rules in found[:50]:
        command.some_opening(rules, rng)


def test_lessons_are_shuffled_choice_by_choice() -> None:
    rows = 2 * command.ROWS
    rng = np.random.default_rng(3)
    choice = np.full(rows, -1)
    for piece in (0, command.ROWS):
        row = 0
        while row < command.ROWS - 30:
            n = int(rng.integers(2, 15))
            choice[piece + row : piece + row + n] = row  # counted from the beginning of the piece
            row += n
    numbers = np.arange(rows)
    features = np.repeat(numbers[:, None] % 500, MOST, axis=1).astype(np.int16)
    used = choice >= 0
    mixed, values, plain, begins = command.shuffled(
        features, numbers.astype(float), 2.0 * numbers.astype(float), choice, rng
    )
    assert sorted(values) == numbers[used].tolist(), "all that were used, each once"
    assert (plain == 2 * values).all()
    assert (mixed[:, 0] == values % 500).all()
    before = choice + numbers // command.ROWS * command.ROWS
    for begin in np.unique(begins):
        rows_of = np.flatnonzero(begins == begin)
        assert rows_of[0] == begin
        old = values[rows_of].astype(int)
        assert (before[old] == old[0]).all(), "a choice stays together, in its order"
        assert len(old) == (before[used] == old[0]).sum()
    assert not (np.diff(values) > 0).all()
