"""Exact inference against brute force: every assignment of the unseen tiles, replayed with the ground floor's Hand."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Final

import numpy as np
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from gaple import TILES, Duty, DutyKind, Hand, Record, Rules, Seat, Tile, View, replay_record, tile_set, tiles_of
from gaple.engine.checks import checked_positions
from gaple.engine.infer import Worlds, infer, infer_record
from gaple.engine.infer.evidence import Evidence, Place
from gaple.engine.infer.kernels import draw
from gaple.engine.infer.known import Known, ViewError
from gaple.engine.infer.worlds import World
from gaple.engine.state import position_of
from gaple.engine.tables import universe
from gaple.partial import PartialHand
from tests import strategies
from tests.engine import small
from tests.engine.brute import key_of, latest, number_of_assignments, worlds_of

MOST: Final = 1500
"""Positions with more assignments of the unseen tiles than this are not tried one by one."""


def key(world: World) -> tuple[object, ...]:
    return world.hands, world.discards, world.stock


def check(view: View) -> int:
    """Inference agrees with brute force in everything; returns the number of worlds."""
    expected = list(worlds_of(view))
    worlds = infer(view)
    assert worlds.count == len(expected)
    found = worlds.all()
    assert {key(world) for world in found} == set(map(key_of, expected))
    where = worlds.where
    for seat in view.rules.seats:
        for tile in TILES:
            held = sum(tile in hand.tiles(seat) for hand in expected)
            dead = sum(tile in hand.dead(seat) for hand in expected)
            assert where.hands[tile.index, seat] == held / len(expected)
            assert where.dead[tile.index, seat] == dead / len(expected)
    for tile in TILES:
        assert where.stock[tile.index] == sum(tile in hand.deal.stock[1:] for hand in expected) / len(expected)
    return worlds.count


@st.composite
def late_views(draw: st.DrawFn) -> View:
    """A view near the end of a hand, by any rules, of any seat or an onlooker."""
    hand = draw(strategies.hands(finished=True))
    seat = draw(st.sampled_from([None, *hand.rules.seats]))
    views = latest(hand, seat, MOST)
    return draw(st.sampled_from(views))


@given(late_views())
@settings(max_examples=60, deadline=None)
def test_agrees_with_every_assignment_replayed(view: View) -> None:
    note(f"{view.rules} seat {view.seat}: {number_of_assignments(view)} assignments, {check(view)} worlds")


SETS = [(3, 2, 3), (3, 2, 2), (3, 3, 2), (3, 5, 1), (4, 2, 5), (4, 2, 4), (4, 3, 3), (4, 4, 2), (4, 5, 2), (4, 3, 2)]
"""Numbers of suits, players, tiles each."""


@st.composite
def small_games(draw: st.DrawFn) -> small.Small:
    suits, players, size = draw(st.sampled_from(SETS))
    rules = Rules(
        players=players,
        hand=size,
        stuck=draw(st.sampled_from(["discard", "discard", "pass"])),
        end=draw(st.sampled_from(["empty", "clean"])),
    )
    winner = draw(st.sampled_from([None, *rules.seats]))
    if universe(suits).bit_count() > players * size:
        duty = Duty(draw(st.sampled_from([DutyKind.DRAWN, DutyKind.WINNER_TURN])))
    else:
        kind = draw(st.sampled_from([DutyKind.HOLDER, DutyKind.WINNER_DOUBLE, DutyKind.WINNER_ANY]))
        duty = Duty(kind, None, Tile(0, 0)) if kind is DutyKind.HOLDER else Duty(kind, winner)
    return small.Small(rules, universe(suits), duty)


@given(small_games(), st.randoms(use_true_random=False), st.integers(0, 12), st.data())
@settings(max_examples=60, deadline=None)
def test_agrees_with_every_hand_of_a_small_set(
    game: small.Small, rng: random.Random, most: int, data: st.DataObject
) -> None:
    seat = data.draw(st.sampled_from([None, *game.rules.seats]))
    known, moves, dealt = small.watch(game, rng, most, seat)
    expected = list(small.worlds_of(game, known, moves, seat, dealt))
    worlds = Worlds(Evidence.of(known))
    note(f"{game.rules} {game.duty} {moves}")
    assert worlds.count == len(expected)
    found = {key(world) for world in worlds}
    assert found == {(position.hands, position.discards, position.stock) for position in expected}
    for tile in tiles_of(game.tiles):
        for by in game.rules.seats:
            held = sum(position.hands[by] >> tile.index & 1 for position in expected)
            dead = sum(position.dead[by] >> tile.index & 1 for position in expected)
            assert worlds.where.hands[tile.index, by] == held / len(expected)
            assert worlds.where.dead[tile.index, by] == dead / len(expected)


@given(strategies.hands(), st.integers(0, 2**64 - 1))
@settings(max_examples=60, deadline=None)
def test_every_world_made_gives_the_view(hand: Hand, seed: int) -> None:
    for seat in (None, *hand.rules.seats):
        view = hand.view(seat)
        worlds = infer(view)
        assert 1 <= len(worlds) < 2**62
        assert abs(2**worlds.bits - worlds.count) <= 1e-9 * worlds.count
        batch = worlds.sample(3, seed)
        if view.hidden_stock is not None:  # whose order is known at the end, and no part of a world
            view = replace(view, hidden_stock=tuple(sorted(view.hidden_stock)))
        assert [world.hand().view(seat) for world in batch] == [view] * 3
        for world, position in zip(batch, batch.positions(), strict=True):
            assert (position == position_of(world.hand())).all()
        checked_positions(hand.rules, batch.positions())


@given(strategies.hands())
@settings(max_examples=60, deadline=None)
def test_every_tile_is_somewhere(hand: Hand) -> None:
    for seat in (None, *hand.rules.seats):
        view = hand.view(seat)
        where = infer(view).where
        on_table = tile_set(Tile(a, b) for a, b in view.line.halves)
        for tile in TILES:
            chances = where.of(tile)
            assert sum(chances.values()) == (0 if tile.bit & on_table else pytest.approx(1))
            assert all(0 < chance <= 1 for chance in chances.values())
            if not tile.bit & (view.unseen | on_table):
                assert list(chances.values()) == [1]
        for held, count in zip(where.hands.sum(axis=0), view.counts, strict=True):
            assert held == pytest.approx(count)
        for dead, slots in zip(where.dead.sum(axis=0), view.dead, strict=True):
            assert dead == pytest.approx(len(slots))


@given(strategies.hands(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_record_of_the_view_tells_as_much(hand: Hand, data: st.DataObject) -> None:
    if hand.is_over and hand.actions:
        hand.undo()
    seat = data.draw(st.sampled_from([None, *hand.rules.seats]))
    record = replay_record(Record.of_view(hand.view(seat)))
    if (
        isinstance(record, PartialHand) and not record.is_over
    ):  # a later hand's record stands alone: who won before is not in it
        known = replace(Known.of_record(record, seat), duty=hand.duty)
        worlds, expected = Worlds(Evidence.of(known)), infer(hand.view(seat))
        assert worlds.count == expected.count
        assert (worlds.where.hands == expected.where.hands).all()
        if hand.duty.seat is None:
            assert infer_record(record, seat).count == expected.count


def test_a_record_shows_a_seat_no_more_than_it_saw() -> None:
    """A record of B's view names the tiles that others have played since; at an earlier move B did not know them."""
    hand = strategies.play_some(Hand.dealt(Rules(hand=6), seed=7), 1, 9)
    record = Record.of_view(hand.view(Seat.B))
    while len(hand.actions) > 3:
        hand.undo()
    early = replay_record(replace(record, actions=record.actions[:3]))
    assert isinstance(early, PartialHand)
    assert infer_record(early, Seat.B).count == infer(hand.view(Seat.B)).count
    assert infer_record(early, None).count == infer(hand.view(None)).count


