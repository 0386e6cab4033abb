"""The lightest client there is: a socket of somebody at a table, who plays by the bell.

Built on picows, whose frames cost some microseconds each: the client shares the machine with the server it measures.
"""

from __future__ import annotations

import time
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
        self.players: list[Player] = []
        self.mover: Player | None = None
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

    def ready(self, player: Player, legal: str) -> None:
        """Somebody is on turn."""
        self.mover, self.legal = player, legal
        if self.skip:
            self.skip -= 1
            self._rung = True
        self._move()

    def _move(self) -> None:
        if self._rung and self.mover:
            player, self.mover, self._rung = self.mover, None, False
            player.send("play", f'"action":"{self.legal}"')


class Player(WSListener):
    """One socket."""

    def __init__(self, seat: str, table: Table) -> None:
        self.seat = seat
        self._table = table
        self._transport: WSTransport | None = None
        self._seq = 0
        self._number = 0
        self._sent: deque[tuple[str, float]] = deque()
        self._step = ""

    @classmethod
    async def come(cls, url: str, one: Seated, table: Table) -> Player:
        """Connect, and say hello."""
        _, player = await ws_connect(
            lambda: cls(one.seat, table),
            f"{url}/api/tables/{one.table}/socket",
            extra_headers={"Cookie": one.cookie},
            websocket_handshake_timeout=120,
            read_buffer_init_size=4096,
            logger_name="load",
        )
        assert isinstance(player, Player)
        table.players.append(player)
        return player

    def leave(self) -> None:
        """Say goodbye."""
        if self._transport:
            self._transport.disconnect()

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Begin."""
        self._transport = transport
        transport.send(WSMsgType.TEXT, b'{"type":"hello","version":1,"seq":null}')

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Lost, or over."""
        self._transport = None
        self._table.counts.lost += 1

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Something is told."""
        counts = self._table.counts
        if frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
            return
        if frame.msg_type != WSMsgType.TEXT:
            return
        counts.received += 1
        counts.received_bytes += frame.payload_size
        told = _read(frame.get_payload_as_memoryview())
        if told.type == "done":
            kind, sent = self._sent.popleft()
            (counts.moves if kind == "play" else counts.others).append(time.perf_counter() - sent)
        elif told.type == "refused":
            self._sent.popleft()
            counts.refused += 1
        if told.table is not None:
            self._seq = told.seq
            self._look(told.table, told.view)

    def send(self, kind: str, fields: str = "") -> None:
        """A command; the answers come in order."""
        if self._transport is None:
            return
        self._number += 1
        self._sent.append((kind, time.perf_counter()))
        more = f",{fields}" if fields else ""
        text = f'{{"type":"{kind}","id":"{self.seat}{self._number}","seq":{self._seq}{more}}}'
        self._transport.send(WSMsgType.TEXT, text.encode())

    def _look(self, table: _Table, view: _View | None) -> None:
        self._table.phase = table.phase
        if table.phase == "playing":
            if view and view.legal and view.legal[0] != "--":
                self._table.ready(self, view.legal[0])
        elif table.phase == "dealing" and table.shuffle:
            stage, hand = table.shuffle.stage, table.shuffle.hand
            if self._once(f"{stage} {hand}"):
                if stage == "commit":
                    commit = nonce_commitment(SEATS["ABCDE".index(self.seat)], NONCE)
                    self.send("commit_nonce", f'"commit":"{commit}"')
                elif stage == "reveal":
                    self.send("reveal_nonce", f'"nonce":"{NONCE}"')
        elif table.phase == "hand_over" and view and self._once(f"over {table.shuffle and table.shuffle.hand}"):
            self.send("ready")

    def _once(self, step: str) -> bool:
        if self._step == step:
            return False
        self._step = step
        return True
