"""A hand told twice: as the peer's own code plays it, and beside it as a :class:`gaple.Hand`, kept in step.

The peer's game decides what is legal, when it is over and who has won how much. Our hand is there for its views alone,
so that one of our players sees what its seat may know and nothing else, through the one door that there is.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Generic, Protocol, TypeVar

from gaple import Action, Deal, Hand, Kind, Rules, Seat, View

Move = TypeVar("Move")
"""What a move is in the peer's own terms."""

NUMBER: Final = 2
"""As a later hand, for a first one is opened by whoever holds a double."""

STARTER: Final = Seat.A


class Game(Protocol[Move]):
    """A hand of four in teams, A and C against B and D, in which A leads any tile and passes go unsaid."""

    @property
    def turn(self) -> Seat | None:
        """Who is to move; ``None`` when it is over."""
        ...

    @property
    def points(self) -> int:
        """What A and C have won in the peer's own scoring; less than 0 where B and D have."""
        ...

    def legal(self) -> Collection[Move]:
        """Every legal move, once."""
        ...

    def move(self, action: Action, end: int | None) -> Move:
        """A play of the seat on turn in the peer's terms; ``end`` is the number it goes to, ``None`` for the lead."""
        ...

    def play(self, move: Move) -> None:
        """The seat on turn does this."""
        ...


class PartedError(AssertionError):
    """The peer's game and our hand disagree about what is legal or whose turn it is."""


class Table(Generic[Move]):
    """A peer's ``game`` from its beginning and ``hand``, the same by these ``rules``. Raises :class:`PartedError`."""

    def __init__(self, game: Game[Move], rules: Rules, deal: Deal) -> None:
        self.game = game
        self.hand = Hand(rules, deal, STARTER, NUMBER, STARTER)
        self.choices = self._choices()

    @property
    def turn(self) -> Seat | None:
        """The seat on turn; ``None`` when the hand is over."""
        return self.hand.turn

    @property
    def view(self) -> View:
        """What the seat on turn may know."""
        return self.hand.view(self.hand.turn)

    def move(self, action: Action) -> Move:
        """What one of ``view.legal`` is to the peer.

        Where both ends are the same number, a play on either is one and the same move to it.
        """
        if self.hand.ends is None:
            return self.game.move(action, None)
        left, right = self.hand.ends
        return self.game.move(action, left if action.kind is Kind.LEFT else right)

    def play(self, move: Move) -> None:
        """The seat on turn makes one of ``choices``; whoever cannot play then passes."""
        self.hand.play(self.choices[move])
        self.game.play(move)
        while self.hand.turn != self.game.turn and self.hand.legal_actions() == (_PASS,):
            self.hand.play(_PASS)
        self.choices = self._choices()

    def _choices(self) -> dict[Move, Action]:
        """Every legal move of theirs, and the action that it is here: of two that are one, the one on the left."""
        if self.hand.turn != self.game.turn:
            raise PartedError(f"{self.game.turn} is on turn there, {self.hand.turn} here")
        if self.hand.is_over:
            return {}
        found = {self.move(action): action for action in reversed(self.hand.legal_actions())}
        theirs = self.game.legal()
        if len(theirs) != len(found) or set(theirs) != set(found):
            raise PartedError(f"{len(theirs)} moves are legal there, {len(found)} here")
        return found


_PASS: Final = Action.of(Kind.PASS)
