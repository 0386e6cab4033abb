"""What a hand is worth: in itself, as the beginning of the next, and in its match."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gaple import Dealing, Hand, Match, Rules, Seat
from gaple.engine.net import stakes as module
from gaple.engine.net.network import utility
from gaple.engine.net.stakes import BONUS, HAND, STAKES, TARGET, TOTALS, leading, match_stakes
from gaple.engine.params import Params
from tests.engine.calling import callables_from_python
from tests.strategies import play_match, play_some, rules, seeds

TEAMS = Rules.parse("players=4 hand=7 teams=yes settle=hands target=21")

payoff, chance, useful = callables_from_python(module.payoff, module.chance, utility)


class Came(NamedTuple):
    """A hand that came out somehow, in a match that stood somehow before."""

    rules: Rules
    totals: list[int]
    nets: list[int]
    winner: Seat

    @property
    def sign(self) -> int:
        """Less is better with ``settle=points``."""
        return -1 if self.rules.low_is_good else 1

    def after(self, seat: int) -> int:
        """A seat's total after the hand."""
        return self.totals[seat] + self.nets[seat]

    @property
    def nearest(self) -> int:
        """What is nearest to the target, or beyond it."""
        reached = [self.after(seat) for seat in self.rules.seats]
        if self.rules.teams and self.rules.settle == "points":
            reached = [reached[0] + reached[2], reached[1] + reached[3]]
        return max(reached)

    @property
    def over(self) -> bool:
        """Whether the target has been reached, as :class:`gaple.Match` has it."""
        return self.nearest >= (self.rules.target or 0)

    def leads(self, seat: int) -> bool:
        """Whether nobody stands better than the seat, or its side."""
        return self.standing(seat) == max(map(self.standing, self.rules.seats))

    def standing(self, seat: int) -> int:
        """What the seat, or its side, has; more is better."""
        side = next((side for side in self.rules.sides if seat in side), (seat,))
        return self.sign * sum(map(self.after, side))

    def array(self, values: list[int]) -> NDArray[np.int64]:
        return np.array([*values, *[0] * 5][:5])

    def chance(self, seat: int) -> float:
        return float(chance(Params.of(self.rules), self.array(self.nets), seat, self.stakes()))

    def payoff(self, seat: int, stakes: NDArray[np.float64]) -> float:
        return float(payoff(Params.of(self.rules), self.array(self.nets), int(self.winner), seat, stakes))

    def stakes(self) -> NDArray[np.float64]:
        found = HAND.copy()
        found[TARGET] = self.rules.target or 0
        found[TOTALS : TOTALS + self.rules.players] = self.totals
        return found


