from __future__ import annotations

import socket

import pytest

from gaple.server import addresses


def test_addresses_are_of_this_machine_and_no_loopback() -> None:
    for address in addresses(8000):
        host = address.removeprefix("http://").removesuffix(":8000")
        assert not host.startswith("127.")
        with socket.socket() as here:
            here.bind((host, 0))


def test_without_a_network_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Offline(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", Offline)
    assert addresses(8000) == []
