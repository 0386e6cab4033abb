"""How likely each world is, if the others may be players of several kinds; and what each action comes to in it.

A world (:mod:`gaple.engine.infer`) is weighed by how likely everything that the others did is in it. Of what kind a
player is nobody knows: it is the same kind throughout the hand, so the likelihood of all its choices is taken for each
kind, and these are mixed. With a little chance, the *floor*, a player of any kind does just anything.
"""

from __future__ import annotations

from typing import Any, Final

from numba import types

from gaple.engine.bits import count, lowest
from gaple.engine.jit import FLOAT, FLOAT_ROWS, FLOATS, INT, INTS, ROWS, SEED, inline, kernel, routine
from gaple.engine.params import PARAMS, Params
from gaple.engine.rng import advance, fraction, mix, stream
from gaple.engine.room import floats, ints
from gaple.engine.score import outcome
from gaple.engine.state import DEAD, DISCARD, HELD, PASS, TURN, tile_of

from .choosing import expect, finish
from .network import NET, desk, think
from .scene import WIDTH, act, choices, copy
from .stakes import payoff

SEAT, CODE, COLUMN, FACTS = range(4)
"""What a row says of a move: who, which action (of a discard ``DISCARD``), and a discard's column in a world."""

_CUBE: Final = types.float64[:, :, ::1]


@kernel(PARAMS, NET, FLOATS, FLOATS, FLOAT, ROWS, ROWS, ROWS, INT, FLOATS, _CUBE)
def weigh(
    params: Params,
    net: Any,
    kinds: Any,
    priors: Any,
    floor: float,
    scenes: Any,
    moves: Any,
    rows: Any,
    known: int,
    weights: Any,
    beliefs: Any,
) -> None:
    """For each world in ``rows``: its weight, and how likely each seat is of each kind in it.

    ``moves`` is ``int64[m, FACTS]`` and ``scenes`` ``int64[m, 32]`` has the scene before each of them; what of it is
    hidden is of no account. ``known`` is the set of seats (as bits) whose choices say nothing, for their hands are
    known. What is filled: ``weights`` (``float64[n]``) and ``beliefs`` (``float64[n, 5, kinds]``, each seat's adding up
    to 1).

    What a seat did depends on its own tiles only, so it is looked at once for all worlds in which they are the same.
    """
    scene, room = ints(WIDTH), desk()
    size = 1
    while size < 2 * len(rows):
        size *= 2
    table, likely = ints(size), floats(len(rows))
    for i in range(len(rows)):
        weights[i] = 1.0
        for seat in range(5):
            for kind in range(len(kinds)):
                beliefs[i, seat, kind] = priors[kind]
    for seat in range(params.players):
        if known >> seat & 1:
            continue
        for slot in range(size):
            table[slot] = -1
        for i in range(len(rows)):
            slot = seek(table, rows, moves, seat, i)
            other = table[slot]
            if other < 0:
                table[slot] = i
                recall(params, net, kinds, floor, scenes, moves, rows[i], seat, scene, beliefs[i, seat], room)
                likely[i] = 0.0
                for kind in range(len(kinds)):
                    likely[i] += beliefs[i, seat, kind]
                for kind in range(len(kinds)):
                    beliefs[i, seat, kind] /= likely[i]
            else:
                likely[i] = likely[other]
                for kind in range(len(kinds)):
                    beliefs[i, seat, kind] = beliefs[other, seat, kind]
            weights[i] *= likely[i]


@inline
def seek(table: Any, rows: Any, moves: Any, seat: int, i: int) -> int:
    """The slot of the first world in which the seat has the same tiles as in world ``i``, or the one to put it in."""
    mask = len(table) - 1
    mixed = rows[i, seat] * 0x9E3779B97F4A7C1
    for move in range(len(moves)):
        if moves[move, SEAT] == seat and moves[move, COLUMN] >= 0:
            mixed = (mixed ^ rows[i, moves[move, COLUMN]]) * 0x2545F4914F6CDD1
    slot = (mixed >> 24) & mask
    while table[slot] >= 0:
        other = table[slot]
        same = rows[other, seat] == rows[i, seat]
        for move in range(len(moves)):
            if moves[move, SEAT] == seat and moves[move, COLUMN] >= 0:
                same = same and rows[other, moves[move, COLUMN]] == rows[i, moves[move, COLUMN]]
        if same:
            break
        slot = (slot + 1) & mask
    return int(slot)


@routine
def recall(
    params: Params,
    net: Any,
    kinds: Any,
    floor: float,
    scenes: Any,
    moves: Any,
    row: Any,
    seat: int,
    scene: Any,
    chance: Any,
    room: Any,
) -> None:
    """Multiplies each kind's ``chance`` by how likely it is to have done all that this seat did, in this world.

    The moves are undone from the last to the first, so that the seat's tiles are those before the move.
    """
    held, dead = row[seat], 0
    for move in range(len(moves)):
        if moves[move, SEAT] == seat and moves[move, COLUMN] >= 0:
            dead |= row[moves[move, COLUMN]]
    for move in range(len(moves) - 1, -1, -1):
        code = moves[move, CODE]
        if moves[move, SEAT] != seat or code == PASS:
            continue
        if code == DISCARD:
            bit = row[moves[move, COLUMN]]
            held |= bit
            dead &= ~bit
            code += lowest(bit)
        else:
            held |= 1 << tile_of(code)
        copy(scenes[move], scene)
        scene[HELD + seat], scene[DEAD + seat] = held, dead
        options, first = choices(params, scene)
        n = count(options)
        if n == 1:
            continue
        place = count(options & ((1 << (code - first)) - 1))
        think(params, net, scene, options, first, room)
        for kind in range(len(kinds)):
            expect(room.lean, room.naive, n, kinds[kind], options, first, room.chance)
            chance[kind] *= (1.0 - floor) * room.chance[place] + floor / n


@kernel(PARAMS, NET, ROWS, _CUBE, FLOATS, FLOATS, FLOAT, INTS, SEED, INT, FLOAT_ROWS)
def play_out(
    params: Params,
    net: Any,
    scenes: Any,
    beliefs: Any,
    kinds: Any,
    stakes: Any,
    own: float,
    codes: Any,
    seed: Any,
    number: int,
    values: Any,
) -> None:
    """For each scene and action the payoff of a playout to the seat on turn, in ``values`` (``float64[n, actions]``).

    After the action that seat plays by ``own`` and the others each by one of ``kinds``, drawn by ``beliefs``
    (``float64[scenes, 5, kinds]``). Every action meets the same players and the same chance, which depends on ``seed``
    and on ``number`` plus the scene's place.
    """
    scene, room = ints(WIDTH), desk()
    points, gain, cast = ints(5), ints(5), floats(5)
    for i in range(len(scenes)):
        turn, state = scenes[i, TURN], stream(seed, number + i)
        for seat in range(params.players):
            state = advance(state)
            left, kind = fraction(mix(state)), 0
            while kind < len(kinds) - 1 and left >= beliefs[i, seat, kind]:
                left -= beliefs[i, seat, kind]
                kind += 1
            cast[seat] = kinds[kind]
        cast[turn] = own
        for a in range(len(codes)):
            copy(scenes[i], scene)
            act(params, scene, codes[a])
            finish(params, net, scene, cast, state, room)
            winner = outcome(params, scene, points, gain)
            values[i, a] = payoff(params, gain, winner, turn, stakes)
