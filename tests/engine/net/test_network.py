from __future__ import annotations

from importlib.resources import files
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaple import Hand, Rules
from gaple.engine import GREEDY, EngineError, play
from gaple.engine.net import network
from gaple.engine.net.features import FEATURES
from gaple.engine.net.network import NARROW, WEIGHTS, WIDE, Net, desk, think, trained
from gaple.engine.net.retelling import retell
from gaple.engine.net.scene import choices
from gaple.engine.params import Params
from tests.engine.calling import callables_from_python, compiled
from tests.engine.net.plain import each_turn, opinions
from tests.strategies import hands, play_some, rules

scale, utility = callables_from_python(network.scale, network.utility)


def think_of(params: Params, net: Net, scene: np.ndarray) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    room = desk()
    options, first = choices(params, scene)
    return think(params, net, scene, options, first, room), room.lean, room.naive, room.worth


think_now = compiled(think_of)


def same(a: Net, b: Net) -> bool:
    return all(np.array_equal(one, other) for one, other in zip(a, b, strict=True))


@settings(max_examples=60)
@given(hands(), st.integers(0, 9))
def test_by_another_reckoning(hand: Hand, seed: int) -> None:
    """All features added up in NumPy; the trained network, or one of random numbers."""
    net = Net.fresh(seed) if seed else trained()
    for view in each_turn(hand):
        n, *found = think_now(Params.of(view.rules), net, retell(view)[2])
        assert n == len(view.legal)
        assert pytest.approx(opinions(view, net), rel=1e-3, abs=1e-4) == np.array([each[:n] for each in found]).T


def test_the_trained_network_comes_with_the_package() -> None:
    net = trained()
    assert net is trained()
    shapes = ((FEATURES, WIDE), (WIDE,), (WIDE, NARROW), (NARROW,), (NARROW, 3), (3,))
    for array, shape in zip(net, shapes, strict=True):
        assert array.shape == shape
        assert array.dtype == np.float32
        assert np.isfinite(array).all()
        assert array.flags.c_contiguous
    assert np.abs(net.rows).max() > 0.1


def test_its_file_is_small_and_has_arrays_only() -> None:
    content = (files("gaple.engine.net") / WEIGHTS).read_bytes()
    assert len(content) < 200_000
    with np.load(BytesIO(content), allow_pickle=False) as file:
        assert set(file.files) == set(Net._fields)
        assert {file[name].dtype for name in file.files} == {np.dtype(np.float16)}


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=10)
def test_what_was_written_is_read(seed: int) -> None:
    """With half the digits once, and then no less each time."""
    net = Net.fresh(seed)
    once = Net.of_bytes(net.to_bytes())
    for array, kept in zip(net, once, strict=True):
        assert kept.dtype == np.float32
        np.testing.assert_allclose(kept, array, rtol=1e-3, atol=1e-7)
    assert same(once, Net.of_bytes(once.to_bytes()))
    assert once.to_bytes() == once.to_bytes()


def stored(**arrays: np.ndarray) -> bytes:
    file = BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


FRESH = Net.fresh(1)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", ""),
        (b"no file of arrays", ""),
        (FRESH.to_bytes()[:-100], ""),
        (stored(rows=FRESH.rows), "bias"),
        (stored(**FRESH._replace(rows=FRESH.rows[1:])._asdict()), "rows"),
        (stored(**FRESH._replace(outer=FRESH.outer.T)._asdict()), "outer"),
        (stored(**FRESH._replace(bias=FRESH.bias * np.nan)._asdict()), "bias has a number that is not finite"),
    ],
)
def test_what_is_no_network_is_refused(content: bytes, reason: str) -> None:
    """A kernel would read beyond the end of an array that is too small."""
    with pytest.raises(EngineError, match=f"no network.*{reason}") as caught:
        Net.of_bytes(content)
    assert caught.value.told("id") != str(caught.value)


def test_one_array_alone_is_no_network() -> None:
    file = BytesIO()
    np.save(file, FRESH.rows)
    with pytest.raises(EngineError, match="no network"):
        Net.of_bytes(file.getvalue())


def test_a_fresh_network_is_of_its_seed_and_likes_nothing_much() -> None:
    assert same(Net.fresh(3), Net.fresh(3))
    assert not same(Net.fresh(3), Net.fresh(4))
    hand = Hand.dealt(Rules(hand=6), seed=1)
    assert np.abs(opinions(hand.view(hand.turn), Net.fresh(3))).max() < 0.2


@given(rules(), st.integers(0, 2**32))
def test_utility_is_what_the_own_side_gets(by: Rules, seed: int) -> None:
    hand = play_some(Hand.dealt(by, seed), seed)
    assert hand.outcome
    net = np.array([*hand.outcome.net, *[0] * 5][:5])
    for seat in by.seats:
        side = next((side for side in by.sides if seat in side), (seat,))
        own = sum(hand.outcome.net[each] for each in side)
        assert utility(Params.of(by), net, seat) == (-own if by.low_is_good else own)


@given(rules())
def test_a_hand_comes_to_about_its_scale(by: Rules) -> None:
    """It is a positive number for all rules; that its size is right, the next test says for the usual ones."""
    assert scale(Params.of(by)) > 0


@pytest.mark.parametrize("settle", ["hands", "pairwise", "winner", "points"])
@pytest.mark.parametrize("teams", ["no", "yes"])
def test_the_scale_is_near_the_spread_of_utilities(settle: str, teams: str) -> None:
    by = Rules.parse(f"players=4 hand=7 teams={teams} settle={settle}")
    nets = play(by, 2000, seed=1, policy=GREEDY).net
    own = nets[:, 0] + (nets[:, 2] if by.teams else 0)
    assert 0.5 < own.std() / scale(Params.of(by)) < 2.1
