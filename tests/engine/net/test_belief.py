"""Worlds weighed by a mixture of players, and played out, against the same told with the ground floor's Hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gaple import Hand, Rules, Seat, View
from gaple.engine import play_on
from gaple.engine import policy as policies
from gaple.engine.infer import Batch, infer
from gaple.engine.moves import take_step
from gaple.engine.net import Belief, Model, believe, play_out, trained
from gaple.engine.net.believing import weighed
from gaple.engine.net.choosing import GREEDY, NAIVE, UNIFORM
from gaple.engine.net.network import Net
from gaple.engine.net.stakes import HAND
from gaple.engine.params import Params
from gaple.engine.state import SIZE, code_of
from tests.engine.net.plain import opinions, soft
from tests.engine.net.worlds import late_hands
from tests.strategies import hands, play_some

KINDS = (GREEDY, UNIFORM, 0.05, 0.5, NAIVE + 0.05, NAIVE + 0.5)


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Some kinds of players, with any chances."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4, unique=True))
    shares = np.array(draw(st.lists(st.integers(1, 9), min_size=len(kinds), max_size=len(kinds))), float)
    floor = draw(st.sampled_from([0.02, 0.3, 1.0]))
    return Model(tuple(kinds), tuple((shares / shares.sum()).tolist()), floor)


class Replayed:
    """How likely players of a model's kinds are to have done what was done."""

    def __init__(self, model: Model, net: Net) -> None:
        self.model, self.net = model, net
        self._told: dict[object, list[NDArray[np.float64]]] = {}

    def expected(self, view: View) -> list[NDArray[np.float64]]:
        """For each kind how likely it takes each action; what a seat has not seen is the same in all worlds."""
        key = view.seat, len(view.actions), view.tiles, view.actions
        if key not in self._told:
            leans = opinions(view, self.net)
            self._told[key] = [soft(view, leans, kind) for kind in self.model.kinds]
        return self._told[key]

    def of(self, world: Hand, viewer: Seat | None) -> tuple[float, NDArray[np.float64]]:
        """A world's likelihood, and how likely each seat is of each kind in it."""
        chances = np.tile(self.model.priors, (world.rules.players, 1))
        hand = Hand(world.rules, world.deal, world.starter, world.number, world.duty.seat)
        for seat, action in world.moves:
            view = hand.view(seat)
            if seat != viewer and len(view.legal) > 1:
                place, floor = view.legal.index(action), self.model.floor
                for kind, expected in enumerate(self.expected(view)):
                    chances[seat, kind] *= (1 - floor) * expected[place] + floor / len(view.legal)
            hand.play(action)
        likely = chances.sum(axis=1)
        return float(likely.prod()), chances / likely[:, None]


@settings(max_examples=60)
@given(late_hands(), models(), st.integers(0, 3), st.booleans())
def test_agrees_with_hands_replayed(hand: Hand, model: Model, seed: int, onlooker: bool) -> None:
    viewer = None if onlooker else hand.turn
    view = hand.view(viewer)
    worlds = infer(view)
    if worlds.count > 50:
        return
    net = Net.fresh(seed) if seed else trained()
    found = weighed(view, worlds.all(50), True, model, net)
    replayed = Replayed(model, net)
    told = [replayed.of(world.hand(), viewer) for world in worlds]
    expected = np.array([likely for likely, _ in told])
    np.testing.assert_allclose(found.weights, expected / expected.sum(), rtol=2e-3)
    for beliefs, (_, chances) in zip(found.beliefs, told, strict=True):
        np.testing.assert_allclose(beliefs[: hand.rules.players], chances, rtol=2e-3, atol=1e-6)
        np.testing.assert_allclose(beliefs.sum(axis=1), 1)


def test_what_is_known_says_nothing_more() -> None:
    """The own choices are no evidence: whatever the seat itself did, its kind stays as likely as before."""
    hand = play_some(Hand.dealt(Rules(hand=6), seed=5), 5, 14)
    assert hand.turn is not None
    model = Model((GREEDY, UNIFORM), (0.3, 0.7))
    belief = believe(hand.view(hand.turn), 200, seed=1, model=model)
    np.testing.assert_allclose(belief.beliefs[:, hand.turn], [[0.3, 0.7]] * 200)
    others = np.delete(belief.beliefs, [hand.turn, 4], axis=1)
    assert (np.abs(others[:, :, 0] - 0.3) > 0.01).any(axis=0).all()


def seen(hand: Hand, kinds: tuple[float, ...], worlds: int = 40) -> Belief:
    """What the seat on turn believes."""
    return believe(hand.view(hand.turn), worlds, seed=1, model=Model(kinds, (1 / len(kinds),) * len(kinds)))


def played_out(
    hand: Hand, belief: Belief, own: float, seed: int = 7, number: int = 0, codes: list[int] | None = None
) -> NDArray[np.float64]:
    """The utilities of playouts, ``float64[worlds, actions]``."""
    chosen = np.array(codes or [code_of(action) for action in hand.legal_actions()])
    values = np.empty((len(belief.weights), len(chosen)))
    play_out(
        Params.of(hand.rules), trained(), belief.scenes, belief.beliefs, belief.kinds, HAND, own, chosen,
        np.uint64(seed), number, values,
    )  # fmt: skip
    return values


