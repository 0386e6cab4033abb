"""A process in which computer players think, for a server that must not wait for them.

It reads questions from standard input, one after the other: pickled tuples of a level, a seed, a :class:`gaple.View`,
and whether it is to advise somebody. It answers each with a line of JSON on standard output: ``{"action": "35>"}``
(advice is told as :class:`gaple.players.Advice` is), or ``{"fault": …}`` with
what a player raised and where, never with a value that may be hidden. The first line, ``{"ready": true}``, says
that it can be asked. It ends when its standard input does, whatever it is thinking about: so no process outlives the
server that started it. :func:`answer_all` is that for any kind of question.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from gaple.view import View

from .advice import advise
from .player import Player

Question: TypeAlias = tuple[str, int, View, bool]
Maker: TypeAlias = Callable[[str, int], Player]
Answer: TypeAlias = dict[str, Any]

_NICE = 5  # who is at the table comes first
_PLACES = 20  # of a fault are told
_TRIES = 20
_PAUSE = 0.1


def main(maker: str, adviser: str, warm: bool) -> None:
    """Answers until nobody asks any more.

    ``maker`` names what makes a player from a level and a seed, as ``module:function``, ``adviser`` the same for one
    that advises. With ``warm`` the engine's kernels are readied first.
    """

    def prepared() -> Callable[[Question], Answer]:
        make, make_adviser = _found(maker), _found(adviser)
        if warm:
            from gaple.engine import warm_up

            warm_up()
        return lambda question: _think(make, make_adviser, *question)

    answer_all(prepared, _NICE)


def answer_all(prepared: Callable[[], Callable[[Any], Answer]], nice: int) -> None:
    """Answers questions until nobody asks any more; ``prepared`` gives what answers one, after others by ``nice``."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # they are for the server, which ends this process
    give_way(nice)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a player prints is no answer
    questions: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    answer = prepared()
    _say(answers, {"ready": True})
    while True:
        _say(answers, _answered(answer, questions.get()))


def give_way(nice: int) -> None:
    """Let others go first, by so much.

    Where Linux shares its time between sessions first, only the session's own number counts between them. A process
    that leads one sets it, which can be done ten times a second by all of the machine together.
    """
    if not hasattr(os, "nice"):
        return
    os.nice(nice)
    if os.getsid(0) != os.getpid():
        return
    for _ in range(_TRIES):
        try:
            Path("/proc/self/autogroup").write_text(str(nice), "ascii")
            return
        except BlockingIOError:
            time.sleep(_PAUSE)
        except OSError:  # there is no such thing here
            return


def _found(maker: str) -> Maker:
    module, _, name = maker.partition(":")
    found: Maker = getattr(importlib.import_module(module), name)
    return found


def _listen(questions: queue.SimpleQueue[Any]) -> None:
    with contextlib.suppress(Exception):
        while True:
            questions.put(pickle.load(sys.stdin.buffer))
    os._exit(0)


def _think(make: Maker, make_adviser: Maker, level: str, seed: int, view: View, advice: bool) -> Answer:
    if advice:
        told = advise(make_adviser(level, seed), view)
        return asdict(told) | {"action": str(told.action), "instead": told.instead and str(told.instead)}
    return {"action": str(make(level, seed).choose(view))}


def _answered(answer: Callable[[Any], Answer], question: Any) -> Answer:
    try:
        return answer(question)
    except BaseException as error:  # noqa: BLE001 (what is raised may tell tiles, and the next question is another's)
        places = "".join(traceback.format_tb(error.__traceback__, limit=-_PLACES))
        return {"fault": f"{places}{type(error).__module__}.{type(error).__qualname__}"}


def _say(answers: TextIO, told: Answer) -> None:
    try:
        print(json.dumps(told), file=answers, flush=True)
    except OSError:  # the server was killed, and its end of standard input is about to be noticed as well
        os._exit(0)
