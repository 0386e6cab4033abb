"""Two tables that differ only in what somebody cannot know look the same to them, byte for byte."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from gaple import Action, Dealing, Hand, Match, Rules, Seat, commitment, nonce_commitment
from gaple.record import read_records
from tests.server import wire
from tests.server.client import Person, Window, play_hand, serving, settings
from tests.server.misbehaving import BROKEN, MARK

RULES = Rules(players=2, hand=3, hands=1)
TRIES = 6000
NONCES = {Seat.A: "a1" * 16, Seat.B: "b2" * 16}


class Chance:
    """Bytes that are the same in every run, but for the secret of the deal."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.tokens = itertools.count()
        self.ids = itertools.count()

    def __call__(self, size: int) -> bytes:
        if size < 32:
            return next(self.ids).to_bytes(size)
        token = next(self.tokens)  # those of the three people's devices come first
        return token.to_bytes(size) if token < 3 else self.secret


def secret(number: int) -> bytes:
    return number.to_bytes(32)


def dealt(table: str, number: int) -> Hand:
    return Match(RULES).deal(Dealing(secret(number), RULES.players, RULES.hand, 1, table, tuple(NONCES.values())))


def pairs(table: str, known: Callable[[Hand], object]) -> Iterator[tuple[int, int]]:
    """Secrets whose deals are alike as far as ``known`` goes."""
    seen: dict[object, int] = {}
    for number in range(TRIES):
        key = known(dealt(table, number))
        if key in seen:
            yield seen[key], number
        seen.setdefault(key, number)


def alike(first: Hand, second: Hand, unseen: set[int]) -> list[tuple[Action, Action]]:
    """The longest play of both hands that looks alike; seats in ``unseen`` may discard unlike tiles.

    It stops before either hand is over, for then everything is shown.
    """
    best: list[tuple[Action, Action]] = []
    if first.turn != second.turn:
        return best
    hidden = first.turn in unseen
    for one, two in itertools.product(first.legal_actions(), second.legal_actions()):
        if one is two or (hidden and one.is_discard and two.is_discard):
            first.play(one)
            second.play(two)
            if not first.is_over and not second.is_over:
                best = max(best, [(one, two), *alike(first, second, unseen)], key=worth)
            first.undo()
            second.undo()
    return best


def worth(moves: list[tuple[Action, Action]]) -> tuple[bool, int]:
    """How good a test: best with a discard that hides a difference, and long."""
    return any(one is not two for one, two in moves), len(moves)


async def play(data: Path, number: int, actions: list[Action]) -> dict[str, list[bytes]]:
    """Play these actions on a new server, and what each of those at the table was told meanwhile.

    That is what their sockets said, refusals and errors too, what HTTP answered them, and what they
    were told when they came back.
    """
    async with AsyncExitStack() as stack:
        chosen = settings(data, chance=Chance(secret(number)), shuffle_within=600)
        base = await stack.enter_async_context(serving(chosen))
        people = [await stack.enter_async_context(Person.named(base, name)) for name in ("A", "B", "C")]
        table = await people[0].make_table(str(RULES))
        windows = [await stack.enter_async_context(person.at(table)) for person in people]
        await windows[1].do("sit", seat="B", id="sit")
        await follow(windows, windows[1].now.seq)
        await windows[0].send(type="start", id="start", seq=windows[0].now.seq)
        await shuffle(windows)
        for turn, action in enumerate(actions):
            await follow(windows, windows[0].now.seq)
            await provoke(windows, turn)
            player = windows["AB".index(windows[0].view.turn or "A")]
            await player.do("play", action=str(action), id=f"c{turn}")
            await follow(windows, player.now.seq)
        told = {name: window.raw for name, window in zip("ABC", windows, strict=True)}
        for name, person in zip("ABC", people, strict=True):
            for path in ("", "/record", "/hands/1/1", "/link?x", "/nothing"):
                told[name].append((await person.get(f"/api/tables/{table}{path}", headers=HERE)).content)
            told[name].append((await person.get(f"/meja/{table}", headers=HERE)).content)
            for since in (None, 1):
                async with person.at(table, since) as again:
                    told[name] += again.raw
        return told


async def shuffle(windows: list[Window]) -> None:
    """Have both players commit to a nonce and reveal it, everybody keeping up."""
    for stage, event in (("commit", wire.NonceCommitted), ("reveal", wire.NonceRevealed)):
        for window in windows:
            while window.now.table.shuffle is None or window.now.table.shuffle.stage != stage:
                await window.next()
        for window, (seat, nonce) in zip(windows, NONCES.items(), strict=False):
            if stage == "commit":
                await window.do("commit_nonce", commit=nonce_commitment(seat, nonce), id=f"commit-{seat}")
            else:
                await window.do("reveal_nonce", nonce=nonce, id=f"reveal-{seat}")
            await follow(windows, window.now.seq)
        assert any(isinstance(told, wire.Event) and isinstance(told.event, event) for told in windows[-1].told)
    for window in windows:
        await window.until_phase("playing")


def but_the_commitment(told: list[bytes], number: int) -> list[bytes]:
    """What was told, with the commitment to the secret alike; nothing else may depend on the secret."""
    assert not any(secret(number).hex().encode() in message for message in told)
    return [message.replace(commitment(secret(number)).encode(), b"committed") for message in told]


