from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import IllegalAction, Tile
from gaple.server.cluster.letters import Beat, Envelope, Leave, Told, TurnedAway, open_envelope, raised, seal, trouble
from gaple.server.cluster.link import Link
from gaple.server.errors import Refusal, TooMany, Unavailable
from gaple.server.live.attendance import Watcher


class Window:
    """Somebody who watches, on either side of a link."""

    person = "p_ani"
    adds_nonces = False

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.open = True

    def tell(self, message: bytes) -> None:
        self.heard.append(message)

    def drop(self) -> None:
        self.open = False

    def make_way(self) -> None:
        self.open = False

    def turn_out(self) -> None:
        self.open = False

    def turn_away(self, error: object) -> None:
        self.open = False


class Side:
    """One process: its link, and what is under way to the other."""

    def __init__(self, me: str, peer: str) -> None:
        self.gone: list[Watcher] = []
        self.link = Link(me, peer, lambda: None, self.gone.append)
        self.wire: deque[Envelope] = deque()
        self.read: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.link.send(Told([0], message))

    def put_on_wire(self) -> None:
        if self.link.has_news:
            self.wire.append(open_envelope(seal(self.link.sealed())))

    def take(self, other: Side) -> None:
        for letter in self.link.receive(other.wire.popleft()):
            if isinstance(letter, Told):
                self.read.append(letter.message)


def settle(one: Side, other: Side) -> None:
    """Beats go to and fro until both are content."""
    for _ in range(8):
        for side in (one, other):
            side.link.send(Beat())
            side.put_on_wire()
        for side, peer in ((one, other), (other, one)):
            while peer.wire:
                side.take(peer)


STEPS = st.lists(
    st.sampled_from(["send", "send back", "lose", "lose back", "pass", "pass back", "reset", "reset back"])
)


@given(STEPS)
def test_what_is_read_has_no_gap_or_everything_was_let_go(steps: list[str]) -> None:
    """Whatever a wire loses, and whoever begins anew: a window that is still open has missed nothing."""
    one, other = Side("one", "other"), Side("other", "one")
    settle(one, other)
    window = one.link.windows[0] = Window()
    guest = other.link.guests[0] = Window()
    sent = number = 0
    for step in steps:
        here, there = (one, other) if step.endswith("back") else (other, one)
        match step.removesuffix(" back"):
            case "send":
                number += 1
                here.send(b"%d" % number)
                here.put_on_wire()
                sent += here is other
            case "lose" if here.wire:
                here.wire.popleft()
            case "pass" if here.wire:
                there.take(here)
            case "reset":
                here.link.reset()
    settle(one, other)
    if window.open:
        assert len(one.read) == sent
    assert window.open == (0 in one.link.windows)
    assert window.open == (0 in other.link.guests), "both sides agree"
    assert (guest in other.gone) == (not window.open)
    # And from here on they understand each other.
    one.read.clear()
    one.link.windows[1] = again = Window()
    other.send(b"again")
    settle(one, other)
    assert one.read == [b"again"]
    assert again.open


def test_one_that_has_died_and_one_in_its_place_are_told_apart() -> None:
    one, other = Side("one", "other"), Side("other", "one")
    settle(one, other)
    window = one.link.windows[0] = Window()
    born = Side("other", "one")
    born.send(b"new")
    settle(one, born)
    assert not window.open
    assert one.read == [b"new"]


def test_what_waits_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gaple.server.cluster.link.MOST_LETTERS", 3)
    side = Side("one", "other")
    window = side.link.windows[0] = Window()
    for number in range(5):
        side.link.send(Leave(number))
    assert not window.open
    assert len(side.link.outbox) == 2


async def test_who_is_silent_does_not_answer() -> None:
    one, other = Side("one", "other"), Side("other", "one")
    assert not await one.link.answers(0.01)
    settle(one, other)
    assert await one.link.answers(60)


def test_errors_arrive_as_they_were_raised() -> None:
    for error in (
        Refusal("stale"),
        TooMany("table-full", limit=3),
        Unavailable("internal"),
        IllegalAction("not-held", action="35>", seat="A", tile=Tile.parse("35")),
    ):
        again = raised(open_envelope(seal(_with(error))).letters[0].trouble)  # type: ignore[union-attr, arg-type]
        assert (again.code, again.told("id")) == (error.code, error.told("id"))
        assert isinstance(error, type(again))


def _with(error: Refusal) -> Envelope:
    return Envelope("one", 1, None, 0, [TurnedAway(0, trouble(error))])
