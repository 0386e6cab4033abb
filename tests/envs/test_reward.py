from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gaple import Hand, Rules, Tile, score, tile_set
from gaple.envs.reward import reward_range, reward_sum, rewards_of
from tests.strategies import hands, rules, unplayed


def check(by: Rules, rewards: tuple[int, ...]) -> None:
    low, high = reward_range(by)
    assert low <= min(rewards)
    assert max(rewards) <= high
    assert low < high
    assert reward_sum(by) in (None, sum(rewards))


@given(hands(finished=True))
def test_the_rewards_of_hands_are_within_bounds(hand: Hand) -> None:
    assert hand.outcome is not None
    check(hand.rules, rewards_of(hand.rules, hand.outcome))


@given(st.data())
@settings(max_examples=300)
def test_so_are_those_of_any_unplayed_tiles(data: st.DataObject) -> None:
    by = data.draw(rules())
    check(by, rewards_of(by, score(by, data.draw(unplayed(by)))))


def test_more_is_better_by_any_settlement() -> None:
    tiles = [tile_set(map(Tile.parse, seat.split())) for seat in ("11 13", "15", "24", "02")]
    for settle in ("hands", "pairwise", "winner", "points"):
        by = Rules(settle=settle)
        rewards = rewards_of(by, score(by, tiles))
        assert rewards[3] == max(rewards) > min(rewards)


def test_the_bounds_are_reached() -> None:
    """By two players with one tile each: [5-6] and [6-6], or [0-0] and a tile without a blank."""
    for settle in ("pairwise", "winner", "points"):
        by = Rules(players=2, hand=1, settle=settle)
        worst = rewards_of(by, score(by, [0, Tile(6, 6).bit]))
        low, high = reward_range(by)
        assert min(worst) == low
        assert max(worst) == high
    by = Rules(players=2, hand=1, settle="pairwise", lone=25)
    assert rewards_of(by, score(by, [0, Tile(0, 0).bit])) == (25, -25) == reward_range(by)[::-1]
    by = Rules(players=2, hand=2, settle="points", lone=25)
    assert rewards_of(by, score(by, [0, Tile(0, 0).bit | Tile(6, 6).bit]))[1] == -37 == reward_range(by)[0]
