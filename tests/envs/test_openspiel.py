"""The OpenSpiel game: its own tests, what a player gets to see, and states that look the same."""

from __future__ import annotations

import io
import pickle
import random
import unittest
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

from gaple import Hand, Rules, Seat
from gaple.engine.infer import infer
from gaple.envs import Layout, observe
from gaple.envs.observation import NUMBERS
from gaple.envs.openspiel import GapleGame, GapleState
from gaple.envs.reward import rewards_of
from gaple.players import Greedy
from tests.engine.space import both_seeds, openings, resolve
from tests.strategies import hands, other_world, play_some, rules, seeds

SAMPLER = pyspiel.UniformProbabilitySampler(0.0, 1.0)
PAIRWISE = {"rules": "players=4 hand=7 settle=pairwise"}


def load(by: Rules, number: int = 1, opener: Seat | None = None) -> GapleGame:
    letter = "" if opener is None else str(opener)
    game: GapleGame = pyspiel.load_game("python_gaple", {"rules": str(by), "number": number, "opener": letter})
    return game


def of(hand: Hand) -> GapleState:
    """The state that a hand is in."""
    return load(hand.rules, hand.number, hand.duty.seat).state_of(hand)


def advance(state: Any, rng: random.Random, actions: int = 1000) -> Any:
    """The same state after the deal and so many random actions, or at the hand's end."""
    while not state.is_terminal() and (state.is_chance_node() or actions):
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(numbers, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            actions -= 1
    return state


@both_seeds
def test_random_simulations_over_the_whole_space_of_rules(seed: int | None) -> None:
    """OpenSpiel's own ``random_sim_test``: legality, masks, copies, serialisation, returns within bounds, observers."""
    for _, by, number, opener in openings(resolve(seed), 60):
        game = load(by, number, opener)
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("by", ["players=4 hand=7", "players=2 hand=2 stuck=pass", "players=5 hand=5 settle=points"])
def test_the_api(by: str) -> None:
    """OpenSpiel's API tests on some hundreds of states."""
    from open_spiel.integration_tests import api_test

    game = load(Rules.parse(by))
    kind = type("Api", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": "python_gaple", "game": game})
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(kind)
    result = unittest.TextTestRunner(io.StringIO()).run(tests)
    assert result.testsRun >= 5
    assert not result.failures + result.errors + result.skipped


@given(hands())
def test_a_state_is_its_hand(hand: Hand) -> None:
    state = of(hand)
    assert state.hand is not None
    assert (state.hand.deal.hands, state.hand.actions) == (hand.deal.hands, hand.actions)
    assert state.is_terminal() == hand.is_over
    assert state.legal_actions() == [NUMBERS[action] for action in hand.legal_actions()]
    assert [state.action_to_string(action) for action in state.legal_actions()] == list(map(str, hand.legal_actions()))
    if hand.outcome is None:
        assert state.current_player() == hand.turn
        assert state.returns() == [0.0] * hand.rules.players
    else:
        assert state.returns() == list(rewards_of(hand.rules, hand.outcome))


@given(hands())
def test_a_state_is_its_history(hand: Hand) -> None:
    """Chance is in it: played again from the start it is the same state, and so it is after pickling."""
    state = of(hand)
    again = state.get_game().new_initial_state()
    for action in state.history():
        again.apply_action(action)
    _, unpickled = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    for twin in (again, state.clone(), pickle.loads(pickle.dumps(state)), unpickled):
        assert str(twin) == str(state)
        assert twin.history() == state.history()
        assert twin.hand == state.hand


def test_a_copy_goes_its_own_way() -> None:
    rng = random.Random(1)
    state = advance(pyspiel.load_game("python_gaple").new_initial_state(), rng, 7)
    before = str(state)
    advance(state.clone(), rng)
    assert str(state) == before


@given(hands(), st.data())
def test_what_a_player_sees(hand: Hand, data: st.DataObject) -> None:
    """The tensors are the observation's parts by name, as many of them as were asked for."""
    state, layout = of(hand), Layout.of(hand.rules, history=True)
    player = data.draw(st.sampled_from(hand.rules.seats))
    recall, public, private = (data.draw(st.booleans()) for _ in range(3))
    kind = pyspiel.IIGObservationType(
        perfect_recall=recall,
        public_info=public,
        private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER if private else pyspiel.PrivateInfoType.NONE,
    )
    observation = make_observation(state.get_game(), kind)
    observation.set_from(state, player)
    wanted = [name for name in layout if (private if name in ("hand", "dead") else public)]
    wanted = [name for name in wanted if recall or name != "history"]
    assert list(observation.dict) == ["player", *wanted]
    assert observation.dict["player"].tolist() == [float(seat == player) for seat in hand.rules.seats]
    seen = observe(hand.view(player if private else None), history=True, seat=player)
    for name in wanted:
        assert observation.dict[name].reshape(-1).tolist() == seen[layout[name]].tolist()
    assert observation.tensor.tolist() == [number for part in observation.dict.values() for number in part.reshape(-1)]
    assert observation.tensor.dtype == np.float32


@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(hands(), st.data(), seeds)
def test_nothing_hidden_shows(hand: Hand, data: st.DataObject, seed: int) -> None:
    seat = data.draw(st.sampled_from(hand.rules.seats))
    rng = random.Random(seed)
    world = next((found for _ in range(40) if (found := other_world(hand, seat, rng))), None)
    if world is None or hand.is_over:
        return
    assert seen_by(of(hand), seat) == seen_by(of(world), seat)


def seen_by(state: GapleState, player: int) -> list[Any]:
    """Everything that a player is shown."""
    public = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    onlooker = make_observation(state.get_game(), public)
    onlooker.set_from(state, player)
    return [
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        onlooker.string_from(state, player),
        onlooker.tensor.tolist(),
        state.legal_actions(player),
    ]


@given(hands(), st.data())
def test_states_that_look_the_same_are_told_apart_by_nothing_on_the_way(hand: Hand, data: st.DataObject) -> None:
    """Perfect recall: who cannot tell two states apart could never do so before, and has done the same in both."""
    if hand.is_over:
        return
    seat = data.draw(st.sampled_from(hand.rules.seats))
    state = of(hand)
    other = state.resample_from_infostate(seat, SAMPLER)
    assert seen_by(other, seat) == seen_by(state, seat)
    assert other.current_player() == state.current_player()
    ways = []
    for end in (state, other):
        way, step = [], end.get_game().new_initial_state()
        for action in end.history():
            if step.current_player() == seat:
                way.append((step.information_state_string(), step.information_state_tensor(), action))
            step.apply_action(action)
        ways.append(way)
    assert ways[0] == ways[1]


def test_what_differs_for_a_player_looks_different() -> None:
    """Information states are as many as views."""
    rng, views, states = random.Random(3), set(), set()
    game = load(Rules(players=2, hand=2, stuck="discard"))
    for _ in range(2000):
        state = advance(game.new_initial_state(), rng, rng.randrange(4))
        if state.is_terminal():
            continue
        player = state.current_player()
        view = state.view(player)
        views.add((player, str(view.to_dict())))
        states.add((player, state.information_state_string(), tuple(state.information_state_tensor())))
    assert len(views) == len(states) == len({text for _, text, _ in states}) == len({told for *_, told in states})


@pytest.mark.parametrize("player", [0, 1, 2])
def test_states_that_look_the_same_are_drawn_alike(player: int) -> None:
    hand = next(
        found
        for seed in range(1000)
        if not (found := play_some(Hand.dealt(Rules(), seed), seed, 20)).is_over
        and 4 <= infer(found.view(Seat(player))).count <= 60
    )
    state, rng = of(hand), random.Random(player)
    count = infer(hand.view(Seat(player))).count
    draws = 200 * count
    drawn = Counter(str(state.resample_from_infostate(player, rng.random)) for _ in range(draws))
    assert len(drawn) == count
    chi = sum((found - 200) ** 2 / 200 for found in drawn.values())
    assert chi < count + 6 * (2 * count) ** 0.5 + 10


def test_during_the_deal_nothing_has_been_seen() -> None:
    rng, game = random.Random(1), load(Rules(hand=6))
    state = game.new_initial_state()
    deals = set()
    for _ in range(10):
        state.apply_action(rng.choices(*zip(*state.chance_outcomes(), strict=True))[0])
        assert state.information_state_string(0) == "dealing"
        assert not any(state.information_state_tensor(2))
        other = state.resample_from_infostate(0, SAMPLER)
        assert len(other.history()) == len(state.history())
        deals.add(tuple(other.history()))
        with pytest.raises(ValueError, match="before the tiles are dealt"):
            state.view(0)
    assert len(deals) > 5


def test_the_end_shows_everything() -> None:
    state = advance(pyspiel.load_game("python_gaple").new_initial_state(), random.Random(2))
    assert str(state.resample_from_infostate(0, SAMPLER)) == str(state)


@given(rules(), seeds)
def test_the_kind_of_game_is_what_its_returns_are(by: Rules, seed: int) -> None:
    game = load(by)
    returns = advance(game.new_initial_state(), random.Random(seed)).returns()
    kinds, kind = pyspiel.GameType.Utility, game.get_type().utility
    assert kind == {"hands": kinds.CONSTANT_SUM, "points": kinds.GENERAL_SUM}.get(by.settle, kinds.ZERO_SUM)
    assert game.utility_sum() in (None, sum(returns))
    assert game.min_utility() <= min(returns) <= max(returns) <= game.max_utility()


def test_is_mcts_plays_it() -> None:
    """OpenSpiel's information-set search, which draws its worlds by ``resample_from_infostate``."""
    game = pyspiel.load_game("python_gaple", PAIRWISE)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
        uct_c=50.0,
        max_simulations=40,
        random_state=rng,
    )
    state = advance(game.new_initial_state(), random.Random(4), 2)
    while not state.is_terminal():
        player = state.current_player()
        action = bot.step(state) if player == 0 else NUMBERS[Greedy().choose(state.view(player))]
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == 0


def test_counterfactual_regret_plays_it() -> None:
    """An algorithm that asks for the chance outcomes."""
    game = load(Rules(players=2, hand=2, settle="pairwise"))
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    np.random.seed(1)
    for _ in range(30):
        solver.iteration()
    state = advance(game.new_initial_state(), random.Random(9), 0)
    chances = solver.average_policy().action_probabilities(state)
    assert set(chances) == set(state.legal_actions())


def test_a_game_is_known_by_its_text() -> None:
    game = pyspiel.load_game("python_gaple(rules=players:4 hand:6 settle:pairwise)")
    assert game.rules == Rules(hand=6, settle="pairwise")
    assert str(pyspiel.load_game(str(game))) == str(game)
    later = pyspiel.load_game("python_gaple", {"number": 3, "opener": "C"})
    assert (later.number, later.opener) == (3, Seat.C)
    for twin in (pyspiel.load_game(str(later)), pickle.loads(pickle.dumps(later))):
        assert (str(twin), twin.number, twin.opener) == (str(later), 3, Seat.C)
    assert pickle.loads(pickle.dumps(game.get_type())) == game.get_type()


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"rules": "players=9 hand=7"}, "players"),
        ({"rules": "players=4 hand=7 stock=3"}, "stock"),
        ({"number": 2}, "hand 2"),
        ({"opener": "X"}, "X"),
        ({"number": 0}, "0"),
    ],
)
def test_a_game_that_cannot_be_is_refused(params: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        pyspiel.load_game("python_gaple", params)


def test_a_hand_of_another_game_is_refused() -> None:
    game = pyspiel.load_game("python_gaple", PAIRWISE)
    with pytest.raises(ValueError, match="by players=4 hand=7; this game is python_gaple"):
        game.state_of(Hand.dealt(Rules(), 1))


def test_what_cannot_be_observed_is_refused() -> None:
    game = pyspiel.load_game("python_gaple")
    everybody = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="nobody sees the tiles of all players"):
        make_observation(game, everybody)
    with pytest.raises(ValueError, match="no observation parameters"):
        make_observation(game, None, {"size": 3})
