"""What a hand is dealt from, made by the server and the players together (docs/dealing.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from gaple import Dealing, Rules, Seat, commitment

from .events import NonceCommitted, NonceRevealed, Revealing


@dataclass
class Shuffle:
    """A hand's secret, and the nonces that players add to it, before the hand is dealt and after.

    First the server has committed to ``secret`` (hexadecimal); then players commit to a nonce each (``commits``), and
    once nobody commits any more (``revealing``) they reveal it (``nonces``, by seat and in hexadecimal).
    """

    hand: int
    secret: str = field(repr=False)
    commits: dict[Seat, str] = field(default_factory=dict)
    nonces: dict[Seat, str] = field(default_factory=dict, repr=False)
    revealing: bool = False
    dealt: bool = False

    def take(self, fact: NonceCommitted | Revealing | NonceRevealed) -> None:
        """Take in what has happened before the deal."""
        match fact:
            case NonceCommitted(seat, commit):
                self.commits[Seat.parse(seat)] = commit
            case Revealing():
                self.revealing = True
            case NonceRevealed(seat, nonce):
                self.nonces[Seat.parse(seat)] = nonce

    def deal(self, rules: Rules, table: str) -> Dealing:
        """The hand is dealt: a seat that has not revealed a nonce counts as one without."""
        self.dealt = True
        nonces = tuple([self.nonces.get(seat, "") for seat in rules.seats])
        return Dealing(bytes.fromhex(self.secret), rules.players, rules.hand, self.hand, table, nonces)

    @cached_property
    def commit(self) -> str:
        """The commitment to the secret, for everybody to see."""
        return commitment(bytes.fromhex(self.secret))
