from __future__ import annotations

import time

import pytest

from gaple.server.errors import InputError, TooMany
from gaple.server.guard import Allowance, check_host, check_origin, content_policy, network_of


@pytest.mark.parametrize(
    ("headers", "scheme", "public_url"),
    [
        ({}, "http", None),
        ({"host": "a.test"}, "http", None),
        ({"host": "meja.test:8000", "origin": "http://meja.test:8000"}, "http", None),
        ({"host": "meja.test:8000", "origin": "http://meja.test:8000"}, "ws", None),
        ({"host": "MEJA.test", "origin": "https://meja.test"}, "wss", None),
        ({"host": "10.0.0.1", "origin": "http://10.0.0.1:80"}, "http", None),
        ({"host": "localhost:1", "origin": "https://meja.test"}, "http", "https://meja.test"),
        ({"host": "a.test", "sec-fetch-site": "same-origin"}, "http", None),
    ],
)
def test_our_own_page_and_programs_may_ask(headers: dict[str, str], scheme: str, public_url: str | None) -> None:
    check_origin(headers, scheme, public_url)


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "meja.test", "origin": "http://evil.test"},
        {"host": "meja.test", "origin": "http://meja.test.evil.test"},
        {"host": "meja.test:8000", "origin": "http://meja.test:8001"},
        {"host": "meja.test", "origin": "null"},
        {"host": "meja.test", "origin": ""},
        {"host": "meja.test", "origin": "http://[broken"},
        {"origin": "http://evil.test"},
        {"host": "meja.test", "sec-fetch-site": "cross-site"},
        {"host": "meja.test", "sec-fetch-site": "same-site"},
    ],
)
def test_another_sites_page_may_not(headers: dict[str, str]) -> None:
    with pytest.raises(InputError) as refused:
        check_origin(headers, "http", None)
    assert refused.value.code == "origin-foreign"


@pytest.mark.parametrize("host", ["meja.test", "my_pc:8000", "10.0.0.1:65535", "[::1]:8000", "x" * 255])
def test_a_host_that_can_be(host: str) -> None:
    check_host([host])
    check_host([])


@pytest.mark.parametrize("host", ["", "a:b", "a b", "a:65536", "[::1", "a@b", "a/b", "meja.test\n", "é", "x" * 256])
def test_a_host_that_cannot_be(host: str) -> None:
    with pytest.raises(InputError) as refused:
        check_host([host])
    assert refused.value.code == "host-malformed"
    assert refused.value.told("id").isascii()
    assert "\n" not in refused.value.told("en")


def test_two_hosts_are_none() -> None:
    with pytest.raises(InputError):
        check_host(["meja.test", "meja.test"])


def test_the_policy_takes_no_text_from_the_host() -> None:
    assert "ws://meja.test:8000 wss://meja.test:8000;" in content_policy("meja.test:8000")
    assert "ws://[::1]:8000 " in content_policy("[::1]:8000")
    for host in (None, "evil; script-src *", "a b", ""):
        assert content_policy(host) == content_policy(None)
        assert "ws:" not in content_policy(host)


def test_an_allowance_fills_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    allowance = Allowance(3, 60, keys=2)
    for _ in range(3):
        allowance.take("a", "too-many-guests")
    for _ in range(5):
        with pytest.raises(TooMany):
            allowance.take("a", "too-many-guests")
    allowance.take("b", "too-many-guests")
    now += 20
    allowance.take("a", "too-many-guests")
    with pytest.raises(TooMany):
        allowance.take("a", "too-many-guests")
    for key in "bcd":
        allowance.take(key, "too-many-guests")
    assert len(allowance._left) == 2


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_the_addresses_of_one_home_are_one(address: str, network: str) -> None:
    assert network_of(address) == network
