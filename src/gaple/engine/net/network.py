"""The network: from an action's features to what the action is worth.

Two layers on top of a table with a row for each feature: the rows of the features that are there add up, so nothing is
multiplied by nought (the idea of Nasu's efficiently updatable networks, 2018). Three numbers come out, in units of
:func:`scale` chips: how much better the action is than another, if all play well (only differences count: the *lean*);
the same, if all play greedily from then on, as those reckon who think no further (the *naive* lean); and what the hand
will come to after it (the *worth*).
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numba import types
from numpy.typing import NDArray

from gaple.engine.bits import lowest
from gaple.engine.checks import EngineError
from gaple.engine.jit import Ints, inline, routine
from gaple.engine.params import HANDS, PAIRWISE, POINTS, Params
from gaple.engine.room import floats, ints, singles

from .features import FEATURES, MOST, action_features, state_features

WIDE: Final = 64
NARROW: Final = 32
MOST_CHOICES: Final = 56
NOTHING: Final = np.float32(0)
WEIGHTS: Final = "weights.npz"
"""The file beside this module that ``python -m scripts.train_net`` makes."""

Floats = NDArray[np.float32]


class Net(NamedTuple):
    """The numbers of a network.

    ``rows`` is ``float32[FEATURES, 64]`` and ``bias`` ``float32[64]``; ``inner`` ``float32[64, 32]`` and ``inner_bias``
    ``float32[32]``; ``outer`` ``float32[32, 3]`` and ``outer_bias`` ``float32[3]``: lean, naive lean, worth.
    """

    rows: Floats
    bias: Floats
    inner: Floats
    inner_bias: Floats
    outer: Floats
    outer_bias: Floats

    @classmethod
    def fresh(cls, seed: int) -> Net:
        """A network that has learned nothing: small random numbers, and nothing comes out."""
        rng = np.random.default_rng(seed)

        def noise(spread: float, *shape: int) -> Floats:
            return rng.normal(0.0, spread, shape).astype(np.float32)

        return cls(
            noise(0.2, FEATURES, WIDE),
            np.zeros(WIDE, np.float32),
            noise((2 / WIDE) ** 0.5, WIDE, NARROW),
            np.zeros(NARROW, np.float32),
            noise(0.01, NARROW, 3),
            np.zeros(3, np.float32),
        )

    def to_bytes(self) -> bytes:
        """As a file, with half the digits: enough for every choice, and a quarter of the size."""
        file = BytesIO()
        np.savez_compressed(file, **{name: array.astype(np.float16) for name, array in self._asdict().items()})
        return file.getvalue()

    @classmethod
    def of_bytes(cls, content: bytes) -> Net:
        """What :meth:`to_bytes` has written.

        Raises :class:`EngineError` for anything else: no kernel looks whether an array is large enough.
        """
        try:
            file = np.load(BytesIO(content), allow_pickle=False)
            net = cls(*(np.ascontiguousarray(file[name], np.float32) for name in cls._fields))
        except (ValueError, KeyError, IndexError, OSError, EOFError, BadZipFile, zlib.error) as error:
            raise EngineError("engine-network", reason=f"{type(error).__name__}: {error}") from None
        for name, array, expected in zip(cls._fields, net, cls.fresh(0), strict=True):
            if array.shape != expected.shape:
                reason = f"{name} is {array.shape}; expected {expected.shape}"
                raise EngineError("engine-network", reason=reason)
            if not np.isfinite(array).all():
                raise EngineError("engine-network", reason=f"{name} has a number that is not finite")
        return net


@cache
def trained() -> Net:
    """The network that comes with the package."""
    return Net.of_bytes((files(__package__) / WEIGHTS).read_bytes())


_ROWS: Final = types.float32[:, ::1]
_ROW: Final = types.float32[::1]
NET: Final = types.NamedTuple([_ROWS, _ROW, _ROWS, _ROW, _ROWS, _ROW], Net)  # type: ignore[no-untyped-call]
"""The Numba type of a :class:`Net`."""


class Desk(NamedTuple):
    """Room to work in: ``found`` (``int64[MOST]``), ``base``, ``wide``, ``narrow`` (``float32``), and results.

    ``lean``, ``naive`` and ``worth`` are ``float64[56]``, one an option in ascending order; ``chance`` is for more.
    """

    found: NDArray[np.int64]
    base: Floats
    wide: Floats
    narrow: Floats
    lean: NDArray[np.float64]
    naive: NDArray[np.float64]
    worth: NDArray[np.float64]
    chance: NDArray[np.float64]


@routine
def desk() -> Desk:
    """A fresh one."""
    return Desk(
        ints(MOST),
        singles(WIDE),
        singles(WIDE),
        singles(NARROW),
        floats(MOST_CHOICES),
        floats(MOST_CHOICES),
        floats(MOST_CHOICES),
        floats(MOST_CHOICES),
    )


@inline
def add_rows(total: Any, rows: Any, found: Any, count: int) -> None:
    """Adds the rows of the first ``count`` features to ``total``, four at a time: a sum is loaded and stored once."""
    k = 0
    while k + 4 <= count:
        a, b, c, d = found[k], found[k + 1], found[k + 2], found[k + 3]
        for place in range(WIDE):
            total[place] += (rows[a, place] + rows[b, place]) + (rows[c, place] + rows[d, place])
        k += 4
    while k < count:
        a = found[k]
        for place in range(WIDE):
            total[place] += rows[a, place]
        k += 1


@inline
def add_inner(total: Any, inner: Any, wide: Any, found: Any) -> None:
    """Adds to ``total`` what the positive places of ``wide`` give, four at a time; the others give nothing."""
    count = 0
    for place in range(WIDE):  # without a branch: none could be foreseen
        found[count] = place
        count += int(wide[place] > 0)
    k = 0
    while k + 4 <= count:
        a, b, c, d = found[k], found[k + 1], found[k + 2], found[k + 3]
        p, q, r, s = wide[a], wide[b], wide[c], wide[d]
        for place in range(NARROW):
            total[place] += (p * inner[a, place] + q * inner[b, place]) + (r * inner[c, place] + s * inner[d, place])
        k += 4
    while k < count:
        a = found[k]
        p = wide[a]
        for place in range(NARROW):
            total[place] += p * inner[a, place]
        k += 1


@routine
def think(params: Params, net: Any, scene: Ints, options: int, first: int, room: Any) -> int:
    """Writes what comes out for every option into ``room``, and returns how many there are."""
    rows, inner, outer = net.rows, net.inner, net.outer  # an array in a local name is looked up once
    found, base, wide, narrow = room.found, room.base, room.wide, room.narrow
    shared = state_features(params, scene, found)
    for place in range(WIDE):
        base[place] = net.bias[place]
    add_rows(base, rows, found, shared)
    n = 0
    while options:
        code = first + lowest(options)
        options &= options - 1
        count = action_features(params, scene, code, found, 0)
        for place in range(WIDE):
            wide[place] = base[place]
        add_rows(wide, rows, found, count)
        for place in range(NARROW):
            narrow[place] = net.inner_bias[place]
        add_inner(narrow, inner, wide, found)
        lean, naive, worth = net.outer_bias[0], net.outer_bias[1], net.outer_bias[2]
        for place in range(NARROW):
            value = max(narrow[place], NOTHING)
            lean += value * outer[place, 0]
            naive += value * outer[place, 1]
            worth += value * outer[place, 2]
        room.lean[n], room.naive[n], room.worth[n] = lean, naive, worth
        n += 1
    return n


@inline
def scale(params: Params) -> float:
    """How many chips (points, hands) make 1 for the network: about what a hand comes to, give or take."""
    if params.settle == HANDS:
        return 0.5
    if params.settle == POINTS:
        return 8.0 * (2.0 if params.teams != 0 else 1.0)
    if params.teams != 0:
        return 45.0
    return 22.0 if params.settle == PAIRWISE else 16.0


@inline
def utility(params: Params, net: Ints, seat: int) -> float:
    """What a hand's net is worth to a seat: the more the better, whatever the settlement; in teams the side's."""
    own = net[seat]
    if params.teams != 0:
        own += net[(seat + 2) % 4]
    return -own if params.settle == POINTS else own
