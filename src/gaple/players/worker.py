"""A process in which computer players think, for a server that must not wait for them.

It reads questions from standard input, one after the other: pickled tuples of a level, a seed, a :class:`gaple.View`,
and whether it is to advise somebody. It answers each with a line of JSON on standard output: ``{"action": "35>"}``
(advice is told as :class:`gaple.players.Advice` is), or ``{"fault": …}`` with
what a player raised and where, never with a value that may be hidden. The first line, ``{"ready": true}``, says
that it can be asked. It ends when its standard input does, whatever it is thinking about: so no process outlives the
server that started it.
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
import traceback
from collections.abc import Callable
from dataclasses import asdict
from typing import TextIO, TypeAlias

from gaple.view import View

from .advice import advise
from .player import Player

Question: TypeAlias = tuple[str, int, View, bool]
Maker: TypeAlias = Callable[[str, int], Player]

_NICE = 5  # who is at the table comes first
_PLACES = 20  # of a fault are told


def main(maker: str, adviser: str, warm: bool) -> None:
    """Answers until nobody asks any more.

    ``maker`` names what makes a player from a level and a seed, as ``module:function``, ``adviser`` the same for one
    that advises. With ``warm`` the engine's kernels are readied first.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # they are for the server, which ends this process
    if hasattr(os, "nice"):
        os.nice(_NICE)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a player prints is no answer
    questions: queue.SimpleQueue[Question] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    make, make_adviser = _found(maker), _found(adviser)
    if warm:
        from gaple.engine import warm_up

        warm_up()
    _say(answers, {"ready": True})
    while True:
        _say(answers, _think(make, make_adviser, *questions.get()))


def _found(maker: str) -> Maker:
    module, _, name = maker.partition(":")
    found: Maker = getattr(importlib.import_module(module), name)
    return found


def _listen(questions: queue.SimpleQueue[Question]) -> None:
    with contextlib.suppress(Exception):
        while True:
            questions.put(pickle.load(sys.stdin.buffer))
    os._exit(0)


def _think(make: Maker, make_adviser: Maker, level: str, seed: int, view: View, advice: bool) -> dict[str, object]:
    try:
        if advice:
            told = advise(make_adviser(level, seed), view)
            return asdict(told) | {"action": str(told.action), "instead": told.instead and str(told.instead)}
        return {"action": str(make(level, seed).choose(view))}
    except BaseException as error:  # noqa: BLE001 (what a player raises may tell tiles, and the next is another's)
        places = "".join(traceback.format_tb(error.__traceback__, limit=-_PLACES))
        return {"fault": f"{places}{type(error).__module__}.{type(error).__qualname__}"}


def _say(answers: TextIO, told: dict[str, object]) -> None:
    try:
        print(json.dumps(told), file=answers, flush=True)
    except OSError:  # the server was killed, and its end of standard input is about to be noticed as well
        os._exit(0)
