from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gaple import Action, Hand, Kind, Rules, Seat
from gaple.envs import Layout, observe
from gaple.envs.observation import HISTORY, NUMBERS, most_turns, voids_of
from tests.strategies import hands, other_world, play_some, rules, seeds


@given(hands())
def test_an_observation_says_what_the_view_says(hand: Hand) -> None:
    players = hand.rules.players
    for seat in hand.rules.seats:
        view = hand.view(seat)
        for history in (False, True):
            layout, seen = Layout.of(hand.rules, history), observe(view, history)
            assert seen.dtype == np.int8
            assert seen.shape == (layout.size,) == layout.highest.shape
            assert ((seen >= 0) & (seen <= layout.highest)).all()
        part = {name: seen[place].tolist() for name, place in layout.items()}
        assert [i for i, held in enumerate(part["hand"]) if held] == [tile.index for tile in hand.tiles(seat)]
        assert {i for i, dead in enumerate(part["dead"]) if dead} == {tile.index for tile in hand.dead(seat)}
        assert sum(part["line"]) == len(hand.line)
        ends = tuple(number for side in ("left", "right") for number, shown in enumerate(part[side]) if shown)
        assert ends == (hand.ends or ())
        order = [Seat((seat + step) % players) for step in range(players)]
        assert part["counts"] == [len(hand.tiles(other)) for other in order]
        assert part["discards"] == [len(hand.dead(other)) for other in order]
        assert [order[step] for step, on in enumerate(part["turn"]) if on] == (
            [hand.turn] if hand.turn is not None else []
        )
        told = list(zip(part[HISTORY][::2], part[HISTORY][1::2], strict=True))
        assert told[: len(view.actions)] == [(order.index(by) + 1, NUMBERS[action] + 1) for by, action in view.actions]
        assert not any(map(any, told[len(view.actions) :]))


@given(hands())
def test_who_is_known_to_lack_a_number_has_no_tile_of_it(hand: Hand) -> None:
    for seat in (None, *hand.rules.seats):
        for other, lacking in zip(hand.rules.seats, voids_of(hand.view(seat)), strict=True):
            assert not {end for tile in hand.tiles(other) for end in (tile.low, tile.high)} & lacking
            stuck = any(by == other and not action.is_play for by, action in hand.moves)
            assert bool(lacking) == stuck


@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(hands(), st.data(), seeds)
def test_nothing_hidden_shows(hand: Hand, data: st.DataObject, seed: int) -> None:
    """The tiles that a seat cannot see are shuffled, and what it observes stays as it was."""
    seat = data.draw(st.sampled_from(hand.rules.seats))
    rng = random.Random(seed)
    world = next((found for _ in range(40) if (found := other_world(hand, seat, rng))), None)
    if world is None or hand.is_over:
        return
    for history in (False, True):
        assert observe(hand.view(seat), history).tobytes() == observe(world.view(seat), history).tobytes()


def test_what_somebody_else_discards_stays_hidden() -> None:
    """Of two hands that differ only in what B discards, B alone can tell which is which."""
    hand = next(
        played
        for seed in range(1000)
        if (played := play_some(Hand.dealt(Rules(), seed), seed, 9)).turn == Seat.B
        and len(played.legal_actions()) > 1
        and played.legal_actions()[0].kind is Kind.DISCARD
    )
    twins = [hand.copy() for _ in hand.legal_actions()]
    for twin, action in zip(twins, hand.legal_actions(), strict=True):
        twin.play(action)
    for seat in hand.rules.seats:
        different = {observe(twin.view(seat), history=True).tobytes() for twin in twins}
        assert len(different) == (len(twins) if seat == Seat.B else 1)


@given(rules())
def test_the_parts_cover_an_observation_in_order(by: Rules) -> None:
    for history in (False, True):
        layout, at = Layout.of(by, history), 0
        for place in layout.values():
            assert place.start == at < place.stop
            at = place.stop
        assert at == layout.size
        assert (HISTORY in layout) == history
    assert layout.turns == most_turns(by)


@given(hands(finished=True))
def test_no_hand_has_more_turns(hand: Hand) -> None:
    assert len(hand.actions) <= most_turns(hand.rules)


def test_an_onlooker_sees_from_a_place_what_all_may_know() -> None:
    hand = play_some(Hand.dealt(Rules(hand=6), 5), 5, 15)
    layout = Layout.of(hand.rules)
    for seat in hand.rules.seats:
        public, own = observe(hand.view(None), seat=seat), observe(hand.view(seat))
        for name, place in layout.items():
            assert public[place].tolist() == ([0] * 28 if name in ("hand", "dead") else own[place].tolist())


def test_it_must_be_clear_whose_observation_it_is() -> None:
    hand = Hand.dealt(Rules(), 1)
    for view, seat in ((hand.view(None), None), (hand.view(Seat.A), Seat.B)):
        with pytest.raises(ValueError, match="expected the view of a seat, or an onlooker's and a seat"):
            observe(view, seat=seat)


def test_numbers_of_actions() -> None:
    assert NUMBERS[Action.parse("--")] == 84
    assert NUMBERS[Action.parse("66")] == NUMBERS[Action.parse("66>")] == 55
    assert NUMBERS[Action.parse("x??")] == 85
