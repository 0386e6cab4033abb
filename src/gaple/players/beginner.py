"""A first opponent: plays by liking what it sees, and makes the mistakes that people make."""

from __future__ import annotations

import random
from typing import Final

from gaple.actions import Action, Kind
from gaple.view import View

from .chance import seed_of

NOTICED: Final = 0.65
"""How likely each of its actions comes to its mind at all."""
PANIC: Final = 0.25
"""How often it throws the heaviest tile away, as if that were rid of it."""
LATE: Final = 3
"""It minds its pips when somebody holds no more tiles than this."""


class Beginner:
    """Plays what catches its eye, and lets the better action lie now and then.

    Of the actions that come to its mind it likes a double most, then one that answers the tile laid last, then any.
    It thinks of its heavy tiles only when somebody is nearly out. It never remembers who could not play, and when it is
    stuck itself it buries its lightest tile, or in a panic the heaviest, which counts against it all the same.

    A choice depends on ``seed`` and the view alone.

    >>> from gaple import Hand, Rules
    >>> hand = Hand.dealt(Rules(hand=6), seed=1)
    >>> [str(Beginner(seed).choose(hand.view(hand.turn))) for seed in range(6)]
    ['14<', '33>', '33>', '36>', '33>', '33>']
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View) -> Action:
        """One of those that it notices, by its liking."""
        rng = random.Random(seed_of(self._seed, view))
        noticed = [action for action in view.legal if rng.random() < NOTICED] or view.legal
        mood = rng.random()
        late = min(filter(None, view.counts)) <= LATE
        return max(noticed, key=lambda action: (*_liking(view, action, late, mood < PANIC), rng.random()))


def _liking(view: View, action: Action, late: bool, panic: bool) -> tuple[int, ...]:
    tile = action.tile
    if tile is None:
        return ()
    if action.kind is Kind.DISCARD:
        return (tile.pips if panic else -tile.pips,)
    return (late and tile.pips, tile.is_double, action.kind is _last_end(view))


def _last_end(view: View) -> Kind | None:
    """The kind of play that answers the tile laid last."""
    last = next((action for _, action in reversed(view.actions) if action.is_play), None)
    return last.kind if last and last.kind is not Kind.LEAD else None
