"""Training: what is learned from, what is learned of it, and the command."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from gaple import Action, Duty, Hand, Rules, Seat
from gaple.engine.dealing import deal
from gaple.engine.net import network
from gaple.engine.net.choosing import GREEDY
from gaple.engine.net.features import FEATURES, MOST
from gaple.engine.net.network import Net, scale, utility
from gaple.engine.params import Opening, Params
from gaple.engine.playouts import _deal_in
from gaple.engine.rng import advance, stream
from gaple.engine.state import SIZE, TURN
from gaple.players import Greedy
from scripts.train_net import __main__ as command
from scripts.train_net.learning import NAIVE, WORTH, Adam, gradient, learn
from scripts.train_net.lessons import teach
from tests.engine.calling import callables_from_python, compiled
from tests.engine.net.plain import action_of, state_of
from tests.waiting import PATIENCE, ended

unit, useful = callables_from_python(scale, utility)


class Lessons(NamedTuple):
    """What :func:`teach` fills, in its order."""

    features: NDArray[np.int16]
    values: NDArray[np.float64]
    naive: NDArray[np.float64]
    choice: NDArray[np.int64]


def first_opening(rules: Rules) -> Opening:
    return Opening.of(Duty.of(rules, 1))


def taught(rules: Rules, rows: int, share: float = 1.0, cast: tuple[float, ...] = (GREEDY,), seed: int = 5) -> Lessons:
    """Lessons from hands that all play as ``cast``; what is not written is rubbish."""
    lessons = Lessons(
        np.full((rows, MOST), 777, np.int16), np.full(rows, np.nan), np.full(rows, np.nan), np.full(rows, 777)
    )
    opening = first_opening(rules)
    teach(
        Params.of(rules), opening, Net.fresh(1), np.uint64(seed), 0, np.array(cast), cast[0], 1, share, *lessons
    )  # fmt: skip
    return lessons


# What is learned from


def deal_after(params: Any, opening: Any, seed: Any, number: Any, position: Any) -> None:
    """A hand's deal, for which chance has said before of what kind everybody is."""
    state = stream(seed, number)
    for _ in range(params.players):
        state = advance(state)
    deal(params, opening, position, state)


deal_of = compiled(deal_after)


def hands(rules: Rules, opening: Opening, seed: int) -> Iterator[Hand]:
    """The same hands, as :class:`gaple.Hand`."""
    number = 0
    while True:
        position = np.zeros(SIZE, np.int64)
        deal_of(Params.of(rules), opening, np.uint64(seed), number, position)
        number += 1
        if position[TURN] >= 0:
            yield Hand(rules, _deal_in(rules, position), Seat(int(position[TURN])))


@pytest.mark.parametrize(
    "text",
    [
        "players=4 hand=7 settle=pairwise", "players=3 hand=6 settle=points stuck=pass",
        "players=4 hand=6 teams=yes settle=winner end=clean", "players=2 hand=5 lone=25",
    ],
)  # fmt: skip
def test_every_action_of_every_choice_and_what_it_came_to(text: str) -> None:
    """Where all are greedy there is no chance after the deal, so that everything can be told once more."""
    rules = Rules.parse(text)
    lessons = taught(rules, 300)
    opening = first_opening(rules)
    row, greedy = 0, Greedy()
    for hand in hands(rules, opening, 5):
        if row + 24 > 300:
            break
        while hand.turn is not None:
            view = hand.view(hand.turn)
            if len(view.legal) > 1 and row + len(view.legal) <= 300:
                for place, action in enumerate(view.legal):
                    found = lessons.features[row + place]
                    there = found[found >= 0].tolist()
                    assert sorted(there) == sorted([*state_of(view), *action_of(view, action)])
                    assert (found[len(there) :] == -1).all()
                    came = played_out(hand, action)
                    assert lessons.values[row + place] == lessons.naive[row + place] == pytest.approx(came)
                    assert lessons.choice[row + place] == row
                row += len(view.legal)
            hand.play(greedy.choose(view))
    assert row > 250
    assert (lessons.choice[row:] == -1).all()


def played_out(hand: Hand, action: Action) -> float:
    """The utility in units of the scale, if all play greedily."""
    seat, hand = hand.turn, hand.copy()
    hand.play(action)
    while hand.turn is not None:
        hand.play(Greedy().choose(hand.view(hand.turn)))
    assert hand.outcome
    net, params = np.array([*hand.outcome.net, 0, 0, 0]), Params.of(hand.rules)
    return float(useful(params, net, seat) / unit(params))


def test_players_of_all_kinds_teach() -> None:
    rules = Rules(settle="pairwise")
    lessons = taught(rules, 2000, 0.5, command.CAST)
    used = lessons.choice >= 0
    assert used[:1976].all()
    assert not used[used.sum() :].any()
    assert np.isfinite(lessons.values[used]).all()
    assert np.isfinite(lessons.naive[used]).all()
    assert lessons.features[used].max() < FEATURES
    begins, sizes = np.unique(lessons.choice[used], return_counts=True)
    assert sizes.min() >= 2
    assert begins.tolist() == [0, *np.cumsum(sizes)[:-1]], "choices are whole, one after the other"
    assert not np.array_equal(lessons.values[used], lessons.naive[used])
    again = taught(rules, 2000, 0.5, command.CAST)
    assert np.array_equal(lessons.features[used], again.features[used])
    assert np.array_equal(lessons.values[used], again.values[used])
    assert not np.array_equal(lessons.choice, taught(rules, 2000, 0.5, command.CAST, seed=6).choice)


