"""The best that a seat can do, exactly, if the worlds are few and the others' way of playing is known.

Determinised search looks at each world by itself, so it does in each what is best there: it plans with what it cannot
know (*strategy fusion*, Frank and Basin 1998). Here all worlds that look the same to the seat are laid through
together: it does the same in all of them, now and at every later turn of its own, whatever it will have seen by then.
Others do what their kinds do, each as likely as it is. The value of an action is thus the value of the best plan that
begins with it.

A node of this walk is a list of *cases*: where the tiles are, and how likely. What the others do splits it by what
the seat gets to see of it (a discard is seen, its tile is not).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import types

from gaple.engine.bits import count, lowest
from gaple.engine.jit import FLOATS, INT, INTS, ROWS, Ints, inline, kernel, routine
from gaple.engine.params import PARAMS, Params
from gaple.engine.room import float_rows, floats, int_rows, ints, zeros
from gaple.engine.score import outcome
from gaple.engine.state import DISCARD, END, PASS, TURN

from .choosing import expect
from .network import NET, desk, think
from .scene import WIDTH, act, choices, copy
from .stakes import payoff

RARE: Final = 0.04
"""What others do more seldom than this is left out."""

_SEEN: Final = 58  # what can be seen: 56 plays, a discard, a pass
_CUBE: Final = types.float64[:, :, ::1]
_FLOAT_ROWS: Final = types.float64[:, ::1]
_WHERE: Final = 10  # places of a case: five hands, five heaps of dead tiles


@kernel(PARAMS, NET, INTS, ROWS, FLOATS, _CUBE, FLOATS, FLOATS, INTS, INT, FLOATS)
def respond(
    params: Params,
    net: Any,
    scene: Any,
    cases: Any,
    weights: Any,
    beliefs: Any,
    kinds: Any,
    stakes: Any,
    codes: Any,
    limit: int,
    values: Any,
) -> int:
    """The value of the best plan that begins with each of ``codes``, in ``values``; returns the work done.

    ``scene`` is the present one, ``cases`` is ``int64[n, 10]``: hands and dead tiles in each world, of the weights
    ``float64[n]``. ``beliefs`` is ``float64[n, 5, kinds]``: in each world how likely each seat is of each of ``kinds``.
    Work is counted in cases; once it is more than ``limit`` the values mean nothing.
    """
    room, work = desk(), zeros(2)
    work[1] = limit
    origins, laid = ints(len(cases)), ints(WIDTH)
    for i in range(len(cases)):
        origins[i] = i
    copy(scene, laid)  # the walk lays the tiles of cases into it
    own = scene[TURN]
    for a in range(len(codes)):
        values[a] = plan(params, net, laid, codes[a], cases, weights, origins, beliefs, kinds, stakes, own, room, work)
    return int(work[0])


@inline
def place_case(scene: Ints, case: Any) -> None:
    """Lays the tiles of a case into the scene."""
    for place in range(_WHERE):
        scene[place] = case[place]


@routine
def plan(
    params: Params,
    net: Any,
    scene: Any,
    only: int,
    cases: Any,
    weights: Any,
    origins: Any,
    beliefs: Any,
    kinds: Any,
    stakes: Any,
    own: int,
    room: Any,
    work: Any,
) -> float:
    """The payoff of the best plan from here on (that begins with ``only``, if not -1), summed by weight."""
    work[0] += len(cases)
    if work[0] > work[1]:
        return 0.0
    seat, plans, most = scene[TURN], 0, len(cases)
    place_case(scene, cases[0])
    mine = seat == own
    if mine:
        plans, base = choices(params, scene)
    else:
        most = 0
        for i in range(len(cases)):
            most += 2 * max(count(cases[i, seat]), 1)
    where, weight, origin, seen = int_rows(most, _WHERE), floats(most), ints(most), ints(most)
    scenes, sizes = int_rows(_SEEN, WIDTH), ints(_SEEN)
    after, chance = ints(WIDTH), floats(56)
    points, gain = ints(5), ints(5)
    met = origins if mine else meet(cases, seat)
    rows = 1 if mine else len(cases)
    leans, naives, known = float_rows(rows, 28), float_rows(rows, 28), zeros(rows)
    best = -1e300
    anything: Any = np.int64(-1)  # a bare -1 would be a type of its own to Numba, and this another function
    while True:  # once for each action of its own; else once
        decided = -1
        if mine:
            decided = only if only >= 0 else base + lowest(plans) if plans else PASS
            plans &= plans - 1
        total, n = 0.0, 0
        for kind in range(_SEEN):
            sizes[kind] = 0
        for i in range(len(cases)):
            place_case(scene, cases[i])
            options, first, many = 0, 0, 1
            chance[0] = 1.0
            if not mine:
                options, first = choices(params, scene)
                many = max(count(options), 1)
                if many > 1:
                    k = met[i]
                    if known[k] == 0:
                        think(params, net, scene, options, first, room)
                        for a in range(many):
                            leans[k, a], naives[k, a] = room.lean[a], room.naive[a]
                        known[k] = 1
                    mixture(leans[k], naives[k], many, kinds, beliefs[origins[i], seat], options, first, chance, room)
            for a in range(many):
                code = decided
                if not mine:
                    code = PASS
                    if options:
                        code = first + lowest(options)
                        options &= options - 1
                likely = chance[a]
                if likely == 0.0:
                    continue
                copy(scene, after)
                act(params, after, code)
                if after[END] != 0:
                    winner = outcome(params, after, points, gain)
                    total += weights[i] * likely * payoff(params, gain, winner, own, stakes)
                    continue
                kind = code if code < DISCARD else 56 if code < PASS else 57
                for place in range(_WHERE):
                    where[n, place] = after[place]
                weight[n], origin[n], seen[n] = weights[i] * likely, origins[i], kind
                copy(after, scenes[kind])
                sizes[kind] += 1
                n += 1
        for kind in range(_SEEN):
            size = sizes[kind]
            if size == 0:
                continue
            part, heavy, first_of = int_rows(size, _WHERE), floats(size), ints(size)
            m = 0
            for i in range(n):
                if seen[i] == kind:
                    for place in range(_WHERE):
                        part[m, place] = where[i, place]
                    heavy[m], first_of[m] = weight[i], origin[i]
                    m += 1
            total += plan(
                params, net, scenes[kind], anything, part, heavy, first_of, beliefs, kinds, stakes, own, room, work
            )
        best = max(best, total)
        if plans == 0 or only >= 0:
            return best


@routine
def meet(cases: Any, seat: int) -> Any:
    """For each case the first one in which this seat has the same tiles."""
    size = 1
    while size < 2 * len(cases):
        size *= 2
    table, first = ints(size), ints(len(cases))
    for slot in range(size):
        table[slot] = -1
    for i in range(len(cases)):
        hand, dead = cases[i, seat], cases[i, 5 + seat]
        slot = ((hand * 0x9E3779B1 ^ dead * 0x85EBCA77) >> 7) & (size - 1)
        while table[slot] >= 0:
            other = table[slot]
            if cases[other, seat] == hand and cases[other, 5 + seat] == dead:
                break
            slot = (slot + 1) & (size - 1)
        if table[slot] < 0:
            table[slot] = i
        first[i] = table[slot]
    return first


@routine
def mixture(
    lean: Any, naive: Any, n: int, kinds: Any, belief: Any, options: int, first: int, chance: Any, room: Any
) -> None:
    """How likely a seat takes each option, if it is of these kinds with these chances; rare ones are left out."""
    for a in range(n):
        chance[a] = 0.0
    for kind in range(len(kinds)):
        if belief[kind] < RARE:
            continue
        expect(lean, naive, n, kinds[kind], options, first, room.chance)
        for a in range(n):
            chance[a] += belief[kind] * room.chance[a]
    total = 0.0
    for a in range(n):
        if chance[a] < RARE:
            chance[a] = 0.0
        total += chance[a]
    for a in range(n):
        chance[a] = chance[a] / total if total > 0.0 else 1.0 / n
