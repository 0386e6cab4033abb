"""What a choice is made from, and what the network makes of it, told plainly from a view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaple import TILES, Action, Hand, Kind, Seat, Tile, View
from gaple.engine.net import features as f
from gaple.engine.net.choosing import GREEDY, NAIVE, UNIFORM
from gaple.engine.net.network import Net
from gaple.players import Greedy
from gaple.players.memory import Memory

SETTLEMENTS = ("hands", "pairwise", "winner", "points")


def opened(view: View) -> tuple[set[int], ...]:
    """The numbers that each seat has made an end of; of a lead the higher one."""
    found: tuple[set[int], ...] = tuple(set() for _ in view.rules.seats)
    tile = view.turned_up
    left, right = (tile.low, tile.high) if tile else (-1, -1)
    for seat, action in view.actions:
        tile = action.tile
        if not action.is_play or not tile:
            continue
        if action.kind is Kind.LEFT:
            left = tile.other_end(left)
            found[seat].add(left)
        else:
            left, right = (tile.low, tile.high) if action.kind is Kind.LEAD else (left, tile.other_end(right))
            found[seat].add(right)
    return found


class Told(NamedTuple):
    """A view of the seat on turn, and what an action makes of it."""

    view: View
    memory: Memory
    turn: Seat
    rest: list[Tile]
    unseen: list[Tile]

    @property
    def others(self) -> list[Seat]:
        """From the next one on."""
        players = self.view.rules.players
        return [Seat((self.turn + step) % players) for step in range(1, players)]

    def owner(self, role: int, owner: Seat | None) -> int:
        """Whose the suit in this role is; ``None`` is the turned-up tile's."""
        order: list[Seat | None] = [None, self.turn, *self.others]
        return f._SUIT + f._ROLE * role + f._OWNER + order.index(owner)

    def suit(self, number: int, role: int) -> Iterator[int]:
        """A number in a role."""
        base = f._SUIT + f._ROLE * role
        yield base + f._BOTH + 8 * bearing(self.rest, number) + bearing(self.unseen, number)
        yield base + f._PIPS + number
        made = opened(self.view)
        for place, other in enumerate(self.others):
            if number in self.memory.lacks[other]:
                yield base + f._VOIDS + place
            if number in made[other]:
                yield base + f._OPENERS + place


def bearing(tiles: list[Tile], number: int) -> int:
    return sum(number in (tile.low, tile.high) for tile in tiles)


def pips(tiles: list[Tile]) -> int:
    return sum(tile.pips for tile in tiles)


def state_of(view: View) -> Iterator[int]:
    """The features that all actions share."""
    rules, turn = view.rules, view.turn
    assert turn is not None
    yield f._PLAYERS + rules.players - 2
    yield f._SETTLE + SETTLEMENTS.index(rules.settle)
    flags = (
        rules.stuck == "discard", rules.end == "clean", rules.teams, rules.side == "total", rules.lone > 0,
        not rules.all_dealt,
    )  # fmt: skip
    yield from (f._FLAGS + place for place, flag in enumerate(flags) if flag)
    for place in range(rules.players - 1):
        other = (turn + 1 + place) % rules.players
        yield f._COUNTS + 9 * place + min(view.counts[other], 8)
        yield f._DEADS + 4 * place + min(len(view.dead[other]), 3)
    yield f._OWN_DEAD + min(pips([tile for tile in view.dead[turn] if tile]) // 4, 7)
    yield f._OWN_HIGH + min(pips(list(view.tiles)) // 4, 15)
    if view.ends is None:
        yield f._LEADING


def action_of(view: View, action: Action) -> Iterator[int]:
    """The features of one action."""
    turn, tile, memory = view.turn, action.tile, Memory.of(view)
    owner: Seat | None
    assert turn is not None
    assert tile is not None
    rest = [kept for kept in view.tiles if kept is not tile]
    told = Told(view, memory, turn, rest, [each for each in TILES if view.unseen & each.bit])
    if action.is_discard:
        assert view.ends is not None
        ends = view.ends
        yield f._KIND + 2 + tile.is_double
        yield f._BURIED + tile.pips
        for number in {tile.low, tile.high}:
            yield from told.suit(number, f._DEAD_SUIT)
    else:
        yield f._KIND + tile.is_double
        yield f._PLAYED + tile.pips
        if view.ends is None:
            new, other, owner = tile.high, tile.low, turn
            ends = (other, new)
        else:
            place = int(action.kind is Kind.RIGHT)
            covered, other = view.ends[place], view.ends[1 - place]
            new, owner = tile.other_end(covered), memory.laid[1 - place]
            ends = (other, new) if place else (new, other)
            yield from told.suit(covered, f._COVERED)
            yield told.owner(f._COVERED, memory.laid[place])
        yield from told.suit(new, f._NEW)
        yield from told.suit(other, f._OTHER)
        yield told.owner(f._OTHER, owner)
        if new == other:
            yield f._EQUAL
        twin = Tile(new, new)
        yield f._DOUBLE + (1 if twin in rest else 2 if twin in told.unseen else 0)
    fitting = [{each.low, each.high} & set(ends) != set() for each in rest]
    yield f._LEFT_OVER + len(rest)
    yield f._PLAYABLE + min(sum(fitting), 7)
    yield f._HEAVY + min(pips(rest) // 4, 15)
    yield f._FITTING + min(sum({each.low, each.high} & set(ends) != set() for each in told.unseen), 13)
    yield f._VARIETY + len({number for each in rest for number in (each.low, each.high)})
    if not rest:
        yield f._OUT
    alive = [*rest, *told.unseen]
    lonely = [each for each in rest if each.is_double and each.low not in ends and bearing(alive, each.low) == 1]
    yield f._STRANDED + min(len(lonely), 3)
    for place, seat in enumerate(told.others):
        stuck = set(ends) <= memory.lacks[seat]
        if stuck:
            yield f._STUCK + place
        if place == 0 and view.counts[seat] == 1:
            yield f._LASTING + stuck


def opinions(view: View, net: Net) -> NDArray[np.float64]:
    """``float64[actions, 3]``: lean, naive lean and worth of every legal action, in the network's units."""
    told = []
    for action in view.legal:
        there = [*state_of(view), *action_of(view, action)]
        wide = np.maximum(net.bias + net.rows[there].sum(axis=0), 0)
        narrow = np.maximum(net.inner_bias + wide @ net.inner, 0)
        told.append(net.outer_bias + narrow @ net.outer)
    return np.array(told, np.float64)


def soft(view: View, told: NDArray[np.float64], kind: float) -> NDArray[np.float64]:
    """How likely a player of a kind takes each legal action; ``told`` are the network's :func:`opinions`."""
    if kind == UNIFORM:
        return np.full(len(view.legal), 1 / len(view.legal))
    if kind == GREEDY:
        return np.array([float(action is Greedy().choose(view)) for action in view.legal])
    lean, heat = (told[:, 1], kind - NAIVE) if kind >= NAIVE else (told[:, 0], kind)
    found = np.exp((lean - lean.max()) / heat)
    return np.array(found / found.sum())


def each_turn(hand: Hand) -> Iterator[View]:
    """The views of the seats on turn, from now back to the beginning, where there is a choice to make."""
    hand = hand.copy()
    while True:
        if hand.turn is not None and len(hand.legal_actions()) > 1:
            yield hand.view(hand.turn)
        if not hand.actions:
            return
        hand.undo()
