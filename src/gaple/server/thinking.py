"""Computer players choose in a thread, so that no table waits for another's thoughts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from gaple import Action, View
from gaple.players import Greedy, make

from . import failures
from .table import TableState

log = logging.getLogger("gaple.server.thinking")


async def choose(state: TableState, chance: Callable[[int], bytes]) -> Action:
    """What the computer player on turn does. It sees its seat's view and nothing else."""
    assert state.hand is not None
    assert state.hand.turn is not None
    occupant = state.seats[state.hand.turn]
    assert occupant is not None
    assert occupant.level is not None
    seed = int.from_bytes(chance(8))
    return await asyncio.to_thread(_think, occupant.level, seed, state.hand.view(state.hand.turn))


def _think(level: str, seed: int, view: View) -> Action:
    """A legal action, whatever the player does: one that fails is stood in for by the simplest."""
    try:
        action = make(level, seed).choose(view)
        if action in view.legal:
            return action
        raise ValueError("not a legal action")
    except Exception as error:  # noqa: BLE001 (the table must go on)
        failures.report(log, f"computer player {level}", error)
        return Greedy().choose(view)