def utilities(hand: Hand, positions: NDArray[np.int64], policy: tuple[policies.Policy, ...]) -> NDArray[np.float64]:
    """What the engine's playouts come to for the seat on turn, or its side."""
    assert hand.turn is not None
    side = next((side for side in hand.rules.sides if hand.turn in side), (hand.turn,))
    nets = play_on(hand.rules, positions, 1, seed=3, policy=policy).net[:, list(side)].sum(axis=1)
    return np.array(-nets if hand.rules.low_is_good else nets, float)


@settings(max_examples=60)
@given(hands())
def test_where_all_are_greedy_as_the_engines_playouts(hand: Hand) -> None:
    if hand.turn is None or not hand.legal_actions()[0].tile:
        return
    belief = seen(hand, (GREEDY,))
    values = played_out(hand, belief, GREEDY)
    greedy = (policies.GREEDY,) * hand.rules.players
    for column, action in enumerate(hand.legal_actions()):
        positions = belief.scenes[:, :SIZE].copy()
        for position in positions:
            take_step(Params.of(hand.rules), position, code_of(action))
        assert values[:, column].tolist() == utilities(hand, positions, greedy).tolist()


def midway() -> Hand:
    hand = play_some(Hand.dealt(Rules(hand=6, settle="pairwise"), seed=6), 6, 9)
    assert len(hand.legal_actions()) > 1
    return hand


def test_chance_is_of_the_seed_and_the_number() -> None:
    hand = midway()
    belief = seen(hand, (UNIFORM, 0.1))
    values = played_out(hand, belief, 0.1)
    assert np.array_equal(values, played_out(hand, belief, 0.1))
    assert not np.array_equal(values, played_out(hand, belief, 0.1, seed=8))
    assert not np.array_equal(values, played_out(hand, belief, 0.1, number=1))
    rest = Belief(belief.weights[15:], belief.scenes[15:], belief.beliefs[15:], belief.kinds, exact=False)
    assert np.array_equal(values[15:], played_out(hand, rest, 0.1, number=15)), "a run can be had in parts"


def test_every_action_meets_the_same_chance() -> None:
    hand = midway()
    codes = [code_of(hand.legal_actions()[place]) for place in (1, 0, 1)]
    values = played_out(hand, seen(hand, (UNIFORM, GREEDY, 0.2)), 0.2, codes=codes)
    assert np.array_equal(values[:, 0], values[:, 2])
    assert not np.array_equal(values[:, 0], values[:, 1])


def near(found: NDArray[np.float64], expected: NDArray[np.float64]) -> bool:
    """Whether two means are the same but for chance."""
    error = (found.var() / len(found) + expected.var() / len(expected)) ** 0.5
    return bool(abs(found.mean() - expected.mean()) < 4 * error)


@pytest.mark.parametrize("own", [GREEDY, UNIFORM])
def test_who_plays_how_is_drawn_by_what_is_believed(own: float) -> None:
    """The next one is surely of one kind, the two after it surely of the other: on average as with these policies."""
    hand = midway()
    assert hand.turn is not None
    after = (hand.turn + 1) % 4
    belief = seen(hand, (GREEDY, UNIFORM), 20_000)
    code = code_of(hand.legal_actions()[0])
    positions = belief.scenes[:, :SIZE].copy()
    for position in positions:
        take_step(Params.of(hand.rules), position, code)
    found = []
    for kind, other in ((0, 1), (1, 0)):
        belief.beliefs[:] = np.eye(2)[other]
        belief.beliefs[:, after] = np.eye(2)[kind]
        policy = [(policies.GREEDY, policies.UNIFORM)[other]] * 4
        policy[hand.turn] = policies.GREEDY if own == GREEDY else policies.UNIFORM
        policy[after] = (policies.GREEDY, policies.UNIFORM)[kind]
        found.append(played_out(hand, belief, own, codes=[code])[:, 0])
        assert near(found[-1], utilities(hand, positions, tuple(policy)))
    assert not near(*found), "it makes a difference who is what"


def test_a_seat_of_two_kinds_is_one_or_the_other() -> None:
    """With one opponent the mean is the mixture of both means."""
    hand = play_some(Hand.dealt(Rules(players=2, hand=8, settle="pairwise"), seed=9), 9, 3)
    belief = seen(hand, (GREEDY, UNIFORM), 20_000)
    codes = [code_of(hand.legal_actions()[0])]
    means = []
    for chance in (1.0, 0.0, 0.25):
        belief.beliefs[:] = (chance, 1 - chance)
        means.append(played_out(hand, belief, GREEDY, codes=codes).mean())
    assert abs(means[0] - means[1]) > 4
    assert means[2] == pytest.approx(0.25 * means[0] + 0.75 * means[1], abs=0.3)


@pytest.mark.parametrize("seed", range(4))
def test_a_world_among_many_is_believed_as_it_is_alone(seed: int) -> None:
    """Seats with the same tiles are looked at once for all worlds; none may be taken for another."""
    hand = play_some(Hand.dealt(Rules(hand=6), seed), seed, 16)
    view = hand.view(hand.turn)
    batch = infer(view).sample(400, seed=1)
    among = weighed(view, batch, False)
    weights = []
    for place in range(0, 400, 7):
        pair = weighed(view, Batch(batch.evidence, np.ascontiguousarray(batch.rows[[0, place]])), False)
        assert np.array_equal(pair.beliefs, among.beliefs[[0, place]])
        weights.append(pair.weights[1] / pair.weights[0])
    np.testing.assert_allclose(weights, among.weights[::7] / among.weights[0])