def test_rules_of_all_kinds_are_learned_from() -> None:
    rng = random.Random(1)
    found = [command.some_rules(rng) for _ in range(500)]
    for key in ("players", "teams", "stuck", "end", "lone", "side", "settle"):
        assert len({getattr(rules, key) for rules in found}) > 1, key
    assert {str(Rules.parse(text)) for text in command.COMMON} <= {
        str(rules).replace(f" settle={rules.settle}", "") for rules in found
    }
    for rules in found[:50]:
        command.some_opening(rules, rng)


def test_lessons_are_shuffled_choice_by_choice() -> None:
    rows = 2 * command.ROWS
    rng = np.random.default_rng(3)
    choice = np.full(rows, -1)
    for piece in (0, command.ROWS):
        row = 0
        while row < command.ROWS - 30:
            n = int(rng.integers(2, 15))
            choice[piece + row : piece + row + n] = row  # counted from the beginning of the piece
            row += n
    numbers = np.arange(rows)
    features = np.repeat(numbers[:, None] % 500, MOST, axis=1).astype(np.int16)
    used = choice >= 0
    mixed, values, plain, begins = command.shuffled(
        features, numbers.astype(float), 2.0 * numbers.astype(float), choice, rng
    )
    assert sorted(values) == numbers[used].tolist(), "all that were used, each once"
    assert (plain == 2 * values).all()
    assert (mixed[:, 0] == values % 500).all()
    before = choice + numbers // command.ROWS * command.ROWS
    for begin in np.unique(begins):
        rows_of = np.flatnonzero(begins == begin)
        assert rows_of[0] == begin
        old = values[rows_of].astype(int)
        assert (before[old] == old[0]).all(), "a choice stays together, in its order"
        assert len(old) == (before[used] == old[0]).sum()
    assert not (np.diff(values) > 0).all()


# What is learned


def some_lessons(rows: int = 60) -> Lessons:
    """Choices of two to six actions with a few features each, and values that depend on them."""
    rng = np.random.default_rng(2)
    features = np.full((rows, MOST), -1, np.int16)
    choice = np.empty(rows, np.int64)
    row = 0
    while row < rows:
        n = min(int(rng.integers(2, 7)), rows - row)
        choice[row : row + n] = row
        row += n
    for row in range(rows):
        there = rng.choice(40, int(rng.integers(3, 9)), replace=False)
        features[row, : len(there)] = there
    there = features[:, :1].astype(float)
    values = there[:, 0] / 40 + rng.normal(0, 0.1, rows)
    return Lessons(features, values, values * 0.5 + rng.normal(0, 0.1, rows), choice)


def loss(net: list[NDArray[np.float64]], lessons: Lessons) -> NDArray[np.float64]:
    """The three sums of squares, in double precision."""
    rows, bias, inner, inner_bias, outer, outer_bias = net
    told = []
    for found in lessons.features:
        wide = np.maximum(bias + rows[found[found >= 0]].sum(axis=0), 0)
        told.append(np.maximum(inner_bias + wide @ inner, 0) @ outer + outer_bias)
    lean, naive, worth = np.array(told).T
    total = np.array([0.0, 0.0, ((worth - lessons.values) ** 2).sum()])
    for begin in np.unique(lessons.choice):
        of = lessons.choice == begin
        for place, (out, value) in enumerate(((lean, lessons.values), (naive, lessons.naive))):
            off = out[of] - value[of]
            total[place] += ((off - off.mean()) ** 2).sum()
    return total


def gradients(net: Net, lessons: Lessons) -> tuple[NDArray[np.float64], Net]:
    grad = Net(*(np.zeros_like(array) for array in net))
    lost = gradient(net, *lessons, 0, len(lessons.values), grad)
    return np.array(lost), grad


def test_the_gradient_is_that_of_finite_differences() -> None:
    lessons, rng = some_lessons(), np.random.default_rng(4)
    net = Net(*(array + rng.normal(0, 0.05, array.shape).astype(np.float32) for array in Net.fresh(1)))
    lost, grad = gradients(net, lessons)
    exact = [array.astype(np.float64) for array in net]
    weights = np.array([1, NAIVE, WORTH])
    np.testing.assert_allclose(lost, loss(exact, lessons), rtol=1e-4)
    compared = 0
    for name, array, found in zip(Net._fields, exact, grad, strict=True):
        largest = float(np.abs(found).max())
        flat, told = array.reshape(-1), found.reshape(-1)
        for place in {*rng.integers(0, 40 * 64 if name == "rows" else flat.size, 25).tolist(), int(abs(told).argmax())}:
            kept, step = flat[place], 1e-6
            flat[place] = kept + step
            more = loss(exact, lessons) @ weights
            flat[place] = kept - step
            less = loss(exact, lessons) @ weights
            flat[place] = kept
            assert told[place] == pytest.approx((more - less) / (2 * step), rel=1e-2, abs=1e-3 * largest), name
            compared += abs(told[place]) > 1e-3 * largest
    assert compared > 60


