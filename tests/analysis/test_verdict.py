from __future__ import annotations

import pytest

from gaple import Rules
from gaple.analysis import THRESHOLDS, Verdict, judge, unit
from gaple.analysis.verdict import settled
from tests.analysis.hands import KINDS


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_a_verdict_is_given_only_where_the_bounds_are_clear_of_a_threshold(rules: Rules) -> None:
    size = unit(rules)
    assert judge(0, 0.099 * size, rules) is Verdict.GOOD
    assert judge(0, 0.101 * size, rules) is None
    assert judge(0.099 * size, 5 * size, rules) is None
    for verdict, share in THRESHOLDS:
        assert judge(share * size, 9 * size, rules) is verdict


def test_looking_longer_ends_where_no_worse_verdict_is_in_sight() -> None:
    rules = Rules(settle="pairwise")
    assert settled(0, 2, rules)
    assert not settled(0, 3, rules)
    assert settled(2.5, 5, rules)
    assert not settled(2.5, 6, rules)
    assert not settled(6, 14, rules)
    assert settled(14, 60, rules)
