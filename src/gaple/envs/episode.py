"""An episode from its first draw to its last action: what changes in a state of ``python_gaple``."""

from __future__ import annotations

from typing import Any

from gaple.engine.infer import Worlds, infer
from gaple.engine.state import action_of
from gaple.hand import Hand
from gaple.rules import Rules
from gaple.tiles import Seat

from .chance import Drawing
from .observation import NUMBERS


class Episode:
    """Draws, and then a hand (``None`` until they are done); cheap to copy and to pickle."""

    __slots__ = ("_worlds", "drawing", "hand")

    def __init__(self, drawing: Drawing, hand: Hand | None = None) -> None:
        self.drawing = drawing
        self.hand = hand
        self._worlds: dict[Seat, Worlds] = {}

    @classmethod
    def replay(cls, rules: str, number: int, opener: Seat | None, draws: list[int], codes: list[int]) -> Episode:
        """The episode that these draws and actions make."""
        episode = cls(Drawing(Rules.parse(rules), number, opener))
        for code in (*draws, *codes):
            episode.apply(code)
        return episode

    def apply(self, code: int) -> None:
        """The next draw or action."""
        self._worlds = {}
        if self.hand is not None:
            self.hand.play(action_of(code, self.hand.ends is None))
            return
        self.drawing.draw(code)
        if self.drawing.is_done:
            self.hand = self.drawing.hand()

    def worlds(self, seat: Seat) -> Worlds:
        """The worlds that look the same to this seat; kept until the next action, for a search draws many of them."""
        assert self.hand is not None
        if seat not in self._worlds:
            self._worlds[seat] = infer(self.hand.view(seat))
        return self._worlds[seat]

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        if self.hand is None:
            return Episode(self.drawing.copy())
        return Episode(self.drawing, self.hand.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        drawing = self.drawing
        codes = [NUMBERS[action] for action in self.hand.actions] if self.hand else []
        return Episode.replay, (str(drawing.rules), drawing.number, drawing.opener, drawing.draws, codes)