HERE = {"host": "meja.test"}  # the port of the server is another in every run


async def provoke(windows: list[Window], turn: int) -> None:
    """Ask for what cannot be: out of turn, tiles that one does not hold, what cannot be read."""
    for name, window in zip("ABC", windows, strict=True):
        own = set(window.view.tiles)
        missing = next(tile for tile in ("06", "16", "26", "36") if tile not in own)
        for number, action in enumerate((missing, f"{missing}>", f"x{missing}", "x??", "99")):
            await window.refused("play", action=action, id=f"no-{name}-{turn}-{number}")
        await window.send(type="play", id=f"no-{name}-{turn}", action="00")
        assert (await window.until(wire.Failed)).id == f"no-{name}-{turn}"


async def follow(windows: list[Window], seq: int) -> None:
    for window in windows:
        while window.now.seq < seq:
            await window.next()


@pytest.mark.parametrize("seat", ["A", "B", None])
async def test_a_seat_and_an_onlooker_are_told_the_same_bytes(tmp_path: Path, seat: str | None) -> None:
    table = await the_tables_id(tmp_path / "id")

    def known(hand: Hand) -> object:
        own = () if seat is None else hand.tiles(RULES.seats["AB".index(seat)])
        return own, hand.turned_up, hand.starter

    unseen = {0, 1} - ({"AB".index(seat)} if seat else set())
    best: tuple[int, int, list[tuple[Action, Action]]] = (0, 0, [])
    for one, two in pairs(table, known):
        moves = alike(dealt(table, one), dealt(table, two), unseen)
        best = max(best, (one, two, moves), key=lambda found: worth(found[2]))
    first, second, moves = best
    assert len(moves) >= 3
    assert any(one is not two for one, two in moves)
    assert dealt(table, first) != dealt(table, second)
    told = await play(tmp_path / "first", first, [one for one, _ in moves])
    told_too = await play(tmp_path / "second", second, [two for _, two in moves])
    watcher = seat or "C"
    assert but_the_commitment(told[watcher], first) == but_the_commitment(told_too[watcher], second)
    others = set("AB") - {watcher}
    assert all(
        but_the_commitment(told[other], first) != but_the_commitment(told_too[other], second) for other in others
    )
    for nonce in NONCES.values():  # told to nobody before the hand is over
        assert not any(nonce.encode() in message for messages in told.values() for message in messages)


async def the_tables_id(data: Path) -> str:
    async with serving(settings(data, chance=Chance(secret(0)))) as base, AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person.named(base, name)) for name in ("A", "B", "C")]
        return await people[0].make_table(str(RULES))


async def test_no_log_holds_a_name_a_token_or_a_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gaple.server.live.processes.MAKER", BROKEN)
    with caplog.at_level(logging.DEBUG):
        for name in ("httpx", "httpcore", "websockets"):  # the clients of this test
            logging.getLogger(name).setLevel(logging.WARNING)
        async with serving(settings(tmp_path)) as base, Person.named(base, "Bayu Sekali") as person:
            table = await person.play_now(rules="players=2 hand=14 hands=1")
            token = person.client.cookies["gaple_device"]
            await ask_in_vain(person, table, token)
            await fail(person, monkeypatch)
            async with person.at(table) as window:
                await play_hand(window)
            record = (await person.get(f"/api/tables/{table}/record")).text
    told = caplog.text
    headers = dict(next(iter(read_records(record))).headers)
    for happened in (
        "alembic",
        "computer player casual failed",
        "PutComputer failed",
        "a socket of table",
        "a request for /api/me failed",
    ):
        assert happened in told
    for hidden in ("Bayu", token, headers["Secret"], MARK):
        assert hidden not in told


async def ask_in_vain(person: Person, table: str, token: str) -> None:
    """Requests that cannot be answered, with what must not be told in them."""
    long = {"name": "Bayu " * 20}
    assert (await person.client.put("/api/me", json=long)).status_code == 400
    assert (await person.client.put("/api/me", content=b'{"name": "Bayu')).status_code == 400
    assert (await person.get(f"/api/tables/{token}")).status_code == 404
    assert (await person.get("/api/me", headers={"host": "Bayu:Sekali"})).status_code == 400
    async with person.socket(table) as early:
        await early.socket.send('{"type": "Bayu"}')
        await early.until(wire.Failed)


async def fail(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults of ours in every place that could hold something hidden, each told in an exception."""

    def broken(*values: object) -> None:
        raise KeyError(MARK, values)

    async def broken_too(*values: object) -> None:
        raise KeyError(MARK, values)

    async with person.at(await person.make_table("players=2 hand=7")) as window:
        for place, fault in (
            ("gaple.server.live.live_table.decide", broken),
            ("gaple.server.live.live_table.stamp", broken),
            ("gaple.server.store.storage.Storage.append", broken_too),
        ):
            with monkeypatch.context() as patch:
                patch.setattr(place, fault)
                assert await window.refused("computer", seat="B", level="greedy") == "internal"
        with monkeypatch.context() as patch:
            patch.setattr("gaple.server.live.live_table.LiveTable.show", broken)
            await window.send(type="hello", version=1)
            assert (await window.until(wire.Failed)).error.code == "internal"
    with monkeypatch.context() as patch:
        patch.setattr("gaple.server.guests.people.People.of_token", broken_too)
        assert (await person.get("/api/me")).status_code == 500
