from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from gaple import Dealing, GapleError, Hand, Match, Rules, Seat
from gaple.arena import Contest
from gaple.arena.deals import gain, play_deal
from gaple.engine.infer import infer
from gaple.engine.net import Model
from gaple.engine.net.choosing import GREEDY
from gaple.players import Considered, Greedy, Master, make, make_for_match
from gaple.players.master import PLAYOUTS
from tests.engine.net.worlds import FEW, believed, responded
from tests.strategies import hands, play_some, seeds
from tests.waiting import PATIENCE

QUICK = 0.0125
FEWER = settings(max_examples=40)


@FEWER
@given(hands(), seeds)
def test_the_same_seed_has_the_same_reason(hand: Hand, seed: int) -> None:
    if hand.turn is not None:
        view = hand.view(hand.turn)
        once, again = (Master(seed, effort=QUICK).consider(view) for _ in range(2))
        assert once == again
        assert tuple(once.values) == view.legal
        assert Master(seed, effort=QUICK).choose(view) is once.action


def test_another_seed_looks_at_other_worlds() -> None:
    hand = Hand.dealt(Rules(hand=6), seed=2)
    view = hand.view(hand.turn)
    found = {tuple(Master(seed, effort=QUICK).consider(view).values.values()) for seed in range(5)}
    assert len(found) > 1


def best(considered: Considered, rules: Rules) -> bool:
    """Whether the choice has the best of the values."""
    most = min if rules.low_is_good else max
    return considered.values[considered.action] == most(considered.values.values())


@FEWER
@given(hands())
def test_where_the_best_plan_can_be_found_it_is_followed(hand: Hand) -> None:
    """Its values are those of the exact plan, told by the settlement, and the choice is the best of them."""
    if hand.turn is None:
        return
    view = hand.view(hand.turn)
    if infer(view).count > 200:
        return
    model = Model((GREEDY,), (1.0,))
    considered = Master(1, effort=QUICK, model=model).consider(view)
    values, work = responded(view, believed(view, model.kinds), FEW)
    if work <= FEW:
        sign = -1 if view.rules.low_is_good else 1
        assert list(considered.values.values()) == pytest.approx((sign * values).tolist())
        assert considered.worlds == infer(view).count
        assert best(considered, view.rules)


def test_an_exact_plan_that_is_too_long_is_played_out_instead() -> None:
    """Against somebody who may do anything a whole hand cannot be walked through, though there is one world only."""
    hand = Hand.dealt(Rules(players=2, hand=14, settle="pairwise"), seed=3)
    hand.play(hand.legal_actions()[0])
    considered = Master(1, effort=QUICK).consider(hand.view(hand.turn))
    assert considered.worlds > 1
    assert best(considered, hand.rules)


def test_of_equals_it_takes_what_greedy_would() -> None:
    found = 0
    for seed in range(60):
        hand = play_some(Hand.dealt(Rules(), seed), seed, 16)
        if hand.turn is not None:
            view = hand.view(hand.turn)
            considered = Master(1, effort=QUICK).consider(view)
            top = max(considered.values.values())
            equals = tuple(action for action, value in considered.values.items() if value == top)
            assert considered.action is Greedy().choose(replace(view, legal=equals))
            found += len(equals) > 1
    assert found >= 3


def test_more_effort_looks_at_more() -> None:
    hand = Hand.dealt(Rules(hand=6, settle="pairwise"), seed=1)
    view = hand.view(hand.turn)
    worlds = [Master(1, effort=effort).consider(view).worlds for effort in (0.01, 0.1, 1.0)]
    assert worlds == sorted(worlds)
    assert worlds[0] < worlds[-1] <= PLAYOUTS


