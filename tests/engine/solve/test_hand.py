"""Exact solving against the plain telling, over the whole space of rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from gaple import Action, Hand, Outcome, Rules, Seat
from gaple.engine.solve import CONVENTIONS, Convention, Objective, Solution, SolveError, solve
from gaple.rules import Stuck
from tests.engine import plain
from tests.engine.space import both_seeds, resolve


def worth_to(rules: Rules, objective: Objective, seats: tuple[Seat, ...]) -> Callable[[Outcome], int]:
    """What these seats get at the end of a hand: the sum of their nets, or whether one of them has won."""
    if objective == "net":
        return lambda outcome: sum(outcome.net[seat] for seat in seats)
    won = {other for seat in seats for other in (rules.sides[seat % 2] if rules.teams else (seat,))}
    return lambda outcome: int(outcome.winner in won)


def expected(hand: Hand, convention: Convention, objective: Objective) -> dict[str, int]:
    """The value of every action."""
    rules, turn = hand.rules, hand.turn
    assert turn is not None
    sign = -1 if objective == "net" and rules.settle == "points" else 1

    if convention == "maxn":
        own = {seat: worth_to(rules, objective, (seat,)) for seat in rules.seats}
        return {
            str(action): sign
            * plain.after(hand, action, lambda: plain.values(hand, lambda outcome, s: sign * own[s](outcome)))[turn]
            for action in hand.legal_actions()
        }
    ours = rules.sides[turn % 2] if convention == "teams" else (turn,)
    worth = worth_to(rules, objective, ours)
    return {
        str(action): sign * plain.after(hand, action, lambda: plain.value(hand, lambda o: sign * worth(o), ours))
        for action in hand.legal_actions()
    }


def told(solution: Solution) -> dict[str, int]:
    return {str(action): value for action, value in solution.values.items()}


@both_seeds
@pytest.mark.parametrize("convention", ["teams", "paranoid", "maxn"])
def test_every_action_as_in_the_plain_telling(seed: int | None, convention: Convention) -> None:
    seed = resolve(seed)
    seen: Counter[object] = Counter()
    for rng, rules, hand in plain.positions(seed, 600, 9, teams=convention == "teams"):
        objective: Objective = rng.choice(["net", "net", "win"])
        solution = solve(hand, convention, objective)
        where = f"seed {seed}: {rules}, {hand.deal}, {[str(action) for action in hand.actions]}, {objective}"
        values = expected(hand, convention, objective)
        assert told(solution) == values, where
        assert list(told(solution)) == list(map(str, hand.legal_actions())), where
        assert solution.exact, where
        assert (solution.turn, solution.convention, solution.objective) == (hand.turn, convention, objective), where
        best = (min if objective == "net" and rules.settle == "points" else max)(values.values())
        assert {str(action) for action in solution.best} == {a for a, value in values.items() if value == best}, where
        follow(hand, solution, best, where)
        seen.update({"players": rules.players, "settle": rules.settle, "objective": objective}.items())
        seen.update({"stuck": rules.stuck, "end": rules.end, "side": rules.side, "opening": not hand.actions}.items())
        seen["lone", rules.lone > 0] += 1
    assert min(seen.values()) > 3, seen


def follow(hand: Hand, solution: Solution, value: int, where: str) -> None:
    """The line of best play ends the hand with the value, and each action in it is the first of the best."""
    hand = hand.copy()
    assert solution.line[0] == solution.best[0], where
    for action in solution.line:
        hand.play(action)
    assert hand.outcome is not None, where
    seats = hand.rules.sides[solution.turn % 2] if solution.convention == "teams" else (solution.turn,)
    assert worth_to(hand.rules, solution.objective, seats)(hand.outcome) == value, where


def after_each(hand: Hand, ours: tuple[Seat, ...]) -> dict[Action, int]:
    """What each action is worth to some seats, more being better, in the order of the tie rule."""
    sign = -1 if hand.rules.settle == "points" else 1
    worth = worth_to(hand.rules, "net", ours)
    return {
        action: plain.after(hand, action, lambda: plain.value(hand, lambda outcome: sign * worth(outcome), ours))
        for action in plain.by_tie_rule(hand)
    }


@both_seeds
def test_the_line_is_by_the_tie_rule(seed: int | None) -> None:
    """Each action of the line is the first of those that are best for the seat on turn, seen from the first seat."""
    seed = resolve(seed)
    for _, rules, hand in plain.positions(seed, 150, 7):
        convention: Convention = "teams" if rules.teams else "paranoid"
        solution = solve(hand, convention)
        ours = rules.sides[solution.turn % 2] if rules.teams else (solution.turn,)
        for action in solution.line:
            values = after_each(hand, ours)
            best = (max if hand.turn in ours else min)(values.values())
            assert values[action] == best
            assert next(other for other, value in values.items() if value == best) == action
            hand.play(action)
        assert hand.is_over


@both_seeds
def test_max_n_tells_what_everybody_gets(seed: int | None) -> None:
    for _, _, hand in plain.positions(resolve(seed), 200, 7):
        solution = solve(hand, "maxn")
        hand = hand.copy()
        for action in solution.line:
            hand.play(action)
        assert hand.outcome is not None
        assert solution.nets[solution.best[0]] == hand.outcome.net
        assert set(solution.nets) == set(solution.values)


@both_seeds
def test_conventions_agree_where_they_must(seed: int | None) -> None:
    """Between two players for chips all conventions are one; max-n is never worse than paranoid."""
    for _, rules, hand in plain.positions(resolve(seed), 300, 12):
        paranoid, maxn = solve(hand, "paranoid"), solve(hand, "maxn")
        if rules.players == 2 and rules.settle != "points":
            assert paranoid.values == maxn.values
        sign = -1 if rules.settle == "points" else 1
        assert all(sign * paranoid.values[action] <= sign * maxn.values[action] for action in paranoid.values)


@pytest.mark.parametrize("stuck", ["discard", "pass"])
def test_a_whole_deal_goes_as_its_line_says(stuck: Stuck) -> None:
    """From the deal on, each position of the line is worth what the deal is; and so to both sides."""
    rules = Rules(teams=True, settle="pairwise", stuck=stuck)
    hand = Hand.dealt(rules, seed=7)
    first = solve(hand)
    value = first.values[first.best[0]]
    for action in first.line:
        solution = solve(hand)
        ours = solution.turn % 2 == first.turn % 2
        assert solution.values[action] == (value if ours else -value)
        assert action in solution.best
        hand.play(action)
    assert hand.outcome is not None
    assert sum(hand.outcome.net[seat] for seat in rules.sides[first.turn % 2]) == value


@both_seeds
def test_a_mirrored_line_is_worth_the_same(seed: int | None) -> None:
    """Where both ends are equal, a tile is worth the same on either."""
    count = 0
    for _, rules, hand in plain.positions(resolve(seed), 300, 14):
        if hand.ends and hand.ends[0] == hand.ends[1]:
            for convention in CONVENTIONS[1:]:
                values = told(solve(hand, convention))
                pairs = [(values[f"{text[:2]}<"], value) for text, value in values.items() if text[2:] == ">"]
                assert all(left == right for left, right in pairs), (rules, hand)
                count += len(pairs)
    assert count > 10


def test_a_blank_alone_may_count_more_than_all_the_rest() -> None:
    rules = Rules(players=2, hand=3, settle="pairwise", lone=999_999_999)
    for seed in range(60):
        hand = Hand.dealt(rules, seed)
        if not hand.is_over:
            assert told(solve(hand)) == expected(hand, "paranoid", "net")


def test_json() -> None:
    rules = Rules.parse("players=4 hand=7 teams=yes settle=pairwise")
    hand = plain.midway(rules, 4)
    told = solve(hand).to_dict()
    assert list(told) == ["turn", "as", "objective", "values", "best", "line", "exact"]
    assert told["turn"] == str(hand.turn)
    assert (told["as"], told["objective"], told["exact"]) == ("teams", "net", True)
    assert list(told["values"]) == [str(action) for action in hand.legal_actions()]


def test_what_cannot_be_solved() -> None:
    hand = Hand.dealt(Rules(players=2, hand=2), seed=1)
    with pytest.raises(SolveError) as error:
        solve(hand, "teams")
    assert error.value.code == "solve-no-teams"
    with pytest.raises(SolveError) as error:
        solve(hand, "nobody")  # type: ignore[arg-type]
    assert error.value.params["expected"] == "teams|paranoid|maxn"
    with pytest.raises(SolveError) as error:
        solve(hand, objective="glory")  # type: ignore[arg-type]
    assert error.value.params["expected"] == "net|win"
    for limits in ({"positions": 0}, {"positions": 1.5}, {"seconds": 0}, {"seconds": float("nan")}):
        with pytest.raises(ValueError, match=r"positions|seconds"):
            solve(hand, **limits)
    for action in solve(hand).line:
        hand.play(action)
    with pytest.raises(SolveError) as error:
        solve(hand)
    assert error.value.code == "solve-over"
