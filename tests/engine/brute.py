"""Worlds by brute force: every assignment of the unseen tiles, kept if a hand with it gives the same view."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

from gaple import Action, Deal, Hand, Kind, Seat, Tile, View, tile_set, tiles_of
from gaple.errors import GapleError

Assignment = tuple[tuple[Tile, ...], ...]


def assignments(tiles: tuple[Tile, ...], sizes: tuple[int, ...]) -> Iterator[Assignment]:
    """All ways to put tiles into places of these sizes."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(tiles, sizes[0]):
        rest = tuple(tile for tile in tiles if tile not in chosen)
        for others in assignments(rest, sizes[1:]):
            yield (chosen, *others)


def sizes_of(view: View) -> tuple[int, ...]:
    """The sizes of the places that the seat cannot see: other hands, hidden discards, the stock."""
    hands = [0 if view.hands or seat == view.seat else view.counts[seat] for seat in view.rules.seats]
    dead = [1 for slots in view.dead for tile in slots if tile is None]
    stock = 0 if view.hidden_stock is not None else max(view.rules.stock - 1, 0)
    return (*hands, *dead, stock)


def number_of_assignments(view: View) -> int:
    sizes = sizes_of(view)
    return math.factorial(sum(sizes)) // math.prod(map(math.factorial, sizes))


def worlds_of(view: View) -> Iterator[Hand]:
    """Every hand (up to the order of the hidden stock) of which this is the view."""
    players = view.rules.players
    for assignment in assignments(tiles_of(view.unseen), sizes_of(view)):
        hand = _hand(view, assignment[:players], assignment[players:-1], assignment[-1])
        if hand is not None and hand.view(view.seat) == view:
            yield hand


def _hand(view: View, held: Assignment, dead: Assignment, stock: tuple[Tile, ...]) -> Hand | None:
    hidden = iter(dead)
    slots = {seat: iter([tile or next(hidden)[0] for tile in view.dead[seat]]) for seat in view.rules.seats}
    actions = []
    dealt = [tile_set(tiles) for tiles in (view.hands or held)]
    if view.seat is not None:
        dealt[view.seat] = tile_set(view.tiles)
    for seat, action in view.actions:
        if action.kind is Kind.DISCARD:
            action = Action.of(Kind.DISCARD, next(slots[seat]))
        if action.tile:
            dealt[seat] |= action.tile.bit
        actions.append(action)
    turned_up = (view.turned_up,) if view.turned_up else ()
    try:
        deal = Deal(tuple(dealt), (*turned_up, *(view.hidden_stock or stock)))
        return Hand.replay(view.rules, deal, view.starter, actions, view.number, view.duty.seat)
    except GapleError:
        return None


def key_of(hand: Hand) -> tuple[object, ...]:
    """What makes a world: hands, discards in order of time, hidden stock."""
    return (
        tuple(tile_set(hand.tiles(seat)) for seat in hand.rules.seats),
        tuple((seat, action.tile) for seat, action in hand.moves if action.is_discard),
        tile_set(hand.deal.stock[1:]),
    )


def latest(hand: Hand, seat: Seat | None, most: int) -> list[View]:
    """The views of a seat, from the last position backwards, that leave at most so many assignments."""
    hand = hand.copy()
    views: list[View] = []
    while True:
        view = hand.view(seat)
        if number_of_assignments(view) > most:
            return views
        views.append(view)
        if not hand.actions:
            return views
        hand.undo()
