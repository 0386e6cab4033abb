"""The best plan, against a walk through copies of a hand that are kept together as long as they look alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gaple import Action, Hand, Rules, Seat, View
from gaple.engine.infer import infer
from gaple.engine.net import Belief, trained
from gaple.engine.net.choosing import GREEDY, NAIVE, UNIFORM
from gaple.engine.net.response import RARE
from gaple.engine.net.stakes import BONUS, HAND
from gaple.engine.solve import solve
from tests.engine.net.plain import opinions, soft
from tests.engine.net.worlds import FEW, believed, late_hands, responded
from tests.strategies import play_some


class Case(NamedTuple):
    """A world, how likely it is, and what is believed of each seat in it."""

    hand: Hand
    weight: float
    beliefs: NDArray[np.float64]


Nature = Callable[[View, Case], NDArray[np.float64]]
"""How likely the others do what they can in a case."""


def utility(hand: Hand, seat: Seat) -> int:
    assert hand.outcome
    side = next((side for side in hand.rules.sides if seat in side), (seat,))
    net = sum(hand.outcome.net[each] for each in side)
    return -net if hand.rules.low_is_good else net


def after(case: Case, action: Action, likely: float = 1.0) -> Case:
    hand = case.hand.copy()
    hand.play(action)
    return Case(hand, case.weight * likely, case.beliefs)


def plan(cases: list[Case], seat: Seat, nature: Nature) -> float:
    """The most that the seat can get on average, all cases together, which look the same to it."""
    hand = cases[0].hand
    if hand.is_over:
        return sum(case.weight * utility(case.hand, seat) for case in cases)
    if hand.turn == seat:
        return max(value(cases, action, seat, nature) for action in hand.legal_actions())
    later: list[Case] = []
    for case in cases:
        assert case.hand.turn is not None
        view = case.hand.view(case.hand.turn)
        likely = nature(view, case) if len(view.legal) > 1 else np.ones(1)
        later += [after(case, action, chance) for action, chance in zip(view.legal, likely, strict=True) if chance]
    return parted(later, seat, nature)


def value(cases: list[Case], action: Action, seat: Seat, nature: Nature) -> float:
    return parted([after(case, action) for case in cases], seat, nature)


def parted(cases: list[Case], seat: Seat, nature: Nature) -> float:
    """Cases that have come to look different are planned for apart."""
    groups: list[tuple[View, list[Case]]] = []
    for case in cases:
        view = case.hand.view(seat)
        for other, alike in groups:
            if other == view:
                alike.append(case)
                break
        else:
            groups.append((view, [case]))
    return sum(plan(alike, seat, nature) for _, alike in groups)


def natural(kinds: NDArray[np.float64]) -> Nature:
    """A mixture of kinds as they are believed; what is rare is left out."""

    known: dict[object, NDArray[np.float64]] = {}

    def likely(view: View, case: Case) -> NDArray[np.float64]:
        assert view.seat is not None
        key = view.seat, view.tiles, view.actions
        if key not in known:
            known[key] = opinions(view, trained())
        leans, total = known[key], np.zeros(len(view.legal))
        for kind, belief in zip(kinds, case.beliefs[view.seat], strict=True):
            if belief >= RARE:
                total += belief * soft(view, leans, float(kind))
        total[total < RARE] = 0
        return np.array(total / total.sum())

    return likely


def cases_of(view: View, belief: Belief) -> list[Case]:
    hands = [world.hand() for world in infer(view).all(len(belief.weights))]
    return [Case(*each) for each in zip(hands, belief.weights.tolist(), belief.beliefs, strict=True)]


def small(hand: Hand, tiles: int) -> bool:
    """Whether the whole tree may be walked in Python."""
    held = sum(len(hand.tiles(seat)) for seat in hand.rules.seats)
    return hand.turn is not None and held <= tiles and hand.legal_actions()[0].tile is not None


@settings(max_examples=100)
@given(late_hands(most=60), st.sampled_from([(GREEDY,), (UNIFORM,), (GREEDY, UNIFORM), (0.1, NAIVE + 0.1, UNIFORM)]))
def test_the_best_plan_by_walking_through_all_plans(hand: Hand, kinds: tuple[float, ...]) -> None:
    if hand.turn is None or not small(hand, 12 if kinds == (GREEDY,) else 7):
        return
    view = hand.view(hand.turn)
    belief = believed(view, kinds)
    values, work = responded(view, belief, FEW)
    if work > FEW:
        return
    cases, nature = cases_of(view, belief), natural(belief.kinds)
    expected = [value(cases, action, hand.turn, nature) for action in view.legal]
    assert values == pytest.approx(expected, rel=1e-3, abs=1e-3)


def endings(players: int, size: int, moves: int, tiles: int) -> Iterator[tuple[View, Seat]]:
    """Positions after so many moves with several worlds and few tiles, in which the seat on turn has a choice."""
    for seed in range(120):
        rules = Rules(players=players, hand=size, settle="pairwise", stuck="pass" if seed % 2 else "discard")
        hand = play_some(Hand.dealt(rules, seed), seed, moves)
        if hand.turn is None or not small(hand, tiles) or len(hand.legal_actions()) < 2:
            continue
        view = hand.view(hand.turn)
        if 2 <= infer(view).count <= 60:
            yield view, hand.turn


def test_it_plans_with_nothing_that_it_cannot_know() -> None:
    """All worlds are planned for together. Were the seat told the world after its action, it would seem to get more."""
    compared = different = more = 0
    for view, seat in endings(players=3, size=9, moves=18, tiles=9):
        belief = believed(view, (GREEDY,))
        values, work = responded(view, belief, FEW)
        if work > FEW:
            continue
        cases, nature = cases_of(view, belief), natural(belief.kinds)
        assert values == pytest.approx([value(cases, action, seat, nature) for action in view.legal])
        told = np.array([sum(value([case], action, seat, nature) for case in cases) for action in view.legal])
        assert (told >= values - 1e-9).all()
        compared += 1
        different += bool(np.ptp(values) > 0.5)
        more += bool((told > values + 1e-3).any())
    assert compared >= 20
    assert different >= 10
    assert more >= 3


def test_others_may_play_by_the_network() -> None:
    """What they like depends on their tiles, so it differs from world to world."""
    compared = 0
    for view, seat in islice(endings(players=3, size=9, moves=19, tiles=9), 60):
        belief = believed(view, (0.2, NAIVE + 0.2))
        values, work = responded(view, belief, FEW)
        if work > FEW:
            continue
        cases, nature = cases_of(view, belief), natural(belief.kinds)
        expected = [value(cases, action, seat, nature) for action in view.legal]
        assert values == pytest.approx(expected, rel=1e-3, abs=1e-2)
        compared += 1
    assert compared >= 8


def test_against_one_world_of_greedy_players_no_plan_is_better() -> None:
    """With all tiles in sight it is a walk to the best end, never worse than what a search for two is sure of."""
    for seed in range(10):
        hand = play_some(Hand.dealt(Rules(players=2, hand=14, settle="pairwise", stuck="pass"), seed), seed, 15)
        if hand.turn is None or not hand.legal_actions()[0].tile:
            continue
        view = hand.view(hand.turn)
        values, _ = responded(view, believed(view, (GREEDY,)))
        sure = solve(hand, "paranoid").values
        assert all(value >= sure[action] - 1e-9 for action, value in zip(view.legal, values, strict=True))


def test_too_much_work_is_reported_and_given_up() -> None:
    """A whole hand against somebody who may do anything would take for ever."""
    hand = Hand.dealt(Rules(players=2, hand=14, settle="pairwise"), seed=3)
    hand.play(hand.legal_actions()[0])
    view = hand.view(hand.turn)
    belief = believed(view, (UNIFORM,))
    for limit in (0, 1, 1000, 40_000):
        _, work = responded(view, belief, limit)
        assert limit < work < limit + 5000


def test_the_limit_is_the_work() -> None:
    view, _ = next(endings(players=3, size=9, moves=18, tiles=9))
    belief = believed(view, (GREEDY, UNIFORM))
    values, work = responded(view, belief)
    again, same = responded(view, belief, work)
    assert same == work
    assert np.array_equal(values, again)
    assert responded(view, belief, work - 1)[1] > work - 1


def test_winning_may_be_worth_more_than_the_net() -> None:
    """A bonus is added where the hand is won: each plan's value rises by at most that."""
    stakes = HAND.copy()
    stakes[BONUS] = 1000.0
    rises = []
    for view, _ in endings(players=3, size=9, moves=18, tiles=9):
        belief = believed(view, (GREEDY,))
        plain, more = responded(view, belief)[0], responded(view, belief, stakes=stakes)[0]
        assert ((more >= plain - 1e-9) & (more <= plain + 1000 + 1e-9)).all()
        rises += (more - plain).tolist()
    assert min(rises) < 1
    assert max(rises) > 999


def test_what_it_works_on_is_left_as_it_was() -> None:
    """Who gives the exact plan up goes on with the same worlds."""
    for view, _ in islice(endings(players=3, size=9, moves=18, tiles=9), 3):
        belief = believed(view, (GREEDY,))
        kept = [array.copy() for array in (belief.scenes, belief.weights, belief.beliefs, belief.kinds)]
        responded(view, belief)
        for array, before in zip((belief.scenes, belief.weights, belief.beliefs, belief.kinds), kept, strict=True):
            assert np.array_equal(array, before)
