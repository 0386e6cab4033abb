"""From the commitment to the deal: what is done about a hand that is about to be dealt.

The server commits to a secret, the players who are there commit to nonces and reveal them, the hand is dealt. Nobody
can keep the others waiting: the clock takes the next step when its time has come, whoever has answered until then.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from gaple import Seat, nonce_commitment
from gaple.server.errors import Refusal

from . import events
from .checks import fresh
from .commands import Actor, CommitNonce, DealNext, RevealNonce
from .events import AnyFact
from .one_phone import adds_nonce
from .shuffle import Shuffle
from .table import Phase, TableState

MOST_HANDS: Final = 1000
"""No match is longer: one among computer players would go on as long as anybody looks on."""

Facts = tuple[AnyFact, ...]


def waited_for(state: TableState, present: Collection[str]) -> set[Seat]:
    """The seats that may still commit to a nonce (who are there), or reveal the one they have committed to."""
    shuffle = state.shuffle
    if shuffle is None or shuffle.dealt:
        return set()
    if shuffle.revealing:
        return shuffle.commits.keys() - shuffle.nonces.keys()
    if state.one_phone:
        return {min(state.persons)} - shuffle.commits.keys() if state.host in present and state.persons else set()
    return {seat for seat, person in state.persons.items() if person in present} - shuffle.commits.keys()


def commit_nonce(state: TableState, command: CommitNonce, actor: Actor) -> Facts:
    """Who has committed already, in another window, keeps to it."""
    seat, shuffle = _shuffling(state, command, actor)
    if shuffle.revealing:
        raise Refusal("not-shuffling")
    return () if seat in shuffle.commits else (events.NonceCommitted(str(seat), command.commit),)


def reveal_nonce(state: TableState, command: RevealNonce, actor: Actor) -> Facts:
    """Only what was committed to; as long as others may still commit, none is taken."""
    seat, shuffle = _shuffling(state, command, actor)
    if not shuffle.revealing or seat not in shuffle.commits:
        raise Refusal("not-shuffling")
    if nonce_commitment(seat, command.nonce) != shuffle.commits[seat]:
        raise Refusal("nonce-differs")
    return () if seat in shuffle.nonces else (events.NonceRevealed(str(seat), command.nonce),)


def deal_next(state: TableState, command: DealNext, secret: bytes) -> Facts:
    """The next step towards the next hand; whether it is time for it, the clock knows."""
    fresh(state, command)
    shuffle = state.shuffle
    if state.phase is Phase.DEALING and shuffle:
        if shuffle.commits and not shuffle.revealing:
            return (events.Revealing(),)
        return (events.Dealt(shuffle.hand),)
    if state.phase is not Phase.HAND_OVER or state.match is None:
        raise Refusal("not-between-hands")
    if state.match.number > MOST_HANDS:
        return (events.Stopped(),)
    return (events.Committed(state.match.number, secret.hex()),)


def _shuffling(state: TableState, command: CommitNonce | RevealNonce, actor: Actor) -> tuple[Seat, Shuffle]:
    seat = adds_nonce(state, actor)
    fresh(state, command)
    if state.phase is not Phase.DEALING or state.shuffle is None:
        raise Refusal("not-shuffling")
    return seat, state.shuffle
