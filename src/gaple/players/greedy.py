"""The fixed yardstick: gets rid of the heaviest tile, buries the lightest."""

from __future__ import annotations

from gaple.actions import Action, Kind
from gaple.view import View


class Greedy:
    """Plays or leads the tile with most pips, of equals a double, then the higher high end, then on the right end.

    Discards the tile with fewest pips, of equals the lower low end. This formula is fixed: strength is measured
    against it.
    """

    def choose(self, view: View) -> Action:
        """The best of ``view.legal`` by the formula."""
        return max(view.legal, key=worth)


def worth(action: Action) -> tuple[int, ...]:
    """What this formula thinks of an action: the largest of all legal ones is the choice."""
    tile = action.tile
    if tile is None:
        return ()
    if action.kind is Kind.DISCARD:
        return (-tile.pips, -tile.low)
    return (tile.pips, tile.is_double, tile.high, action.kind is Kind.RIGHT)
