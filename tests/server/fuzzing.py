"""What hostile and broken clients send, and a server in a process of its own that must bear it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from hypothesis import strategies as st

from benchmarks.live.server import Process

NUMBERS = st.one_of(st.integers(-3, 60), st.sampled_from([2**31, 2**53, 2**63, 2**64, 10**30, -(2**63)]), st.floats())
TEXTS = st.one_of(
    st.sampled_from(
        ["", "A", "B", "E", "Z", "00", "35>", "x??", "--", "greedy", "0" * 64, "\x00", "a\n", "\ud800", "é" * 40]
    ),
    st.text(max_size=80),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=8,
)

_SEATS = st.sampled_from("ABCDE")
_HASH = st.text("0123456789abcdef", min_size=64, max_size=64)
COMMANDS: Final[dict[str, dict[str, st.SearchStrategy[Any]]]] = {
    "hello": {
        "version": st.sampled_from([1, 1, 1, 2]),
        "seq": st.integers(0, 99),
        "lang": st.sampled_from(["id", "en"]),
    },
    "ping": {},
    "echo": {"probe": st.integers(0, 9)},
    "look": {"seat": _SEATS, "seq": st.integers(0, 80)},
    "sit": {"seat": _SEATS},
    "stand": {},
    "computer": {"seat": _SEATS, "level": st.sampled_from(["greedy", "random", None])},
    "remove": {"seat": _SEATS},
    "start": {},
    "play": {"action": st.sampled_from(["00", "66", "35>", "12<", "x04", "x??", "--"])},
    "ready": {},
    "stop": {},
    "commit_nonce": {"commit": _HASH},
    "reveal_nonce": {"nonce": _HASH},
    "rematch": {},
    "hand_over": {},
    "take_back": {},
    "vote": {},
    "deal": {},
    "time_up": {},
    "take_over": {"seat": _SEATS},
    "close": {},
}
_WITHOUT_ID = ("hello", "ping", "echo", "look")


@st.composite
def commands(draw: st.DrawFn) -> dict[str, Any]:
    """Something that could be meant, with an id and a number that may be old, new or used before."""
    kind = draw(st.sampled_from(sorted(COMMANDS)))
    fields = {name: draw(values) for name, values in COMMANDS[kind].items()}
    if kind in _WITHOUT_ID:
        return {"type": kind, **fields}
    return {"type": kind, "id": draw(st.text("ab1", min_size=1, max_size=3)), "seq": draw(st.integers(0, 80)), **fields}


@st.composite
def broken(draw: st.DrawFn) -> dict[str, Any]:
    """A command of which a field or two are something else, or missing, or too many."""
    command = draw(commands())
    for name in draw(st.lists(st.sampled_from([*command, "more"]), min_size=1, max_size=2)):
        if draw(st.booleans()):
            command[name] = draw(VALUES)
        else:
            command.pop(name, None)
    return command


def written(value: Any) -> str:
    """As JSON, or nearly: ``NaN`` and lone surrogates are none."""
    return json.dumps(value)


FRAMES: st.SearchStrategy[str | bytes] = st.one_of(
    commands().map(written),
    broken().map(written),
    VALUES.map(written),
    st.text(max_size=120).map(lambda text: text.encode(errors="replace").decode()),
    st.binary(max_size=120),
    st.sampled_from(
        ['{"type":"ping","x":' + "[" * 3900, '{"a":' * 700, "9" * 4000, '{"type":"ping"}' * 200, "x" * 4096]
    ),
    st.integers(4097, 70_000).map(lambda size: "x" * size),
)


USUAL: Final[list[str | bytes]] = [
    *(f'{{"type":"{kind}","id":"u{kind}","seq":9}}' for kind in sorted(COMMANDS)),
    '{"type":"hello","version":1,"seq":7,"lang":"id"}',
    '{"type":"sit","id":"s","seq":3,"seat":"B"}',
    '{"type":"play","id":"p","seq":12,"action":"35>"}',
    '{"type":"play","id":"q","seq":12,"action":"x04"}',
    '{"type":"computer","id":"c","seq":1,"seat":"D","level":"greedy"}',
    '{"type":"commit_nonce","id":"n","seq":2,"commit":"' + "0a" * 32 + '"}',
    '{"type":"say","id":"y","seq":5,"what":"nice"}',
    '{"type":"chat","id":"z","seq":5,"text":"halo"}',
]
"""What clients send, for :func:`mutated` to begin with."""

_SHAPES: Final = (
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "\\",
    "null",
    "-1",
    "1e999",
    "\x00",
    "\ud800",
    "\U0001f0b1",
    "'",
    "x??",
)


def mutated(rng: random.Random, frames: list[str | bytes]) -> str | bytes:
    """A frame made of ``frames``: cut, mixed with another, or with some of it changed."""
    frame = rng.choice(frames)
    if isinstance(frame, bytes):
        changed = bytearray(frame)
        for _ in range(rng.randint(1, 4)):
            place = rng.randint(0, len(changed))
            changed[place : place + rng.randint(0, 3)] = rng.randbytes(rng.randint(0, 3))
        return bytes(changed)
    for _ in range(rng.randint(1, 3)):
        place = rng.randint(0, len(frame))
        match rng.randint(0, 5):
            case 0:
                frame = frame[:place]
            case 1:
                frame = frame[:place] + frame[rng.randint(0, len(frame)) :]
            case 2:
                other = rng.choice(frames)
                other = other.decode("latin-1") if isinstance(other, bytes) else other
                frame = frame[:place] + other[rng.randint(0, len(other)) :]
            case 3:
                frame = frame[:place] + rng.choice(_SHAPES) + frame[place:]
            case 4:
                frame = frame[:place] + str(rng.randint(-2, 10 ** rng.randint(1, 20))) + frame[place + 1 :]
            case _:
                frame = frame[:place] + chr(rng.randint(1, 0x2FF)) + frame[place + 1 :]
    return frame.encode("utf-8", "replace").decode()[:70_000]


UVICORNS: Final = {"Invalid HTTP request received.", "Unsupported upgrade request."}
"""What may be logged: what uvicorn itself says of what is no HTTP."""


class Sturdy:
    """The server that is tried: its process, where it is, and what it has logged."""

    def __init__(self, process: Process, log: Path) -> None:
        self.process = process
        self.base = f"http://127.0.0.1:{process.port}"
        self._log = log
        self._memory = process.memory if Path("/proc/self/statm").exists() else 0

    def check(self, mebibytes: int) -> None:
        """It has met no fault, has not ended, and holds not much more memory than at first."""
        logged = {line.partition(" WARNING ")[2] for line in self._log.read_text().splitlines()}
        assert logged <= UVICORNS
        assert self.process.is_running
        if self._memory:
            assert (self.process.memory - self._memory) >> 20 < mebibytes


@contextmanager
def sturdy(folder: Path) -> Iterator[Sturdy]:
    """A server that allows very much, so that what is tried is not refused for its number."""
    an_hour = ("tables_per_hour", "guests_per_hour", "attempts_per_hour", "downloads_per_hour")
    much = ("sockets_per_address", "frames_in_ten_seconds", "requests_in_ten_seconds", "records_per_minute", *an_hour)
    quick: dict[str, Any] = {"pace": 0.05, "pass_after": 0.05, "shuffle_within": 0.05, "look_for": 1, "idle_after": 5}
    process = Process.table_server(folder / "data", log=folder / "log", **dict.fromkeys(much, 10**7), **quick)
    process.start()
    try:
        assert process.listens()
        yield Sturdy(process, folder / "log")
    finally:
        if process.is_running:
            process.kill()
