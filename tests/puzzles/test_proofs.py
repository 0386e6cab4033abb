"""Every proof once more, by other means: worlds by trying all, and values by the whole tree, told by the library."""

from __future__ import annotations

import random

import pytest

from gaple import Hand, Outcome, Rules, Seat
from gaple.puzzles import KINDS, Puzzle, puzzles, same_action
from gaple.puzzles.closing import closing_numbers
from gaple.puzzles.finding import find
from tests.engine.brute import number_of_assignments, worlds_of
from tests.engine.plain import value
from tests.soak import as_many, fresh

QUICK = 3_000
"""So many ways to place the hidden tiles can be tried on every change."""


def worth(rules: Rules, seat: Seat, outcome: Outcome) -> int:
    side = rules.side_of(seat)
    ours = [it for it in rules.seats if it == seat or (side and rules.side_of(it) == side)]
    return sum(outcome.net[it] for it in ours)


def values(hand: Hand) -> dict[str, int]:
    """What each action is worth to the seat on turn, those that come to the same once."""
    seat, rules = hand.turn, hand.rules
    assert seat is not None
    side = rules.side_of(seat)
    ours = [it for it in rules.seats if it == seat or (side is not None and rules.side_of(it) == side)]
    view, told = hand.view(seat), {}
    for action in hand.legal_actions():
        after = hand.copy()
        after.play(action)
        told[same_action(str(action), view)] = value(after, lambda outcome: worth(rules, seat, outcome), ours)
    return told


def prove(puzzle: Puzzle) -> None:
    view = puzzle.view()
    worlds = list(worlds_of(view))
    assert len(worlds) == puzzle.worlds
    if puzzle.kind == "deal":
        [world] = worlds
        places = {str(tile): str(seat) for seat in view.rules.seats for tile in world.tiles(seat)}
        places |= {str(tile): f"{seat} dead" for seat in view.rules.seats for tile in world.dead(seat)}
        places |= {str(tile): "stock" for tile in world.deal.stock[1:]}
        for told in puzzle.answer:
            tile, _, place = told.partition(" ")
            assert places[tile] == place
        assert len(puzzle.answer) == view.unseen.bit_count()
    elif puzzle.kind == "close":
        assert puzzle.answer == tuple(map(str, closing_numbers(worlds, most=10**9)))
    else:
        answer = same_action(puzzle.answer[0], view)
        margins = []
        for world in worlds:
            worths = values(world)
            margins.append(worths.pop(answer) - max(worths.values()))
        assert min(margins) == puzzle.margin


@pytest.mark.soak
def test_proofs_hold() -> None:
    """Some of them on every change, all in ``make soak``."""
    most = as_many(QUICK, 10**12)
    asked = [puzzle for puzzle in puzzles() if number_of_assignments(puzzle.view()) <= most]
    rng: random.Random = fresh("proofs")
    rng.shuffle(asked)
    chosen = asked[: as_many(12, len(asked))]
    assert len({puzzle.kind for puzzle in chosen}) > 1
    for puzzle in chosen:
        prove(puzzle)


def test_the_same_hand_gives_the_same_puzzles() -> None:
    numbers = range(0, 48, 8)
    first = [puzzle for number in numbers for _, puzzle in find(number)]
    assert first
    assert [puzzle for number in numbers for _, puzzle in find(number)] == first


def test_who_looks_for_one_kind_finds_what_would_have_been_found_anyway() -> None:
    for number in range(0, 48, 8):
        found = list(find(number))
        for kind in KINDS:
            assert list(find(number, {kind})) == [each for each in found if each[1].kind == kind]
