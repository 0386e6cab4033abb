"""What a network learns from: choices met in play, and what each action came to.

A hand is dealt and played; at choices along the way every action is tried in the very hands that were dealt, and played
out by the same players. The average over many deals is the value of the action to a seat that knows only its view, for
that is all that the features tell; that all actions of a choice are tried in the same hands takes most of the noise out
of their differences.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from gaple.engine.bits import count, lowest
from gaple.engine.dealing import deal
from gaple.engine.net.choosing import GREEDY, choose, finish
from gaple.engine.net.features import MOST, action_features, state_features
from gaple.engine.net.network import desk, scale, utility
from gaple.engine.net.scene import WIDTH, act, choices, remember_nothing
from gaple.engine.params import Opening, Params
from gaple.engine.rng import advance, below, fraction, mix, stream
from gaple.engine.score import outcome
from gaple.engine.state import PASS, TURN


@numba.njit(nogil=True, error_model="numpy")
def teach(
    params: Params,
    opening: Opening,
    net: Any,
    seed: Any,
    first: int,
    cast: Any,
    own: float,
    tries: int,
    share: float,
    features: Any,
    values: Any,
    naive: Any,
    choice: Any,
) -> int:
    """Plays hands ``first``, ``first + 1``, … of a seed until the arrays are full; returns the number of the next.

    Every seat is one of the kinds in ``cast``, drawn anew for each hand; in the playouts the seat whose choice it is
    goes on as the kind ``own``. A share of the choices is learned from. Each of their actions has a row: its
    ``features`` (``int16[n, MOST]``, filled up with -1), in ``values`` its mean utility over ``tries`` playouts and in
    ``naive`` that of one with everybody greedy (``float64[n]``, in units of ``scale``), and in ``choice``
    (``int64[n]``) the row at which the choice begins. What is left of the arrays has -1 there.
    """
    scene, other = np.empty(WIDTH, np.int64), np.empty(WIDTH, np.int64)
    points, gain = np.empty(5, np.int64), np.empty(5, np.int64)
    kinds, greedy = np.zeros(5, np.float64), np.full(5, GREEDY)
    room = desk()
    row, number = 0, first
    while row + 24 <= len(values):
        state = stream(seed, number)
        number += 1
        for seat in range(params.players):
            state = advance(state)
            kinds[seat] = cast[below(mix(state), len(cast))]
        state, _ = deal(params, opening, scene, state)
        remember_nothing(scene)
        while scene[TURN] >= 0:
            options, base = choices(params, scene)
            if options == 0:
                act(params, scene, PASS)
                continue
            n = count(options)
            turn = scene[TURN]
            state = advance(state)
            if n > 1 and row + n <= len(values) and fraction(mix(state)) < share:
                shared = state_features(params, scene, room.found)
                begin, left, kind = row, options, kinds[turn]
                kinds[turn] = own
                while left:
                    code = base + lowest(left)
                    left &= left - 1
                    ends = action_features(params, scene, code, room.found, shared)
                    for k in range(MOST):
                        features[row, k] = room.found[k] if k < ends else -1
                    total = 0.0
                    for attempt in range(tries):
                        other[:] = scene
                        act(params, other, code)
                        finish(params, net, other, kinds, stream(mix(state), attempt), room)
                        outcome(params, other, points, gain)
                        total += utility(params, gain, turn) / scale(params)
                    values[row] = total / tries
                    other[:] = scene
                    act(params, other, code)
                    finish(params, net, other, greedy, state, room)
                    outcome(params, other, points, gain)
                    naive[row] = utility(params, gain, turn) / scale(params)
                    choice[row] = begin
                    row += 1
                    shared = state_features(params, scene, room.found)
                kinds[turn] = kind
            state = advance(state)
            option = choose(params, net, scene, kinds[turn], options, base, mix(state), room)
            act(params, scene, base + option)
    for rest in range(row, len(values)):
        choice[rest] = -1
    return number
