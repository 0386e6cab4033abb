from __future__ import annotations

import pytest
from hypothesis import given

from gaple import Action, Deal, GapleError, Hand, Kind, Rules, Seat
from gaple.players import Casual
from gaple.players.casual import DOUBLE, FOLLOW, KEEP, NEXT, STARVE, VARIETY
from gaple.tiles import TILES, Tile, tile_set
from tests.strategies import hands, play_some


def dealt(turned_up: str, *hands: str, actions: str = "", teams: bool = False) -> Hand:
    """A hand that A begins; what nobody holds lies in the stock."""
    held = [[Tile.parse(tile) for tile in tiles.split()] for tiles in hands]
    up = Tile.parse(turned_up)
    stock = [tile for tile in TILES if tile is not up and not any(tile in tiles for tiles in held)]
    rules = Rules(players=len(held), hand=len(held[0]), teams=teams)
    deal = Deal(tuple(map(tile_set, held)), (up, *stock))
    return Hand.replay(rules, deal, Seat.A, map(Action.parse, actions.split()))


def said(hand: Hand, reason: str) -> dict[str, float]:
    """What this reason says of every action."""
    weighed = Casual().weigh(hand.view(hand.turn))
    return {str(action): reasons[reason] for action, reasons in weighed.items()}


@given(hands())
def test_it_does_what_there_is_most_to_say_for(hand: Hand) -> None:
    if hand.turn is not None:
        view = hand.view(hand.turn)
        sums = {action: sum(reasons.values()) for action, reasons in Casual().weigh(view).items()}
        assert tuple(sums) == view.legal
        assert sums[Casual().choose(view)] == max(sums.values())


def test_heavy_tiles_doubles_and_what_is_left() -> None:
    hand = dealt("35", "33 36 02", "11 12 22")
    assert said(hand, "heavy") == {"33<": 6, "36<": 9}
    assert said(hand, "double") == {"33<": DOUBLE, "36<": 0}
    assert said(hand, "variety") == {"33<": 4 * VARIETY, "36<": 3 * VARIETY}
    assert said(hand, "follow") == {"33<": 1 * FOLLOW, "36<": 0}


def test_whoever_was_stuck_is_known_to_lack_a_number() -> None:
    hand = dealt("35", "56 36 23", "11 12 22", actions="56> x11")  # B holds no 3 and no 6
    starved = said(hand, "starve")
    assert starved["36<"] == starved["36>"] == 0
    assert starved["23<"] == pytest.approx(-STARVE * NEXT * len(["02", "12", "22", "24", "25"]))


def test_the_next_opponent_counts_most() -> None:
    hand = dealt("35", "34 00 01", "11 12 22", "55 56 66")
    answers = len(
        ["04", "14", "24", "44", "45", "46", "05", "15", "25", "55", "56"]
    )  # all that fits 4 or 5 and is not in sight
    assert said(hand, "starve") == {"34<": pytest.approx(-STARVE * answers * (NEXT + 1) / 2)}


def test_ones_own_end_is_kept_open() -> None:
    hand = dealt("35", "34 46 05", "55 11 12", actions="34< 55>")
    assert said(hand, "keep") == {"46<": -KEEP, "05>": 0}


@pytest.mark.parametrize("teams", [False, True])
def test_a_partners_end_is_kept_open(teams: bool) -> None:
    hand = dealt("35", "34 00 01", "55 11 12", "46 05 02", "22 23 66", actions="34< 55>", teams=teams)
    assert said(hand, "keep") == {"46<": -KEEP if teams else 0, "05>": 0}


def test_a_partner_may_answer() -> None:
    """A and C are known to be stuck. Whether D's partner B can answer only matters where B is an opponent."""
    hands_ = "00 01 02", "44 36 56", "11 12 22", "33 23 55"
    alone, together = (dealt("34", *hands_, actions="x00 44> x11", teams=teams) for teams in (False, True))
    assert said(together, "starve")["33<"] == 0 > said(alone, "starve")["33<"]


@given(hands())
def test_what_costs_nothing_to_bury_can_never_be_played(hand: Hand) -> None:
    if hand.turn is None or hand.legal_actions()[0].kind is not Kind.DISCARD:
        return
    for action, reasons in Casual().weigh(hand.view(hand.turn)).items():
        tile = action.tile
        assert tile
        others = [other for seat in hand.rules.seats for other in hand.tiles(seat) if other is not tile]
        can_come = any({tile.low, tile.high} & {other.low, other.high} for other in others)
        assert reasons["bury"] == -tile.pips or not can_come


def test_some_tiles_cost_nothing_to_bury() -> None:
    free = 0
    for seed in range(200):
        hand = play_some(Hand.dealt(Rules(), seed), seed, 22)
        if hand.turn is not None and hand.legal_actions()[0].is_discard:
            choice = Casual().choose(hand.view(hand.turn))
            assert choice.tile
            free += choice.tile.pips > 0 and said(hand, "bury")[str(choice)] == 0
    assert free >= 5


def test_who_is_not_on_turn_has_nothing_to_weigh() -> None:
    hand = Hand.dealt(Rules(), seed=1)
    with pytest.raises(GapleError, match="A is not on turn"):
        Casual().weigh(hand.view(Seat.A))
