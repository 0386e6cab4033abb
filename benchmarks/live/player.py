"""The lightest clients there are: a socket of somebody at a table, who plays by the bell.

Built on picows, whose frames cost some microseconds each: the client shares the machine with the server it measures.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING, Final

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from gaple import SEATS, nonce_commitment

if TYPE_CHECKING:
    from benchmarks.live.seeding import Seated

NONCE: Final = "5eed" * 8


class _Shuffle(msgspec.Struct):
    stage: str
    hand: int


class _Table(msgspec.Struct):
    phase: str
    shuffle: _Shuffle | None = None


class _View(msgspec.Struct):
    legal: list[str]


class _Told(msgspec.Struct):
    """What the client reads of any message."""

    type: str
    seq: int = 0
    id: str = ""
    table: _Table | None = None
    view: _View | None = None


_read = msgspec.json.Decoder(_Told).decode


class Counts:
    """What all clients have sent and received since :meth:`begin`, and how long answers took (seconds)."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Count from here."""
        self.since = time.perf_counter()
        self.received = self.received_bytes = 0
        self.moves: list[float] = []
        self.others: list[float] = []
        self.late: list[float] = []
        self.refused = 0
        self.lost = 0


class Table:
    """The players of one table; whoever is on turn moves when the bell rings, ``every`` so many seconds.

    So many moves as ``skip`` says are made at once, so that not all tables are in the same part of a hand.
    """

    def __init__(self, every: float, counts: Counts) -> None:
        self.counts = counts
        self.players: list[Client] = []
        self.mover: Client | None = None
        self.legal = ""
        self.phase = "waiting"
        self._every = every
        self._bell = float("inf")
        self._rung = False
        self.skip = 0

    def begin(self, at: float) -> None:
        """The first bell is to ring at this time (seconds of ``time.perf_counter``)."""
        self._bell = at

    def tick(self, now: float) -> None:
        """The time has come, perhaps: whoever is on turn moves; where nobody is, the next one does at once."""
        if now >= self._bell:
            self._bell += self._every
            if self._rung:
                self.counts.late.append(now)
            self._rung = True
            self._move()

    def ready(self, player: Client, legal: str) -> None:
        """Somebody is on turn."""
        self.mover, self.legal = player, legal
        if self.skip:
            self.skip -= 1
            self._rung = True
        self._move()

    def _move(self) -> None:
        if self._rung and self.mover:
            player, self.mover, self._rung = self.mover, None, False
            player.move(self.legal)


class Client(WSListener, ABC):
    """One socket; what is said over it is each server's own."""

    def __init__(self, one: Seated, table: Table) -> None:
        self.one = one
        self.table = table
        self.transport: WSTransport | None = None

    @classmethod
    async def come(cls, url: str, one: Seated, table: Table) -> None:
        """Connect, and say hello."""
        _, player = await ws_connect(
            lambda: cls(one, table),
            url + cls.path(one),
            extra_headers={"Cookie": one.cookie},
            websocket_handshake_timeout=120,
            read_buffer_init_size=4096,
            logger_name="load",
        )
        assert isinstance(player, cls)
        table.players.append(player)

    @staticmethod
    @abstractmethod
    def path(one: Seated) -> str:
        """Where their socket is."""

    @abstractmethod
    def hello(self) -> None:
        """Say who comes."""

    @abstractmethod
    def start(self) -> None:
        """Have the match begin; everybody has come."""

    @abstractmethod
    def move(self, action: str) -> None:
        """Do this, which is legal."""

    @abstractmethod
    def told(self, text: memoryview) -> None:
        """Something has come."""

    def leave(self) -> None:
        """Say goodbye."""
        if self.transport:
            self.transport.disconnect()

    def say(self, text: str) -> None:
        """Send it, where the socket is open."""
        if self.transport:
            self.transport.send(WSMsgType.TEXT, text.encode())

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Begin."""
        self.transport = transport
        self.hello()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Lost, or over."""
        self.transport = None
        self.table.counts.lost += 1

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Something is told."""
        if frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.TEXT:
            self.table.counts.received += 1
            self.table.counts.received_bytes += frame.payload_size
            self.told(frame.get_payload_as_memoryview())


class Player(Client):
    """Somebody at one of our tables."""

    def __init__(self, one: Seated, table: Table) -> None:
        super().__init__(one, table)
        self._seq = 0
        self._number = 0
        self._sent: deque[tuple[str, float]] = deque()
        self._step = ""

    @staticmethod
    def path(one: Seated) -> str:
        """The table's."""
        return f"/api/tables/{one.table}/socket"

    def hello(self) -> None:
        """As the page says it."""
        self.say('{"type":"hello","version":1,"seq":null}')

    def start(self) -> None:
        """The host does it."""
        self._send("start")

    def move(self, action: str) -> None:
        """Play or discard."""
        self._send("play", f'"action":"{action}"')

    def told(self, text: memoryview) -> None:
        """An answer, or what has happened, upon which there may be something to do."""
        told, counts = _read(text), self.table.counts
        if told.type == "done":
            kind, sent = self._sent.popleft()
            (counts.moves if kind == "play" else counts.others).append(time.perf_counter() - sent)
        elif told.type == "refused":
            self._sent.popleft()
            counts.refused += 1
        if told.table is not None:
            self._seq = told.seq
            self._look(told.table, told.view)

    def _send(self, kind: str, fields: str = "") -> None:
        """A command; the answers come in order."""
        if self.transport is None:
            return
        self._number += 1
        self._sent.append((kind, time.perf_counter()))
        more = f",{fields}" if fields else ""
        self.say(f'{{"type":"{kind}","id":"{self.one.seat}{self._number}","seq":{self._seq}{more}}}')

    def _look(self, table: _Table, view: _View | None) -> None:
        self.table.phase = table.phase
        if table.phase == "playing":
            if view and view.legal and view.legal[0] != "--":
                self.table.ready(self, view.legal[0])
        elif table.phase == "dealing" and table.shuffle:
            stage, hand = table.shuffle.stage, table.shuffle.hand
            if self._once(f"{stage} {hand}"):
                if stage == "commit":
                    commit = nonce_commitment(SEATS["ABCDE".index(self.one.seat)], NONCE)
                    self._send("commit_nonce", f'"commit":"{commit}"')
                elif stage == "reveal":
                    self._send("reveal_nonce", f'"nonce":"{NONCE}"')
        elif table.phase == "hand_over" and view and self._once(f"over {table.shuffle and table.shuffle.hand}"):
            self._send("ready")

    def _once(self, step: str) -> bool:
        if self._step == step:
            return False
        self._step = step
        return True
