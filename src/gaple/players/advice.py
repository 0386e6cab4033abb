"""What a computer player would do, and why, in so few words that a person can be told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, cast, get_args

from gaple.actions import Action
from gaple.errors import GapleError
from gaple.view import View

from .casual import Casual
from .player import Considered, Player

Reason: TypeAlias = Literal[
    "only", "better", "level", "heavy", "double", "variety", "follow", "starve", "keep", "bury", "none"
]
"""Why: it is the ``only`` one that may be played; it comes out ``better`` than the next best, or as well (``level``);
else what a rule of thumb says for it (:class:`gaple.players.Casual`), or that nothing speaks for any (``none``)."""

NOISE: Final = {"hands": 0.02, "points": 0.5, "pairwise": 0.5, "winner": 0.5}
"""What is closer together than this counts as level: so much chance is in sampled worlds."""


@dataclass(frozen=True, slots=True)
class Advice:
    """An action, and why it and not ``instead``, the next best.

    With ``better`` and ``level``, ``gap`` is by how much it is better in what the hand is worth (rule 11; for
    ``settle=hands`` a side's chance to win), on average over ``worlds`` ways in which the hidden tiles may lie.
    """

    action: Action
    why: Reason
    instead: Action | None = None
    gap: float | None = None
    worlds: int | None = None


def advise(player: Player, view: View) -> Advice:
    """What ``player`` would do for the seat on turn, and why.

    The player must be one that can say why: with ``consider``, or :class:`Casual`. Raises :class:`GapleError` for any
    other, and where the view's seat is not on turn.

    >>> from gaple import Hand, Rules
    >>> hand = Hand.dealt(Rules(hand=6), seed=1)
    >>> advice = advise(Casual(), hand.view(hand.turn))
    >>> str(advice.action), advice.why, str(advice.instead)
    ('36>', 'heavy', '33>')
    """
    if view.seat is None or not view.legal:
        raise GapleError("player-not-on-turn", seat=view.seat, turn=view.turn)
    if len(view.legal) == 1:
        return Advice(view.legal[0], "only")
    consider: Callable[[View], Considered] | None = getattr(player, "consider", None)
    if consider:
        return _by_values(consider(view), view)
    if isinstance(player, Casual):
        return _by_rules_of_thumb(player, view)
    raise GapleError("player-silent", player=type(player).__name__)


def _by_values(considered: Considered, view: View) -> Advice:
    sign = -1 if view.rules.low_is_good else 1
    action, values = considered.action, considered.values
    instead = max((other for other in values if other != action), key=lambda other: sign * values[other])
    sides = 2 if view.rules.teams and view.rules.settle == "hands" else 1  # where a side wins, both of its players do
    gap = max(0.0, sign * (values[action] - values[instead])) / sides
    why: Reason = "better" if gap >= NOISE[view.rules.settle] else "level"
    return Advice(action, why, instead, gap, considered.worlds)


def _by_rules_of_thumb(player: Casual, view: View) -> Advice:
    """The rule that says most for it, compared with the next best."""
    reasons = player.weigh(view)
    action = player.choose(view)
    instead = max((other for other in reasons if other != action), key=lambda other: sum(reasons[other].values()))
    ahead = {rule: points - reasons[instead].get(rule, 0) for rule, points in reasons[action].items()}
    rule = max(ahead, key=ahead.__getitem__, default="none")
    why = rule if rule in get_args(Reason) and ahead[rule] > 0 else "none"
    return Advice(action, cast("Reason", why), instead)
