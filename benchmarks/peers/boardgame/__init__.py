"""boardgame.io (npm), a well-known library for turn-based games in browsers: its server, and who plays there.

Its packages are locked in this folder, and installed beside a copy of it under `build/`. For newer ones: `npm install
--package-lock-only boardgame.io@VERSION` here.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from benchmarks.live.player import Client, Table
from benchmarks.live.server import Process, free_port
from scripts.console import ROOT
from scripts.web import install_packages, npm_environment

if TYPE_CHECKING:
    from benchmarks.live.seeding import Seated

INSTALLED: Final = ROOT / "build" / "boardgame"
_FILES: Final = ("package.json", "package-lock.json", ".npmrc", "server.cjs")


def server() -> Process:
    """Their server with our game, in a process of its own, not yet started; installs it first where it is not."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    for name in _FILES:
        shutil.copy(Path(__file__).parent / name, INSTALLED)
    npm, env = npm_environment(ROOT)
    install_packages(INSTALLED, npm, env, "boardgame.io's")
    node = shutil.which("node", path=env["PATH"])
    assert node, "npm needs one, so it is there"
    port = free_port()
    return Process([node, str(INSTALLED / "server.cjs"), str(port)], port)


class _Turn(msgspec.Struct):
    current: str = msgspec.field(name="currentPlayer")


class _Game(msgspec.Struct):
    legal: list[str]


class _State(msgspec.Struct):
    """What a player is shown."""

    number: int = msgspec.field(name="_stateID")
    turn: _Turn = msgspec.field(name="ctx")
    game: _Game = msgspec.field(name="G")


class _Sync(msgspec.Struct):
    state: _State


# Engine.IO 4 and Socket.IO 5: a digit each for the kind of packet, and the namespace, which is the game's name.
_OPENED, _PING, _PONG = b"0", b"2", "3"
_CONNECT, _EVENT = "40/gaple,", "42/gaple,"
_CONNECTED, _SYNC, _UPDATE = b"40/gaple,", b'42/gaple,["sync"', b'42/gaple,["update"'
_read_sync = msgspec.json.Decoder(tuple[str, str, _Sync]).decode
_read_update = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw]).decode


class BoardgamePlayer(Client):
    """Somebody at a table of theirs; a move is answered once the state after it has come back."""

    def __init__(self, one: Seated, table: Table) -> None:
        super().__init__(one, table)
        self._id = str("ABCDE".index(one.seat))
        self._state: _State | None = None
        self._sent: float | None = None

    @staticmethod
    def path(one: Seated) -> str:
        """The same for all; which match it is, is said later."""
        return "/socket.io/?EIO=4&transport=websocket"

    def hello(self) -> None:
        """Theirs to say first."""

    def start(self) -> None:
        """Begin to move; the match is there since the first has come."""
        self.table.phase = "playing"
        for player in self.table.players:
            assert isinstance(player, BoardgamePlayer)
            player.look()

    def move(self, action: str) -> None:
        """Play or discard."""
        assert self._state
        payload = f'{{"type":"play","args":["{action}"],"playerID":"{self._id}"}}'
        self._sent = time.perf_counter()
        self._emit(
            f'"update",{{"type":"MAKE_MOVE","payload":{payload}}},{self._state.number},"{self.one.table}","{self._id}"'
        )

    def told(self, text: memoryview) -> None:
        """The state of the match, or what the connection needs."""
        packet = bytes(text)
        if packet.startswith(_UPDATE):
            before, self._state = self._state, _read_update(packet[len(_EVENT) :])[2]
            if self._sent is not None:
                self.table.counts.moves.append(time.perf_counter() - self._sent)
                self._sent = None
            if before and self._state.number == before.number:
                self.table.counts.refused += 1  # what is not legal leaves the state as it was
            self.look()
        elif packet == _PING:
            self.say(_PONG)
        elif packet.startswith(_SYNC):
            self._state = _read_sync(packet[len(_EVENT) :])[2].state
        elif packet.startswith(_OPENED):
            self.say(_CONNECT)
        elif packet.startswith(_CONNECTED):
            self._emit(f'"sync","{self.one.table}","{self._id}",null,4')

    def look(self) -> None:
        """Be ready, where it is their turn."""
        if self._state and self._state.turn.current == self._id:
            self.table.ready(self, self._state.game.legal[0])

    def _emit(self, what: str) -> None:
        self.say(f"{_EVENT}[{what}]")
