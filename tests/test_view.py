from __future__ import annotations

import json
import pickle
import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gaple import ALL, Hand, Kind, Record, Rules, Seat, Tile, View, tile_set
from tests.strategies import hands, other_world, play_some, seeds


def told(view: View) -> bytes:
    return json.dumps(view.to_dict(), ensure_ascii=False).encode() + str(Record.of_view(view)).encode()


@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(hands(), st.data(), seeds)
def test_two_hands_that_differ_only_in_what_a_seat_cannot_know_look_alike(
    hand: Hand, data: st.DataObject, seed: int
) -> None:
    seat = data.draw(st.sampled_from([None, *hand.rules.seats]))
    rng = random.Random(seed)
    world = next((found for _ in range(40) if (found := other_world(hand, seat, rng))), None)
    if world is None or hand.is_over:
        return
    mine, other = hand.view(seat), world.view(seat)
    assert mine == other
    assert told(mine) == told(other)
    assert repr(mine) == repr(other)
    assert pickle.dumps(mine) == pickle.dumps(other)


def test_such_hands_are_found_often() -> None:
    """The test above would be empty if no other world were ever found."""
    different = 0
    for seed in range(100):
        hand = play_some(Hand.dealt(Rules(hand=6), seed), seed, 12)
        world = next((w for _ in range(200) if (w := other_world(hand, Seat.B, random.Random(seed + _)))), None)
        if world is not None and not hand.is_over:
            assert told(hand.view(Seat.B)) == told(world.view(Seat.B))
            different += world != hand
            assert any(told(hand.view(seat)) != told(world.view(seat)) for seat in hand.rules.seats) == (world != hand)
    assert different > 50


@given(hands())
def test_a_view_holds_what_a_seat_may_know(hand: Hand) -> None:
    for seat in (None, *hand.rules.seats):
        view = hand.view(seat)
        own = set() if seat is None else set(hand.tiles(seat))
        assert set(view.tiles) == own
        assert view.counts == tuple(len(hand.tiles(other)) for other in hand.rules.seats)
        assert view.legal == (hand.legal_actions() if seat is not None and seat == hand.turn else ())
        assert (view.outcome is None) == (view.hands is None) == (view.hidden_stock is None) == (not hand.is_over)
        for other in hand.rules.seats:
            assert len(view.dead[other]) == len(hand.dead(other))
            if hand.is_over or other == seat:
                assert view.dead[other] == hand.dead(other)
            else:
                assert set(view.dead[other]) <= {None}
        hidden = [action for by, action in view.actions if action.kind is Kind.DISCARD and action.tile is None]
        assert len(hidden) == sum(dead.count(None) for dead in view.dead)


@given(hands())
def test_unseen_is_what_is_nowhere_to_be_seen(hand: Hand) -> None:
    for seat in (None, *hand.rules.seats):
        unseen = hand.view(seat).unseen
        if hand.is_over:
            assert unseen == 0
            continue
        hidden = [
            tile for other in hand.rules.seats if other != seat for tile in (*hand.tiles(other), *hand.dead(other))
        ]
        assert unseen == tile_set(hidden) | tile_set(hand.deal.stock[1:])
        shown = tile_set(Tile(a, b) for a, b in hand.line.halves)
        own = 0 if seat is None else hand.unplayed[seat]
        assert unseen | shown | own == ALL


@given(hands())
def test_json_has_nothing_but_plain_values(hand: Hand) -> None:
    for seat in (None, *hand.rules.seats):
        plain = hand.view(seat).to_dict()
        assert json.loads(json.dumps(plain)) == plain
        assert plain["over"] == hand.is_over
        if not hand.is_over:
            assert plain["outcome"] is plain["hands"] is plain["hidden_stock"] is None
        else:
            assert sum(plain["outcome"]["points"].values()) >= 0
            assert plain["outcome"]["winner"] in plain["outcome"]["level"]


@given(hands())
def test_what_all_see_and_what_one_sees_beyond_it_is_a_view(hand: Hand) -> None:
    public = hand.view(None)
    for seat in (None, *hand.rules.seats):
        view = hand.view(seat)
        whole = view.to_dict()
        assert list(({**public.to_dict(), **view.beyond(public)}).items()) == list(whole.items())


@given(hands(), seeds)
def test_a_view_is_made_once_for_a_moment_and_again_after_it(hand: Hand, seed: int) -> None:
    def views(of: Hand) -> list[View]:
        return [of.view(seat) for seat in (None, *of.rules.seats)]

    before = views(hand)
    assert all(one is other for one, other in zip(before, views(hand), strict=True))
    copy = hand.copy()
    moved = play_some(copy, seed, 1)
    rules, opener = hand.rules, hand.duty.seat
    assert views(moved) == views(Hand.replay(rules, hand.deal, hand.starter, moved.actions, hand.number, opener))
    assert views(hand) == before
    if len(moved.actions) > len(hand.actions):
        moved.undo()
    assert views(moved) == before
    moved.totals = tuple(range(hand.rules.players))
    assert {view.totals for view in views(moved)} == {moved.totals}


def test_the_lead_is_told_to_whom_it_concerns() -> None:
    hand = Hand.dealt(Rules(), 3)
    for seat in hand.rules.seats:
        assert hand.view(seat).to_dict()["lead"] == (["00"] if seat == hand.turn else None)
