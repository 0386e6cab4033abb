from __future__ import annotations

import pytest
from hypothesis import given

from gaple import Hand
from gaple.players import Beginner, beginner
from tests.players.test_casual import dealt
from tests.strategies import hands, seeds


@given(hands(), seeds)
def test_asked_again_it_says_the_same(hand: Hand, seed: int) -> None:
    if hand.turn is not None:
        view, player = hand.view(hand.turn), Beginner(seed)
        assert player.choose(view) is player.choose(view) is Beginner(seed).choose(view)


def choices(hand: Hand) -> set[str]:
    return {str(Beginner(seed).choose(hand.view(hand.turn))) for seed in range(200)}


def test_it_overlooks_things() -> None:
    hand = dealt("35", "33 36 05 01", "11 12 22 24")
    assert choices(hand) == {"33<", "36<", "05>"}


@pytest.fixture
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginner, "NOTICED", 1.0)


@pytest.mark.usefixtures("attentive")
def test_it_likes_doubles() -> None:
    assert choices(dealt("35", "33 36 05 01", "11 12 22 24")) == {"33<"}


@pytest.mark.usefixtures("attentive")
def test_it_likes_to_answer_the_tile_laid_last() -> None:
    hand = dealt("35", "23 02 26 46 04", "45 12 11 22 24", actions="23< 45>")
    assert choices(hand) == {"46>", "04>"}


@pytest.mark.usefixtures("attentive")
def test_it_thinks_of_heavy_tiles_late() -> None:
    assert choices(dealt("35", "33 36 05", "11 12 22")) == {"36<"}


@pytest.mark.usefixtures("attentive")
def test_stuck_it_panics_now_and_then() -> None:
    assert choices(dealt("35", "11 12 66 24", "33 36 05 01")) == {"x11", "x66"}
