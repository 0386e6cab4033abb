"""Computer players think in processes of their own, so that no table waits for another's thoughts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from gaple import Action, GapleError, View
from gaple.players import LEVELS, Advice, Greedy, available
from gaple.server.errors import Unavailable
from gaple.server.play.table import TableState

from .processes import Answer, Fault, NotReady, Pool, players, question

log = logging.getLogger("gaple.server.live.thinking")

_ADVISERS: Final = ("master", "flat", "casual")  # those who can say why, the strongest first


class Thinkers:
    """Those who think for the computer players of all tables. :meth:`close` ends their processes.

    One process is for the levels that need nothing but Python; it starts with the first question at the latest.
    ``processes`` are for those that need the engine; until one has its kernels ready, the greedy player stands in, as
    it does for a player that takes longer than ``limit`` seconds, raises, dies or answers illegally.
    """

    def __init__(self, processes: int, limit: float) -> None:
        self._simple = Pool(1, limit, players(warm=False))
        self._strong = Pool(processes, limit, players(warm=True))

    def start(self) -> None:
        """Start the processes, and have the kernels readied."""
        self._simple.start()
        if any(LEVELS[level].needs_engine for level in available()):
            self._strong.start()

    async def choose(self, level: str, seed: int, view: View) -> Action:
        """What a player of this level does; ``seed`` fixes its chance. It sees the view and nothing else."""
        if len(view.legal) == 1:
            return view.legal[0]
        try:
            action = await self._asked(level, seed, view)
            if action in view.legal:
                return action
            raise Fault("answered illegally")
        except Fault as fault:
            log.error("computer player %s %s; greedy stands in", level, fault)
        except NotReady:
            log.info("computer player %s is not ready yet; greedy stands in", level)
        return Greedy().choose(view)

    async def advise(self, seed: int, view: View) -> Advice:
        """What the strongest that can say why would do, and its reason. Raises :class:`Unavailable` where none can."""
        for level in _ADVISERS:
            try:
                return _advice(await self._told(level, seed, view, advice=True), view)
            except NotReady:
                continue
            except Fault as fault:
                log.error("computer player %s %s; it was asked for advice", level, fault)
        raise Unavailable("no-advice")

    async def close(self) -> None:
        """End all processes."""
        await self._simple.close()
        await self._strong.close()

    async def _asked(self, level: str, seed: int, view: View) -> Action:
        return _action((await self._told(level, seed, view))["action"])

    async def _told(self, level: str, seed: int, view: View, *, advice: bool = False) -> Answer:
        needs_engine = level in LEVELS and LEVELS[level].needs_engine
        if needs_engine and level not in available():  # the log is from a server that had the packages
            raise NotReady
        pool = self._strong if needs_engine else self._simple
        answer = await pool.ask(question(level, seed, view, advice=advice))
        if fault := answer.get("fault"):
            raise Fault(f"failed\n{fault}\n")
        return answer


def _action(told: str) -> Action:
    try:
        return Action.parse(told)
    except GapleError:  # whose sentence would tell what was answered
        raise Fault("answered with no action") from None


def _advice(answer: Answer, view: View) -> Advice:
    action, instead = _action(answer["action"]), answer["instead"]
    told = Advice(action, answer["why"], instead and _action(instead), answer["gap"], answer["worlds"])
    if told.action not in view.legal:
        raise Fault("advised something illegal")
    return told


class Thought:
    """What the computer player on turn at one table is going to do.

    It thinks while its pace passes, so that the time it takes tells nothing. ``chance`` makes random bytes.
    """

    def __init__(self, thinkers: Thinkers, chance: Callable[[int], bytes]) -> None:
        self._thinkers = thinkers
        self._chance = chance
        self._turn = 0
        self._task: asyncio.Task[Action] | None = None

    def begin(self, state: TableState) -> asyncio.Task[Action]:
        """The thought about this turn, begun if need be. The player sees its seat's view and nothing else."""
        if self._task is None or self._turn != state.moved_seq:
            self.forget()
            assert state.hand is not None
            assert state.hand.turn is not None
            assert state.computer_on_turn is not None
            seed = int.from_bytes(self._chance(8))
            thinking = self._thinkers.choose(state.computer_on_turn, seed, state.hand.view(state.hand.turn))
            self._turn, self._task = state.moved_seq, asyncio.create_task(thinking, name=f"thought {state.table}")
        return self._task

    def forget(self) -> None:
        """Let go of the thought."""
        if self._task:
            self._task.cancel()
            self._task = None
