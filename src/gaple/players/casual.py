"""A decent player at the warung: a handful of rules of thumb, and an eye for who could not play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaple.actions import Action, Kind
from gaple.errors import GapleError
from gaple.tiles import SUITS, Seat, Tile, TileSet, tile_set, tiles_of
from gaple.view import View

from .greedy import worth
from .memory import Memory

# What each rule of thumb is worth, in pips. They were chosen by hand with the arena (docs/strength.md).
DOUBLE: Final = 2.0
VARIETY: Final = 1.0
FOLLOW: Final = 0.5
STARVE: Final = 1.2
NEXT: Final = 1.5
KEEP: Final = 2.0


class Casual:
    """Adds up what its rules of thumb say of each action, and takes the best; of equals the one greedy likes best.

    A choice depends on the view alone; of a hand it remembers what :class:`Memory` tells. Its reasons, with their
    names in :meth:`weigh`:

    - ``heavy``: pips on the table don't count, so the heavy tiles go first.
    - ``double``: a double fits one number only, and is the hardest to get rid of.
    - ``variety``: the more different numbers are left in the hand, the more seldom one is stuck.
    - ``follow``: ends that one's own tiles fit are good ends.
    - ``starve``: ends that few tiles of the opponents can fit are good ends, those of the one who is next most of all.
      Whoever was stuck at a number holds none of it.
    - ``keep``: an end that one has opened oneself is not closed without need, and in teams the partner's neither.
    - ``bury``: stuck, the tile with the fewest pips goes; one that can never be played again costs nothing.

    >>> from gaple import Hand, Rules
    >>> hand = Hand.dealt(Rules(hand=6), seed=1)
    >>> for action, reasons in Casual().weigh(hand.view(hand.turn)).items():
    ...     print(action, {reason: round(points, 1) for reason, points in reasons.items()})
    14< {'heavy': 5, 'double': 0.0, 'variety': 5.0, 'follow': 1.5, 'starve': -11.2, 'keep': 0.0}
    33> {'heavy': 6, 'double': 2.0, 'variety': 6.0, 'follow': 1.0, 'starve': -12.6, 'keep': 0.0}
    36> {'heavy': 9, 'double': 0.0, 'variety': 6.0, 'follow': 1.5, 'starve': -11.2, 'keep': 0.0}
    >>> str(Casual().choose(hand.view(hand.turn)))
    '36>'
    """

    def choose(self, view: View) -> Action:
        """The action for which there is most to say."""
        reasons = self.weigh(view)
        return max(reasons, key=lambda action: (sum(reasons[action].values()), worth(action)))

    def weigh(self, view: View) -> Mapping[Action, Mapping[str, float]]:
        """What there is to say of each legal action: by reason, in pips.

        Raises :class:`GapleError` where the view's seat is not on turn.
        """
        if view.seat is None or not view.legal:
            raise GapleError("player-not-on-turn", seat=view.seat, turn=view.turn)
        memory = Memory.of(view)
        return {action: _reasons(view, view.seat, memory, action) for action in view.legal}


def _reasons(view: View, seat: Seat, memory: Memory, action: Action) -> dict[str, float]:
    tile = action.tile
    if tile is None:
        return {}
    rest = tile_set(view.tiles) & ~tile.bit
    if action.kind is Kind.DISCARD:
        return {"bury": -tile.pips if _can_come(tile, view.unseen | rest) else 0}
    left, right = _ends_after(view, tile, action.kind)
    fitting = SUITS[left] | SUITS[right]
    return {
        "heavy": tile.pips,
        "double": DOUBLE * tile.is_double,
        "variety": VARIETY * len({end for kept in tiles_of(rest) for end in (kept.low, kept.high)}),
        "follow": FOLLOW * (rest & fitting).bit_count(),
        "starve": -STARVE * _answers(view, seat, memory, fitting),
        "keep": -KEEP if _closed(memory, action.kind) in _own(view, seat) else 0.0,
    }


def _can_come(tile: Tile, others: TileSet) -> bool:
    """Whether one of ``others``, the tiles that are not on the table, can still bring this one's number to an end."""
    return others & (SUITS[tile.low] | SUITS[tile.high]) != 0


def _ends_after(view: View, tile: Tile, kind: Kind) -> tuple[int, int]:
    if view.ends is None:
        return tile.low, tile.high
    left, right = view.ends
    return (tile.other_end(left), right) if kind is Kind.LEFT else (left, tile.other_end(right))


def _answers(view: View, seat: Seat, memory: Memory, fitting: TileSet) -> float:
    """How many tiles an opponent could have to answer with, on average; the next one's count more."""
    answers = 0.0
    opponents = [other for other in view.rules.seats if other != seat and other not in _own(view, seat)]
    for other in opponents:
        held = view.unseen & fitting
        for number in memory.lacks[other]:
            held &= ~SUITS[number]
        answers += held.bit_count() * (NEXT if other == (seat + 1) % view.rules.players else 1.0)
    return answers / len(opponents)


def _closed(memory: Memory, kind: Kind) -> Seat | None:
    """Who laid the end that is played on."""
    return memory.laid[kind is not Kind.LEFT] if kind is not Kind.LEAD else None


def _own(view: View, seat: Seat) -> tuple[Seat, ...]:
    """The seat, and in teams its partner."""
    return next((side for side in view.rules.sides if seat in side), (seat,))
