"""Hostile and broken clients at one table: every frame has a defined answer, and the table goes on for all others."""

from __future__ import annotations

import contextlib
import random
import socket
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server import wire
from tests.server.fuzzing import FRAMES, USUAL, Sturdy, mutated, sturdy, written
from tests.soak import as_many
from tests.waiting import PATIENCE

CODES = {4400, 4404, 4408, 4409, 4429, 1000, 1002, 1003, 1007, 1009}
"""With what a socket may be closed; 1011 would be a fault of ours."""

REFUSALS = {"stale", "table-closed", "not-seated", "not-in-play", "no-hand", "computer-plays", "time-ran-out"}
"""Why nobody plays what was decided on before anything has happened."""

PEOPLE = ("Ani", "Budi", "Citra")
UPGRADE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
WHO = (*PEOPLE, "nobody", "forged")
STEPS = 50
FLOOD = 200
BURST = 8


class Window:
    """Somebody's socket. What it is told is held against the protocol, so it is told nothing that is hidden."""

    def __init__(self, base: str, table: str, token: str | None) -> None:
        headers = {"Cookie": f"gaple_device={token}"} if token else {}
        url = f"{base.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        self._open = contextlib.ExitStack()
        opening = connect(
            url,
            additional_headers=headers,
            proxy=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            close_timeout=0.2,  # a window that nobody looks at has stopped reading, and hears no goodbye
        )
        self.socket: ClientConnection = self._open.enter_context(opening)
        self.state: wire.State | wire.Event | None = None
        self.closed: int | None = None
        self.greeted = False

    def close(self) -> None:
        """Go."""
        self._open.close()

    def say(self, *frames: str | bytes) -> None:
        """Send something, and hear everything up to the answer to a ping that follows."""
        try:
            for frame in frames:
                self.socket.send(frame)
            self.socket.send('{"type":"ping"}')
            while not isinstance(self._hear(), wire.Pong):
                if not self.greeted:  # before hello nothing but hello is answered
                    break
        except ConnectionClosed as ended:
            self.closed = ended.rcvd.code if ended.rcvd else 1000
            assert self.closed in CODES

    def greet(self) -> None:
        """Say hello."""
        self.greeted = True
        self.say('{"type":"hello","version":1,"seq":null,"lang":"en"}')

    def ask(self, **command: Any) -> str:
        """Have a command answered: ``done``, or the code of the refusal."""
        self.socket.send(written(command))
        while True:
            told = self._hear()
            if isinstance(told, wire.Done) and told.id == command["id"]:
                return "done"
            if isinstance(told, wire.Refused) and told.id == command["id"]:
                return told.error.code

    def _hear(self) -> wire.Message:
        content = self.socket.recv(timeout=PATIENCE, decode=False)
        told: wire.Message = wire.read(content)
        if isinstance(told, wire.Refused | wire.Failed):
            assert told.error.code not in ("internal", "storage-failed")
        if isinstance(told, wire.State | wire.Event):
            wire.check(told)
            self.state = told
        return told


