"""Counting worlds, finding where tiles are, and making worlds (kernels for :mod:`gaple.engine.infer`).

The unseen tiles are taken one by one, in a fixed order, and each goes to a place that may hold it and has room. All
that matters for the tiles to come is how much room each place has left: that is a *state*. Written as a number whose
digits are the rooms (place 0 the least significant, base ``size + 1``), the full room is the largest state, the end is
0, and a tile that goes to a place takes ``strides[place]`` off. The sum of the digits says how many tiles are still to
come, so a state also says which tile is next. ``every[state]`` is the number of ways to place all tiles to come:

    every[0] = 1,    every[state] = sum of every[state - strides[place]] over places with room that may hold the tile

which one pass from 0 upwards fills; ``every`` of the full room is the number of assignments.

The *some* condition (at least one of certain tiles is in one of certain hands) splits this in two: ``meeting[state]``
is the number of ways in which the tiles to come meet it, where none before has. A tile that goes to a place in its
``helps`` meets it, and from there every way counts.

So the ways through every state add up to the whole, and a world has a number: the ways of the options before the
one taken, summed over all tiles. Making world number *r*, for *r* drawn below the count, gives each world with equal
chance, and none has to be thrown away; making all numbers from 0 enumerates.

All counts are exact ``int64``. They are cut off at ``MANY``: an option's ways are never more than their state's, so a
total below it proves that no state on the way was cut off.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from gaple.engine.bits import lowest
from gaple.engine.jit import INT, INTS, ROWS, SEED, kernel
from gaple.engine.rng import advance, below, mix, rest, stream
from gaple.engine.room import ints, zeros
from gaple.tiles import tiles_of

from .evidence import STOCK, Evidence

MANY: Final = 2**62 - 1
"""A count that is no longer exact; two of them still add up in an ``int64``."""

Numbers = NDArray[np.int64]


class Plan(NamedTuple):
    """What is to be counted, and the counts.

    By place: ``sizes``, ``strides`` and ``columns`` (of the rows of :func:`make`). By tile, in the order taken:
    ``bits`` is the tile as a set; ``fits`` and ``helps`` are sets of places, those that may hold it and those of them
    in which it meets the condition. Tiles that can meet it come first, so that the condition is soon decided. By state:
    ``every`` and ``meeting``. ``conditional`` is 1 where there is a condition to meet, else 0.
    """

    sizes: Numbers
    strides: Numbers
    columns: Numbers
    bits: Numbers
    fits: Numbers
    helps: Numbers
    every: Numbers
    meeting: Numbers
    conditional: int


def plan_of(evidence: Evidence) -> Plan:
    """The plan for evidence, with nothing counted yet."""
    places, some, players = evidence.places, evidence.some, evidence.known.rules.players
    sizes = [place.size for place in places]
    strides = [1]
    for size in sizes:
        strides.append(strides[-1] * (size + 1))
    helpful = [some is not None and place.discard < 0 and place.owner in some.seats for place in places]
    tiles = []
    for tile in tiles_of(evidence.unseen):
        fits = helps = 0
        for number, place in enumerate(places):
            if place.allowed & tile.bit:
                fits |= 1 << number
                if some and helpful[number] and some.tiles & tile.bit:
                    helps |= 1 << number
        tiles.append((helps == 0, tile.bit, fits, helps))
    tiles.sort()
    return Plan(
        sizes=_numbers(sizes),
        strides=_numbers(strides[:-1]),
        columns=_numbers(
            players if place.owner == STOCK else place.owner if place.discard < 0 else players + 1 + place.discard
            for place in places
        ),
        bits=_numbers(bit for _, bit, _, _ in tiles),
        fits=_numbers(fits for _, _, fits, _ in tiles),
        helps=_numbers(helps for _, _, _, helps in tiles),
        every=np.empty(strides[-1], np.int64),
        meeting=np.empty(strides[-1], np.int64),
        conditional=int(some is not None),
    )


def _numbers(numbers: Iterable[int]) -> Numbers:
    return np.array(list(numbers), np.int64)


PLAN: Final = types.NamedTuple([*[INTS] * (len(Plan._fields) - 1), INT], Plan)  # type: ignore[no-untyped-call]
"""The Numba type of a :class:`Plan`."""


@kernel(PLAN)
def complete(plan: Plan) -> int:
    """Fills ``every`` and ``meeting`` of a plan; returns the number of worlds, or ``MANY``."""
    tiles, every, meeting = len(plan.fits), plan.every, plan.meeting
    room = zeros(len(plan.sizes))
    open_places = coming = 0
    every[0], meeting[0] = 1, 0
    for state in range(1, len(every)):
        place = 0
        while room[place] == plan.sizes[place]:  # counting up: this digit is back at 0, the next one higher
            coming -= room[place]
            room[place] = 0
            open_places &= ~(1 << place)
            place += 1
        room[place] += 1
        open_places |= 1 << place
        coming += 1
        options = plan.fits[tiles - coming] & open_places
        helping = plan.helps[tiles - coming]
        ways = meet = 0
        while options:
            place = lowest(options)
            options &= options - 1
            after = state - plan.strides[place]
            ways = min(ways + every[after], MANY)
            meet = min(meet + (every[after] if helping >> place & 1 else meeting[after]), MANY)
        every[state] = ways
        meeting[state] = meet
    last = len(every) - 1
    return int(meeting[last] if plan.conditional else every[last])


@kernel(PLAN, ROWS)
def locate(plan: Plan, counts: Numbers) -> None:
    """Adds to ``counts[tile, place]`` the number of worlds in which the tile (in the order taken) is there."""
    tiles, places, states = len(plan.fits), len(plan.sizes), len(plan.every)
    done = zeros(states)  # ways to come to a state with the condition met
    lacking = zeros(states)  # and with the condition still to be met
    if plan.conditional:
        lacking[states - 1] = 1
    else:
        done[states - 1] = 1
    room = ints(places)
    for place in range(places):
        room[place] = plan.sizes[place]
    open_places = (1 << places) - 1
    coming = tiles
    for state in range(states - 1, 0, -1):
        if done[state] | lacking[state]:
            tile = tiles - coming
            options = plan.fits[tile] & open_places
            while options:
                place = lowest(options)
                options &= options - 1
                after = state - plan.strides[place]
                if plan.every[after] == 0:
                    continue
                reached = done[state]
                if plan.helps[tile] >> place & 1:
                    reached += lacking[state]
                elif plan.meeting[after] != 0:
                    lacking[after] += lacking[state]
                    counts[tile, place] += lacking[state] * plan.meeting[after]
                done[after] += reached
                counts[tile, place] += reached * plan.every[after]
        place = 0
        while room[place] == 0:  # counting down: this digit is back at the top, the next one lower
            room[place] = plan.sizes[place]
            open_places |= 1 << place
            coming += plan.sizes[place]
            place += 1
        room[place] -= 1
        if room[place] == 0:
            open_places &= ~(1 << place)
        coming -= 1


@kernel(SEED, INT, INTS)
def draw(seed: Any, worlds: int, numbers: Numbers) -> None:
    """Fills ``numbers`` with draws from 0 to ``worlds`` − 1, each with exactly the same chance."""
    span = np.uint64(worlds)
    unfair = (np.uint64(0) - span) % span  # what 2^64 leaves over: with it, some draws would come more often
    for i in range(len(numbers)):
        state = advance(stream(seed, i))
        bits = mix(state)
        while rest(bits, worlds) < unfair:
            state = advance(state)
            bits = mix(state)
        numbers[i] = below(bits, worlds)


@kernel(PLAN, INTS, ROWS)
def make(plan: Plan, numbers: Numbers, rows: Numbers) -> None:
    """Makes the worlds with these numbers, each in a row: every tile is added to the column of its place."""
    tiles, places = len(plan.fits), len(plan.sizes)
    room = ints(places)
    for i in range(len(numbers)):
        number = numbers[i]
        state, lacking = len(plan.every) - 1, plan.conditional
        open_places = (1 << places) - 1
        for place in range(places):
            room[place] = plan.sizes[place]
        for tile in range(tiles):
            options = plan.fits[tile] & open_places
            while True:
                place = lowest(options)
                options &= options - 1
                after = state - plan.strides[place]
                helping = plan.helps[tile] >> place & 1
                ways = plan.meeting[after] if lacking and not helping else plan.every[after]
                if number < ways:
                    break
                number -= ways
            if helping:
                lacking = 0
            state = after
            room[place] -= 1
            if room[place] == 0:
                open_places &= ~(1 << place)
            rows[i, plan.columns[place]] |= plan.bits[tile]
