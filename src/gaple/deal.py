"""Who was dealt which tiles, and what was left over (rule 1)."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import DealError, TileError
from .rules import Rules
from .tiles import ALL, SEATS, Seat, Tile, TileSet, tile_set, tiles_of


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands as sets of tiles, A's first, and the stock as it lies, the tile to be turned up first.

    Together they are the 28 tiles, each once, and all hands are of one size; else :class:`DealError`.

    >>> text = "A:06,36 B:01,55 stock:" + ",".join(
    ...     str(tile) for tile in tiles_of(ALL) if str(tile) not in ("06", "36", "01", "55"))
    >>> str(Deal.parse(text)) == text
    True
    """

    hands: tuple[TileSet, ...]
    stock: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        try:
            seen = tile_set(self.stock)
        except TileError as error:
            raise DealError("deal-tile-twice", tile=error.params["tile"]) from None
        size = self.hands[0].bit_count() if self.hands else 0
        for seat, hand in zip(SEATS, self.hands, strict=False):
            if hand & seen:
                raise DealError("deal-tile-twice", tile=tiles_of(hand & seen)[0])
            if hand.bit_count() != size:
                raise DealError("deal-hand-size", seat=seat, tiles=hand.bit_count(), expected=size)
            seen |= hand
        if not 2 <= len(self.hands) <= 5:
            raise DealError("deal-players", players=len(self.hands))
        if seen != ALL:
            raise DealError("deal-tiles-missing", tiles=", ".join(map(str, tiles_of(ALL & ~seen))))

    @property
    def size(self) -> int:
        """Tiles in each hand."""
        return self.hands[0].bit_count()

    def tiles(self, seat: Seat) -> tuple[Tile, ...]:
        """What this seat was dealt, in order."""
        return tiles_of(self.hands[seat])

    def check(self, rules: Rules) -> None:
        """Raises :class:`DealError` where this is no deal by these rules."""
        if len(self.hands) != rules.players:
            raise DealError("deal-players-differ", players=len(self.hands), expected=rules.players)
        if self.size != rules.hand:
            raise DealError("deal-hand-size", seat=Seat.A, tiles=self.size, expected=rules.hand)

    def holder(self, tile: Tile) -> Seat | None:
        """Who was dealt this tile; ``None`` where it is in the stock."""
        bit = tile.bit
        for seat, hand in zip(SEATS, self.hands, strict=False):
            if hand & bit:
                return seat
        return None

    @classmethod
    def parse(cls, text: str) -> Deal:
        """A deal from ``A:02,04 B:… stock:…``. Raises :class:`DealError` or :class:`TileError`."""
        hands: list[TileSet] = []
        stock: tuple[Tile, ...] = ()
        for part in text.split():
            name, _, listed = part.partition(":")
            tiles = tuple(Tile.parse(tile) for tile in listed.split(","))
            if name == "stock" and not stock:
                stock = tiles
            elif len(hands) < len(SEATS) and name == str(SEATS[len(hands)]) and not stock:
                hands.append(tile_set(tiles))
            else:
                raise DealError("deal-malformed", text=part)
        return cls(tuple(hands), stock)

    def __str__(self) -> str:
        parts = [f"{SEATS[i]}:{','.join(map(str, tiles_of(hand)))}" for i, hand in enumerate(self.hands)]
        if self.stock:
            parts.append(f"stock:{','.join(map(str, self.stock))}")
        return " ".join(parts)
