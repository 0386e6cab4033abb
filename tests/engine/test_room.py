from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gaple.engine import room
from tests.engine.calling import callable_from_python


@pytest.mark.parametrize(
    ("make", "shape", "kind"),
    [
        (room.ints, (5,), np.int64),
        (room.zeros, (5,), np.int64),
        (room.int_rows, (3, 4), np.int64),
        (room.floats, (5,), np.float64),
        (room.float_rows, (3, 4), np.float64),
        (room.singles, (5,), np.float32),
    ],
)
def test_room_is_of_its_shape_and_kind(make: Callable[..., Any], shape: tuple[int, ...], kind: type) -> None:
    made = callable_from_python(make)(*shape)
    assert (made.shape, made.dtype, made.flags.c_contiguous) == (shape, kind, True)
    made[:] = 7  # it is whoever asked for it who has it, to write to


def test_zeros_are_zeros_wherever_they_come_to_lie() -> None:
    make = callable_from_python(room.zeros)
    for _ in range(50):
        numbers = make(1000)
        assert not numbers.any()
        numbers[:] = -1  # what is given back next is likely this very room
        del numbers
