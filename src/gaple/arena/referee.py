"""A decision, timed and within its limit; a player that fails loses it to the greedy one."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from gaple.actions import Action
from gaple.hand import Hand
from gaple.players import Greedy, Player

from .candidates import candidate
from .cheater import Cheater
from .times import Times

STALLED: Final = "stalled"
ILLEGAL: Final = "illegal"
RAISED: Final = "raised"

_RING_AGAIN: Final = 0.5  # seconds


class Referee:
    """Asks players for their decisions, and keeps how long each took and what was wrong with it, by player's name.

    ``faults`` has for a name how often what happened: ``stalled``, ``illegal``, or ``raised`` and the kind of error.
    An error's own words are left out, for they may tell of hidden tiles.
    """

    def __init__(self, limit: float) -> None:
        self.times: dict[str, Times] = {}
        self.faults: dict[str, Counter[str]] = {}
        self._limit = limit

    def decide(self, hand: Hand, contender: Contender) -> Action:
        """What is done on this turn. Nobody is asked where there is no choice."""
        legal, seat = hand.legal_actions(), hand.turn
        if len(legal) == 1 or seat is None:
            return legal[0]
        times = self.times.setdefault(contender.name, Times())
        begun, late = time.perf_counter(), False
        answer: object = None
        fault = ILLEGAL
        try:
            with _alarm(self._limit):
                answer = contender.choose(hand)
        except _Late:
            late = True
        except BaseException as error:  # noqa: BLE001 (whatever a player raises, the arena goes on)
            fault = f"{RAISED} {type(error).__name__}"
        taken = time.perf_counter() - begun
        times.add(taken)
        if late or taken > self._limit:
            fault = STALLED
        elif isinstance(answer, Action) and answer in legal:
            return answer
        self.faults.setdefault(contender.name, Counter())[fault] += 1
        return Greedy().choose(hand.view(seat))


class Contender:
    """A player at a seat, made when it is first asked."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._seed = seed
        self._player: Player | Cheater | None = None

    def choose(self, hand: Hand) -> Any:
        """What the player answers: to its view; the cheater, and nobody else, to the hand."""
        if self._player is None:
            self._player = candidate(self.name, self._seed)
        if isinstance(self._player, Cheater):
            return self._player.choose_seeing(hand.copy())
        return self._player.choose(hand.view(hand.turn))


class _Late(BaseException):
    """Time is up. No ``Exception``, so that a player that catches those doesn't go on for ever."""


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raises :class:`_Late` inside after so many seconds, and again where that was not heard.

    Python lets no exception out of a callback of compiled code, nor out of a destructor; it would go on for ever.

    Only where the system has such a signal (Windows has not) and in a main thread; elsewhere one can but look at the
    clock afterwards.
    """
    alarm: Any = getattr(signal, "SIGALRM", None)
    if alarm is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    armed = True

    def ring(*_: object) -> None:
        if armed:
            raise _Late

    before = signal.signal(alarm, ring)
    set_timer: Callable[..., object] = signal.setitimer
    try:
        set_timer(signal.ITIMER_REAL, seconds, _RING_AGAIN)
        yield
    finally:
        armed = False
        set_timer(signal.ITIMER_REAL, 0)
        signal.signal(alarm, before)
