"""Gaple with small sets (double-two, double-three), told once more and shortly, to enumerate everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from gaple import Action, Duty, DutyKind, Kind, Rules, Seat, Tile, TileSet, tiles_of
from gaple.actions import HIDDEN_DISCARD, PASS
from gaple.engine.infer.known import Known
from gaple.tiles import DOUBLES, FITS

Moves = tuple[tuple[Seat, Action], ...]


@dataclass(frozen=True)
class Small:
    """A game with the tiles of a smaller set; of the rules it takes players, hand, stuck and end."""

    rules: Rules
    tiles: TileSet
    duty: Duty

    @property
    def stock(self) -> int:
        return self.tiles.bit_count() - self.rules.players * self.rules.hand

    def deals(self, tiles: TileSet, hands: int) -> Iterator[tuple[TileSet, ...]]:
        """Every deal of these tiles: the hands, then the rest."""
        if not hands:
            yield (tiles,)
            return
        for chosen in combinations(tiles_of(tiles), self.rules.hand):
            hand = sum(tile.bit for tile in chosen)
            for others in self.deals(tiles & ~hand, hands - 1):
                yield (hand, *others)

    def random_deal(self, rng: random.Random) -> tuple[tuple[TileSet, ...], Tile | None]:
        """The hands, then the hidden stock; and the tile turned up."""
        tiles = list(tiles_of(self.tiles))
        rng.shuffle(tiles)
        turned_up = tiles.pop() if self.stock else None
        size = self.rules.hand
        hands = [sum(tile.bit for tile in tiles[size * i : size * (i + 1)]) for i in range(self.rules.players)]
        return (*hands, sum(tile.bit for tile in tiles[size * self.rules.players :])), turned_up

    def starter(self, deal: tuple[TileSet, ...], drawn: Seat) -> Seat | None:
        """Who begins; ``None`` where nobody can."""
        seats = self.rules.seats
        if self.duty.kind is DutyKind.HOLDER and self.duty.tile:
            return next((seat for seat in seats if deal[seat] & self.duty.tile.bit), None)
        if self.duty.kind is DutyKind.WINNER_DOUBLE:
            if self.duty.seat is None:
                return drawn if deal[drawn] & DOUBLES else None
            order = [Seat((self.duty.seat + step) % len(seats)) for step in range(len(seats))]
            return next((seat for seat in order if deal[seat] & DOUBLES), None)
        return drawn if self.duty.seat is None else self.duty.seat

    def start(self, deal: tuple[TileSet, ...], turned_up: Tile | None, starter: Seat) -> Position:
        ends = (turned_up.low, turned_up.high) if turned_up else None
        return Position(self, deal[:-1], (0,) * self.rules.players, ends, starter, deal[-1])


@dataclass(frozen=True)
class Position:
    game: Small
    hands: tuple[TileSet, ...]
    dead: tuple[TileSet, ...]
    ends: tuple[int, int] | None
    turn: Seat
    stock: TileSet
    discards: tuple[tuple[Seat, Tile], ...] = ()
    out: bool = False

    @property
    def is_over(self) -> bool:
        if self.out or self.ends is None:
            return self.out
        return not sum(self.hands) & FITS[self.ends[0]][self.ends[1]]

    @property
    def legal(self) -> list[Action]:
        if self.is_over:
            return []
        held = self.hands[self.turn]
        if self.ends is None:
            return [Action.of(Kind.LEAD, tile) for tile in tiles_of(self.game.duty.leads(held))]
        plays = [
            Action.of(kind, tile)
            for kind, end in zip((Kind.LEFT, Kind.RIGHT), self.ends, strict=True)
            for tile in tiles_of(held)
            if end in (tile.low, tile.high)
        ]
        if plays:
            return plays
        if self.game.rules.stuck == "pass":
            return [PASS]
        return [Action.of(Kind.DISCARD, tile) for tile in tiles_of(held)]

    def after(self, action: Action) -> Position:
        hands, dead, ends, discards = [*self.hands], [*self.dead], self.ends, self.discards
        tile, out = action.tile, False
        if tile:
            hands[self.turn] ^= tile.bit
            if action.is_discard:
                dead[self.turn] |= tile.bit
                discards = (*discards, (self.turn, tile))
            elif ends is None:
                ends = tile.low, tile.high
            elif action.kind is Kind.LEFT:
                ends = tile.other_end(ends[0]), ends[1]
            else:
                ends = ends[0], tile.other_end(ends[1])
            out = not hands[self.turn] and (self.game.rules.end == "empty" or not dead[self.turn])
        players = self.game.rules.players
        order = [Seat((self.turn + step) % players) for step in range(1, players + 1)]
        turn = next((seat for seat in order if hands[seat]), self.turn)
        return Position(self.game, tuple(hands), tuple(dead), ends, turn, self.stock, discards, out)

    def replays(self, moves: Moves) -> Iterator[Position]:
        """Every position still in play that looks so from here on: ``x??`` is any discard."""
        if not moves:
            if not self.is_over:
                yield self
            return
        (seat, action), *rest = moves
        if seat != self.turn:
            return
        for found in self.legal:
            if found is action or (action is HIDDEN_DISCARD and found.is_discard):
                yield from self.after(found).replays(tuple(rest))


def watch(game: Small, rng: random.Random, most: int, seat: Seat | None) -> tuple[Known, Moves, TileSet]:
    """A random hand as a seat knows it after some moves, its moves, and what the seat was dealt."""
    while True:
        deal, turned_up = game.random_deal(rng)
        starter = game.starter(deal, Seat(rng.randrange(game.rules.players)))
        if starter is not None:
            position = game.start(deal, turned_up, starter)
            if not position.is_over:
                break
    moves: list[tuple[Seat, Action]] = []
    for _ in range(most):
        action = rng.choice(position.legal)
        after = position.after(action)
        if after.is_over:
            break
        hidden = action.is_discard and position.turn != seat
        moves.append((position.turn, HIDDEN_DISCARD if hidden else action))
        position = after
    known = Known(
        rules=game.rules,
        starter=starter,
        duty=game.duty,
        turned_up=turned_up,
        hands=tuple([held if by == seat else None for by, held in enumerate(position.hands)]),
        moves=moves,
        tiles=game.tiles,
    )
    return known, tuple(moves), 0 if seat is None else deal[seat]


def worlds_of(game: Small, known: Known, moves: Moves, seat: Seat | None, dealt: TileSet) -> Iterator[Position]:
    """By brute force: every deal, every choice of hidden discards."""
    turned_up = known.turned_up
    played = [sum(action.tile.bit for by, action in moves if by == other and action.tile) for other in game.rules.seats]
    for deal in game.deals(game.tiles & ~(turned_up.bit if turned_up else 0), game.rules.players):
        if (seat is not None and deal[seat] != dealt) or any(
            tiles & ~hand for tiles, hand in zip(played, deal[:-1], strict=True)
        ):
            continue
        if game.starter(deal, known.starter) == known.starter:
            position = game.start(deal, turned_up, known.starter)
            if not position.is_over:
                yield from position.replays(moves)
