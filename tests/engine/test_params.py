from __future__ import annotations

from gaple import Rules, Seat
from gaple.engine.params import DRAWN, HOLDER, TURNED_UP, WINNER_ANY, WINNER_DOUBLE, Opening, Params
from gaple.opening import Duty
from tests.engine.space import FIXED, openings


def test_every_option_that_matters_within_a_hand_is_in_the_numbers() -> None:
    """Two rules give the same numbers exactly if they differ in how hands follow one another alone."""
    between = ("lead", "next", "hands", "target")
    seen: dict[Params, Rules] = {}
    for _, rules, _, _ in openings(FIXED, 3000):
        plain = Rules(**{name: getattr(rules, name) for name in rules.__dataclass_fields__ if name not in between})
        assert seen.setdefault(Params.of(rules), plain) == plain
    assert len(set(seen.values())) == len(seen)


def test_openings() -> None:
    assert Opening.of(Duty.of(Rules(lead="6-6"), 1)) == (HOLDER, 27, DRAWN)
    assert Opening.of(Duty.of(Rules(), 2, Seat.C)) == (WINNER_DOUBLE, 0, 2)
    assert Opening.of(Duty.of(Rules(next="any"), 2, Seat.C)) == (WINNER_ANY, 0, 2)
    assert Opening.of(Duty.of(Rules(hand=6), 2, Seat.B)) == (TURNED_UP, 0, 1)
    assert Opening.of(Duty.of(Rules(hand=6), 1)) == (TURNED_UP, 0, DRAWN)
