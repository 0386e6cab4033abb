"""Players that fail, each in its own way. Processes of the arena import them by name."""

from __future__ import annotations

import contextlib
import os
import time

from gaple import Action, View
from gaple.players import Greedy


class Raiser:
    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View) -> Action:
        raise RuntimeError(f"I hold {view.tiles}")


class Quitter:
    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View) -> Action:
        raise SystemExit(1)


class Illegal:
    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View) -> Action:
        return next(action for action in map(Action.parse, ("66<", "55<", "44<", "x00")) if action not in view.legal)


class Babbler:
    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View) -> str:
        return str(view.legal[0])


class Staller:
    """Goes on whatever happens, as long as it is an ordinary exception."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View) -> Action:
        while True:
            try:
                time.sleep(0.001)
            except Exception:  # noqa: BLE001
                continue


class Stubborn:
    """Wants to go on even when it is stopped, as a callback of compiled code does that lets no exception through."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View) -> Action:
        with contextlib.suppress(BaseException):
            while True:
                time.sleep(0.001)
        while True:
            time.sleep(0.001)


class Late:
    """Answers well, but not in time."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View) -> Action:
        until = time.perf_counter() + 0.06
        while time.perf_counter() < until:
            pass
        return Greedy().choose(view)


class Curious:
    """Wants to see more than a view."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View) -> Action:
        assert isinstance(view, View)
        assert view.hands is None
        assert view.hidden_stock is None
        return view.legal[-1]

    def choose_seeing(self, hand: object) -> Action:
        raise AssertionError("nobody shall ask for this")


class Deadly:
    """Takes its whole process down."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View) -> Action:
        os._exit(3)


def unmade(seed: int) -> None:
    raise KeyError(seed)


NOT_CALLABLE = 1