def test_less_is_better_for_points() -> None:
    """Told is what the rules count; by other settlements more is better."""
    found = 0
    for seed in range(30):
        hand = play_some(Hand.dealt(Rules(hand=6, settle="points"), seed), seed, 14)
        if hand.turn is not None and len(hand.legal_actions()) > 1:
            considered = Master(1, effort=QUICK).consider(hand.view(hand.turn))
            assert min(considered.values.values()) >= 0
            assert best(considered, hand.rules)
            found += 1
    assert found >= 5


@pytest.mark.parametrize("effort", [0, -1, 0.009, 101, float("nan"), float("inf")])
def test_an_effort_that_makes_no_sense_is_refused(effort: float) -> None:
    with pytest.raises(GapleError, match=str(effort)):
        Master(1, effort=effort)


def test_a_goal_that_there_is_not_is_refused() -> None:
    with pytest.raises(GapleError, match="glory; expected one of hand, match"):
        Master(1, goal="glory")  # type: ignore[arg-type]


def midway(rules: Rules) -> Hand:
    hand = play_some(Hand.dealt(rules, 11, 2, Seat.B), 3, 5)
    assert len(hand.legal_actions()) > 1
    return hand


def decided(rules: Rules, totals: tuple[int, ...] | None) -> list[Considered]:
    """What is considered in a match that stands so, for the hand and for the match."""
    hand = midway(rules)
    hand.totals = totals
    view = hand.view(hand.turn)
    return [Master(1, goal=goal, effort=0.05).consider(view) for goal in ("hand", "match")]


def test_for_the_match_it_counts_what_winning_is_worth() -> None:
    """A bonus makes every value higher; in the last hand there is none."""
    alone, together = decided(Rules(hand=6, settle="pairwise"), None)
    assert sum(together.values.values()) > sum(alone.values.values()) + 0.1
    alone, together = decided(Rules(hand=6, settle="pairwise", hands=2), None)
    assert alone == together


def test_for_the_match_it_plays_by_the_score() -> None:
    """Who has as good as won does not care for chips, and values everything alike."""
    rules = Rules(hand=6, settle="pairwise", target=100)
    hand = midway(rules)
    assert hand.turn is not None
    spreads = []
    for own in (90, -300):
        totals = [-300, -300, -300, -300]
        totals[hand.turn] = own
        alone, together = decided(rules, tuple(totals))
        assert alone == decided(rules, None)[0], "for the hand alone the score does not count"
        spreads.append(np.ptp(list(together.values.values())))
    assert spreads[0] != spreads[1]


def test_for_a_match_there_is_another_master() -> None:
    assert [make(level, 3).goal for level in ("master",)] == ["hand"]  # type: ignore[attr-defined]
    player = make_for_match("master", 3)
    assert isinstance(player, Master)
    assert (player.seed, player.goal, player.effort) == (3, "match", 1.0)
    assert type(make_for_match("greedy", 3)) is Greedy
    with pytest.raises(GapleError, match="mahir"):
        make_for_match("mahir", 3)


def test_it_plays_a_match_by_its_score() -> None:
    rules = Rules(players=3, hand=7, settle="pairwise", target=40)
    match, player = Match(rules), Master(1, goal="match", effort=0.01)
    while not match.is_over and match.number < 5:
        hand = match.deal(Dealing.from_seed("arisan", rules, match.number))
        while hand.turn is not None:
            view = hand.view(hand.turn)
            assert view.totals == match.total
            hand.play(player.choose(view))
        match.add(hand)
    assert match.hands


@pytest.mark.parametrize("rules", ["players=4 hand=7", "players=4 hand=6", "players=4 hand=7 teams=yes"])
def test_it_beats_greedy_with_little_effort(rules: str) -> None:
    """The same deals every time, each in all seatings; docs/strength.md tells how much, from many more."""
    by = Rules.parse(f"{rules} settle=pairwise")
    contest = Contest(candidate="tests.players.quick:master", against="greedy", rules=by, limit=PATIENCE)
    gains = [gain(by, play_deal(contest, number).hands) for number in range(30)]
    assert sum(gains) / len(gains) > 3
