from __future__ import annotations

import random
import sys
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings

from gaple import Action, GapleError, Hand, Kind, Rules
from gaple.arena import Contest
from gaple.arena.deals import gain, play_deal
from gaple.players import LEVELS, Greedy, Player, available, check_level, make, make_for_match
from gaple.texts import LANGUAGES, text
from tests.players.quick import made
from tests.strategies import hands, other_world, rules, seeds
from tests.waiting import PATIENCE

FEW = settings(max_examples=20)


@pytest.mark.parametrize("level", LEVELS)
@FEW
@given(rules(), seeds)
def test_every_level_plays_a_hand_to_its_end(level: str, by: Rules, seed: int) -> None:
    """Against greedy players, so that the strongest levels need not think for everybody."""
    hand = Hand.dealt(by, seed)
    player, seat = make(level, seed), by.seats[seed % by.players]
    while hand.turn is not None:
        chooser = player if hand.turn == seat else Greedy()
        hand.play(chooser.choose(hand.view(hand.turn)))
    assert hand.outcome


@pytest.mark.parametrize("level", LEVELS)
@FEW
@given(hands(), seeds)
def test_the_same_seed_makes_the_same_choice(level: str, hand: Hand, seed: int) -> None:
    if hand.turn is not None:
        view = hand.view(hand.turn)
        assert make(level, seed).choose(view) is make(level, seed).choose(view)


@pytest.mark.parametrize("level", LEVELS)
@FEW
@given(hands(), seeds)
def test_nothing_hidden_changes_a_choice(level: str, hand: Hand, seed: int) -> None:
    """Tiles that the seat does not see are dealt anew; what a player of the same seed does must be the same."""
    world = other_world(hand, hand.turn, random.Random(seed))
    if hand.turn is not None and world:
        chosen = [made(level, seed).choose(each.view(hand.turn)) for each in (hand, world)]
        assert chosen[0] is chosen[1]


@given(hands())
def test_greedy_by_another_reckoning(hand: Hand) -> None:
    if hand.turn is None:
        return
    chosen = Greedy().choose(hand.view(hand.turn))
    legal = hand.legal_actions()
    plays = [action for action in legal if action.is_play]
    tiles = [action.tile for action in plays or legal if action.tile]
    if plays:
        most = [tile for tile in tiles if tile.pips == max(tile.pips for tile in tiles)]
        doubles = [tile for tile in most if tile.is_double]
        best = max(doubles or most, key=lambda tile: tile.high)
        assert chosen.tile is best
        right = Action.of(Kind.RIGHT, best)
        assert chosen is right or right not in legal
    elif tiles:
        least = [tile for tile in tiles if tile.pips == min(tile.pips for tile in tiles)]
        assert chosen.tile is min(least, key=lambda tile: tile.low)


@pytest.mark.parametrize(("stronger", "weaker"), [*pairwise(["casual", "greedy", "beginner", "random"])])
def test_the_simple_levels_are_in_the_order_of_their_strength(stronger: str, weaker: str) -> None:
    """The same deals every time, each in all seatings; docs/strength.md tells how much, from many more."""
    contest = Contest(candidate=stronger, against=weaker, rules=Rules(settle="pairwise"), limit=PATIENCE)
    gains = [gain(contest.rules, play_deal(contest, number).hands) for number in range(60)]
    assert sum(gains) / len(gains) > 1


@pytest.mark.parametrize("maker", [make, make_for_match])
def test_an_unknown_level_is_named(maker: Callable[[str, int], Player]) -> None:
    with pytest.raises(GapleError, match='"mahir"; expected one of random, '):
        maker("mahir", 1)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_player_for_the_match(level: str) -> None:
    """The same as for the hand, but for a level that can tell the match from the hand."""
    alone, together = make(level, 5), make_for_match(level, 5)
    assert type(together) is type(alone)
    told = [{key: value for key, value in vars(each).items() if key != "goal"} for each in (alone, together)]
    assert told[0].keys() == told[1].keys()
    assert (LEVELS[level].match_maker is None) == (getattr(together, "goal", "hand") == "hand")


def test_all_levels_are_there_with_the_engine() -> None:
    assert available() == tuple(LEVELS)
    for level in LEVELS:
        check_level(level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_level_has_a_name_and_a_description(level: str, lang: str) -> None:
    name, hint = text(f"level.{level}", lang), text(f"level.{level}_hint", lang)
    assert name
    assert hint
    assert name[0].isupper()
    assert hint[0].islower()


@pytest.mark.parametrize("package", ["numpy", "numba"])
def test_without_the_engine_the_simple_levels_are_there(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    simple = [name for name, level in LEVELS.items() if not level.needs_engine]
    assert list(available()) == simple
    for level in simple:
        make(level, 1)
    for level in LEVELS.keys() - set(simple):
        for maker in (make, make_for_match):
            with pytest.raises(GapleError, match=rf"{level}.*\({package}\).*pip install 'gaple\[engine\]'"):
                maker(level, 1)