def test_a_gradient_is_added_up_in_parts() -> None:
    lessons, net = some_lessons(), Net.fresh(1)
    lost, whole = gradients(net, lessons)
    cut = int(np.unique(lessons.choice)[4])
    parts = Net(*(np.zeros_like(array) for array in net))
    first = gradient(net, *lessons, 0, cut, parts)
    second = gradient(net, *lessons, cut, len(lessons.values), parts)
    np.testing.assert_allclose(np.add(first, second), lost, rtol=1e-5)
    for array, expected in zip(parts, whole, strict=True):
        np.testing.assert_allclose(array, expected, rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("threads", [1, 2])
def test_learning_lowers_the_loss(threads: int) -> None:
    lessons, adam = some_lessons(400), Adam(Net.fresh(1))
    with ThreadPoolExecutor(threads) as pool:
        losses = [learn(adam, *lessons, 64, 3e-3, pool, threads) for _ in range(30)]
    first, last = np.array(losses[0]), np.array(losses[-1])
    assert (last < 0.5 * first).all()
    assert all(np.isfinite(array).all() for array in adam.net)


@pytest.mark.parametrize("rows", [60, 59, 7, 2])
@pytest.mark.parametrize("batch", [1, 3, 8, 50, 1000])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_batches_of_any_size(rows: int, batch: int, threads: int) -> None:
    """Cuts fall between choices: every row counts once, and none is empty, which would teach nonsense."""
    lessons, net = some_lessons(rows), Net.fresh(1)
    expected = gradients(net, lessons)[0] / rows
    adam = Adam(net)
    with ThreadPoolExecutor(threads) as pool:
        found = learn(adam, *lessons, batch, 1e-12, pool, threads)
    assert found == pytest.approx(expected.tolist(), rel=1e-3)
    assert all(np.isfinite(array).all() for array in net)


# The command


def run(path: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "scripts.train_net", "--rows", "8192", "--threads", "1", "--out", str(path), *options]


def test_it_writes_a_network_and_goes_on_from_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, second = tmp_path / "net.npz", tmp_path / "second.npz"
    options = ["--rows", "16384", "--threads", "2", "--minutes", "0.0001", "--out"]
    command.main([*options, str(path)])
    assert capsys.readouterr().out.split()[0] == "1"
    first = Net.of_bytes(path.read_bytes())
    assert not np.array_equal(first.rows, Net.fresh(1).rows)
    command.main([*options, str(second), "--from", str(path), "--rate", "1e-9"])
    np.testing.assert_allclose(Net.of_bytes(second.read_bytes()).rows, first.rows, atol=1e-3)
    assert sorted(tmp_path.iterdir()) == [path, second], "nothing else is left there"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_ends_it_with_the_network_of_the_last_round(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    process = subprocess.Popen(
        run(path, "--minutes", "1000"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    with ended(process):
        assert process.stdout is not None
        assert process.stdout.readline().split()[0] == "1"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in errors
    assert f"{path} has the network of the last" in errors
    Net.of_bytes(path.read_bytes())
    assert list(tmp_path.iterdir()) == [path]


def test_before_the_first_round_there_is_nothing_to_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "train", interrupted)
    command.main(["--out", str(tmp_path / "net.npz")])
    assert capsys.readouterr().err == "stopped after 0 rounds; nothing was written\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("--out {}/missing/net.npz", "--out: .*missing/net.npz cannot be written"),
        ("--out {}", "--out: .* cannot be written; expected a file in a folder"),
        ("--from {}/missing.npz", "--from: .*missing.npz"),
        ("--from {}/torn.npz", "--from: this is no network"),
        ("--minutes 0", "--minutes: .*'0'"),
        ("--minutes nan", "--minutes: .*'nan'"),
        ("--rows 8191", "--rows: 8191 are too few; 8192"),
        ("--threads 0", "--threads: .*'0'"),
        ("--seed -1", "--seed: .*'-1'"),
        ("--rate -0.1", "--rate: .*'-0.1'"),
        ("--tries 1.5", "--tries: .*'1.5'"),
    ],
)
def test_what_cannot_be_is_said_at_once(
    options: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "train", None)
    (tmp_path / "torn.npz").write_bytes(Net.fresh(1).to_bytes()[:5000])
    with pytest.raises(SystemExit) as stopped:
        command.main(["--out", str(tmp_path / "net.npz"), *options.format(tmp_path).split()])
    assert stopped.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert re.search(expected, last), last


def test_the_help_says_what_it_does_and_how_long(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--help"])
    shown = capsys.readouterr().out
    for word in ("python -m scripts.train_net", "self-play", "minutes", "Ctrl-C", "--from", "--out"):
        assert word in shown


def test_it_trains_the_network_of_the_package() -> None:
    assert command.told([]).out == Path(network.__file__).parent / network.WEIGHTS