class Crowd(RuleBasedStateMachine):
    """People and strangers at one table, with several windows each. Two of them share all they see with a third."""

    server: Sturdy
    tokens: dict[str, str]
    frames = 0

    @initialize(seed=st.integers(0, 2**32), seats=st.sampled_from([2, 3, 4]), clock=st.sampled_from(["off", "brisk"]))
    def begin(self, seed: int, seats: int, clock: str) -> None:
        self.rng = random.Random(seed)
        self.windows: list[Window] = []
        self.said: list[str | bytes] = ['{"type":"ready","id":"r","seq":2}']
        host = {"Cookie": f"gaple_device={self.tokens['Ani']}"}
        rules = {"rules": f"players={seats} hand=5 hands=2", "clock": clock}
        made = httpx.post(f"{self.server.base}/api/tables", json=rules, headers=host, trust_env=False, timeout=PATIENCE)
        assert made.status_code == 201, made.text
        self.table = made.json()["table"]
        for name in PEOPLE:
            self.come(name)
        for letter, window in zip("BC"[: seats - 1], self.windows[1:], strict=False):
            assert window.ask(type="sit", seat=letter, id=f"sit{letter}", seq=0) == "done"
        if seats == 4:
            assert self.windows[0].ask(type="computer", seat="D", level="greedy", id="D", seq=0) == "done"
        assert self.windows[0].ask(type="start", id="start", seq=0) == "done"

    @rule(who=st.sampled_from(WHO))
    def come(self, who: str) -> None:
        if len(self.windows) < 8:
            self.windows.append(Window(self.server.base, self.table, self.tokens.get(who)))
            self.windows[-1].greet()

    @rule(frame=FRAMES, place=st.integers(0, 99))
    def say(self, frame: str | bytes, place: int) -> None:
        self.said.append(frame)
        self._say(place, frame)

    @rule(which=st.integers(0, 999), place=st.integers(0, 99))
    def say_again(self, which: int, place: int) -> None:
        """What somebody has said before, of another or the same."""
        self._say(place, self.said[which % len(self.said)])

    @rule(seed=st.integers(0, 2**32), who=st.sampled_from(WHO))
    def flood(self, seed: int, who: str) -> None:
        """Very many frames made of what was said before; who is let go for them comes back at once."""
        rng = random.Random(seed)
        said = self.said[-30:] + USUAL
        sent = 0
        while sent < FLOOD:
            with contextlib.closing(Window(self.server.base, self.table, self.tokens.get(who))) as window:
                window.greet()
                while window.closed is None and sent < FLOOD:
                    window.say(*(mutated(rng, said) for _ in range(BURST)))
                    sent += BURST
        Crowd.frames += sent

    @rule(frame=FRAMES)
    def say_without_hello(self, frame: str | bytes) -> None:
        window = Window(self.server.base, self.table, None)
        with contextlib.closing(window):
            window.say(frame)

    @rule(frame=FRAMES, table=st.sampled_from(["zzzzzzzz", "a" * 60, "%00", "0000"]))
    def say_at_another_table(self, frame: str | bytes, table: str) -> None:
        with contextlib.closing(Window(self.server.base, table, self.tokens["Ani"])) as window:
            window.say(frame)
            if window.closed is None:
                window.greet()
                assert window.closed in CODES

    @rule(place=st.integers(0, 99))
    def play(self, place: int) -> None:
        """What may be done, so that there is a game to disturb."""
        window = self._open(place)
        if window is None or window.state is None or window.state.view is None or not window.state.view.legal:
            return
        action = self.rng.choice(window.state.view.legal)
        self._say(
            place, written({"type": "play", "id": f"p{self.rng.random()}", "seq": window.state.seq, "action": action})
        )

    @rule(place=st.integers(0, 99))
    def be_ready(self, place: int) -> None:
        window = self._open(place)
        if window and window.state:
            self._say(place, written({"type": "ready", "id": f"r{self.rng.random()}", "seq": window.state.seq}))

    @precondition(lambda self: len(self.windows) > 1)
    @rule(place=st.integers(0, 99), abruptly=st.booleans())
    def go(self, place: int, abruptly: bool) -> None:
        window = self.windows.pop(place % len(self.windows))
        if abruptly:
            window.socket.socket.close()
        window.close()

    @rule(request=st.binary(max_size=200), upgraded=st.booleans())
    def half_a_connection(self, request: bytes, upgraded: bool) -> None:
        """Bytes that are no HTTP, or half a frame, and then nothing more."""
        place = urlsplit(self.server.base)
        assert place.port
        with socket.create_connection((place.hostname or "", place.port), timeout=PATIENCE) as plain:
            if upgraded:
                plain.sendall(UPGRADE.format(table=self.table).encode())
                assert plain.recv(12) == b"HTTP/1.1 101"
            with contextlib.suppress(OSError):
                plain.sendall(request)

    def teardown(self) -> None:
        """Whatever was done, everybody is told how things stand, and a command is answered."""
        for window in self.windows if hasattr(self, "windows") else ():
            window.close()
        if not hasattr(self, "table"):
            return
        for name in PEOPLE:
            window = Window(self.server.base, self.table, self.tokens[name])
            window.greet()
            assert window.state is not None
            assert window.ask(type="play", id=f"last{name}", seq=0, action="00") in REFUSALS
            window.close()

    def _open(self, place: int) -> Window | None:
        window = self.windows[place % len(self.windows)] if self.windows else None
        return None if window is None or window.closed is not None else window

    def _say(self, place: int, frame: str | bytes) -> None:
        if window := self._open(place):
            Crowd.frames += 1
            window.say(frame)


@pytest.mark.soak
def test_a_table_bears_whatever_it_is_sent(tmp_path: Path) -> None:
    with sturdy(tmp_path) as server:
        Crowd.server, Crowd.tokens, Crowd.frames = server, {"forged": "f" * 43}, 0
        for name in PEOPLE:
            with httpx.Client(base_url=server.base, trust_env=False, timeout=PATIENCE) as client:
                assert client.put("/api/me", json={"name": name, "lang": "id"}).status_code == 200
                Crowd.tokens[name] = client.cookies["gaple_device"]
        tries = settings(
            max_examples=as_many(12, 2_400),
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
            deadline=None,
        )
        run_state_machine_as_test(Crowd, settings=tries)
        print(f"{Crowd.frames} frames")  # noqa: T201
        server.check(mebibytes=100)
