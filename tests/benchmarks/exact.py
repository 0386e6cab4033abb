"""A player that takes what `benchmarks.regret` says is best among greedy players, wherever it says anything."""

from __future__ import annotations

from benchmarks.regret import KINDS, MOST, plans
from gaple import Action, View
from gaple.engine.infer import infer
from gaple.players import Greedy


class Exact:
    """The best response to others of one kind; where too much is open, any action."""

    def __init__(self, seed: int, against: str = "greedy") -> None:
        self.kind = KINDS[against]

    def choose(self, view: View) -> Action:
        """The first of the best actions."""
        values = plans(view, self.kind) if infer(view).count <= MOST else None
        return max(values, key=values.__getitem__) if values else Greedy().choose(view)
