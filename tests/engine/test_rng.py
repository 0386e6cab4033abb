from __future__ import annotations

import numpy as np

from gaple.engine import rng
from tests.engine.calling import callables_from_python

advance, below, fraction, mix, rest, stream = callables_from_python(
    rng.advance, rng.below, rng.fraction, rng.mix, rng.rest, rng.stream
)


def word(value: int) -> np.uint64:
    return np.uint64(value)


def test_the_generator_is_splitmix64() -> None:
    """The first outputs from seed 1234567, as published with the algorithm's reference implementation."""
    state, outputs = word(1234567), []
    for _ in range(5):
        state = word(advance(state))
        outputs.append(mix(state))
    assert outputs == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_draws_from_one_word_are_digits_of_it() -> None:
    """Drawing below 4, then below 8, reads the word's first two bits and then the next three."""
    bits = word(0b10_110 << 59)
    assert below(bits, 4) == 0b10
    assert below(word(rest(bits, 4)), 8) == 0b110


def test_draws_are_uniform_and_in_range() -> None:
    for n in (1, 2, 3, 7, 14, 28):
        draws = [below(word(mix(word(i))), n) for i in range(2000)]
        counts = np.bincount(draws, minlength=n)
        assert len(counts) == n
        assert np.abs(counts - 2000 / n).max() < 5 * (2000 / n) ** 0.5
    assert below(word(2**64 - 1), 28) == 27
    assert fraction(word(2**64 - 1)) < 1.0
    assert fraction(word(0)) == 0.0


def test_streams_differ_by_seed_and_by_number() -> None:
    states = {stream(word(seed), number) for seed in range(100) for number in range(100)}
    assert len(states) == 10_000
