"""The whole space of rules, drawn from a seed: for tests that go through thousands of hands."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from gaple import Rules, Seat

FIXED = 20260731


def fresh_seed() -> int:
    """This run's own seed, which the header of the test report names; ``GAPLE_TEST_SEED`` repeats it."""
    seed = int(os.environ["GAPLE_TEST_SEED"])
    print(f"GAPLE_TEST_SEED={seed}")  # noqa: T201 (told again where a failure is reported
    return seed


both_seeds = pytest.mark.parametrize("seed", [FIXED, None], ids=["fixed", "fresh"])


def resolve(seed: int | None) -> int:
    """The seed of a test marked with :data:`both_seeds`."""
    return fresh_seed() if seed is None else seed


def random_rules(rng: random.Random) -> Rules:
    """Any rules that matter within a hand, all options as likely; hands of the usual size more often."""
    players = rng.randint(2, 5)
    most = 28 // players
    teams = players == 4 and rng.random() < 0.5
    options: dict[str, Any] = {
        "stuck": rng.choice(["discard", "pass"]),
        "end": rng.choice(["empty", "clean"]),
        "lone": rng.choice([0, 25, 3]),
        "lead": rng.choice(["0-0", "6-6"]),
        "next": rng.choice(["double", "any", "lead"]),
        "side": rng.choice(["individual", "total"]) if teams else "individual",
        "settle": rng.choice(["hands", "pairwise", "winner", "points"]),
    }
    if options["next"] == "lead":
        options["lead"] = rng.choice(["0-0", "6-6", "rising"])
    return Rules(players=players, hand=rng.choice([most, rng.randint(1, most)]), teams=teams, **options)


def random_places(rng: random.Random, rules: Rules) -> tuple[int, Seat | None]:
    """A hand's number in its match and who won the one before, as far as that must be known."""
    number = rng.choice([1, 2, rng.randint(3, 9)])
    return number, None if number == 1 else Seat(rng.randrange(rules.players))


def openings(seed: int, hands: int) -> Iterator[tuple[random.Random, Rules, int, Seat | None]]:
    """So many random beginnings: a source of chance, rules, the hand's number and its opener."""
    rng = random.Random(seed)
    for _ in range(hands):
        rules = random_rules(rng)
        yield rng, rules, *random_places(rng, rules)
