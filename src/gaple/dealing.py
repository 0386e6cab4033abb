"""How tiles are dealt, so that anyone can deal them again (docs/dealing.md).

One algorithm for every deal: the bytes of HMAC-SHA-256 under a secret drive a Fisher–Yates shuffle. Nothing depends
on a language's own random numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from .deal import Deal
from .errors import DealError
from .rules import Rules
from .tiles import SEATS, TILES, Seat, Tile, TileSet

_NONCE: Final = re.compile("[0-9a-f]*")
_NO_TABLE: Final = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029\ud800-\udfff]")  # line breaks, and what is no UTF-8
# For k = 27 … 1: position, number of choices, and the first byte that is no fair draw among them.
_SWAPS: Final = tuple((k, k + 1, 256 - 256 % (k + 1)) for k in range(27, 0, -1))


@dataclass(frozen=True)
class Dealing:
    """What a deal is made from.

    A 32-byte ``secret``, the ``table``'s name, the number of the ``hand``, the number of ``players`` and the ``size``
    of a hand, and a nonce for each seat (lower-case hexadecimal, empty where there is none).

    Raises :class:`DealError` for anything else.

    >>> dealing = Dealing.from_seed(0, Rules(players=4, hand=6))
    >>> [str(tile) for tile in dealing.deal.stock], str(dealing.starter)
    (['23', '16', '36', '04'], 'A')
    """

    secret: bytes = field(repr=False)  # who knows it knows every hand
    players: int
    size: int
    hand: int = 1
    table: str = ""
    nonces: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.secret) != 32:
            raise DealError("dealing-secret", bytes=len(self.secret))
        if _NO_TABLE.search(self.table):
            raise DealError("dealing-table", table=self.table)
        if self.hand < 1:
            raise DealError("dealing-hand", hand=self.hand)
        if not (2 <= self.players <= 5 and 1 <= self.size <= 28 // self.players):
            raise DealError("dealing-size", players=self.players, size=self.size)
        if self.nonces and len(self.nonces) != self.players:
            raise DealError("dealing-nonces", nonces=len(self.nonces), players=self.players)
        for seat, nonce in zip(SEATS, self.nonces, strict=False):
            if not _NONCE.fullmatch(nonce):
                raise DealError("dealing-nonce", seat=seat, nonce=nonce)

    @classmethod
    def from_seed(cls, seed: int | str, rules: Rules, hand: int = 1) -> Dealing:
        """The dealing that a library seed stands for: no table, no nonces."""
        return cls(_sha256(f"gaple-seed-1\n{seed}"), rules.players, rules.hand, hand)

    @property
    def row(self) -> tuple[Tile, ...]:
        """The 28 tiles as they lie after the shuffle: A's first, then B's, …, then the stock."""
        return self._drawn[0]

    @property
    def starter(self) -> Seat:
        """The seat drawn to begin, for where rule (4) wants one drawn."""
        return self._drawn[1]

    @cached_property
    def deal(self) -> Deal:
        """The hands and the stock."""
        row, size = self.row, self.size
        dealt = self.players * size
        hands: list[TileSet] = [
            sum([tile.bit for tile in row[first : first + size]]) for first in range(0, dealt, size)
        ]
        return Deal(tuple(hands), row[dealt:])

    @cached_property
    def _drawn(self) -> tuple[tuple[Tile, ...], Seat]:
        row = list(TILES)
        stream = self._bytes()
        for position, choices, limit in _SWAPS:
            for byte in stream:  # up to the next one that is a fair draw
                if byte < limit:
                    break
            other = byte % choices
            row[position], row[other] = row[other], row[position]
        limit = 256 - 256 % self.players
        return tuple(row), SEATS[next(byte for byte in stream if byte < limit) % self.players]

    def _bytes(self) -> Iterator[int]:
        import hmac  # here, so that a program that deals nothing starts sooner

        nonces = "\n".join(self.nonces or ("",) * self.players)
        text = f"gaple-deal-1\n{self.table}\n{self.hand}\n{nonces}\n"
        block = 0
        while True:
            yield from hmac.digest(self.secret, f"{text}{block}".encode(), "sha256")
            block += 1


def commitment(secret: bytes) -> str:
    """What is published before the hand, in lower-case hexadecimal."""
    return _sha256(f"gaple-commit-1\n{secret.hex()}").hex()


def nonce_commitment(seat: Seat, nonce: str) -> str:
    """What a seat commits to before it reveals its nonce, in lower-case hexadecimal."""
    return _sha256(f"gaple-nonce-1\n{seat}\n{nonce}").hex()


def _sha256(text: str) -> bytes:
    import hashlib

    return hashlib.sha256(text.encode()).digest()
