"""What was promised and told, held against the log: nothing may be lost, nothing may have been done twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from benchmarks.live.witness import Promise, Told
from gaple.server.play.events import Event, Played
from gaple.server.play.table import fold

_KINDS: Final = {
    "start": "committed",
    "play": "played",
    "ready": "ready",
    "rematch": "rematch",
    "commit_nonce": "nonce_committed",
    "reveal_nonce": "nonce_revealed",
}


def faults(logs: Mapping[str, Sequence[Event]], told: Told) -> Counter[str]:
    """What is wrong with the logs, by kind of fault; nothing where all is well."""
    found: Counter[str] = Counter()
    for table, log in logs.items():
        if [event.seq for event in log] != list(range(1, len(log) + 1)):
            found["a log with a gap"] += 1
        try:
            fold(table, log)
        except (ValueError, AssertionError):
            found["a log that cannot be played"] += 1
    by_id = {
        table: Counter(event.command_id for event in log if event.command_id is not None) for table, log in logs.items()
    }
    for promise in told.promises:
        found.update(_broken(promise, by_id[promise.table][promise.command["id"]], logs[promise.table]))
    for (table, number), versions in told.events.items():
        if number > len(logs[table]):
            found["told, and not in the log"] += 1
        else:
            found.update(
                {"told otherwise than it is in the log": sum(not _same(v, logs[table][number - 1]) for v in versions)}
            )
    return +found


def _broken(promise: Promise, times: int, log: Sequence[Event]) -> list[str]:
    """What is wrong with one command that was sent."""
    wrong = []
    if times > 1:
        wrong.append("done twice")
    if promise.refused is not None and times:
        wrong.append("refused, and done")
    if promise.seq is not None:
        if promise.seq > len(log):
            wrong.append("acknowledged, and lost")
        elif times == 1:
            event = log[promise.seq - 1]
            done = event.command_id == promise.command["id"] and event.fact.kind == _KINDS[promise.command["type"]]
            if isinstance(event.fact, Played) and event.fact.action != promise.command["action"]:
                done = False
            if not done:
                wrong.append("acknowledged as something else")
        elif promise.command["type"] == "play":
            wrong.append("acknowledged, and lost")  # of the others some come to nothing, where it is as asked already
    return wrong


def _same(told: Mapping[str, Any], event: Event) -> bool:
    """Whether what was told is what happened; another's discard is told without its tile."""
    if told["type"] != event.fact.kind or told["by"] != event.by:
        return False
    if isinstance(event.fact, Played):
        hidden = told["action"] == "x??" and told["to"] != event.fact.seat and event.fact.action.startswith("x")
        return told["seat"] == event.fact.seat and (hidden or told["action"] == event.fact.action)
    return True
