"""Hands and matches reviewed: what is in a review, what cannot be judged, and what stops one."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gaple.analysis
from gaple import Hand, Record, Rules, Seat
from gaple.analysis import (
    Budget,
    ReviewError,
    Verdict,
    check_cost,
    count_decisions,
    review_hand,
    review_record,
    sum_up,
    to_dict,
)
from gaple.analysis.review import is_trained
from gaple.replay import replay_text
from gaple.tiles import SEATS
from tests.analysis.hands import CHIPS, KINDS, QUICK, TEAMS, before, played
from tests.strategies import hands

SCHEMA = json.loads((Path(gaple.analysis.__file__).parent / "review.schema.json").read_text())


def valid(document: object) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(document)


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_a_finished_hand(rules: Rules) -> None:
    hand = played(rules, 5)
    review = review_record(Record.of(hand), budget=QUICK)
    assert hand.outcome
    assert review.is_complete
    assert review.judged == rules.seats
    assert review.splits is not None
    assert not review.notes
    assert len(review.known) == len(hand.actions)
    for decision in review.decisions:
        seat, action = hand.moves[decision.move - 1]
        assert (seat, action) == (decision.seat, decision.played)
        assert [option.action for option in decision.options] == list(before(hand, decision.move - 1).legal_actions())
        assert decision.loss.low <= decision.loss.chips <= decision.loss.high
        assert (decision.loss.chips == 0) or decision.played != decision.best
        assert decision.hindsight is not None
    for seat, split in review.splits.items():
        side = [other for other in rules.seats if other == seat or (rules.teams and (other - seat) % 2 == 0)]
        assert split.net == sum(hand.outcome.net[other] for other in side)
        assert split.usual + split.deal + split.decisions + split.others == pytest.approx(split.net)
        assert abs(split.decisions) == pytest.approx(review.lost(seat))
    valid(json.loads(json.dumps(to_dict([review], QUICK))))


def test_the_same_budget_gives_the_same_review() -> None:
    record = Record.of(played(CHIPS, 6))
    once, again = (to_dict([review_record(record, budget=QUICK)], QUICK) for _ in range(2))
    assert json.dumps(once) == json.dumps(again)


def test_a_seat_is_judged_by_what_it_saw_and_a_record_of_that_is_enough() -> None:
    hand = before(played(CHIPS, 7), 15)
    seen = Record.of_view(hand.view(Seat.B))
    assert seen.is_view
    review, whole = (review_record(record, seat=Seat.B, budget=QUICK) for record in (seen, Record.of(hand)))
    assert review.judged == (Seat.B,)
    assert len(review.decisions) > 1
    for one, other in zip(review.decisions, whole.decisions, strict=True):
        assert [option.value for option in one.options] == [option.value for option in other.options]
        assert one.why == other.why
        assert one.hindsight is None
    for one_moment, other_moment in zip(review.known, whole.known, strict=True):
        assert one_moment[Seat.B].to_dict() == other_moment[Seat.B].to_dict()
    assert [code for code, _ in review.notes] == ["no-split-hidden"]
    valid(to_dict([review], QUICK))


def test_what_is_not_recorded_is_not_judged_and_that_is_said() -> None:
    hand = before(played(CHIPS, 7), 15)
    review = review_record(Record.of_view(hand.view(Seat.B)), budget=QUICK)
    assert review.judged == (Seat.B,)
    assert [params.get("seat") for code, params in review.notes if code == "tiles-hidden"] == ["A", "C", "D"]
    assert {decision.seat for decision in review.decisions} == {Seat.B}
    nothing = review_record(Record.of_view(hand.view(None)), budget=QUICK)
    assert nothing.judged == ()
    assert nothing.decisions == ()
    valid(to_dict([review, nothing], QUICK))


def test_an_unfinished_hand_is_judged_as_far_as_it_goes() -> None:
    hand = before(played(CHIPS, 8), 11)
    review = review_record(Record.of(hand), budget=QUICK)
    assert review.splits is None
    assert ("no-split-unfinished", {}) in review.notes
    assert len(review.known) == 12
    assert max(decision.move for decision in review.decisions) <= 11
    assert review_record(Record.of(Hand.dealt(CHIPS, seed=1)), budget=QUICK).decisions == ()


def test_rules_that_nobody_was_trained_on_are_named() -> None:
    assert is_trained(CHIPS)
    odd = Rules(players=3, hand=2, settle="pairwise")
    review = review_record(Record.of(played(odd, 1)), budget=QUICK)
    assert ("rules-untrained", {}) in review.notes
    assert not is_trained(Rules(lone=13))


def test_stopped_it_keeps_what_is_done() -> None:
    def stop(done: int, total: int) -> None:
        if done == 9:
            raise KeyboardInterrupt

    record = Record.of(played(CHIPS, 6))
    review = review_record(record, budget=QUICK, progress=stop)
    whole = review_record(record, budget=QUICK)
    assert not review.is_complete
    assert review.splits is None
    assert 0 < len(review.decisions) < len(whole.decisions)
    assert review.decisions == whole.decisions[: len(review.decisions)]
    valid(to_dict([review], QUICK, stopped=True))


def test_progress_goes_from_nothing_to_all() -> None:
    told: list[tuple[int, int]] = []
    record = Record.of(played(CHIPS, 6))
    review_record(record, seat=Seat.C, budget=QUICK, progress=lambda done, total: told.append((done, total)))
    total = len([seat for seat, _ in played(CHIPS, 6).moves if seat == Seat.C])
    assert told == [(done, total) for done in range(total + 1)]


def test_a_match_is_summed_up_with_intervals() -> None:
    records = [str(Record.of(played(TEAMS, seed))) for seed in (1, 2)]
    reviews = [review_hand(next(replay_text(text)), budget=QUICK) for text in records]
    sums = sum_up(reviews)
    assert sorted(sums) == list(SEATS[:4])
    for seat, each in sums.items():
        nets = [review.splits[seat].net for review in reviews if review.splits]
        assert each.net == sum(nets)
        assert each.luck.total + each.skill.total == pytest.approx(each.net)
        assert each.skill.low is not None
        assert each.skill.high is not None
        assert each.skill.low < each.skill.total < each.skill.high
    valid(to_dict(reviews, QUICK))
    assert sum_up([]) == {}


def test_what_would_take_too_long_is_refused_with_what_it_costs() -> None:
    hand = next(replay_text(str(Record.of(played(CHIPS, 1)))))
    assert 0 < count_decisions(hand, Seat.A) < count_decisions(hand)
    check_cost(Budget(), [count_decisions(hand)] * 10)
    with pytest.raises(ReviewError) as caught:
        check_cost(Budget(worlds=1_000_000), [count_decisions(hand)] * 10, minutes=1)
    assert caught.value.code == "review-costly"
    assert float(str(caught.value.params["minutes"])) > 1


def test_who_plays_at_random_is_told_of_mistakes() -> None:
    review = review_record(Record.of(played(CHIPS, 5, ("random",))), budget=Budget(worlds=2000))
    verdicts = [decision.verdict for decision in review.decisions]
    assert verdicts.count(Verdict.MISTAKE) + verdicts.count(Verdict.BLUNDER) > 0
    assert verdicts.count(Verdict.GOOD) > 0


@pytest.mark.slow
@given(hands(), st.sampled_from([None, *SEATS[:2]]))
@settings(max_examples=25, deadline=None)
def test_any_hand_by_any_rules(hand: Hand, seat: Seat | None) -> None:
    review = review_record(Record.of(hand), seat=seat, budget=Budget(worlds=100))
    assert review.is_complete
    valid(json.loads(json.dumps(to_dict([review], review.budget))))
