from __future__ import annotations

import io
import random
import re
import sys
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gaple import Action, Hand, Kind, Rules, Seat, View
from gaple.cli.screen import Choices, action_text, show_table
from gaple.cli.stage import name_all
from gaple.cli.terminal import Terminal
from tests import strategies

LONG_NAME = "Pak Budi dari RT 05 RW 02 Maju"  # 30 characters, the longest there may be

Shown = Callable[..., list[str]]


@pytest.fixture(scope="module")
def shown() -> Shown:
    def show(view: View, *, width: int = 80, height: int = 24, lang: str = "id", note: str = "") -> list[str]:
        written = io.BytesIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="utf-8"))
            patch.setenv("COLUMNS", str(width))
            patch.setenv("LINES", str(height))
            terminal = Terminal(lang)
            names = name_all(terminal, view.rules.seats, Seat.A, LONG_NAME)
            show_table(terminal, view, names, (0,) * view.rules.players, note)
            sys.stdout.flush()
        return written.getvalue().decode().splitlines()

    return show


RULES = [
    "players=4 hand=7",
    "players=4 hand=7 teams=yes settle=pairwise stuck=pass",
    "players=4 hand=6 end=clean",
    "players=5 hand=5 settle=pairwise",
    "players=3 hand=9",
    "players=2 hand=14",
    "players=2 hand=7",
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("lang", ["id", "en"])
def test_every_position_fits_into_eighty_by_twenty_four(rules: str, lang: str, shown: Shown) -> None:
    for seed in range(2):
        hand, rng = Hand.dealt(Rules.parse(rules), seed), random.Random(seed)
        while not hand.is_over:
            rows = shown(hand.view(Seat.A), lang=lang)
            assert all(len(row) <= 80 for row in rows)
            assert len(rows) <= 24 - 3  # a note of two rows and the question
            assert sum(row.startswith(("▶", " ")) and ("kartu" in row or "tile" in row) for row in rows) >= 1
            hand.play(rng.choice(hand.legal_actions()))


@given(hand=strategies.hands(), width=st.integers(40, 120))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=40)
def test_a_narrow_terminal_wraps_no_row(hand: Hand, width: int, shown: Shown) -> None:
    rows = shown(hand.view(Seat.A), width=width)
    assert all(len(row) <= width for row in rows if set(row) & set("│╭╰▶"))


@given(hand=strategies.hands(), seed=strategies.seeds)
@settings(max_examples=60)
def test_hidden_tiles_are_not_shown(hand: Hand, seed: int, shown: Shown) -> None:
    other = strategies.other_world(hand, Seat.A, random.Random(seed))
    if other is None or hand.is_over:
        return
    assert shown(hand.view(Seat.A)) == shown(other.view(Seat.A))


def test_what_the_person_may_know_is_there(shown: Shown) -> None:
    hand = Hand.dealt(Rules.parse("players=4 hand=6"), 4)
    rows = shown(hand.view(Seat.A))
    text = "\n".join(rows)
    assert "players=4 hand=6" in rows[0]
    assert text.count("6 kartu") == 4
    assert text.count("▶") == 1
    assert hand.ends is not None
    assert f"Ujung: {hand.ends[0]} di kiri, {hand.ends[1]} di kanan · 3 kartu sisa" in text
    own = hand.tiles(Seat.A)
    upper = next(row for row in rows[len(rows) - 6 :] if row.startswith("│"))
    assert re.findall(r"\d", upper) == [str(tile.low) for tile in own]


def test_a_partner_and_dead_tiles_are_marked(shown: Shown) -> None:
    hand = strategies.play_some(Hand.dealt(Rules(teams=True), 4), 4, 24)
    rows = shown(hand.view(Seat.A))
    assert "Komputer C (pasanganmu)" in "\n".join(rows)
    for seat in hand.rules.seats:
        dead = len(hand.dead(seat))
        row = next(row for row in rows if f"Komputer {seat}" in row or (seat == Seat.A and LONG_NAME[:10] in row))
        assert (f"{dead} mati" in row) == bool(dead)


def test_only_what_can_be_chosen_has_a_number(shown: Shown) -> None:
    hand = Hand.dealt(Rules(), 4)
    while hand.turn != Seat.A:
        hand.play(hand.legal_actions()[0])
    view = hand.view(Seat.A)
    choices = Choices.of(view)
    assert set(choices.actions) == {action.tile for action in view.legal}
    assert list(choices.numbers.values()) == list(range(1, len(choices) + 1))
    numbers = shown(view)[-1]
    assert numbers.split() == [str(number) for number in choices.numbers.values()]
    for tile, number in choices.numbers.items():
        assert numbers[view.tiles.index(tile) * 4 + 1] == str(number)
        assert choices.numbered(number) == choices.actions[tile]
    assert choices.numbered(0) == choices.numbered(99) == ()


def test_of_somebody_elses_turn_there_are_no_choices() -> None:
    hand = Hand.dealt(Rules(), 4)
    assert hand.turn is not None
    other = Seat((hand.turn + 1) % 4)
    assert len(Choices.of(hand.view(other))) == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("35>", "[3│5] on the right"),
        ("35<", "[3│5] on the left"),
        ("00", "[0│0] opened"),
        ("x35", "[3│5] discarded"),
        ("x??", "discarded"),
        ("--", "passed"),
    ],
)
def test_actions_in_words(text: str, told: str) -> None:
    action = Action.parse(text)
    assert action_text(Terminal("en"), action).plain == told
    assert isinstance(action.kind, Kind)
