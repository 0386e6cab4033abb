"""What could be known, against the hands as they were."""

from __future__ import annotations

import numpy as np
import pytest

from gaple import Rules, tiles_of
from gaple.analysis import know
from gaple.analysis.knowledge import PassedOver, Void
from tests.analysis.hands import KINDS, before, played


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_what_is_said_to_be_known_is_true_and_follows(rules: Rules) -> None:
    voids = 0
    for seed in range(2):
        whole = played(rules, seed)
        for moves in range(0, len(whole.actions), 3):
            hand = before(whole, moves)
            for seat in rules.seats:
                known = know(hand.view(seat))
                places = known.places()
                total = sum(places.values(), np.zeros(28))
                for tile in tiles_of(known.unseen):
                    assert total[tile.index] == pytest.approx(1)
                for other in rules.seats:
                    for tile in hand.tiles(other):
                        assert other == seat or places[str(other)][tile.index] > 0
                for reason in known.reasons:
                    assert isinstance(reason, Void)
                    voids += 1
                    by, action = hand.moves[reason.move - 1]
                    assert (by, action.is_pass) == (reason.seat, reason.passed)
                    assert before(hand, reason.move - 1).ends == reason.ends
                    assert reason.tiles
                    for tile in tiles_of(reason.tiles):
                        assert tile not in hand.tiles(reason.seat)
                        assert known.where.hands[tile.index, reason.seat] == 0
                assert known.bits == pytest.approx(np.log2(known.worlds))
    assert voids


def test_who_is_passed_over_was_dealt_no_double() -> None:
    from gaple import Hand, Seat

    for seed in range(300):
        hand = Hand.dealt(Rules(), seed=seed, number=2, opener=Seat.A)
        if hand.starter in (Seat.B, Seat.C):
            known = know(hand.view(Seat.D))
            assert [reason.seat for reason in known.reasons] == list(range(hand.starter))
            assert all(isinstance(reason, PassedOver) for reason in known.reasons)
            assert not any(tile.is_double for tile in hand.tiles(Seat.A))
            return
    pytest.fail("no such deal")
