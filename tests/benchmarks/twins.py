"""Players of ours that play as players of the peers do."""

from __future__ import annotations

from gaple import Action, View


class BotaGorda:
    """The player of that name of PyPI's `dominoes`: the heaviest tile, of equals the first in the hand, to the left."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: View) -> Action:
        return min(view.legal, key=lambda action: (-action.tile.pips, action.tile.index) if action.tile else (0, 0))
