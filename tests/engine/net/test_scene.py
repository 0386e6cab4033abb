"""What a scene keeps in mind as it goes from move to move, against what a view tells afterwards."""

from __future__ import annotations

import numpy as np

from gaple import TILES, Hand, Rules, Seat
from gaple.engine.net import scene
from gaple.engine.net.retelling import retell
from gaple.engine.params import Params
from gaple.engine.state import LEFT_END, PASS, RIGHT_END, SIZE, action_of, code_of, position_of
from gaple.players.memory import Memory
from tests.engine.calling import callables_from_python
from tests.engine.net.plain import opened
from tests.engine.space import both_seeds, openings, resolve

act, choices, remember_nothing, tile_at = callables_from_python(
    scene.act, scene.choices, scene.remember_nothing, scene.tile_at
)


def begun(hand: Hand) -> scene.Scene:
    """The scene of a hand in which nothing has been done; what lies beyond the position is rubbish before."""
    found = np.full(scene.WIDTH, 77, np.int64)
    found[:SIZE] = position_of(hand)
    remember_nothing(found)
    return found


@both_seeds
def test_after_every_action_of_random_hands(seed: int | None) -> None:
    seed = resolve(seed)
    for count, (rng, rules, number, opener) in enumerate(openings(seed, 250)):
        hand = Hand.dealt(rules, seed + count, number, opener)
        params, found = Params.of(rules), begun(hand)
        where = f"seed {seed}, hand {count}, {rules}, number {number}, opener {opener}"
        while True:
            assert found[:SIZE].tolist() == position_of(hand).tolist(), where
            viewer = rng.choice([None, *rules.seats])
            assert found[SIZE:].tolist() == retell(hand.view(viewer))[2][SIZE:].tolist(), where
            if hand.is_over:
                break
            action = rng.choice(hand.legal_actions())
            hand.play(action)
            act(params, found, code_of(action))


@both_seeds
def test_all_choices_of_random_hands(seed: int | None) -> None:
    seed = resolve(seed)
    for count, (rng, rules, number, opener) in enumerate(openings(seed, 250)):
        hand = Hand.dealt(rules, seed + count, number, opener)
        while not hand.is_over:
            options, first = choices(Params.of(rules), begun(hand))
            codes = [first + place for place in range(56) if options >> place & 1] or [PASS]
            assert tuple(action_of(code, hand.ends is None) for code in codes) == hand.legal_actions()
            hand.play(rng.choice(hand.legal_actions()))


@both_seeds
def test_what_is_remembered(seed: int | None) -> None:
    """The line, who is void in what, who has opened what, and whose the ends are, from what everybody saw."""
    seed = resolve(seed)
    for count, (rng, rules, number, opener) in enumerate(openings(seed, 100)):
        hand = Hand.dealt(rules, seed + count, number, opener)
        found = begun(hand)
        while True:
            view = hand.view(None)
            memory, made = Memory.of(view), opened(view)
            for seat in range(5):
                lacks, has = (memory.lacks[seat], made[seat]) if seat < rules.players else (set(), set())
                assert found[scene.VOID + seat] == sum(1 << suit for suit in lacks)
                assert found[scene.OPENED + seat] == sum(1 << suit for suit in has)
            laid = [action.tile for _, action in view.actions if action.is_play] + [view.turned_up]
            assert found[scene.LAID] == sum(tile.bit for tile in laid if tile)
            owners = [found[scene.LEFT_OWNER], found[scene.RIGHT_OWNER]]
            assert owners == [scene.NOBODYS if owner is None else owner for owner in memory.laid]
            assert not found[scene.RIGHT_OWNER + 1 :].any()
            if hand.is_over:
                break
            action = rng.choice(hand.legal_actions())
            hand.play(action)
            act(Params.of(rules), found, code_of(action))


def test_the_turned_up_tile_lies_on_the_table() -> None:
    assert [tile_at(tile.low, tile.high) for tile in TILES] == list(range(28))
    hand = Hand.dealt(Rules(hand=6), seed=1)
    found = begun(hand)
    assert hand.turned_up
    assert found[scene.LAID] == hand.turned_up.bit
    assert (found[LEFT_END], found[RIGHT_END]) == (hand.turned_up.low, hand.turned_up.high)
    assert Seat.A not in (found[scene.LEFT_OWNER], found[scene.RIGHT_OWNER])
