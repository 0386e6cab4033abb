"""How much is known of hidden tiles: the reckoning, and the command."""

from __future__ import annotations

import json
import random
from math import log2
from typing import Any

import numpy as np
import pytest

from benchmarks import inference_bits as command
from benchmarks.inference_bits import Setting, Surprise, bits_apart, joint_bits, measure, surprise, true_world
from gaple import Hand, Rules
from gaple.engine.infer import infer
from gaple.engine.net import BROAD, Model
from gaple.engine.net.choosing import GREEDY
from gaple.players import Greedy

RULES = "players=4 hand=6", "players=4 hand=7", "players=4 hand=7 stuck=pass", "players=2 hand=9"


def later(rules: str, seed: int, most: int) -> Hand:
    """A hand that has gone on until there are at most so many worlds, and more than one."""
    for number in range(1000):
        hand, rng = Hand.dealt(Rules.parse(rules), f"{seed}/{number}"), random.Random(f"{seed}/{number}")
        while hand.turn is not None:
            if hand.moves and 1 < infer(hand.view(hand.turn)).count <= most:
                return hand
            hand.play(rng.choice(hand.legal_actions()))
    raise AssertionError


@pytest.mark.parametrize("count", [1, 7, 10**12])
def test_worlds_of_one_weight_leave_as_much_open_as_there_are_worlds(count: int) -> None:
    assert joint_bits(count, np.full(5, 0.25), 0.25) == pytest.approx(log2(count))
    assert joint_bits(count, np.full(5, 0.25), 0.5) == pytest.approx(log2(count) - 1)


def test_bits_of_a_table() -> None:
    table = np.array([[0.5, 0.25, 0.25], [0.25, 0.75, 0.0]])
    assert bits_apart(table, np.array([[0, 0, 1], [1, 0, 0]])) == 2.0
    assert bits_apart(table, np.array([[1, 0, 0], [0, 1, 0]])) == pytest.approx((1 - log2(0.75)) / 2)


def test_where_nobody_had_a_choice_the_belief_is_what_was_counted() -> None:
    hand = Hand.dealt(Rules(), seed=1)
    hand.play(hand.legal_actions()[0])  # [0-0], which must be led
    assert hand.turn is not None
    found = surprise(hand, 500, seed=1)
    assert found.believed == pytest.approx(found.counted) == pytest.approx(infer(hand.view(hand.turn)).bits / 20)
    assert found.unseen == 20
    assert found.effective == pytest.approx(500)
    assert found.counted_apart == pytest.approx(log2(3), abs=0.1)  # the seat passed over says a little


@pytest.mark.parametrize("rules", RULES)
def test_the_chances_of_all_worlds_add_up_to_one(rules: str) -> None:
    hand = later(rules, seed=1, most=60)
    assert hand.turn is not None
    worlds = infer(hand.view(hand.turn))
    found = [surprise(world.hand(), 60, seed=1) for world in worlds]
    assert sum(2 ** -(each.believed * each.unseen) for each in found) == pytest.approx(1)
    assert sum(2 ** -(each.counted * each.unseen) for each in found) == pytest.approx(1)
    assert {each.worlds for each in found} == {len(found)}


@pytest.mark.parametrize("rules", [*RULES, "players=5 hand=5"])
def test_the_true_world_is_the_hand(rules: str) -> None:
    hand = later(rules, seed=2, most=10_000)
    assert hand.turn is not None
    again = true_world(hand, infer(hand.view(hand.turn)))[0].hand()
    assert [again.view(seat) for seat in hand.rules.seats] == [hand.view(seat) for seat in hand.rules.seats]


