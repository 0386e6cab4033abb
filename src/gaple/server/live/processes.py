"""Processes that are asked: kept going, one question at a time each, ended with the server.

To those in which computer players think (:mod:`gaple.players.worker`) nothing leaves this process but a level, a seed
and a view; to those that review (:mod:`gaple.analysis.worker`) hands that are over.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import pickle
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gaple import Hand, View
from gaple.server import failures

log = logging.getLogger("gaple.server.live.processes")

MAKER: Final = "gaple.players:make_for_match"
"""What makes the players, as ``module:function``."""

ADVISER: Final = "gaple.players:make"
"""The same for those who advise somebody: what they tell is about the hand alone, so they play for it alone."""

Answer: TypeAlias = dict[str, Any]

_PROGRAM: Final = """
import sys
sys.path[:] = {path!r}
from {module} import main
main{arguments!r}
"""
_LEAST_PAUSE: Final = 0.1
_MOST_PAUSE: Final = 60.0
_LONGEST: Final = 2**22  # bytes of an answer
_APART: Final[dict[str, Any]] = (  # Ctrl-C in a terminal is for the server alone
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if os.name == "nt"
    else {"start_new_session": True}
)


def question(level: str, seed: int, view: View, *, advice: bool = False) -> bytes:
    """What a player of this level does in this view, or (``advice``) would do and why, as it is asked."""
    return pickle.dumps((level, seed, view, advice))


def review_question(kind: str, name: str, hand: Hand, worlds: int, number: int | None = None) -> bytes:
    """A piece of the review of a finished hand, as it is asked for."""
    return pickle.dumps((kind, name, hand, worlds, number))


class Fault(Exception):  # noqa: N818 (a player's or its process's; it is told in the log)
    """Why there is no answer."""


class NotReady(Exception):  # noqa: N818
    """Nobody can be asked yet."""


@dataclass(frozen=True, slots=True)
class Program:
    """What processes run: the function ``main`` of a module. ``warm`` ones ready the engine's kernels first."""

    called: str
    module: str
    arguments: Callable[[], tuple[object, ...]]
    warm: bool


def players(*, warm: bool) -> Program:
    """Processes in which computer players think; with ``warm`` those too that need the engine."""
    return Program("the computer players", "gaple.players.worker", lambda: (MAKER, ADVISER, warm), warm)


REVIEWS: Final = Program("the reviews", "gaple.analysis.worker", tuple, warm=True)


class Pool:
    """``size`` processes that answer questions, each begun again when it ends; ``limit`` are the seconds for an answer.

    :meth:`close` ends them.
    """

    def __init__(self, size: int, limit: float, program: Program) -> None:
        self._size = size
        self._limit = limit
        self._program = program
        self._ready = 0
        self._changed = asyncio.Event()
        self._broken = False  # whether the last one could not even begin
        self._tried = asyncio.Event()  # whether kernels have been compiled once, or cannot be
        self._questions: asyncio.Queue[tuple[bytes, asyncio.Future[Answer]]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the processes, where nobody has yet."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._keep(place), name="thinking") for place in range(self._size)]

    async def ask(self, question: bytes) -> Answer:
        """What a process answers.

        Raises :class:`Fault`, and :class:`NotReady` where it is not worth waiting for a process to begin.
        """
        self.start()
        if not self._ready and (self._program.warm or self._broken):
            raise NotReady
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._questions.put_nowait((question, answer))
        try:
            async with asyncio.timeout(self._limit):
                return await answer
        except TimeoutError:
            raise Fault("took too long") from None

    async def until_ready(self) -> None:
        """Wait until somebody can be asked. Raises :class:`NotReady` where no process can even begin."""
        self.start()
        while not self._ready:
            if self._broken:
                raise NotReady
            self._changed.clear()
            await self._changed.wait()

    async def close(self) -> None:
        """End all processes."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _keep(self, place: int) -> None:
        """Keep one process going. The first one compiles, where that is to be done; the others then find it done."""
        pause, called = _LEAST_PAUSE, f"a process of {self._program.called}"
        if place:
            await self._tried.wait()
        while True:
            began = False
            try:
                async with _process(self._program) as process:
                    await _line(process)
                    began = True
                    await self._serve(process)
            except Fault as fault:
                log.error("%s %s; another takes its place", called, fault)
            except Exception as error:  # noqa: BLE001 (the tables go on without it)
                failures.report(log, called, error)
            self._broken = not began
            self._tried.set()
            self._changed.set()
            pause = _LEAST_PAUSE if began else min(2 * pause, _MOST_PAUSE)
            await asyncio.sleep(pause)

    async def _serve(self, process: asyncio.subprocess.Process) -> None:
        """Pass questions on until the process dies or stalls."""
        self._ready += 1
        self._tried.set()
        self._changed.set()
        try:
            while True:
                await self._pass_on(process)
        finally:
            self._ready -= 1

    async def _pass_on(self, process: asyncio.subprocess.Process) -> None:
        """Have the process answer the next question."""
        question, answer = await self._questions.get()
        if answer.done():  # it took too long before anybody had time for it
            return
        try:
            async with asyncio.timeout(self._limit):
                told = await _answer(process, question)
        except TimeoutError:
            raise Fault("stalled") from None
        except Fault as fault:
            if not answer.done():
                answer.set_exception(fault)
            raise
        if not answer.done():
            answer.set_result(told)


@asynccontextmanager
async def _process(program: Program) -> AsyncIterator[asyncio.subprocess.Process]:
    """A new process, which has ended afterwards."""
    text = _PROGRAM.format(path=sys.path, module=program.module, arguments=program.arguments())
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", text, stdin=pipe, stdout=pipe, limit=_LONGEST, **_APART
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def _answer(process: asyncio.subprocess.Process, question: bytes) -> Answer:
    assert process.stdin
    with contextlib.suppress(ConnectionError):  # what it was found to be will be told by its silence
        process.stdin.write(question)
        await process.stdin.drain()
    return await _line(process)


async def _line(process: asyncio.subprocess.Process) -> Answer:
    """What the process says next. Raises :class:`Fault` where it dies instead."""
    assert process.stdout
    line = await process.stdout.readline()
    if not line:
        raise Fault("died")
    told: Answer = json.loads(line)
    return told
