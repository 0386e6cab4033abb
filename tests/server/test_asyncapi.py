from __future__ import annotations

import asyncio
import json
from typing import Any, cast, get_args

import pytest
from jsonschema import Draft202012Validator

from gaple import Rules
from gaple.server.play import events
from gaple.server.play.commands import FromPerson
from gaple.server.web.asyncapi import document
from gaple.server.wire import happened
from gaple.server.wire.messages import Frame, Message
from gaple.server.wire.views import View
from tests.server import wire
from tests.server.client import Person, Window, play_hand
from tests.server.states import full
from tests.server.test_openapi import references


def check(message: Any) -> None:
    """Raises where a message is not as the document says of those of its name."""
    payload = document()["components"]["messages"][message["type"]]["payload"]
    Draft202012Validator({**payload, "components": document()["components"]}).validate(message)


def tags(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def test_every_message_is_described_and_belongs_to_an_operation() -> None:
    told, said, asked = tags(Message), tags(Frame), tags(FromPerson)
    assert document()["components"]["messages"].keys() == told | said
    assert document()["channels"]["table"]["messages"].keys() == told | said
    by_operation = {
        name: {found.rpartition("/")[2] for found in references(operation["messages"])}
        for name, operation in document()["operations"].items()
    }
    assert by_operation == {"hear": said - asked, "carry_out": asked, "tell": told}
    for schema in document()["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
        assert schema.get("description")


def test_every_reference_leads_somewhere() -> None:
    for reference in references(document()):
        found = document()
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        assert found


def test_nothing_is_said_in_the_words_of_openapi() -> None:
    assert "discriminator" not in json.dumps(document())


def test_every_kind_of_event_is_told() -> None:
    assert tags(events.AnyFact) == tags(happened.TableEvent)


def test_a_view_has_no_more_and_no_less_than_is_described() -> None:
    hand = full(Rules(players=2, hand=7), 1, persons=2).state.hand
    assert hand
    assert tuple(hand.view(None).to_dict()) == View.__struct_fields__


class Checked:
    """A socket whose every message, either way, is checked."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.seen: set[str] = set()

    async def send(self, text: str) -> None:
        self._look(json.loads(text))
        await self._socket.send(text)

    async def recv(self, decode: bool) -> bytes:
        content: bytes = await self._socket.recv(decode=decode)
        self._look(json.loads(content))
        return content

    def _look(self, message: Any) -> None:
        check(message)
        self.seen.add(message["type"])


async def greet(window: Window) -> Checked:
    """Say hello; every message is checked from here on."""
    window.socket = checked = cast(Any, Checked(window.socket))
    await window.send(type="hello", version=1, seq=0, lang="en", nonces=False)
    await window.next()
    return cast(Checked, checked)


async def test_every_message_of_a_real_match_is_as_described(base: str) -> None:
    async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi, Person.stranger(base) as stranger:
        table = await ani.make_table("players=3 hand=9 hands=2 settle=pairwise", clock="brisk", chat=True)
        async with ani.socket(table) as host, budi.socket(table) as guest:
            sockets = [await greet(host), await greet(guest)]
            await guest.do("sit", seat="B")
            await host.do("computer", seat="C", level="greedy")
            assert await guest.refused("play", action="00") == "no-hand"
            await host.do("start")
            for hand in (1, 2):
                await guest.until_phase("playing")
                await host.until_phase("playing")
                await asyncio.gather(play_hand(host), play_hand(guest))
                if hand == 1:
                    await guest.do("ready")
                    await host.do("ready")
                    for window in (host, guest):
                        await window.until(wire.Event, lambda m: isinstance(m.event, wire.Dealt))
            assert host.now.table.phase == "match_over"
            await host.do("say", what="good_game")
            await host.do("chat", text="Mainnya cepat, ya")
            await host.do("rematch")
            await guest.until_phase("waiting")
            await guest.do("stand")
            async with stranger.socket(table) as watcher:
                sockets.append(await greet(watcher))
                await watcher.send(type="ping")
                await watcher.until(wire.Pong)
                assert await watcher.refused("sit", seat="A") == "name-needed"
        alone = await ani.play_now()
        async with ani.socket(alone) as window:
            sockets.append(await greet(window))
            await window.send(type="hint")
            await window.until(wire.Hinted)
        passed = await ani.make_table("players=2 hand=7", companions=["Sari", "Citra"])
        async with ani.socket(passed) as window:
            sockets.append(await greet(window))
            await window.do("start")
            await window.until_phase("playing")
            await window.send(type="look", seat=window.view.turn, seq=window.now.seq)
            assert (await window.until(wire.Looked)).view
        seen = {kind for socket in sockets for kind in socket.seen}
    assert seen >= tags(Message) - {"error", "presence"}
    assert seen >= {"hello", "echo", "play", "sit", "stand", "computer", "start", "ready", "rematch", "ping", "look"}


async def test_it_is_served(base: str) -> None:
    async with Person.stranger(base) as stranger:
        assert (await stranger.get("/api/asyncapi.json")).json() == json.loads(json.dumps(document()))


@pytest.mark.parametrize(
    "message",
    [
        {"type": "play", "seq": 1},
        {"type": "play", "seq": -1, "action": "00"},
        {"type": "sit", "seq": 1, "seat": "Z"},
        {"type": "state", "seq": 1, "table": {}, "view": None, "you": {"person": None, "seat": None, "host": False}},
    ],
)
def test_what_is_none_is_not_as_described(message: Any) -> None:
    with pytest.raises(Exception, match=r"is a required property|is less than|does not match"):
        check(message)
