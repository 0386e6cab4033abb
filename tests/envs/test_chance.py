from __future__ import annotations

import math
import random
from collections import Counter

from hypothesis import given

from gaple import Deal, Hand, Rules, Seat
from gaple.envs.chance import Drawing, draws_of
from tests.strategies import hands


def without_order(hand: Hand) -> tuple[object, ...]:
    """A hand but for the order of its hidden stock, which nobody ever sees."""
    return hand.deal.hands, hand.turned_up, hand.starter, hand.duty, hand.number


def drawn(rules: Rules, draws: list[int], number: int = 1, opener: Seat | None = None) -> Drawing:
    drawing = Drawing(rules, number, opener)
    for outcome in draws:
        assert outcome in dict(drawing.outcomes())
        drawing.draw(outcome)
    return drawing


@given(hands())
def test_every_hand_can_be_drawn(hand: Hand) -> None:
    drawing = drawn(hand.rules, draws_of(hand), hand.number, hand.duty.seat)
    assert drawing.is_done
    assert without_order(drawing.hand()) == without_order(hand)


@given(hands())
def test_every_hand_is_drawn_with_the_same_chance(hand: Hand) -> None:
    """One over the number of hands there are: deals, tiles to turn up, seats to begin."""
    rules, drawing, chance = hand.rules, Drawing(hand.rules, hand.number, hand.duty.seat), 1.0
    for outcome in draws_of(hand):
        outcomes = dict(drawing.outcomes())
        assert math.isclose(sum(outcomes.values()), 1)
        assert len(outcomes) > 1
        chance *= outcomes[outcome]
        drawing.draw(outcome)
    ways = math.factorial(28) / math.factorial(rules.hand) ** rules.players / math.factorial(rules.stock)
    ways *= rules.stock or 1
    ways *= rules.players if rules.stock and hand.number == 1 else 1
    assert math.isclose(chance, 1 / ways)


def test_tiles_go_everywhere_alike() -> None:
    rng, rules, held = random.Random(1), Rules(players=5, hand=5), Counter[tuple[int, int]]()
    for _ in range(4000):
        drawing = Drawing(rules)
        while not drawing.is_done:
            numbers, chances = zip(*drawing.outcomes(), strict=True)
            drawing.draw(rng.choices(numbers, chances)[0])
        held.update((seat, tile.index) for seat in rules.seats for tile in drawing.hand().tiles(seat))
    shares = [held[seat, tile] / 4000 for seat in range(5) for tile in range(28)]
    assert max(abs(share - 5 / 28) for share in shares) < 0.03


def test_a_copy_goes_its_own_way() -> None:
    drawing = drawn(Rules(hand=6), [0, 4, 1])
    twin = drawing.copy()
    twin.draw(3)
    assert drawing.draws == [0, 4, 1]
    assert [drawing.told(outcome) for outcome, _ in drawing.outcomes()] == [
        "03 to A",
        "03 to B",
        "03 to C",
        "03 to D",
        "03 to the stock",
    ]
    assert twin.told(0) == "04 to A"


def test_the_draws_of_a_first_hand_with_tiles_left_over_are_told() -> None:
    hand = Hand(Rules(hand=6), Deal.parse(DEAL), Seat.C)
    draws = draws_of(hand)
    drawing = drawn(hand.rules, draws[:-2])
    assert drawing.told(draws[-2]) == "23 is turned up"
    drawing.draw(draws[-2])
    assert drawing.told(draws[-1]) == "C begins"
    assert draws[-2:] == [hand.deal.stock[0].index, 2]


DEAL = "A:00,01,02,03,05,06 B:11,12,13,14,15,24 C:22,25,26,33,34,35 D:44,45,46,55,56,66 stock:23,16,36,04"