@st.composite
def outcomes(draw: st.DrawFn) -> Came:
    """A hand that was really played, with totals of which none has reached the target before."""
    by = draw(rules())
    hand = play_some(Hand.dealt(by, draw(seeds)), draw(seeds))
    assert hand.outcome
    low = 0 if by.settle in ("points", "hands") else -100
    most = (by.target or 100) - 1
    share = 2 if by.teams and by.settle == "points" else 1
    totals = [draw(st.integers(low, max(most // share, 0))) for _ in by.seats]
    return Came(by, totals, list(hand.outcome.net), hand.outcome.winner)


def own(came: Came, seat: int) -> bool:
    """Whether the seat won, or its partner did."""
    return seat == came.winner or any({seat, came.winner} <= {*side} for side in came.rules.sides)


@given(outcomes())
def test_without_a_match_the_net_counts(came: Came) -> None:
    assert HAND.tolist() == [0.0] * STAKES
    for seat in came.rules.seats:
        side = next((side for side in came.rules.sides if seat in side), (seat,))
        assert came.payoff(seat, HAND) == came.sign * sum(came.nets[each] for each in side)


@given(outcomes(), st.floats(0, 50))
def test_a_bonus_is_for_the_winner_and_its_partner(came: Came, bonus: float) -> None:
    stakes = HAND.copy()
    stakes[BONUS] = bonus
    for seat in came.rules.seats:
        more = came.payoff(seat, stakes) - came.payoff(seat, HAND)
        assert more == pytest.approx(bonus if own(came, seat) else 0)


@settings(max_examples=300)
@given(outcomes())
def test_somebody_wins_the_match(came: Came) -> None:
    """The chances of all seats add up to 1, in teams those of both sides, and whoever stands better has more."""
    assume(came.rules.target)
    chances = [came.chance(seat) for seat in came.rules.seats]
    parties = [chances[side[0]] for side in came.rules.sides] or chances
    assert sum(parties) == pytest.approx(1)
    assert all(0 <= each <= 1 for each in chances)
    for side in came.rules.sides:
        assert chances[side[0]] == chances[side[1]]
    by_standing = sorted(came.rules.seats, key=came.standing)
    assert sorted(chances) == pytest.approx([chances[seat] for seat in by_standing])


@settings(max_examples=300)
@given(outcomes())
def test_when_the_target_is_reached_the_best_has_won(came: Came) -> None:
    assume(came.rules.target)
    best = max(map(came.standing, came.rules.seats))
    first = [seat for seat in came.rules.seats if came.standing(seat) == best]
    winners = len(first) / 2 if came.rules.teams else len(first)
    for seat in came.rules.seats:
        if came.over:
            assert came.chance(seat) == pytest.approx(1 / winners if seat in first else 0)
        else:
            assert came.chance(seat) > 0 or best - came.standing(seat) > 20


def test_both_ends_of_a_match_come_up() -> None:
    """The test above would pass if the target were never reached, or always."""
    over = set()
    for settle in ("hands", "pairwise", "winner", "points"):
        for teams in ("no", "yes"):
            by = Rules.parse(f"players=4 hand=7 teams={teams} settle={settle} target=10")
            hand = play_some(Hand.dealt(by, 1), 1)
            assert hand.outcome
            for total in (-200, 0, 9):
                came = Came(by, [total] * 4, list(hand.outcome.net), hand.outcome.winner)
                over.add((settle, teams, came.over))
    assert len(over) == 16


@given(outcomes(), st.integers(1, 30), st.integers(0, 4))
@example(Came(TEAMS, [18, 5, 0, 19], [1, 0, 0, 0], Seat.A), 1, 0)
def test_the_more_the_better(came: Came, more: int, place: int) -> None:
    """While the match goes on; with ``settle=points`` the fewer points.

    In teams a seat's own total can bring the end nearer while its side is behind: then less time is left to catch up.
    """
    assume(came.rules.target)
    seat = place % came.rules.players
    nets = came.nets.copy()
    nets[seat] += came.sign * more
    better = came._replace(nets=nets)
    if better.over == came.over and (better.nearest <= came.nearest or better.leads(seat)):
        assert better.chance(seat) >= came.chance(seat) - 1e-12
    assert better.payoff(seat, HAND) == came.payoff(seat, HAND) + more


def standing_at(leader: int, target: int = 100) -> float:
    by = Rules(settle="winner", target=target)
    return Came(by, [leader, leader - 30, leader - 30, leader - 30], [0] * 4, Seat.A).chance(0)


def test_a_lead_is_worth_more_the_nearer_the_end() -> None:
    chances = [standing_at(leader) for leader in (-200, 0, 50, 80, 99, 100)]
    assert chances == sorted(chances)
    assert chances[0] < 0.5 < chances[-2]
    assert chances[-1] == 1


@given(outcomes())
def test_the_match_is_worth_a_few_hands(came: Came) -> None:
    """The payoff is the chance in units of some hands, and what the hand brings in itself does not count."""
    assume(came.rules.target)
    worths = [came.payoff(seat, came.stakes()) for seat in came.rules.seats]
    chances = [came.chance(seat) for seat in came.rules.seats]
    whole = max(worths) / max(chances)
    assert worths == pytest.approx([whole * each for each in chances])
    assert whole > 0
    stakes = came.stakes()
    stakes[BONUS] = 99
    assert came.payoff(0, stakes) == worths[0]


def hand_of(match: Match) -> Hand:
    return match.deal(Dealing.from_seed("stakes", match.rules, match.number))


@settings(max_examples=30)
@given(rules(), st.integers(0, 2**32))
def test_the_stakes_of_a_hand_in_its_match(by: Rules, seed: int) -> None:
    match = play_match(by, seed, 2)
    if match.is_over:
        return
    stakes = match_stakes(hand_of(match).view(Seat.B))
    assert stakes.shape == (STAKES,)
    assert stakes[BONUS] == (0 if match.number == by.hands else leading(by))
    if by.target:
        assert stakes[TARGET] == by.target
        assert stakes[TOTALS : TOTALS + by.players].tolist() == list(match.total)
    else:
        assert not stakes[TARGET:].any()
    assert not HAND.any(), "what all share is not written to"


def test_the_last_hand_begins_no_next_one() -> None:
    by = Rules(hands=2, settle="pairwise")
    match = play_match(by, 1, 1)
    assert match_stakes(hand_of(Match(by)).view(Seat.A))[BONUS] > 0
    assert match_stakes(hand_of(match).view(Seat.A))[BONUS] == 0


def test_a_view_that_tells_no_totals_is_of_a_hand_alone() -> None:
    stakes = match_stakes(Hand.dealt(Rules(target=5), seed=1).view(Seat.A))
    assert stakes[TARGET] == 0
    assert stakes[BONUS] == leading(Rules(target=5))


OPTIONS = ("players=4 hand=7 next=any", "players=4 hand=6", "players=4 hand=7 teams=yes next=any", "players=2 hand=7")


@pytest.mark.parametrize("settle", ["hands", "pairwise", "winner", "points"])
@pytest.mark.parametrize("options", OPTIONS)
def test_to_lead_is_worth_something(settle: str, options: str) -> None:
    by = Rules.parse(f"{options} settle={settle}")
    assert leading(by) > 0
    assert leading(by) == leading(by)


def test_where_a_named_double_leads_it_matters_not_who_won() -> None:
    """Whoever holds it begins, so that seats come out alike but for chance."""
    by = Rules(settle="pairwise", next="lead")
    assert abs(leading(by)) < leading(Rules(settle="pairwise", next="any")) / 4
