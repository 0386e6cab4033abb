"""What a computer player is, and what one tells that weighs its choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from gaple.actions import Action
from gaple.view import View


class Player(Protocol):
    """From what a seat may know to what it does."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``, which is not empty."""
        ...


@dataclass(frozen=True, slots=True)
class Considered:
    """A choice and its reason.

    ``values`` has for every legal action what the player expects of it: the net of the hand by the rules' settlement
    (rule 11), in teams the side's together. With ``settle=points`` less is better. ``worlds`` is in how many ways the
    hidden tiles lay in what was looked at.
    """

    action: Action
    values: Mapping[Action, float]
    worlds: int


class Thinker(Player, Protocol):
    """A player that can say why."""

    def consider(self, view: View) -> Considered:
        """What ``choose`` does in this view, with the values of all alternatives."""
        ...