def test_a_sample_says_nearly_what_all_worlds_say() -> None:
    hand = later("players=4 hand=6", seed=3, most=30_000)
    whole = surprise(hand, 30_000, seed=1)
    sample = surprise(hand, whole.worlds // 2, seed=1)
    assert sample != whole
    for name in ("believed", "believed_apart", "counted", "counted_apart"):
        assert getattr(sample, name) == pytest.approx(getattr(whole, name), abs=0.1)


def test_whoever_knows_how_they_play_is_surprised_less() -> None:
    greedy, surprised = Model((GREEDY,), (1.0,), 0.02), []
    for number in range(8):
        hand = Hand.dealt(Rules(stuck="pass"), number)
        while hand.turn is not None and len(hand.moves) < 12:
            hand.play(Greedy().choose(hand.view(hand.turn)))
        if hand.turn is not None:
            surprised.append([surprise(hand, 2000, 1, model) for model in (greedy, BROAD)])
    known, broad = (sum(each.believed for each in found) for found in zip(*surprised, strict=True))
    assert known < broad < sum(each.counted for each, _ in surprised)


def test_a_hand_comes_out_the_same_again_and_another_otherwise() -> None:
    setting = Setting(Rules(stuck="pass"), "flat10", 12, 1000, "1")
    assert measure(setting, 0) == measure(setting, 0) != measure(setting, 1)
    assert measure(setting, 0) != measure(Setting(Rules(stuck="pass"), "flat10", 12, 1000, "2"), 0)


def test_a_hand_that_is_over_before_says_nothing() -> None:
    assert measure(Setting(Rules(players=2, hand=2), "greedy", 50, 1000, "1"), 0) is None


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], dict[str, Any]]:
    code = command.main([*arguments, "--json"])
    *shown, last = capsys.readouterr().out.splitlines()
    return code, shown, json.loads(last)


def test_a_row_a_player_and_all_of_it_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, shown, figures = told(capsys, "greedy", "learned", "--hands", "2", "--worlds", "500", "--move", "10")
    assert code == 0
    assert [each["player"] for each in figures["settings"]] == ["greedy", "learned"] * 2
    assert [line.split()[0] for line in shown] == ["players=4", "players", "greedy", "learned"] * 2
    assert (figures["move"], figures["seed"]) == (10, "1")
    first = figures["settings"][0]
    assert first["less"]["mean"] == pytest.approx(first["counted"]["mean"] - first["believed"]["mean"])
    assert f"{first['believed']['mean']:.2f}" in shown[2]
    assert told(capsys, "greedy", "learned", "--hands", "2", "--worlds", "500", "--move", "10")[2] == figures


def test_hands_that_are_all_over_before_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    _, shown, figures = told(capsys, "greedy", "--hands", "2", "--rules", "players=2 hand=2", "--move", "50")
    assert [(each["hands"], each["over_before"]) for each in figures["settings"]] == [(0, 2)]
    assert shown[-1].split() == ["greedy", "0", *"–" * 7]


def test_the_tables_of_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "greedy", "--hands", "1", "--worlds", "500", "--rules", "players=4 hand=6", "--markdown"
    _, shown, figures = told(capsys, *arguments)
    head, rule, row = [line.split(" | ") for line in shown[1:]]
    assert head[:3] == ["| `players=4 hand=6`", "hands", "counted"]
    assert rule == [f"|{'---|' * len(head)}"]
    assert row[:3] == ["| `greedy`", "1", f"{figures['settings'][0]['counted']['mean']:.2f}"]
    assert len(row) == len(head)


def test_what_was_measured_is_shown_when_it_is_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(setting: Setting, number: int) -> Surprise:
        if (setting.player, number) == ("learned", 1):
            raise KeyboardInterrupt
        return Surprise(unseen=9, worlds=8, effective=4, counted=2, believed=1, counted_apart=3, believed_apart=2)

    monkeypatch.setattr(command, "measure", stopped)
    code, shown, figures = told(capsys, "greedy", "learned", "--hands", "3")
    assert code == 130
    assert [(each["player"], each["hands"]) for each in figures["settings"]] == [("greedy", 3), ("learned", 1)]
    assert "1.00 (1.00 to 1.00)" in shown[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody"], "nobody"),
        (["cheater"], "everybody's tiles"),
        (["--hands", "0"], "'0' is no number from 1"),
        (["--worlds", "100000000"], "'100000000' is no number from 1 to 10,000,000"),
        (["--rules", "players=9 hand=7"], "players"),
    ],
)
def test_bad_input_gets_a_sentence(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
