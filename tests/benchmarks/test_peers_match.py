"""Matches against peers: both ways round, the same again, and with the budget that was asked for."""

from __future__ import annotations

import pytest

from benchmarks.peers import budgets
from benchmarks.peers.budgets import budget_for
from benchmarks.peers.match import Match, Played, Summary, check, play_deal
from benchmarks.peers.opponents import PEERS
from gaple import GapleError

TWIN = "tests.benchmarks.twins:BotaGorda"


def match(player: str, peer: str, seed: str = "test") -> Match:
    return Match(player=player, peer=peer, budget=PEERS[peer].least or 0, seed=seed)


@pytest.mark.parametrize("peer", PEERS)
def test_a_deal_comes_out_the_same_again(peer: str) -> None:
    first, second = (play_deal(match("greedy", peer), 0) for _ in range(2))
    assert first.points == second.points
    assert len(first.ours) == len(second.ours) > 0
    assert len(first.theirs) == len(second.theirs) > 0


def test_another_deal_is_another() -> None:
    points = [play_deal(match("greedy", "bota_gorda", seed), number).points for seed in "ab" for number in range(4)]
    assert len(set(points)) > 4


def test_a_player_gains_nothing_against_its_equal() -> None:
    deals = [play_deal(match(TWIN, "bota_gorda"), number) for number in range(20)]
    assert all(sum(deal.points) == 0 for deal in deals)
    assert {deal.points[0] > 0 for deal in deals} == {False, True}


def test_players_that_see_more_than_a_view_are_turned_away() -> None:
    with pytest.raises(ValueError, match="everybody's tiles"):
        check("cheater")
    with pytest.raises(GapleError, match="nobody"):
        check("nobody")


def test_a_summary_tells_points_and_times() -> None:
    deals = [Played(1, (-10, 4), (1.0, 2.0), (30.0,)), Played(0, (20, 0), (6.0,), (10.0, 20.0))]
    summary = Summary.of(deals)
    assert (summary.deals, summary.points, summary.won, summary.lost) == (2, 3.5, 0.5, 0.25)
    assert summary.low is not None
    assert summary.high is not None
    assert -3 <= summary.low <= 3.5 <= summary.high <= 10
    assert (summary.ours, summary.theirs) == ((2.0, 3.0), (20.0, 20.0))
    assert Summary.of(deals[:1]).low is None


def test_a_deal_is_kept_as_plain_values() -> None:
    deal = Played(3, (-10, 4), (1.5, 2.0), (30.0,))
    assert Played.of_dict(deal.to_dict()) == deal


def test_a_budget_is_found_for_a_multiple_of_our_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def as_if(match: Match, number: int) -> Played:
        return Played(number, (0, 0), (2.0,), (1.0 + 0.5 * match.budget,))

    monkeypatch.setattr(budgets, "play_deal", as_if)
    assert budget_for("greedy", "ismcts", 1.0, "1") == PEERS["ismcts"].least
    assert 34 <= budget_for("greedy", "ismcts", 10.0, "1") <= 42  # 38 simulations take 20 ms
    assert budget_for("greedy", "bota_gorda", 10.0, "1") == 0