def free(sizes: list[int]) -> Evidence:
    """Evidence that says nothing but how many tiles there are in each of some places."""
    hand = Hand.dealt(Rules(players=5, hand=5), seed=1)
    evidence = Evidence.of_view(hand.view(None))
    assert sum(sizes) == evidence.unseen.bit_count() == 27
    places = tuple(Place(0, number, size, evidence.unseen) for number, size in enumerate(sizes))
    return replace(evidence, places=places, some=None)


def test_counts_are_exact_up_to_the_limit_and_never_beyond() -> None:
    large = [4, 4, 4, 4, 4, 7]
    expected = math.factorial(27) // math.prod(map(math.factorial, large))
    assert expected > 2**57
    assert Worlds(free(large)).count == expected
    with pytest.raises(ViewError, match="more ways than can be counted"):
        Worlds(free([1] * 12 + [5] * 3))


def middle() -> Worlds:
    hand = strategies.play_some(Hand.dealt(Rules(players=3, hand=6), seed=3), 4, 12)
    return infer(hand.view(Seat.A))


def test_worlds_are_a_sequence_without_repeats() -> None:
    worlds = middle()
    everything = [key(world) for world in worlds]
    assert len(everything) == len(set(everything)) == worlds.count > 1000
    assert key(worlds[worlds.count - 1]) == everything[-1]
    assert [key(world) for world in worlds.all()] == everything


def test_samples_are_uniform_and_repeat_with_their_seed() -> None:
    worlds = middle()
    batch = worlds.sample(20 * worlds.count, seed=5)
    assert (batch.rows == worlds.sample(20 * worlds.count, seed=5).rows).all()
    assert (batch.rows != worlds.sample(20 * worlds.count, seed=6).rows).any()
    _, times = np.unique(batch.rows, axis=0, return_counts=True)
    assert len(times) == worlds.count  # one is left out with a chance of e^-20 each
    chi2 = float(((times - 20) ** 2 / 20).sum())
    spread = (2 * worlds.count) ** 0.5
    assert abs(chi2 - worlds.count) < 5 * spread
    share = (batch.hands[:, :, None] >> np.arange(28) & 1).mean(axis=0).T
    assert np.abs(share - worlds.where.hands).max() < 5 * 0.5 / len(batch) ** 0.5


def test_numbers_drawn_are_fair_where_the_count_is_large() -> None:
    numbers = np.empty(20_000, np.int64)
    worlds = 2**62 - 2**60  # a plain multiplication would draw some numbers a third more often than others
    draw(np.uint64(1), worlds, numbers)
    assert numbers.min() >= 0
    assert numbers.max() < worlds
    shares = np.histogram(numbers, bins=16, range=(0, worlds))[0] / len(numbers)
    assert np.abs(shares - 1 / 16).max() < 5 * (1 / 16 / len(numbers)) ** 0.5
