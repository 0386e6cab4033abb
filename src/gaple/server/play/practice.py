"""A hand taken back or played once more, against computer players alone: nobody else has anything to lose."""

from __future__ import annotations

from typing import Final

from gaple.players import check_level
from gaple.server.errors import Refusal

from . import absence, events
from .checks import seated
from .commands import Actor, Rewind
from .events import AnyFact, Company, Created
from .history import Finished
from .table import Phase, TableState

MOST_REWINDS: Final = 200
"""So often may a hand be taken back: its log has an end, too."""

Facts = tuple[AnyFact, ...]


def rewind(state: TableState, command: Rewind, actor: Actor) -> Facts:
    """The hand goes on from its first ``keep`` actions; one that was over is not any more.

    What computer players have done since whoever asks has looked is taken back, too.
    """
    seat = seated(state, actor)
    if not state.is_practice:
        raise Refusal("rewind-not-alone")
    hand = state.hand
    if hand is None or state.stopped or state.phase is Phase.DEALING:
        raise Refusal("no-hand")
    if command.hand != hand.number:
        raise Refusal("stale")
    if command.keep >= len(hand.actions):
        if command.keep and command.keep == len(hand.actions):
            return ()  # it was asked for twice
        raise Refusal("rewind-nothing")
    if state.rewound >= MOST_REWINDS:
        raise Refusal("rewound-too-often", limit=MOST_REWINDS)
    return (*absence.back(state, seat), events.Rewound(str(seat), command.keep))


def again(host: str, created: Created, one: Finished, keep: int) -> Facts:
    """A new table at which ``host`` plays a finished hand on from its first ``keep`` actions.

    On the seat of the one who played it, against the same computer players. Raises :class:`Refusal` where others
    played it too, or nothing of it would be left to play, and :class:`gaple.GapleError` for a level that there is no
    more.
    """
    hand, rules, before = one.hand, one.hand.rules, one.before
    if not one.alone:
        raise Refusal("again-not-alone")
    if keep >= len(hand.actions):
        raise Refusal("again-nothing")
    first = one.repeated
    company = Company(onlookers=created.company.onlookers)
    facts: list[AnyFact] = [Created(host, rules.full, created.direction, company=company)]
    for seat, sat in zip(rules.seats, one.seats, strict=True):
        assert sat is not None
        if sat.level:
            check_level(sat.level)
            facts.append(events.Computer(str(seat), sat.level))
        else:
            facts.append(events.Sat(str(seat), host))
    repeated = events.Repeated(
        table=one.dealing.table,
        match=first.match if first else one.match,
        hand=hand.number,
        secret=one.dealing.secret.hex(),
        nonces={str(seat): nonce for seat, nonce in zip(rules.seats, one.dealing.nonces, strict=False) if nonce},
        commits={str(seat): commit for seat, commit in one.commits.items()},
        winner=None if before.winner is None else str(before.winner),
        total=list(before.total),
    )
    played = [events.Played(str(seat), str(action)) for seat, action in hand.moves[:keep]]
    return (*facts, events.MatchBegun(1), repeated, *played)
