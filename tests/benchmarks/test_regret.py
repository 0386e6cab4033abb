"""What choices cost: the reckoning beside hands played to their ends in every world, and the command."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from benchmarks import regret as command
from benchmarks.inference_bits import true_world
from benchmarks.measuring import player
from benchmarks.regret import KINDS, Decision, Setting, measure, plans, regret
from gaple import Action, Hand, Rules
from gaple.engine.infer import Batch, infer
from gaple.engine.net import Model
from gaple.engine.net.believing import weighed
from gaple.players import Player
from tests.benchmarks.exact import Exact

EXACT = "tests.benchmarks.exact:Exact"
RULES = (
    "players=4 hand=7 stuck=pass settle=pairwise",
    "players=4 hand=7 settle=pairwise",
    "players=4 hand=7 teams=yes settle=pairwise",
    "players=3 hand=8 settle=points",
)


def positions(rules: str, against: str, most: int, number: int) -> list[Hand]:
    """So many hands in which the seat on turn has a choice and sees few worlds."""
    found: list[Hand] = []
    deal = 0
    while len(found) < number:
        hand, other = Hand.dealt(Rules.parse(rules), f"positions/{deal}"), player(against, "")
        while hand.turn is not None:
            view = hand.view(hand.turn)
            if len(view.legal) > 1 and 2 <= infer(view).count <= most:
                found.append(hand)
                break
            hand.play(other.choose(view))
        deal += 1
    return found[:number]


def weights(hand: Hand, against: str, batch: Batch) -> np.ndarray[Any, np.dtype[np.float64]]:
    """How likely each of these worlds is, if all others are of that kind."""
    assert hand.turn is not None
    return weighed(hand.view(hand.turn), batch, True, Model((KINDS[against],), (1.0,), 1e-9)).weights


def brought(world: Hand, first: Action, best: Player, others: Player) -> float:
    """What the seat on turn nets, in teams its side, if it begins with this action and goes on as ``best`` does."""
    own = world.turn
    world.play(first)
    while world.turn is not None:
        chooser = best if world.turn == own else others
        world.play(chooser.choose(world.view(world.turn)))
    assert world.outcome is not None
    side = next((side for side in world.rules.sides if own in side), (own,))
    net = sum(world.outcome.net[seat] for seat in side if seat is not None)
    return float(-net if world.rules.low_is_good else net)


@pytest.mark.parametrize("against", KINDS)
@pytest.mark.parametrize("rules", RULES)
def test_a_plan_brings_what_it_is_said_to_be_worth(rules: str, against: str) -> None:
    for hand in positions(rules, against, most=40, number=2):
        assert hand.turn is not None
        view, best, others = hand.view(hand.turn), Exact(1, against), player(against, "")
        values = plans(view, KINDS[against])
        assert values is not None
        assert tuple(values) == view.legal
        batch = infer(view).all()
        chances = weights(hand, against, batch)
        for action, value in values.items():
            nets = [
                chance * brought(world.hand(), action, best, others)
                for world, chance in zip(batch, chances, strict=True)
                if chance > 1e-6
            ]
            assert sum(nets) == pytest.approx(value, abs=1e-4)


@pytest.mark.parametrize("against", KINDS)
def test_the_others_are_known_to_the_last_choice(against: str) -> None:
    for rules in RULES:
        for hand in positions(rules, against, most=1000, number=3):
            assert hand.turn is not None
            worlds = infer(hand.view(hand.turn))
            batch = worlds.all()
            both = Batch(batch.evidence, np.concatenate([batch.rows, true_world(hand, worlds).rows]))
            found = weights(hand, against, both)
            assert found[-1] == pytest.approx(found.max())


def test_the_best_action_is_not_regretted() -> None:
    first, second, third = (Action.parse(text) for text in ("35>", "36>", "46>"))
    values = {first: 1.0, second: 3.5, third: 3.5 - 1e-12}
    assert [regret(values, choice) for choice in values] == [2.5, 0.0, 0.0]


def setting(rules: str, *players: str, by: str = "greedy", limit: int = 3_000_000, seed: str = "1") -> Setting:
    return Setting(Rules.parse(rules), "greedy", by, players, 2, 2000, limit, seed)


def test_an_exact_best_response_has_no_regret_and_others_have() -> None:
    decisions = [each for rules in RULES for number in range(4) for each in measure(setting(rules, EXACT), number)]
    regrets = [each.regrets for each in decisions if each.regrets is not None]
    assert len(regrets) == len(decisions) > 5
    assert {each[EXACT] for each in regrets} == {0.0}
    assert all(each["greedy"] >= 0 for each in regrets)
    assert any(each["greedy"] > 0 for each in regrets)


def test_a_hand_comes_out_the_same_whoever_else_is_asked() -> None:
    alone, both = setting(RULES[0], by="flat10"), setting(RULES[0], "learned", "greedy", by="flat10")
    for number in range(3):
        found, more = measure(alone, number), measure(both, number)
        assert found == measure(alone, number)
        assert [each.worlds for each in found] == [each.worlds for each in more]
        assert [each.regrets and each.regrets["flat10"] for each in found] == [
            each.regrets and each.regrets["flat10"] for each in more
        ]
    other = setting(RULES[0], by="flat10", seed="2")
    assert [measure(alone, number) for number in range(3)] != [measure(other, number) for number in range(3)]


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], dict[str, Any]]:
    code = command.main([*arguments, "--json"])
    *shown, last = capsys.readouterr().out.splitlines()
    return code, shown, json.loads(last)


def test_a_table_a_setting_and_all_of_it_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "greedy", EXACT, "--by", EXACT, "--hands", "4", "--rules", RULES[0], "--rules", RULES[1]
    code, shown, figures = told(capsys, *arguments, "--against", "greedy")
    assert code == 0
    assert [each["rules"] for each in figures["settings"]] == list(RULES[:2])
    assert shown[0].startswith(f"{RULES[0]}: {EXACT} among greedy; 4 hands, ")
    for each in figures["settings"]:
        mine = each["players"][EXACT]
        assert (mine["regret"]["mean"], mine["optimal"], mine["p95"], mine["a_hand"]["mean"]) == (0, 1, 0, 0)
        assert each["players"]["greedy"]["a_hand"] is None
    assert [line.split()[0] for line in shown[1:4]] == ["player", "greedy", EXACT]
    assert told(capsys, *arguments, "--against", "greedy")[2] == figures


def test_the_tables_of_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "greedy", EXACT, "--by", EXACT, "--hands", "4", "--rules", RULES[0], "--rules", "players=5 hand=5"
    _, shown, figures = told(capsys, *arguments, "--against", "greedy", "--markdown")
    head, rule, first, second = [line.split(" | ") for line in shown[1:]]
    assert head == ["| among `greedy`", "positions", "`greedy`", f"`{EXACT}`", f"`{EXACT}`, a hand |"]
    assert rule == ["|---|---|---|---|---|"]
    assert first[:2] == [f"| `{RULES[0]}`", str(figures["settings"][0]["positions"])]
    assert first[3:] == ["0.00 (0.00 to 0.00); 0.0; 100%", "0.00 (0.00 to 0.00) |"]
    assert second[1:] == ["0", "–", "–", "– |"]


def test_what_takes_too_long_is_left_out_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "greedy", "--by", "greedy", "--hands", "4", "--rules", RULES[0], "--against", "greedy"
    _, _, whole = told(capsys, *arguments)
    _, shown, limited = told(capsys, *arguments, "--limit", "1")
    assert whole["settings"][0]["left_out"] == 0 < whole["settings"][0]["positions"]
    assert limited["settings"][0]["left_out"] == whole["settings"][0]["positions"]
    assert limited["settings"][0]["players"] == {}
    assert shown == [shown[0]]


def test_what_was_measured_is_shown_when_it_is_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(setting: Setting, number: int) -> list[Decision]:
        if number == 2:
            raise KeyboardInterrupt
        return [Decision(9, {"greedy": 1.0 + number}), Decision(9, None)]

    monkeypatch.setattr(command, "measure", stopped)
    code, shown, figures = told(capsys, "greedy", "--by", "greedy")
    assert code == 130
    (only,) = figures["settings"]
    assert (only["hands"], only["positions"], only["left_out"]) == (2, 2, 2)
    assert only["players"]["greedy"]["regret"]["mean"] == only["players"]["greedy"]["a_hand"]["mean"] == 1.5
    assert "1.50 (1.00 to 2.00)" in shown[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody"], "nobody"),
        (["--by", "cheater"], "everybody's tiles"),
        (["--against", "master"], "master"),
        (["--least", "5", "--most", "4"], "no number is at least 5 and at most 4"),
        (["--limit", "few"], "'few' is no number from 1"),
    ],
)
def test_bad_input_gets_a_sentence(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
